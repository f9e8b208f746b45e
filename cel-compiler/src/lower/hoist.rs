//! Computes a value once if it does not change in a loop: the code points of a string that every round compares, or an opaque value.

use super::state::{Hoists, Lowering};
use crate::ir::{Closure, Conversion, Let, Local, Operand, Operation, Repr, Statement, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// The name of a text's measured size, if the text stays the same in a loop around this place.
    pub(super) fn measured(&mut self, text: &Operand) -> Option<Local> {
        if text.fallible || text.constant().is_some() {
            return None;
        }
        let outermost =
            (0..self.hoists.len()).find(|i| self.is_known_before(&text.value, &self.hoists[*i]))?;
        if let Some((_, name)) = self.hoists[outermost].named.iter().find(|(value, _)| *value == text.value) {
            return Some(name.clone());
        }
        let name = self.fresh("size");
        let hoists = &mut self.hoists[outermost];
        hoists.statements.push(Statement::Measure(name.clone(), text.value.clone()));
        hoists.named.push((text.value.clone(), name.clone()));
        Some(name)
    }

    /// A property in the representation of rules. If the conversion builds a value (an opaque value, a text of a type that prints itself),
    /// it is built once for all rounds of the loops that do not change `read`.
    pub(super) fn decoded_once(&mut self, operand: Operand, read: &Value) -> Operand {
        let conversion = match &operand.repr {
            Repr::Encoded(
                conversion @ (Conversion::Opaque | Conversion::Shown | Conversion::Written(..)),
            ) => conversion.clone(),
            _ => return self.decoded(operand),
        };
        let Some(outermost) = (0..self.hoists.len()).find(|i| self.is_known_before(read, &self.hoists[*i]))
        else {
            return self.decoded(operand);
        };
        let name = self.fresh("once");
        let cell = Let::statement(&name, Value::call("OnceCell::new", []));
        self.hoists[outermost].statements.push(cell);
        let convert = conversion.in_expression(Value::local("value"));
        let convert =
            Value::Closure(Rc::new(Closure { parameters: Vec::new(), moves: false, body: convert }));
        let once = Value::from(&name).method_with("get_or_init", [convert]).deref();
        let value = once.after(&"value".into(), Value::Operand(0));
        let operation = Operation { repr: conversion.repr(), fallible: conversion.is_fallible(), value };
        self.lift(vec![operand], operation)
    }

    /// True if the value is a chain of reads from a variable that is in scope before a loop.
    fn is_known_before(&self, value: &Value, hoists: &Hoists) -> bool {
        match value {
            Value::Read(object, _) => self.is_known_before(object, hoists),
            Value::Local(_) => {
                self.variables[..hoists.scope].iter().any(|variable| variable.value.value == *value)
            }
            _ => false,
        }
    }
}
