//! Message literals. The fields are evaluated in order up to the first one that fails. Then protobuf converts their values. CEL represents
//! most messages by the value that they hold: `google.protobuf.Int64Value{value: 1}` is 1.

use super::{
    functions::Given,
    walk::{Evaluated, Node, Walk},
};
use crate::{
    arena::Arena,
    ops::{Outcome, list, map, messages},
    value::{self, Value},
};
use cel_types::message::FieldReader;

/// A field of a message's type.
#[derive(Clone, Copy)]
pub struct FieldType<'f> {
    /// Its name.
    pub name: &'f str,
    /// The conversion of its value.
    pub reader: FieldReader,
    /// Go's name for its type.
    pub held_as: &'static str,
}

/// `name: value` or `?name: value` in a message.
#[derive(Clone, Copy)]
pub struct Field<'f, 'a> {
    /// Its name.
    pub name: &'a str,
    /// The value.
    pub value: Node<'f, 'a>,
    /// True for `?name: value`.
    pub optional: bool,
}

/// A field and its value. `None` for an empty optional.
type Setting<'a> = (&'a str, Option<Value<'a>>);

/// `google.protobuf.Duration{seconds: 1}`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn message<'a>(
    walk: &mut Walk<'a, '_>,
    name: &str,
    types: &[FieldType<'_>],
    fields: &[Field<'_, 'a>],
) -> Evaluated<'a> {
    let given = walk.fields(fields)?;
    let arena = walk.arena();
    Ok(given.and_then(|given| Type { name, fields: types }.build(arena, &given)))
}

/// `list{}`: evaluates the fields and then fails.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn no_message<'a>(walk: &mut Walk<'a, '_>, name: &str, fields: &[Field<'_, 'a>]) -> Evaluated<'a> {
    let given = walk.fields(fields)?;
    let arena = walk.arena();
    Ok(given.and_then(|_| messages::unknown(arena, name)))
}

impl<'a> Walk<'a, '_> {
    #[inline]
    fn fields(&mut self, fields: &[Field<'_, 'a>]) -> Evaluated<'a, Vec<Setting<'a>>> {
        let given = self.each(fields, |walk, field| {
            let value = walk.part(field.optional, Value::String(field.name), field.value)?;
            Ok(value.map(|value| (field.name, value)))
        })?;
        self.take(fields.iter().map(|field| field.value.id()));
        self.cost.charge(MESSAGE_COST)?;
        Ok(given)
    }
}

/// The type of a message that rules can build.
struct Type<'f> {
    name: &'f str,
    fields: &'f [FieldType<'f>],
}

impl Type<'_> {
    /// Builds the message. If a field is given twice, the last value counts.
    #[inline]
    fn build<'a>(&self, arena: &'a Arena, given: &[Setting<'a>]) -> Outcome<'a, Value<'a>> {
        let mut fields: Vec<(&str, Value<'a>)> = Vec::new();
        for (i, (name, value)) in given.iter().enumerate() {
            let is_last = given.iter().skip(i).skip(1).all(|(later, _)| later != name);
            if let Some(value) = value.filter(|_| is_last) {
                fields.push((name, self.field(arena, name, value)?));
            }
        }
        let field = |field: &FieldType<'_>| {
            let given = fields.iter().find(|(given, _)| *given == field.name);
            given.map_or_else(|| default(arena, field.reader), |(_, value)| *value)
        };
        let declared: Vec<Value<'a>> = self.fields.iter().map(field).collect();
        Ok(match (self.name, declared.as_slice()) {
            ("google.protobuf.Duration", [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Duration(messages::duration(*seconds, *nanos))
            }
            ("google.protobuf.Timestamp", [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Timestamp(messages::timestamp(*seconds, *nanos))
            }
            ("google.protobuf.Struct.FieldsEntry", [Value::String(key), _]) => {
                let value = fields.iter().find(|(name, _)| *name == "value").map(|(_, value)| *value);
                Value::Message(value::fields_entry(arena, key, value))
            }
            (_, [Value::String(type_url), Value::Bytes(value)]) => messages::any(arena, type_url, value)?,
            (_, []) => Value::Message(value::empty(arena)),
            (_, [only]) => *only,
            // A `google.protobuf.Value` has one field: the last one that was given.
            _ => fields.last().map_or(Value::Null, |(_, value)| *value),
        })
    }

    /// The value of a field, converted to its protobuf type.
    #[inline]
    fn field<'a>(&self, arena: &'a Arena, name: &str, value: Value<'a>) -> Outcome<'a, Value<'a>> {
        let Some(field) = self.fields.iter().find(|field| field.name == name) else { return Ok(value) };
        let full_name = format!("{}.{name}", self.name);
        let read = messages::Field { name: &full_name, held_as: field.held_as };
        match field.reader {
            // The enumeration has only one value: null.
            FieldReader::Int if name == "null_value" => {
                messages::int(arena, value, read).map(|_| Value::Null)
            }
            FieldReader::Int => messages::int(arena, value, read).into_value(arena),
            FieldReader::Uint => messages::uint(arena, value, read).into_value(arena),
            FieldReader::Double => messages::double(arena, value, read).into_value(arena),
            FieldReader::Bool => messages::bool(arena, value, read).into_value(arena),
            FieldReader::Bytes => messages::bytes(arena, value, read).into_value(arena),
            FieldReader::Text => messages::text(arena, value, read).into_value(arena),
            FieldReader::Elements => messages::elements(arena, value, read).into_value(arena),
            FieldReader::ListValue => messages::list_value(arena, value, read).into_value(arena),
            FieldReader::Entries => messages::entries(arena, value, read).into_value(arena),
            FieldReader::StructValue => messages::struct_value(arena, value, read).into_value(arena),
            FieldReader::Value => messages::value(arena, value, read),
        }
    }
}

/// The default value of a protobuf field.
#[inline]
fn default<'a>(arena: &'a Arena, reader: FieldReader) -> Value<'a> {
    match reader {
        FieldReader::Bool => Value::Bool(false),
        FieldReader::Int => Value::Int(0),
        FieldReader::Uint => Value::Uint(0),
        FieldReader::Double => Value::Double(0.0),
        FieldReader::Text => Value::String(""),
        FieldReader::Bytes => Value::Bytes(b""),
        FieldReader::Elements | FieldReader::ListValue => Value::list(list::of(arena, [])),
        FieldReader::Entries | FieldReader::StructValue => Value::map(map::of(arena, [])),
        FieldReader::Value => Value::Null,
    }
}

const MESSAGE_COST: u64 = 40;
