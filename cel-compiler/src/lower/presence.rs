//! Code reuses the answer of a condition. In `has(self.a) && ..`, `!has(self.a) || ..` and `has(self.a) ? .. : ..` the property gets a
//! name where it is known to be present, and reading it cannot fail there. So does the value of a key in `'a' in self.labels &&
//! self.labels['a'] == 'b'`. In the same way a dynamic value gets a name where `type(self.a) == int` holds, and its representation is
//! known there.
//!
//! A condition may ask for more: `has(self.a) && self.b > 0 ? .. : ..`. Then code matches its outcome and the property together.

use super::{
    as_value::variant,
    state::{Known, Lowering},
};
use crate::ast::Callee::{self, Op};
use crate::ir::{Body, Facts, Local, Operand, Pattern, Presence, Repr, Value};
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
    /// Lowers the code that runs if a condition has an outcome that shows these facts. Returns witnesses of the values that this code reads.
    pub(super) fn where_it_is<T>(
        &mut self,
        facts: &[Presence],
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (Vec<Witness>, T) {
        let before = self.known.len();
        for fact in facts {
            let name = self.fresh(&fact.property);
            self.known.push(Known { read: fact.read.clone(), name, repr: fact.repr.clone(), used: false });
        }
        let value = inside(self);
        let known = self.known.split_off(before);
        let used = facts.iter().zip(known).filter(|(_, known)| known.used);
        (used.map(|(fact, known)| Witness { presence: fact.clone(), name: known.name }).collect(), value)
    }

    /// What `left && right` or `left || right` shows: it holds if both do, it does not hold if neither does. These are reads of fields from
    /// variables. Code behind cannot name what stands inside an operand, and does not look up a key, or JSON, once more.
    pub(super) fn facts_of_both(&self, left: &Operand, right: &Operand, decisive: bool) -> Facts {
        if self.env.holds_json() {
            return Facts::default();
        }
        let mut facts = Vec::new();
        for operand in [left, right] {
            // The read of a condition that may fail is a `Result`.
            let shown =
                operand.facts.with(!decisive).iter().filter(|fact| !fact.is_whole || !operand.fallible);
            let shown = shown.filter(|fact| self.is_known(&fact.read));
            facts.extend(shown.map(|fact| Presence { is_whole: false, ..fact.clone() }));
        }
        facts.truncate(MOST_FACTS);
        if decisive {
            Facts { if_true: Vec::new(), if_false: facts }
        } else {
            Facts { if_true: facts, if_false: Vec::new() }
        }
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
    pub(super) fn type_test(&self, function: Callee<'_>, left: &Operand, right: &Operand) -> Option<Facts> {
        let (read, Some(Constant::Type(name))) = (match (&left.type_of, &right.type_of) {
            (Some(read), None) => (read.clone(), right.constant()),
            (None, Some(read)) => (read.clone(), left.constant()),
            _ => return None,
        }) else {
            return None;
        };
        let repr = Some(scalar(*name)?);
        let property = name.as_str().rsplit('.').next().unwrap_or_default().to_owned();
        Some(Facts::of(Presence { read, property, repr, is_whole: true }, function == Op(NotEquals)))
    }
}

/// The most facts of a condition of several parts. Each read behind it is compared with all of them.
const MOST_FACTS: usize = 16;

/// A test whether a map has a key, and what it shows about the map.
pub(super) fn of_key(has_key: Operand) -> Operand {
    let Value::Call(function, operands) = &has_key.value else { return has_key };
    let [map, key] = operands.as_slice() else { return has_key };
    if **function != *"map::contains" || has_key.fallible {
        return has_key;
    }
    let property = if let Value::Text(name) = key { name.as_ref() } else { "entry" }.to_owned();
    let presence = Presence { read: entry(map, key), property, repr: None, is_whole: true };
    Operand { facts: Facts::of(presence, false), ..has_key }
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

/// `then` if a condition holds, else `otherwise`. Witnesses are in the one of them that runs with this outcome. A fallible condition is a
/// `Result`.
pub(super) fn choice(
    condition: Operand,
    witnesses: &[Witness],
    outcome: bool,
    [then, otherwise]: [Body; 2],
) -> Value {
    let constant = |holds: bool| Pattern::Path(if holds { "true" } else { "false" }.into());
    let (known, other) = if outcome { (then, otherwise) } else { (otherwise, then) };
    match witnesses {
        [] if condition.fallible => {
            of_result(condition.value, constant(outcome), constant(!outcome), known, other)
        }
        [] if outcome => Value::If(Rc::new(condition.value), Rc::new([known, other])),
        [] => Value::If(Rc::new(condition.value), Rc::new([other, known])),
        [witness] if witness.presence.is_whole => {
            let absent = match witness.presence.repr {
                Some(_) => Pattern::Any,
                None => Pattern::Path("None".into()),
            };
            let (read, found) = (witness.presence.read.clone(), witness.pattern());
            match condition.fallible {
                true => of_result(read, found, absent, known, other),
                false => read.matched([(found, known), (absent, other)]),
            }
        }
        witnesses => {
            let with = |of_condition: Pattern, of_reads: &dyn Fn(&Witness) -> Pattern| {
                Pattern::Tuple([of_condition].into_iter().chain(witnesses.iter().map(of_reads)).collect())
            };
            let any = |_: &Witness| Pattern::Any;
            let reads = witnesses.iter().map(|witness| witness.presence.read.clone());
            let fallible = condition.fallible;
            let read = Value::Tuple([condition.value].into_iter().chain(reads).collect());
            match fallible {
                true => read.matched([
                    (with(Pattern::of("Ok", constant(outcome)), &Witness::pattern), known),
                    (with(Pattern::name_in("Err", &"error".into()), &any), Body::failed()),
                    (Pattern::Any, other),
                ]),
                false => {
                    read.matched([(with(constant(outcome), &Witness::pattern), known), (Pattern::Any, other)])
                }
            }
        }
    }
}

impl Witness {
    /// The pattern that names the value.
    fn pattern(&self) -> Pattern {
        match self.presence.repr.as_ref().and_then(variant) {
            Some(variant) => Pattern::name_in(variant, &self.name),
            None => Pattern::name_in("Some", &self.name),
        }
    }
}

/// A choice by a `Result`.
fn of_result(result: Value, found: Pattern, other_pattern: Pattern, known: Body, other: Body) -> Value {
    result.matched([
        (Pattern::of("Ok", found), known),
        (Pattern::of("Ok", other_pattern), other),
        (Pattern::name_in("Err", &"error".into()), Body::failed()),
    ])
}
