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
        EvalError,
        generated::{Outcome, dynamic, list, map, ops},
    },
    value::Value,
};

impl<'a> Walk<'a, '_> {
    pub(super) fn list_literal(&mut self, elements: &'a [ListElement]) -> Evaluated<'a> {
        let values = self.sequence(elements.iter().map(|element| &element.value))?;
        let list = values.and_then(|values| {
            let parts = elements.iter().zip(values).map(|(element, value)| part(element.optional, value));
            let parts: Vec<_> = parts.collect::<Outcome<'a, _>>()?;
            Ok(Value::list(list::present(self.arena(), parts.into_iter())))
        });
        self.cost.charge(LIST_COST)?;
        Ok(list)
    }

    pub(super) fn map_literal(&mut self, entries: &'a [MapEntry]) -> Evaluated<'a> {
        let values = self.sequence(entries.iter().flat_map(|entry| [&entry.key, &entry.value]))?;
        let mut parts = Vec::with_capacity(entries.len());
        let mut failed = None;
        match values {
            Err(error) => failed = Some(error),
            Ok(values) => {
                for (entry, pair) in entries.iter().zip(values.chunks(2)) {
                    let [key, value] = pair else { continue };
                    dynamic::require_hashable(self.cost, Ok(*key))?;
                    match part(entry.optional, *value) {
                        Ok(value) => parts.push((*key, value)),
                        Err(error) => failed = failed.or(Some(error)),
                    }
                }
            }
        }
        self.cost.charge(MAP_COST)?;
        Ok(match failed {
            Some(error) => Err(error),
            None => Ok(Value::map(map::present(self.arena(), parts.into_iter()))),
        })
    }

    /// The values of parts in order, up to the first that fails.
    fn sequence(&mut self, parts: impl Iterator<Item = &'a Expr>) -> Evaluated<'a, Vec<Value<'a>>> {
        let mut values = Vec::new();
        for part in parts {
            match self.evaluate(part)? {
                Ok(value) => values.push(value),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(values))
    }

    pub(super) fn message(&mut self, expr: &'a Expr, message: &'a Struct) -> Evaluated<'a> {
        let values = self.sequence(message.fields.iter().map(|field| &field.value))?;
        let built = values.and_then(|values| {
            let Some(kind) = Message::of(&self.program.checked, expr) else {
                unreachable!("programs with other messages are refused");
            };
            let mut given = Vec::new();
            for (field, value) in message.fields.iter().zip(values) {
                if let Some(value) = part(field.optional, value)? {
                    given.push((&*field.name, kind.narrowed(self, &field.name, value)?));
                }
            }
            // Of a field given twice the last value counts.
            let value =
                |name: &str| given.iter().rev().find(|(given, _)| *given == name).map(|(_, value)| *value);
            Ok(kind.build(value))
        });
        self.cost.charge(MESSAGE_COST)?;
        Ok(built)
    }
}

/// A part of a literal; what is marked as optional may not be there.
fn part(optional: bool, value: Value<'_>) -> Outcome<'_, Option<Value<'_>>> {
    match (optional, value) {
        (false, value) => Ok(Some(value)),
        (true, value) => dynamic::as_optional(value),
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

    /// A field's value in the range of its protocol buffer type.
    fn narrowed<'a>(self, walk: &Walk<'a, '_>, field: &str, value: Value<'a>) -> Outcome<'a, Value<'a>> {
        let error = |overflow: &str| {
            let name = self.decl.name;
            let text = format!("field type conversion error for {name}.{field} value type: {overflow}");
            &*walk.arena().alloc_str(&text)
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

    fn build<'a>(self, value: impl Fn(&str) -> Option<Value<'a>>) -> Value<'a> {
        let int = |name| match value(name) {
            Some(Value::Int(value)) => value,
            _ => 0,
        };
        match &self.decl.ty {
            TypePattern::Duration => Value::Duration(ops::duration_of(int("seconds"), int("nanos"))),
            TypePattern::Timestamp => Value::Timestamp(ops::timestamp_of(int("seconds"), int("nanos"))),
            TypePattern::Wrapper(held) => value("value").unwrap_or(default(held)),
            _ => Value::Error(EvalError::NoSuchOverload),
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
