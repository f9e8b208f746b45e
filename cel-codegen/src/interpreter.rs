//! Evaluates checked expressions directly. The command needs it for the rules on a CRD's default values, for example.
//!
//! The runtime has the meaning and the cost of each kind of expression (`cel_runtime::__private::exact`). Exact
//! rules are compiled to the same calls. All values are [`Value`]s: their types are known at run time, as on
//! the server.

mod data;
mod rule;
mod tree;

pub use data::{Reader, Views};
pub use rule::{Judgement, Rule};

use cel_compiler::{
    checker::CheckedExpr,
    plan::{self, Plan},
    rule::{Key, RuleError},
};
use cel_runtime::__private::{
    Cost, EvalError, exact,
    ops::{Outcome, Pattern},
    value::Value,
};
use std::{cell::RefCell, collections::HashMap, rc::Rc};
use tree::Tree;

/// A variable: its name, and its value if it has one.
pub type Variable<'a> = (&'a str, Option<Value<'a>>);

/// A checked expression, ready to be evaluated any number of times.
#[derive(Debug)]
pub struct Program {
    checked: CheckedExpr,
    plan: Plan,
    /// The constant patterns that an evaluation needed.
    patterns: RefCell<HashMap<String, Rc<Pattern>>>,
}

impl Program {
    /// Plans an expression as the server does.
    ///
    /// # Errors
    /// Why the server cannot plan it. `key` says which expression of the rule it is.
    pub fn new(checked: CheckedExpr, key: Key) -> Result<Self, RuleError> {
        let plan = plan::plan(&checked).map_err(|error| RuleError::instantiation(key, &error))?;
        Ok(Program { checked, plan, patterns: RefCell::default() })
    }

    /// The expression.
    #[must_use]
    pub fn checked(&self) -> &CheckedExpr {
        &self.checked
    }

    /// True if a list, map or object may be a key of a map in the expression. The server finds such a key by
    /// its address in memory.
    #[must_use]
    pub fn has_identities(&self) -> bool {
        self.plan.has_identities()
    }

    /// The value of the expression with these variables. `cost` counts in the server's units.
    ///
    /// # Errors
    /// The server's error.
    pub fn evaluate<'a>(&'a self, variables: &[Variable<'a>], cost: &mut Cost<'a>) -> Outcome<'a, Value<'a>> {
        let variables = variables.iter().map(|(name, value)| {
            let value = value.ok_or(EvalError::NoSuchAttribute(name)).and_then(Value::checked);
            (*name, value)
        });
        let variables: Vec<_> = variables.collect();
        let tree = Tree::new(self, cost.arena());
        match self.has_identities() {
            true => tree.with(self.checked.expr(), |root| exact::evaluate_anew(cost, &variables, root)),
            false => tree.with(self.checked.expr(), |root| exact::evaluate(cost, &variables, root)),
        }
    }

    /// Compiles a pattern, or returns it from the cache. The plan has checked that Go accepts it.
    fn pattern(&self, pattern: &str) -> Rc<Pattern> {
        let mut patterns = self.patterns.borrow_mut();
        if let Some(known) = patterns.get(pattern) {
            return Rc::clone(known);
        }
        let compiled = Rc::new(Pattern::constant(pattern));
        patterns.insert(pattern.to_owned(), Rc::clone(&compiled));
        compiled
    }
}
