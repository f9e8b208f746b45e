//! What the lowering of an expression keeps: the variables in scope, and what is known at the place that is being lowered.

use super::block::Given;
use crate::{
    ast::{Expr, ExprId},
    checker::CheckedExpr,
    diagnostic::Diagnostics,
    env::Env,
    ir::{Local, Operand, Part, Patterns, Repr, Statement, Value},
    plan::Plan,
    schema::DeclType,
};
use std::{cell::Cell, collections::HashMap, rc::Rc};

/// Parameters and result of an expression's function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Output<'s> {
    /// The variables of the environment; the expression's value.
    Value,
    /// `this`, which holds the value of a node; whether the node is valid.
    Verdict(&'s DeclType),
    /// `this`; the text of a message.
    Message(&'s DeclType),
}

/// The lowering of one expression.
pub(super) struct Lowering<'c, 's> {
    pub(super) checked: &'c CheckedExpr,
    pub(super) env: &'c Env<'s>,
    pub(super) plan: &'c Plan,
    pub(super) variables: Vec<Variable>,
    /// The names that have been given, with how often one was asked for.
    pub(super) names: HashMap<String, usize>,
    /// The loops around the place that is being lowered.
    pub(super) hoists: Vec<Hoists>,
    /// The properties known to be present there.
    pub(super) known: Vec<Known>,
    /// The constant patterns of the function.
    pub(super) patterns: Patterns,
    /// It is larger than rules written by hand.
    pub(super) is_large: bool,
    /// How many nodes have been lowered, some of them more than once.
    pub(super) nodes: usize,
    pub(super) missing: Diagnostics,
    /// The nodes they are about.
    pub(super) unsupported: Vec<ExprId>,
    /// The expressions around this place that are lowered once and evaluated twice.
    pub(super) shared: Vec<Shared>,
    /// Values that such closures have given before this place.
    pub(super) given: Vec<Given>,
    /// The expressions that have a value wherever they are evaluated.
    pub(super) found: Vec<ExprId>,
    /// The functions beside that of the rule.
    pub(super) parts: Vec<Part>,
    /// How many variables they see.
    pub(super) roots: usize,
    /// The statements that declare these.
    pub(super) declarations: Vec<Statement>,
    /// Arguments that a rule passes on to them; nothing if there may be none.
    pub(super) arguments: Option<Vec<Value>>,
    /// The closures for whole objects, from the outermost scope inwards.
    pub(super) views: Vec<Views>,
    /// The values behind names, in a large rule.
    pub(super) origins: HashMap<Local, Value>,
}

/// A name in scope.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: Operand,
    /// For a loop over the keys of a struct's map: the map and the value beside the key.
    pub(super) entry: Option<(Value, Operand)>,
    /// Evaluated, and paid for, when it is read first.
    pub(super) lazy: Option<Lazy>,
}

impl Variable {
    pub(super) fn new(name: &str, value: Operand) -> Self {
        Variable { name: name.to_owned(), value, entry: None, lazy: None }
    }
}

/// A value that is evaluated when it is read first, and at most once.
#[derive(Clone)]
pub(super) struct Lazy {
    pub(super) slot: Local,
    pub(super) init: Expr,
    /// How many variables were in scope where it was named.
    pub(super) scope: usize,
    /// Name that reads it, if it is read more than once.
    pub(super) shared: Option<Shared>,
    /// Set by the first read; nothing tells the type of a slot that is never read.
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
    /// The nodes that it gives the value of.
    pub(super) nodes: [ExprId; 2],
    pub(super) name: Local,
    /// The value under another name.
    pub(super) value: Operand,
    pub(super) charges: bool,
    /// It keeps its value: only the first call costs something.
    pub(super) is_kept: bool,
}

impl Shared {
    pub(super) fn has_name(&self, name: &Local) -> bool {
        self.name == *name
    }
}

/// A read whose outcome is known at the place that is being lowered.
pub(super) struct Known {
    pub(super) read: Value,
    pub(super) name: Local,
    pub(super) repr: Option<Repr>,
    pub(super) used: bool,
}

/// The statements before a loop that is being lowered.
pub(super) struct Hoists {
    /// How many variables were in scope before the loop.
    pub(super) scope: usize,
    /// The name of an element, and the struct's own list that the loop goes through.
    pub(super) element: Option<(Local, Value)>,
    pub(super) statements: Vec<Statement>,
    /// Texts that have been measured.
    pub(super) named: Vec<(Value, Local)>,
}

/// The closures that are declared where some variables begin.
pub(super) struct Views {
    /// How many variables are in scope there.
    pub(super) variables: usize,
    pub(super) statements: Vec<Statement>,
    /// By the representation that each converts.
    pub(super) named: Vec<(Repr, Local)>,
}
