//! Conversions between types, and the getters of times, by the form of the operand.

use super::{Form, operator::called};
use crate::ir::{Operation, Path, Value};
use cel_types::TypeName;

pub(super) fn operation(function: &str, value: &Form) -> Option<Operation> {
    match function {
        "type" => type_of(value),
        "int" => to_int(value),
        "uint" => to_uint(value),
        "double" => to_double(value),
        "bool" => match value {
            Form::Bool => Some(same(Form::Bool)),
            Form::String => Some(called(Form::Bool, true, "ops::string_to_bool")),
            _ => None,
        },
        "string" => to_string(value),
        "bytes" => match value {
            Form::Bytes => Some(same(Form::Bytes)),
            Form::String => Some(method(Form::Bytes, "as_bytes")),
            _ => None,
        },
        "timestamp" => match value {
            Form::Timestamp => Some(same(Form::Timestamp)),
            Form::String => Some(called(Form::Timestamp, true, "ops::string_to_timestamp")),
            Form::Int => Some(called(Form::Timestamp, true, "ops::int_to_timestamp")),
            _ => None,
        },
        "duration" => match value {
            Form::Duration => Some(same(Form::Duration)),
            Form::String => Some(called(Form::Duration, true, "ops::string_to_duration")),
            _ => None,
        },
        _ => getter(function, value),
    }
}

fn same(form: Form) -> Operation {
    Operation::new(form, Value::Operand(0))
}

fn type_of(value: &Form) -> Option<Operation> {
    Some(Operation::new(Form::Type, Value::Path(type_name(value.type_name()?))))
}

fn to_int(value: &Form) -> Option<Operation> {
    Some(match value {
        Form::Int => same(Form::Int),
        Form::Uint => called(Form::Int, true, "ops::uint_to_int"),
        Form::Double => called(Form::Int, true, "ops::double_to_int"),
        Form::String => called(Form::Int, true, "ops::string_to_int"),
        Form::Timestamp => method(Form::Int, "seconds"),
        Form::Duration => method(Form::Int, "nanos"),
        _ => return None,
    })
}

fn to_uint(value: &Form) -> Option<Operation> {
    Some(match value {
        Form::Uint => same(Form::Uint),
        Form::Int => called(Form::Uint, true, "ops::int_to_uint"),
        Form::Double => called(Form::Uint, true, "ops::double_to_uint"),
        Form::String => called(Form::Uint, true, "ops::string_to_uint"),
        _ => return None,
    })
}

fn to_double(value: &Form) -> Option<Operation> {
    Some(match value {
        Form::Double => same(Form::Double),
        Form::Int => called(Form::Double, false, "ops::int_to_double"),
        Form::Uint => called(Form::Double, false, "ops::uint_to_double"),
        Form::String => called(Form::Double, true, "ops::string_to_double"),
        _ => return None,
    })
}

fn to_string(value: &Form) -> Option<Operation> {
    Some(match value {
        Form::String => same(Form::String),
        Form::Bool | Form::Int | Form::Uint | Form::Timestamp | Form::Duration => {
            Operation::build(Form::String, false, "ops::to_string", 1)
        }
        Form::Double => Operation::build(Form::String, false, "ops::double_to_string", 1),
        Form::Bytes => called(Form::String, true, "ops::bytes_to_string"),
        _ => return None,
    })
}

/// `getHours()` and its kin: of a timestamp in UTC, of a duration in total.
fn getter(function: &str, value: &Form) -> Option<Operation> {
    let method = match (function, value) {
        ("getHours", Form::Timestamp | Form::Duration) => "hours",
        ("getMinutes", Form::Timestamp | Form::Duration) => "minutes",
        ("getSeconds", Form::Timestamp | Form::Duration) => "seconds",
        ("getMilliseconds", Form::Timestamp | Form::Duration) => "milliseconds",
        ("getFullYear", Form::Timestamp) => "full_year",
        ("getMonth", Form::Timestamp) => "month",
        ("getDate", Form::Timestamp) => "date",
        ("getDayOfMonth", Form::Timestamp) => "day_of_month",
        ("getDayOfWeek", Form::Timestamp) => "day_of_week",
        ("getDayOfYear", Form::Timestamp) => "day_of_year",
        _ => return None,
    };
    let receiver = match value {
        Form::Timestamp => Value::Operand(0).method("in_utc"),
        _ => Value::Operand(0),
    };
    Some(Operation::new(Form::Int, receiver.method(method)))
}

/// `value.name()`
fn method(form: Form, name: &'static str) -> Operation {
    Operation::new(form, Value::Operand(0).method(name))
}

/// A type's name as a value.
pub(super) fn type_name(name: TypeName) -> Path {
    format!("TypeName::{name:?}").into()
}
