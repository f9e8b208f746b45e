//! Conversions between types, and the getters of times, by the representation of the operand.

use super::operator::called;
use crate::ir::{Operation, Path, Repr, Value};
use cel_types::TypeName;

pub(super) fn operation(function: &str, value: &Repr) -> Option<Operation> {
    match function {
        "type" => type_of(value),
        "int" => to_int(value),
        "uint" => to_uint(value),
        "double" => to_double(value),
        "bool" => match value {
            Repr::Bool => Some(same(Repr::Bool)),
            Repr::String => Some(called(Repr::Bool, true, "ops::string_to_bool")),
            _ => None,
        },
        "string" => to_string(value),
        "bytes" => match value {
            Repr::Bytes => Some(same(Repr::Bytes)),
            Repr::String => Some(method(Repr::Bytes, "as_bytes")),
            _ => None,
        },
        "timestamp" => match value {
            Repr::Timestamp => Some(same(Repr::Timestamp)),
            Repr::String => Some(called(Repr::Timestamp, true, "ops::string_to_timestamp")),
            Repr::Int => Some(called(Repr::Timestamp, true, "ops::int_to_timestamp")),
            _ => None,
        },
        "duration" => match value {
            Repr::Duration => Some(same(Repr::Duration)),
            Repr::String => Some(called(Repr::Duration, true, "ops::string_to_duration")),
            _ => None,
        },
        _ => getter(function, value),
    }
}

fn same(repr: Repr) -> Operation {
    Operation::new(repr, Value::Operand(0))
}

fn type_of(value: &Repr) -> Option<Operation> {
    Some(Operation::new(Repr::Type, Value::Path(type_name(value.type_name()?))))
}

fn to_int(value: &Repr) -> Option<Operation> {
    Some(match value {
        Repr::Int => same(Repr::Int),
        Repr::Uint => called(Repr::Int, true, "ops::uint_to_int"),
        Repr::Double => called(Repr::Int, true, "ops::double_to_int"),
        Repr::String => called(Repr::Int, true, "ops::string_to_int"),
        Repr::Timestamp => method(Repr::Int, "seconds"),
        Repr::Duration => method(Repr::Int, "nanos"),
        _ => return None,
    })
}

fn to_uint(value: &Repr) -> Option<Operation> {
    Some(match value {
        Repr::Uint => same(Repr::Uint),
        Repr::Int => called(Repr::Uint, true, "ops::int_to_uint"),
        Repr::Double => called(Repr::Uint, true, "ops::double_to_uint"),
        Repr::String => called(Repr::Uint, true, "ops::string_to_uint"),
        _ => return None,
    })
}

fn to_double(value: &Repr) -> Option<Operation> {
    Some(match value {
        Repr::Double => same(Repr::Double),
        Repr::Int => called(Repr::Double, false, "ops::int_to_double"),
        Repr::Uint => called(Repr::Double, false, "ops::uint_to_double"),
        Repr::String => called(Repr::Double, true, "ops::string_to_double"),
        _ => return None,
    })
}

fn to_string(value: &Repr) -> Option<Operation> {
    Some(match value {
        Repr::String => same(Repr::String),
        Repr::Bool | Repr::Int | Repr::Uint | Repr::Timestamp | Repr::Duration => {
            Operation::build(Repr::String, false, "ops::to_string", 1)
        }
        Repr::Double => Operation::build(Repr::String, false, "ops::double_to_string", 1),
        Repr::Bytes => called(Repr::String, true, "ops::bytes_to_string"),
        _ => return None,
    })
}

/// `getHours()` and the other getters: for a timestamp the part in UTC, for a duration the total.
fn getter(function: &str, value: &Repr) -> Option<Operation> {
    let method = match (function, value) {
        ("getHours", Repr::Timestamp | Repr::Duration) => "hours",
        ("getMinutes", Repr::Timestamp | Repr::Duration) => "minutes",
        ("getSeconds", Repr::Timestamp | Repr::Duration) => "seconds",
        ("getMilliseconds", Repr::Timestamp | Repr::Duration) => "milliseconds",
        ("getFullYear", Repr::Timestamp) => "full_year",
        ("getMonth", Repr::Timestamp) => "month",
        ("getDate", Repr::Timestamp) => "date",
        ("getDayOfMonth", Repr::Timestamp) => "day_of_month",
        ("getDayOfWeek", Repr::Timestamp) => "day_of_week",
        ("getDayOfYear", Repr::Timestamp) => "day_of_year",
        _ => return None,
    };
    let receiver = match value {
        Repr::Timestamp => Value::Operand(0).method("in_utc"),
        _ => Value::Operand(0),
    };
    Some(Operation::new(Repr::Int, receiver.method(method)))
}

/// `value.name()`
fn method(repr: Repr, name: &'static str) -> Operation {
    Operation::new(repr, Value::Operand(0).method(name))
}

/// A type's name as a value.
pub(super) fn type_name(name: TypeName) -> Path {
    format!("TypeName::{name:?}").into()
}
