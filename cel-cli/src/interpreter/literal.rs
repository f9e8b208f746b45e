//! Lists, maps and messages that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::walk::{Evaluated, Walk};
use cel_codegen::{
    ast::{Expr, ListElement, MapEntry, Struct},
    checker::Reference,
    decls::{
        TypePattern,
        type_names::{FieldReader, TYPE_NAMES, TypeNameDecl, field_reader},
    },
};
use cel_runtime::{
    __private::{
        Arena,
        generated::{CelMap, Outcome, dynamic, list, map, messages},
    },
    value::Value,
};

impl<'a> Walk<'a, '_> {
    pub(super) fn list_literal(&mut self, elements: &'a [ListElement]) -> Evaluated<'a> {
        let parts = self.each(elements, |walk, element| {
            let value = walk.evaluate(&element.value)?;
            Ok(match element.optional {
                true => value.and_then(|value| dynamic::optional_element(walk.arena(), value)),
                false => value.map(Some),
            })
        })?;
        // What is made of constants only is known when the server plans, as is why it cannot be made.
        let is_known = elements.iter().all(|element| self.program.plan.constant(&element.value).is_some());
        self.cost.charge(if is_known { 0 } else { LIST_COST })?;
        Ok(parts.map(|parts| Value::list(list::present(self.arena(), parts.into_iter()))))
    }

    pub(super) fn map_literal(&mut self, entries: &'a [MapEntry]) -> Evaluated<'a> {
        let parts = self.each(entries, |walk, entry| {
            let key = match walk.evaluate(&entry.key)? {
                Ok(key) => key,
                Err(error) => return Ok(Err(error)),
            };
            let value = walk.part(entry.optional, key, &entry.value)?;
            if value.is_ok() {
                dynamic::require_hashable(walk.cost, Ok(key))?;
            }
            Ok(value.map(|value| (key, value)))
        })?;
        self.cost.charge(MAP_COST)?;
        Ok(parts.map(|parts| Value::map(map::present(self.arena(), parts.into_iter()))))
    }

    pub(super) fn message(&mut self, expr: &'a Expr, message: &'a Struct) -> Evaluated<'a> {
        let reference = self.program.checked.reference(expr.id);
        let decl = TYPE_NAMES
            .iter()
            .find(|decl| matches!(reference, Some(Reference::TypeName(name)) if decl.name == *name))
            .expect("the checker resolves messages");
        let parts = self.each(&message.fields, |walk, field| {
            let value = walk.part(field.optional, Value::String(&field.name), &field.value)?;
            Ok(value.map(|value| (&*field.name, value)))
        })?;
        self.cost.charge(MESSAGE_COST)?;
        Ok(parts.and_then(|fields| built_message(self.arena(), decl, &fields)))
    }

    /// The values of parts in order, up to the first that fails.
    fn each<P, T>(
        &mut self,
        parts: &'a [P],
        mut value: impl FnMut(&mut Self, &'a P) -> Evaluated<'a, T>,
    ) -> Evaluated<'a, Vec<T>> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            match value(self, part)? {
                Ok(value) => values.push(value),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(values))
    }

    /// The value of an entry or a field; one that is optional may not be there.
    fn part(&mut self, optional: bool, key: Value<'a>, value: &'a Expr) -> Evaluated<'a, Option<Value<'a>>> {
        let value = self.evaluate(value)?;
        Ok(match optional {
            true => value.and_then(|value| dynamic::optional_entry(self.arena(), key, value)),
            false => value.map(Some),
        })
    }
}

/// A message, or the value that it is for rules. Of a field given twice the last value counts.
fn built_message<'a>(arena: &'a Arena, decl: &TypeNameDecl, given: &[Given<'a>]) -> Outcome<'a, Value<'a>> {
    let declared = decl.fields.unwrap_or_default();
    let mut fields: Vec<Value<'a>> = declared.iter().map(|(_, ty)| default(ty)).collect();
    let mut last = Value::Null;
    for (i, (name, value)) in given.iter().enumerate() {
        let is_last = given.iter().skip(i + 1).all(|(later, _)| later != name);
        let place = declared.iter().position(|(declared, _)| declared == name);
        if let (Some(value), Some(place), true) = (value, place, is_last) {
            let (name, ty) = &declared[place];
            last = read_field(arena, decl, name, ty, *value)?;
            fields[place] = last;
        }
    }
    Ok(match (decl.name, fields.as_slice()) {
        ("google.protobuf.Empty", _) => Value::Empty(messages::Empty),
        // It holds one field.
        ("google.protobuf.Value", _) => last,
        ("google.protobuf.Any", [Value::String(type_url), Value::Bytes(value)]) => {
            messages::any(arena, type_url, value)?
        }
        ("google.protobuf.Duration", [Value::Int(seconds), Value::Int(nanos)]) => {
            Value::Duration(messages::duration(*seconds, *nanos))
        }
        ("google.protobuf.Timestamp", [Value::Int(seconds), Value::Int(nanos)]) => {
            Value::Timestamp(messages::timestamp(*seconds, *nanos))
        }
        (_, [value, ..]) => *value,
        (_, []) => Value::Null,
    })
}

/// A field's value as its protocol buffer type holds it.
fn read_field<'a>(
    arena: &'a Arena,
    decl: &TypeNameDecl,
    name: &str,
    ty: &TypePattern,
    value: Value<'a>,
) -> Outcome<'a, Value<'a>> {
    let (reader, held_as) = field_reader(decl.name, name, ty);
    let full_name = format!("{}.{name}", decl.name);
    let field = messages::Field { name: &full_name, held_as };
    Ok(match reader {
        FieldReader::Bool => Value::Bool(messages::bool(arena, value, field)?),
        FieldReader::Int => match messages::int(arena, value, field)? {
            // The only value of the enumeration.
            _ if name == "null_value" => Value::Null,
            number => Value::Int(number),
        },
        FieldReader::Uint => Value::Uint(messages::uint(arena, value, field)?),
        FieldReader::Double => Value::Double(messages::double(arena, value, field)?),
        FieldReader::Text => Value::String(messages::text(arena, value, field)?),
        FieldReader::Bytes => Value::Bytes(messages::bytes(arena, value, field)?),
        FieldReader::Elements => Value::list(messages::elements(arena, value, field)?),
        FieldReader::ListValue => Value::list(messages::list_value(arena, value, field)?),
        FieldReader::Entries => struct_of(arena, messages::entries(arena, value, field)?),
        FieldReader::StructValue => struct_of(arena, messages::struct_value(arena, value, field)?),
    })
}

fn struct_of<'a>(arena: &'a Arena, fields: map::Map<'a, &'a str, Value<'a>>) -> Value<'a> {
    let entries: Vec<_> = fields.entries().map(|(key, value)| (Value::String(key), Some(value))).collect();
    Value::map(map::present(arena, entries.into_iter()))
}

/// A field's name with its value, if there is one.
type Given<'a> = (&'a str, Option<Value<'a>>);

/// What a field of a protocol buffer is that was not given.
fn default<'a>(ty: &TypePattern) -> Value<'a> {
    match ty {
        TypePattern::Bool => Value::Bool(false),
        TypePattern::Int => Value::Int(0),
        TypePattern::Uint => Value::Uint(0),
        TypePattern::Double => Value::Double(0.0),
        TypePattern::String => Value::String(""),
        TypePattern::Bytes => Value::Bytes(b""),
        TypePattern::List(_) => Value::list(list::List::Slice(&[])),
        TypePattern::Map(..) => Value::map(map::Map::Entries(&[])),
        _ => Value::Null,
    }
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
const MESSAGE_COST: u64 = 40;
