//! Code reuses the answer of a condition. In `has(self.a) && ..`, `!has(self.a) || ..` and `has(self.a) ? .. : ..` the property gets a
//! name where it is known to be present, and reading it cannot fail there. So does the value of a key in `'a' in self.labels &&
//! self.labels['a'] == 'b'`. In the same way a dynamic value gets a name where `type(self.a) == int` holds, and its representation is
//! known there.

use super::{
    as_value::variant,
    state::{Known, Lowering},
};
use crate::ast::Callee::{self, Op};
use crate::ir::{Body, Local, Operand, Pattern, Presence, Repr, Value};
use crate::plan::Constant;
use cel_types::Operator::NotEquals;
use cel_types::TypeName;
use std::rc::Rc;

/// A read, and the name of its value in a branch.
pub(super) struct Witness {
    presence: Presence,
    name: Local,
}

impl Lowering<'_, '_> {
    /// Lowers the code that runs if a condition has an outcome. Returns the witness if that code reads the value.
    pub(super) fn where_it_is<T>(
        &mut self,
        presence: Option<&Presence>,
        outcome: bool,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (Option<Witness>, T) {
        let Some(presence) = presence.filter(|presence| presence.negated != outcome) else {
            return (None, inside(self));
        };
        let name = self.fresh(&presence.property);
        let (read, repr) = (presence.read.clone(), presence.repr.clone());
        self.known.push(Known { read, name: name.clone(), repr, used: false });
        let value = inside(self);
        let used = self.known.pop().is_some_and(|known| known.used);
        (used.then(|| Witness { presence: presence.clone(), name }), value)
    }

    /// The name of a property that is known to be present.
    pub(super) fn known(&mut self, read: &Value) -> Option<Local> {
        let known = self.known.iter_mut().rev().find(|known| known.repr.is_none() && known.read == *read)?;
        known.used = true;
        Some(known.name.clone())
    }

    /// The value of a map's key that is known to be there.
    pub(super) fn known_entry(&mut self, map: &Value, key: &Value) -> Option<Value> {
        self.known(&entry(map, key)).map(Value::Local)
    }

    /// A dynamic value under its name and representation, if a condition has shown them.
    pub(super) fn narrowed(&mut self, operand: Operand) -> Operand {
        if operand.repr != Repr::Dynamic || self.known.is_empty() {
            return operand;
        }
        let read = &operand.value;
        let mut known = self.known.iter_mut().rev().filter(|known| known.read == *read);
        match known.find_map(|known| Some((known.repr.clone()?, known))) {
            Some((repr, known)) => {
                known.used = true;
                Operand::name(&known.name, repr)
            }
            None => operand,
        }
    }

    /// What `type(value) == name` shows about the value; `!=` shows the opposite.
    pub(super) fn type_test(
        &self,
        function: Callee<'_>,
        left: &Operand,
        right: &Operand,
    ) -> Option<Presence> {
        let (read, Some(Constant::Type(name))) = (match (&left.type_of, &right.type_of) {
            (Some(read), None) => (read.clone(), right.constant()),
            (None, Some(read)) => (read.clone(), left.constant()),
            _ => return None,
        }) else {
            return None;
        };
        let (repr, negated) = (Some(scalar(*name)?), function == Op(NotEquals));
        let property = name.as_str().rsplit('.').next().unwrap_or_default().to_owned();
        Some(Presence { read, property, repr, negated })
    }
}

/// A test whether a map has a key, and what it shows about the map.
pub(super) fn of_key(has_key: Operand) -> Operand {
    let Value::Call(function, operands) = &has_key.value else { return has_key };
    let [map, key] = operands.as_slice() else { return has_key };
    if **function != *"map::contains" || has_key.fallible {
        return has_key;
    }
    let property = if let Value::Text(name) = key { name.as_ref() } else { "entry" }.to_owned();
    let presence = Presence { read: entry(map, key), property, repr: None, negated: false };
    Operand { presence: Some(presence), ..has_key }
}

/// The value of a key, or `None`.
fn entry(map: &Value, key: &Value) -> Value {
    map.clone().method_with("value", [key.clone()])
}

/// The representation of all values of a type, if a variant of `Value` holds it too.
fn scalar(name: TypeName) -> Option<Repr> {
    let reprs = [
        Repr::Bool,
        Repr::Int,
        Repr::Uint,
        Repr::Double,
        Repr::String,
        Repr::Bytes,
        Repr::Timestamp,
        Repr::Duration,
        Repr::Type,
    ];
    reprs.into_iter().find(|repr| repr.type_name() == Some(name))
}

/// A choice by the witness, if there is one, else by the condition. A fallible condition is a `Result`.
pub(super) fn choice(witness: Option<Witness>, condition: Operand, present: Body, absent: Body) -> Value {
    let none = || Pattern::Path("None".into());
    let (read, found, other) = match witness {
        Some(Witness { presence, name }) => match presence.repr.as_ref().and_then(variant) {
            Some(variant) => (presence.read, Pattern::name_in(variant, &name), Pattern::Any),
            None => (presence.read, Pattern::name_in("Some", &name), none()),
        },
        None if condition.fallible => {
            (condition.value, Pattern::Path("true".into()), Pattern::Path("false".into()))
        }
        None => return Value::If(Rc::new(condition.value), Rc::new([present, absent])),
    };
    if condition.fallible {
        read.matched([
            (Pattern::of("Ok", found), present),
            (Pattern::of("Ok", other), absent),
            (Pattern::name_in("Err", &"error".into()), Body::failed()),
        ])
    } else {
        read.matched([(found, present), (other, absent)])
    }
}
