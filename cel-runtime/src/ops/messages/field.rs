//! Fields of messages, and the errors for values that a field cannot hold.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{dynamic::go_type, ops::Outcome},
    value::{ListType, Shown, Value},
};
use bumpalo::collections::String as BumpString;
use cel_types::number::format_double;

/// A field that receives a value.
#[derive(Clone, Copy)]
pub struct Field<'f> {
    /// The name with the message: `google.protobuf.Int32Value.value`.
    pub name: &'f str,
    /// The Go type of the field: `int32`.
    pub held_as: &'static str,
}

impl Field<'_> {
    /// The error for a value that the field cannot hold.
    #[cold]
    #[inline]
    pub(super) fn error<'a>(self, arena: &'a Arena, why: Why<'a>) -> EvalError<'a> {
        let mut text =
            bumpalo::format!(in arena, "field type conversion error for {} value type: ", self.name);
        why.write(self.held_as, &mut text);
        EvalError::Text(text.into_bump_str())
    }

    /// The error if the field needs a list or a map and the value is another type.
    #[cold]
    #[inline]
    pub(super) fn unsupported<'a>(self, arena: &'a Arena, value: Value<'a>) -> EvalError<'a> {
        let parameters = match value {
            Value::List(_) | Value::Optional(_) => "(dyn)",
            Value::Map(_) => "(dyn, dyn)",
            _ => "",
        };
        let text = bumpalo::format!(
            in arena, "unsupported field type for {}: {}{}", self.name, value.type_name(), parameters
        );
        EvalError::Text(text.into_bump_str())
    }

    /// Converts a value with `read`. An optional is converted by its content.
    pub(super) fn read<'a, T>(
        self,
        arena: &'a Arena,
        value: Value<'a>,
        read: impl Fn(Value<'a>) -> Result<T, Why<'a>>,
    ) -> Outcome<'a, T> {
        match value {
            Value::Error(error) => Err(error),
            Value::Optional(Some(content)) => self.read(arena, *content, read),
            Value::Optional(None) => Err(self.error(arena, Why::None)),
            value => read(value).map_err(|why| self.error(arena, why)),
        }
    }
}

/// The reason why a value cannot be converted.
pub(super) enum Why<'a> {
    /// Its type cannot be converted.
    Value(Value<'a>),
    /// The same for an element, with the type that the element would have.
    Part(Value<'a>, &'static str),
    Overflow(EvalError<'a>),
    /// An empty optional.
    None,
    /// A list has no field but `Values`.
    NoField(Value<'a>),
    /// JSON cannot express the number.
    NoJson(f64),
}

impl Why<'_> {
    #[inline]
    fn write(&self, wanted: &str, text: &mut BumpString<'_>) {
        use std::fmt::Write as _;
        let written = match self {
            Why::Value(value) => return of_type(*value, wanted, text),
            Why::Part(value, wanted) => return of_type(*value, wanted, text),
            Why::Overflow(error) => write!(text, "{error}"),
            Why::NoJson(number) => {
                let number = format_double(*number);
                // Go puts a space or a non-breaking space after the colon. It depends on the build.
                write!(text, "proto: google.protobuf.Value.number_value: invalid {number} value")
            }
            Why::None => write!(text, "{}", EvalError::NoneDereferenced),
            Why::NoField(key) => {
                write!(
                    text,
                    "type conversion error, no such field '{}' in type 'structpb.ListValue'",
                    field_name(*key)
                )
            }
        };
        written.unwrap_or_default(); // writing to a string does not fail
    }
}

/// The text of cel-go for each type.
#[inline]
fn of_type(value: Value<'_>, wanted: &str, text: &mut BumpString<'_>) {
    use std::fmt::Write as _;
    let message = wanted.strip_prefix("*structpb.");
    let written = match value {
        Value::Int(_) => write!(text, "unsupported type conversion from 'int' to {wanted}"),
        Value::Uint(_) => write!(text, "unsupported type conversion from 'uint' to {wanted}"),
        Value::String(_) => write!(text, "unsupported native conversion from string to '{wanted}'"),
        Value::Type(_) => write!(text, "type conversion not supported for 'type'"),
        Value::Optional(_) => write!(text, "{}", EvalError::NoneDereferenced),
        Value::Message(other) if message.is_some() => write!(
            text,
            "type conversion error: pb.Merge() arguments must be the same type. got: google.protobuf.{}, {}",
            message.unwrap_or_default(),
            other.type_name()
        ),
        value => write!(text, "type conversion error from {} to '{wanted}'", go_name(value)),
    };
    written.unwrap_or_default(); // writing to a string does not fail
}

#[inline]
fn go_name(value: Value<'_>) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Double(_) => "Double",
        Value::Bytes(_) => "Bytes",
        Value::Null => "'null_type'",
        Value::Timestamp(_) => "'Timestamp'",
        Value::Duration(_) => "'Duration'",
        Value::List(list) if list.list_type == ListType::Literal => "list",
        Value::List(_) => "'list(dyn)'",
        Value::Map(map) if !map.is_native => "map",
        Value::Map(_) => "'map(dyn, dyn)'",
        Value::Quantity(_) => "'Quantity'",
        Value::Url(_) => "'URL'",
        Value::Semver(_) => "'Semver'",
        Value::NamedFormat(_) => "'Format'",
        Value::Ip(_) => "'IP'",
        Value::Cidr(_) => "'CIDR'",
        Value::Message(_) => "'*dynamicpb.Message'",
        value => go_type(value),
    }
}

/// `ab_cd` as a field of a Go struct: `AbCd`.
#[inline]
pub(super) fn field_name(key: Value<'_>) -> String {
    let key = Shown(key).to_string();
    let words = key.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    words.collect()
}
