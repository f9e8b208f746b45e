//! Computes a value once if it does not change in a loop: the code points of a string that every round
//! compares or measures, or an opaque value.

use super::state::{Hoists, Lowering, Variable};
use crate::ir::{Conversion, Let, Local, Operand, Operation, Pattern, Repr, Statement, Value};

/// The name that a chain of reads begins with.
fn root(value: &Value) -> Option<&Local> {
    match value {
        Value::Read(object, _) => root(object),
        Value::Local(name) => Some(name),
        _ => None,
    }
}

/// True if one of the variables has this name.
fn names<'v>(mut variables: impl Iterator<Item = &'v Variable>, name: &Local) -> bool {
    variables.any(|variable| matches!(&variable.value.value, Value::Local(own) if own == name))
}

impl Lowering<'_, '_> {
    /// The name of a text's measured size, if the text stays the same in a loop around this place.
    pub(super) fn measured(&mut self, text: &Operand) -> Option<Local> {
        let outermost = self.outermost_of_text(text)?;
        let measured = Value::call("size::measured", [text.value.clone()]);
        Some(self.before("size", outermost, text.value.clone(), |name| Statement::Measure(name, measured)))
    }

    /// The size of a text that stays the same in a loop around this place, as in `self.items.all(i, self.name.size() < i)`.
    pub(super) fn size_before(&mut self, text: &Operand) -> Option<Operand> {
        if text.repr != Repr::String {
            return None;
        }
        let outermost = self.outermost_of_text(text)?;
        let size = Value::call("ops::size_of_string", [text.value.clone()]);
        let name = self.before("size", outermost, size.clone(), |name| Let::statement(&name, size));
        Some(Operand::new(Value::Local(name), Repr::Int))
    }

    /// Cost of a comparison with a text whose size is known. Of texts in a list that an inner loop goes through again and again a loop around it
    /// asks once whether all of them are ASCII: then no round counts their code points.
    pub(super) fn smaller_measured(&mut self, text: Value, size: Local) -> Value {
        let size = Value::Local(size).reference();
        let Some((outermost, element, list)) = self.list_around(&text) else {
            return Value::call("size::smaller_measured", [text, size]);
        };
        let read = Value::closure(Pattern::Name(element), text.clone());
        let texts = list.method("elements").method_with("map", [read]);
        let are_ascii = Value::call("size::are_ascii", [texts]);
        let are_ascii =
            self.before("are_ascii", outermost, text.clone(), |name| Statement::Measure(name, are_ascii));
        Value::call("size::smaller_listed", [text, size, Value::Local(are_ascii)])
    }

    /// The name of what a statement before a loop computes. The statement is written once for each `of`.
    fn before(
        &mut self,
        hint: &str,
        outermost: usize,
        of: Value,
        statement: impl FnOnce(Local) -> Statement,
    ) -> Local {
        if let Some((_, name)) = self.hoists[outermost].named.iter().find(|(named, _)| *named == of) {
            return name.clone();
        }
        let name = self.fresh(hint);
        let hoists = &mut self.hoists[outermost];
        hoists.statements.push(statement(name.clone()));
        hoists.named.push((of, name.clone()));
        name
    }

    /// The outermost loop that does not change a text. A constant has a size without being counted.
    fn outermost_of_text(&self, text: &Operand) -> Option<usize> {
        if text.fallible || text.constant().is_some() {
            return None;
        }
        self.outermost(&text.value)
    }

    /// The list that a text is read from whose loop is in another one that does not change it: the outermost such loop, the name of an element,
    /// the list.
    fn list_around(&self, text: &Value) -> Option<(usize, Local, Value)> {
        let mut object = text;
        while let Value::Read(inner, _) = object {
            object = inner;
        }
        let inner = self.hoists.iter().position(|hoists| {
            hoists.element.as_ref().is_some_and(|(element, _)| *object == Value::from(element))
        })?;
        let (element, list) = self.hoists[inner].element.clone()?;
        let outermost = (0..inner).find(|i| self.is_known_before(&list, &self.hoists[*i]))?;
        Some((outermost, element, list))
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
        let Some(outermost) = self.outermost(read) else {
            return self.decoded(operand);
        };
        let name = self.fresh("once");
        let cell = Let::statement(&name, Value::call("OnceCell::new", []));
        self.hoists[outermost].statements.push(cell);
        let convert = conversion.in_expression(Value::local("value"));
        let once = Value::from(&name).method_with("get_or_init", [Value::nullary(convert)]).deref();
        let value = once.after(&"value".into(), Value::Operand(0));
        let operation = Operation { repr: conversion.repr(), fallible: conversion.is_fallible(), value };
        self.lift(vec![operand], operation)
    }

    /// The outermost loop that does not change a value.
    pub(super) fn outermost(&self, value: &Value) -> Option<usize> {
        (0..self.hoists.len()).find(|i| self.is_known_before(value, &self.hoists[*i]))
    }

    /// True if the value is a chain of reads from a variable that is in scope before a loop, or from a property that a condition around
    /// the loop has found, as in `!has(self.name) || self.items.all(i, self.name.size() < i)`.
    fn is_known_before(&self, value: &Value, hoists: &Hoists) -> bool {
        root(value).is_some_and(|root| {
            names(self.variables.iter().take(hoists.scope), root)
                || self.known.iter().take(hoists.known).any(|known| known.name == *root)
        })
    }

    /// True if the value is a chain of reads from a variable in scope.
    pub(super) fn is_known(&self, value: &Value) -> bool {
        root(value).is_some_and(|root| names(self.variables.iter(), root))
    }
}
