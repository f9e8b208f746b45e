//! The variables that a rule begins with: `self`, `oldSelf`, and the variables of an environment.

use super::{
    as_value,
    block::Block,
    state::{Lowering, Output, Variable},
};
use crate::{
    env::{Env, OLD_SELF, SELF},
    exact,
    ir::{Let, Local, Operand, Operation, Repr, Value},
    library::VariableDecl,
    schema::DeclType,
    types::Type,
};
use std::rc::Rc;

/// The name of a variable of the environment.
pub(crate) fn variable(name: &str) -> Local {
    Local::new(format!("__cel_{name}"))
}

/// The representation of a variable of the environment; `None` if it is JSON.
pub(crate) fn variable_repr(env: &Env<'_>, variable: &VariableDecl) -> Option<Repr> {
    env.json_variable(&variable.name).is_none().then(|| Repr::built(&variable.ty))
}

impl<'s> Lowering<'_, 's> {
    pub(super) fn declare_self(&mut self, output: Output<'s>, node: &'s DeclType, block: &mut Block) {
        if self.checked.uses_identifier(OLD_SELF) {
            self.declare_old_self(output, node, block);
        }
        let ty = self.env.variable(SELF).map_or(Type::Error, |variable| variable.ty.clone());
        let repr = Repr::of_node(self.env, node, &ty);
        let name = Local::from("this");
        let this = Value::from(&name);
        let this = if self.env.holds_json() { this.method("cel") } else { Value::call("node_value", [this]) };
        block.push(Let::statement(&name, this));
        let value = self.decoded(Operand::name(&name, repr));
        // JSON can have any form, so it is converted only once.
        let value = if self.env.holds_json() { self.bind(value, block) } else { value };
        self.variables.push(Variable::new(SELF, value));
    }

    /// The value before an update. In a message it is never an optional, even if it is one for the checker (k8s: `validation.go`,
    /// `evalRuleMessage`'s activation). There only run time knows which calls on it succeed.
    fn declare_old_self(&mut self, output: Output<'s>, node: &'s DeclType, block: &mut Block) {
        let Some(declared) = self.env.variable(OLD_SELF) else { return };
        let name = variable(OLD_SELF);
        block.push(Let::statement(&name, Value::local("this").method("old")));
        let optional = declared.ty.optional_value();
        let held = Repr::of_node(self.env, node, optional.unwrap_or(&declared.ty));
        let value = if optional.is_some() && matches!(output, Output::Verdict(_)) {
            // If the value does not match its schema, the optional holds the error.
            let given = Operand::name(&name, Repr::Optional(Rc::new(held)));
            let read = self.coerce(given, &Repr::Optional(Rc::new(Repr::Dynamic)));
            self.bind(read, block)
        } else {
            let given = Operand::fallible(given_variable(&name, OLD_SELF), held);
            let read = self.decoded(given);
            let read = if optional.is_some() { self.dynamic(read) } else { read };
            self.bind(read, block)
        };
        self.variables.push(Variable::new(OLD_SELF, value));
    }

    pub(super) fn declare_variables(&mut self, block: &mut Block) {
        for declared in self.env.variables() {
            let name = variable(&declared.name);
            let value = match self.env.json_variable(&declared.name) {
                Some(node) => {
                    let held = Repr::of_node(self.env, node, &declared.ty);
                    let given = Operand::fallible(given_variable(&name, &declared.name), held);
                    let read = self.decoded(given);
                    block.push(Let::statement(&name, read.value));
                    Operand { fallible: read.fallible, ..Operand::name(&name, read.repr) }
                }
                None => Operand::name(&name, Repr::built(&declared.ty)),
            };
            self.variables.push(Variable::new(&declared.name, value));
        }
    }

    /// A variable as a `Value`. An object has only the properties that the rule names.
    pub(super) fn read_by_rule(&mut self, variable: &str, value: Operand) -> Operand {
        match (&value.repr, exact::properties(self.checked.expr(), variable)) {
            (Repr::Object(name), Some(properties)) => {
                let object = as_value::object_with(self.env, name, &properties);
                let read =
                    object.after_both(["arena".into(), "value".into()], [Value::Arena, Value::Operand(0)]);
                self.lift(vec![value], Operation::new(Repr::Dynamic, read))
            }
            _ => self.dynamic(value),
        }
    }
}

/// The value that was passed for a JSON variable.
fn given_variable(name: &Local, of: &str) -> Value {
    Value::call("ops::variable", [name.into(), Value::Text(of.into())])
}
