//! The state of the lowering: the variables in scope, and the facts that are known at the current place.

use super::block::Given;
use crate::{
    ast::{Expr, ExprId},
    checker::CheckedExpr,
    diagnostic::Diagnostics,
    env::Env,
    ir::{Local, Operand, Part, Repr, Statement, Statics, Value},
    plan::Plan,
    schema::DeclType,
};
use std::{cell::Cell, collections::HashMap, rc::Rc};

/// Parameters and result of an expression's function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Output<'s> {
    /// Takes the variables of the environment, returns the expression's value.
    Value,
    /// Takes `this`, the value of a node, and returns whether it is valid.
    Verdict(&'s DeclType),
    /// Takes `this`, returns the text of a message.
    Message(&'s DeclType),
}

/// The lowering of one expression.
pub(super) struct Lowering<'c, 's> {
    pub(super) checked: &'c CheckedExpr,
    pub(super) env: &'c Env<'s>,
    pub(super) plan: &'c Plan,
    pub(super) variables: Vec<Variable>,
    /// The names in use, with the last number of each.
    pub(super) names: HashMap<String, usize>,
    /// The loops around the current place.
    pub(super) hoists: Vec<Hoists>,
    /// The properties that are known to be present here.
    pub(super) known: Vec<Known>,
    /// The constants of the function that are read once.
    pub(super) statics: Statics,
    /// The expression is larger than rules written by hand.
    pub(super) is_large: bool,
    /// Number of lowered nodes. Some are lowered more than once.
    pub(super) nodes: usize,
    pub(super) missing: Diagnostics,
    /// The nodes without code that `missing` reports.
    pub(super) unsupported: Vec<ExprId>,
    /// The expressions in scope here that are lowered once and evaluated twice.
    pub(super) shared: Vec<Shared>,
    /// The results of these closures from calls before this place.
    pub(super) given: Vec<Given>,
    /// The expressions that have a value wherever they are evaluated.
    pub(super) found: Vec<ExprId>,
    /// The functions for parts of the rule.
    pub(super) parts: Vec<Part>,
    /// How many variables these functions see.
    pub(super) roots: usize,
    /// The statements that declare these variables.
    pub(super) declarations: Vec<Statement>,
    /// The arguments that the rule passes to these functions; `None` if it may not have any.
    pub(super) arguments: Option<Vec<Value>>,
    /// A property of the rule's node is read, and the node is JSON.
    pub(super) reads_node: bool,
    /// The closures for whole objects, from the outermost scope inwards.
    pub(super) views: Vec<Views>,
    /// The values behind names, in a large rule.
    pub(super) origins: HashMap<Local, Value>,
}

/// A name in scope.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: Operand,
    /// For a loop over the keys of a map.
    pub(super) entry: Option<Entry>,
    /// For a value that is evaluated and charged at its first read.
    pub(super) lazy: Option<Lazy>,
}

impl Variable {
    pub(super) fn new(name: &str, value: Operand) -> Self {
        Variable { name: name.to_owned(), value, entry: None, lazy: None }
    }
}

/// The entry of a map in a round of a loop over its keys.
pub(super) struct Entry {
    pub(super) map: Value,
    /// The value of the key.
    pub(super) value: Operand,
    /// For a map in JSON, whose reads may fail: the chain in the rule that leads to the map, and the place of the variable that it
    /// begins with.
    pub(super) path: Option<(Expr, usize)>,
}

/// A value that is evaluated at its first read, and at most once.
#[derive(Clone)]
pub(super) struct Lazy {
    pub(super) slot: Local,
    pub(super) init: Expr,
    /// Number of variables in scope where it was named.
    pub(super) scope: usize,
    /// The closure that reads it, if it is read more than once.
    pub(super) shared: Option<Shared>,
    /// Set by the first read. rustc cannot infer the type of a slot that is never read.
    pub(super) read: Rc<Cell<bool>>,
}

impl Lazy {
    /// The statement that keeps `value`.
    pub(super) fn keep(&self) -> Statement {
        let value = Value::local("value").within("Some");
        Statement::Run(Value::from(&self.slot).method_with("set", [value]))
    }

    /// The cell that keeps the value.
    pub(super) fn slot(&self) -> &Local {
        &self.slot
    }
}

/// A closure over the counter.
#[derive(Clone)]
pub(super) struct Shared {
    /// The nodes whose value it computes.
    pub(super) nodes: [ExprId; 2],
    pub(super) name: Local,
    /// The operand for its result. The name in it is replaced.
    pub(super) value: Operand,
    pub(super) charges: bool,
    /// The closure keeps its value: only the first call costs something.
    pub(super) is_kept: bool,
}

impl Shared {
    pub(super) fn has_name(&self, name: &Local) -> bool {
        self.name == *name
    }
}

/// A read whose outcome is known at the current place.
pub(super) struct Known {
    pub(super) read: Value,
    pub(super) name: Local,
    pub(super) repr: Option<Repr>,
    pub(super) used: bool,
}

/// The statements before a loop that is being lowered.
pub(super) struct Hoists {
    /// Number of variables in scope before the loop.
    pub(super) scope: usize,
    /// Number of properties that are known to be present before the loop.
    pub(super) known: usize,
    /// The name of an element, and the struct's own list that the loop goes through.
    pub(super) element: Option<(Local, Value)>,
    pub(super) statements: Vec<Statement>,
    /// What `statements` compute, with its name: a text stands for its measured size.
    pub(super) named: Vec<(Value, Local)>,
}

/// The closures that are declared at the beginning of a scope.
pub(super) struct Views {
    /// Number of variables in scope there.
    pub(super) variables: usize,
    pub(super) statements: Vec<Statement>,
    /// The name of each closure, by the representation that it converts.
    pub(super) named: Vec<(Repr, Local)>,
}
