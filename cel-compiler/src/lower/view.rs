//! Objects as dynamic values, as in `dyn(self.a) == dyn(self.b)`. In a large rule the code that reads all properties of a type stands
//! once, as a closure at the start of the value's scope: rustc's time grows with the number of closures times the size.

use super::{
    as_value::value_of,
    block::Block,
    state::{Lowering, Views},
};
use crate::ir::{Body, Conversion, Let, Local, Operand, Pattern, Repr, Statement, Value};

impl Lowering<'_, '_> {
    /// Lowers the code after the declaration of some variables. Also returns the closures that go in front of it.
    pub(super) fn with_views<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (Vec<Statement>, T) {
        let variables = self.variables.len();
        self.views.push(Views { variables, statements: Vec::new(), named: Vec::new() });
        let value = inside(self);
        (self.views.pop().map(|views| views.statements).unwrap_or_default(), value)
    }

    /// The same for statements.
    pub(super) fn after_views<T>(
        &mut self,
        block: &mut Block,
        inside: impl FnOnce(&mut Self, &mut Block) -> T,
    ) -> T {
        let mut inner = Block::new();
        let (views, value) = self.with_views(|lowering| inside(lowering, &mut inner));
        views.into_iter().for_each(|view| block.push(view));
        block.append(inner);
        value
    }

    /// The name of the closure that converts values of the operand's representation to a `Value`, if there is one.
    pub(super) fn view(&mut self, operand: &Operand) -> Option<Local> {
        if !self.is_large || !has_object(&operand.repr) {
            return None;
        }
        let (scope, before) = (0..self.views.len()).find_map(|scope| {
            Some((scope, self.needed_before(&operand.value, self.views[scope].variables)?))
        })?;
        if let Some((_, name)) = self.views[scope].named.iter().find(|(repr, _)| *repr == operand.repr) {
            return Some(name.clone());
        }
        let name = self.fresh("view");
        let convert = value_of(self.env, &operand.repr, Value::local("value"));
        let example = Body { statements: before, result: operand.clone().into_result() };
        let views = &mut self.views[scope];
        views.statements.push(Statement::View { name: name.clone(), example, convert });
        views.named.push((operand.repr.clone(), name.clone()));
        Some(name)
    }

    /// A value, converted by a closure.
    pub(super) fn through_view(&self, fallible: bool, value: Value, view: &Local) -> Value {
        let through = |value| Value::Closed(view.clone(), vec![value, Value::Arena]);
        match fallible {
            true => self.mapped(value, Pattern::Name("value".into()), through(Value::local("value")), false),
            false => through(value),
        }
    }

    /// The statements that a value needs behind the first `variables` variables; `None` if the value cannot stand there.
    fn needed_before(&self, value: &Value, variables: usize) -> Option<Vec<Statement>> {
        let mut needed = Vec::new();
        self.collect_needed(value, variables, &mut Vec::new(), &mut needed)?;
        Some(needed)
    }

    fn collect_needed(
        &self,
        value: &Value,
        variables: usize,
        seen: &mut Vec<Local>,
        needed: &mut Vec<Statement>,
    ) -> Option<()> {
        for name in value.locals() {
            let is_own = name.name().starts_with("__cel_");
            if !is_own || seen.contains(&name) || self.declares(&name, variables) {
                continue;
            }
            let origin = self.origins.get(&name)?;
            seen.push(name.clone());
            self.collect_needed(origin, variables, seen, needed)?;
            needed.push(Let::statement(&name, origin.clone()));
        }
        Some(())
    }

    /// True if one of the first `variables` variables, or its value, uses the name.
    fn declares(&self, name: &Local, variables: usize) -> bool {
        self.variables.iter().take(variables).any(|variable| {
            let shared = variable.lazy.as_ref().and_then(|lazy| lazy.shared.as_ref());
            let entry = variable.entry.as_ref().map(|entry| &entry.value.value);
            let values = [Some(&variable.value.value), entry];
            values.into_iter().flatten().any(|value| value.locals().contains(name))
                || shared.is_some_and(|shared| shared.has_name(name))
        })
    }

    /// Keeps the value behind a name, so a closure in front of the name can show its type.
    pub(super) fn remember(&mut self, name: &Local, value: &Value) {
        if self.is_large {
            self.origins.insert(name.clone(), value.clone());
        }
    }
}

/// True if the conversion of a representation lists the properties of an object.
fn has_object(repr: &Repr) -> bool {
    match repr {
        Repr::Object(_) => true,
        Repr::Encoded(Conversion::Json(part)) => has_object(&part.repr),
        Repr::List { element: inner, .. }
        | Repr::Map { value: inner, .. }
        | Repr::Optional(inner)
        | Repr::Nullable(inner) => has_object(inner),
        _ => false,
    }
}
