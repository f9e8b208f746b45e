//! Lists, maps and messages that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::walk::{Evaluated, Walk};
use cel_codegen::{
    ast::{Expr, ListElement, MapEntry, Struct},
    checker::{CheckedExpr, Reference},
    decls::{
        TypePattern,
        type_names::{Narrow, TYPE_NAMES, TypeNameDecl, narrow},
    },
};
use cel_runtime::{
    __private::{
        Arena, EvalError,
        generated::{Outcome, dynamic, list, map, messages, ops},
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
        self.cost.charge(LIST_COST)?;
        Ok(parts.map(|parts| Value::list(list::present(self.arena(), parts.into_iter()))))
    }

    pub(super) fn map_literal(&mut self, entries: &'a [MapEntry]) -> Evaluated<'a> {
        let parts = self.each(entries, |walk, entry| {
            let key = match walk.evaluate(&entry.key)? {
                Ok(key) => key,
                Err(error) => return Ok(Err(error)),
            };
            let value = walk.part(entry.optional, key, &entry.value)?;
            Ok(value.map(|value| (key, value)))
        })?;
        for (key, _) in parts.iter().flatten() {
            dynamic::require_hashable(self.cost, Ok(*key))?;
        }
        self.cost.charge(MAP_COST)?;
        Ok(parts.map(|parts| Value::map(map::present(self.arena(), parts.into_iter()))))
    }

    pub(super) fn message(&mut self, expr: &'a Expr, message: &'a Struct) -> Evaluated<'a> {
        let Some(kind) = Message::of(&self.program.checked, expr) else {
            unreachable!("programs with other messages are refused");
        };
        let parts = self.each(&message.fields, |walk, field| {
            let value = walk.part(field.optional, Value::String(&field.name), &field.value)?;
            Ok(value.map(|value| (&*field.name, value)))
        })?;
        self.cost.charge(MESSAGE_COST)?;
        match parts {
            Ok(fields) => kind.build(self.arena(), &fields),
            Err(error) => Ok(Err(error)),
        }
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

/// A message that a rule can build: a duration, a timestamp, or a wrapper, which is the value of its field.
#[derive(Clone, Copy)]
pub(super) struct Message {
    decl: &'static TypeNameDecl,
}

impl Message {
    pub(super) fn of(checked: &CheckedExpr, expr: &Expr) -> Option<Self> {
        let Some(Reference::TypeName(name)) = checked.reference(expr.id) else {
            return None;
        };
        let decl = TYPE_NAMES.iter().find(|decl| decl.name == *name)?;
        let is_built =
            matches!(decl.ty, TypePattern::Wrapper(_) | TypePattern::Duration | TypePattern::Timestamp);
        is_built.then_some(Message { decl })
    }

    /// The message, or the value that it is for rules. Of a field given twice the last value counts.
    fn build<'a>(self, arena: &'a Arena, given: &[(&str, Option<Value<'a>>)]) -> Evaluated<'a> {
        let mut fields = Vec::new();
        for (name, ty) in self.decl.fields.unwrap_or_default() {
            let given = given.iter().rev().find(|(given, _)| given == name).and_then(|(_, value)| *value);
            let value = given.unwrap_or(default(ty));
            if value.type_name() != default(ty).type_name() {
                return Err(EvalError::Text(
                    "a message with a field known only at run time is not supported yet",
                ));
            }
            match self.narrowed(arena, name, value) {
                Ok(value) => fields.push(value),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(match (&self.decl.ty, fields.as_slice()) {
            (TypePattern::Duration, [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Duration(messages::duration(*seconds, *nanos))
            }
            (TypePattern::Timestamp, [Value::Int(seconds), Value::Int(nanos)]) => {
                Value::Timestamp(messages::timestamp(*seconds, *nanos))
            }
            (_, [value, ..]) => *value,
            (_, []) => Value::Null,
        }))
    }

    /// A field's value in the range of its protocol buffer type.
    fn narrowed<'a>(self, arena: &'a Arena, field: &str, value: Value<'a>) -> Outcome<'a, Value<'a>> {
        let error = |overflow: &str| {
            let name = self.decl.name;
            let text = format!("field type conversion error for {name}.{field} value type: {overflow}");
            &*arena.alloc_str(&text)
        };
        match (narrow(self.decl.name, field), value) {
            (Some(Narrow::Float), Value::Double(value)) => Ok(Value::Double(ops::to_float(value))),
            (Some(Narrow::Int), Value::Int(value)) => {
                ops::narrow_int(value, error("integer overflow")).map(Value::Int)
            }
            (Some(Narrow::Uint), Value::Uint(value)) => {
                ops::narrow_uint(value, error("unsigned integer overflow")).map(Value::Uint)
            }
            (_, value) => Ok(value),
        }
    }
}

/// What a field of a protocol buffer is that was not given.
fn default<'a>(ty: &TypePattern) -> Value<'a> {
    match ty {
        TypePattern::Bool => Value::Bool(false),
        TypePattern::Int => Value::Int(0),
        TypePattern::Uint => Value::Uint(0),
        TypePattern::Double => Value::Double(0.0),
        TypePattern::String => Value::String(""),
        TypePattern::Bytes => Value::Bytes(b""),
        _ => Value::Null,
    }
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
const MESSAGE_COST: u64 = 40;
