//! Lists, maps and messages that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::{
    library::Given,
    walk::{Evaluated, Walk, ids},
};
use cel_compiler::{
    ast::{Expr, ListElement, MapEntry, Struct},
    checker::Reference,
    decls::{
        TypePattern,
        type_names::{FieldReader, TYPE_NAMES, TypeNameDecl, field_reader},
    },
    visit::children,
};
use cel_runtime::__private::{
    Arena,
    generated::{
        Outcome, dynamic, list, map,
        messages::{self, Field},
    },
    value::Value,
};

impl<'a> Walk<'a, '_> {
    pub(super) fn list_literal(&mut self, expr: &'a Expr, elements: &'a [ListElement]) -> Evaluated<'a> {
        let parts = self.each(expr, elements, |walk, element| {
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

    pub(super) fn map_literal(&mut self, expr: &'a Expr, entries: &'a [MapEntry]) -> Evaluated<'a> {
        let mut before = Vec::with_capacity(entries.len());
        let parts = self.each(expr, entries, |walk, entry| {
            let key = match walk.evaluate(&entry.key)? {
                Ok(key) => key,
                Err(error) => return Ok(Err(error)),
            };
            let value = walk.part(entry.optional, key, &entry.value)?;
            if let Ok(value) = value {
                dynamic::require_hashable_entry(walk.cost, key, value.is_some(), &before)?;
                before.push((key, value.is_some()));
            }
            Ok(value.map(|value| (key, value)))
        })?;
        self.cost.charge(MAP_COST)?;
        Ok(parts.map(|parts| Value::map(map::present(self.arena(), parts.into_iter()))))
    }

    pub(super) fn message(&mut self, expr: &'a Expr, message: &'a Struct) -> Evaluated<'a> {
        let parts = self.each(expr, &message.fields, |walk, field| {
            let value = walk.part(field.optional, Value::String(&field.name), &field.value)?;
            Ok(value.map(|value| (&*field.name, value)))
        })?;
        self.cost.charge(MESSAGE_COST)?;
        let (arena, reference) = (self.arena(), self.program.checked.reference(expr.id));
        Ok(parts.and_then(|fields| match reference {
            Some(Reference::NoMessage { name, .. }) => messages::unknown(arena, name),
            Some(Reference::TypeName(name)) => Message::named(name).build(arena, &fields),
            _ => unreachable!("the checker knows the messages"),
        }))
    }

    /// The values of a literal's parts in order, up to the first that fails.
    fn each<P, T>(
        &mut self,
        literal: &'a Expr,
        parts: &'a [P],
        mut value: impl FnMut(&mut Self, &'a P) -> Evaluated<'a, T>,
    ) -> Evaluated<'a, Vec<T>> {
        let mut values = Ok(Vec::with_capacity(parts.len()));
        for part in parts {
            match (value(self, part)?, &mut values) {
                (Ok(value), Ok(values)) => values.push(value),
                (value, _) => {
                    values = value.map(|_| Vec::new());
                    break;
                }
            }
        }
        self.taken(&ids(children(literal)));
        Ok(values)
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

/// A message that a rule can build. CEL knows most of them by their content.
#[derive(Clone, Copy)]
struct Message {
    decl: &'static TypeNameDecl,
}

impl Message {
    fn named(name: &str) -> Self {
        let decl = TYPE_NAMES.iter().find(|decl| decl.name == name);
        Message { decl: decl.expect("the checker knows the messages") }
    }

    /// The message; of a field given twice the last value counts.
    fn build<'a>(self, arena: &'a Arena, given: &[(&str, Option<Value<'a>>)]) -> Outcome<'a, Value<'a>> {
        let mut fields: Vec<(&str, Value<'a>)> = Vec::new();
        for (i, (name, value)) in given.iter().enumerate() {
            let is_last = given.iter().skip(i + 1).all(|(later, _)| later != name);
            if let Some(value) = value.filter(|_| is_last) {
                fields.push((name, self.field(arena, name, value)?));
            }
        }
        let field = |(name, ty): &(&str, TypePattern)| {
            let given = fields.iter().find(|(given, _)| given == name);
            given.map_or_else(|| default(arena, ty), |(_, value)| *value)
        };
        let declared: Vec<Value<'a>> = self.decl.fields.unwrap_or_default().iter().map(field).collect();
        Ok(match (&self.decl.ty, declared.as_slice()) {
            (TypePattern::Duration, [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Duration(messages::duration(*seconds, *nanos))
            }
            (TypePattern::Timestamp, [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Timestamp(messages::timestamp(*seconds, *nanos))
            }
            (TypePattern::Object(_), [Value::String(key), _]) => {
                let value = fields.iter().find(|(name, _)| *name == "value").map(|(_, value)| *value);
                Value::Message(messages::fields_entry(arena, key, value))
            }
            (_, [Value::String(type_url), Value::Bytes(value)]) => messages::any(arena, type_url, value)?,
            (_, []) => Value::Message(messages::empty(arena)),
            (_, [only]) => *only,
            // A `google.protobuf.Value` holds one field: the last one.
            _ => fields.last().map_or(Value::Null, |(_, value)| *value),
        })
    }

    /// A field's value as its protocol buffer type holds it.
    fn field<'a>(self, arena: &'a Arena, name: &str, value: Value<'a>) -> Outcome<'a, Value<'a>> {
        let ty = self.decl.fields.unwrap_or_default().iter().find(|field| field.0 == name);
        let ty = ty.map_or(&TypePattern::Dyn, |(_, ty)| ty);
        let (reader, held_as) = field_reader(self.decl.name, name, ty);
        let field = Field { name: &format!("{}.{name}", self.decl.name), held_as };
        match reader {
            // The only value of the enumeration is null.
            FieldReader::Int if name == "null_value" => {
                messages::int(arena, value, field).map(|_| Value::Null)
            }
            FieldReader::Int => messages::int(arena, value, field).into_value(arena),
            FieldReader::Uint => messages::uint(arena, value, field).into_value(arena),
            FieldReader::Double => messages::double(arena, value, field).into_value(arena),
            FieldReader::Bool => messages::bool(arena, value, field).into_value(arena),
            FieldReader::Bytes => messages::bytes(arena, value, field).into_value(arena),
            FieldReader::Text => messages::text(arena, value, field).into_value(arena),
            FieldReader::Elements => messages::elements(arena, value, field).into_value(arena),
            FieldReader::ListValue => messages::list_value(arena, value, field).into_value(arena),
            FieldReader::Entries => messages::entries(arena, value, field).into_value(arena),
            FieldReader::StructValue => messages::struct_value(arena, value, field).into_value(arena),
            FieldReader::Value => messages::value(arena, value, field),
        }
    }
}

/// Value of a field of a protocol buffer that was not given.
fn default<'a>(arena: &'a Arena, ty: &TypePattern) -> Value<'a> {
    match ty {
        TypePattern::Bool => Value::Bool(false),
        TypePattern::Int => Value::Int(0),
        TypePattern::Uint => Value::Uint(0),
        TypePattern::Double => Value::Double(0.0),
        TypePattern::String => Value::String(""),
        TypePattern::Bytes => Value::Bytes(b""),
        TypePattern::List(_) => Value::list(list::of(arena, [])),
        TypePattern::Map(..) => Value::map(map::of(arena, [])),
        _ => Value::Null,
    }
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
const MESSAGE_COST: u64 = 40;
