//! One evaluation: variables, the server's stack, `&&` and `||`.

use super::{named, stack::Stack};
use crate::{
    arena::Arena,
    cost::Cost,
    ops::{Outcome, Verdict, dynamic, ops},
    value::Value,
};
use std::{cell::Cell, collections::HashMap};

/// The value of a node, or why it has none, which the nodes around it may absorb. Nothing absorbs the error outside: it ends the
/// evaluation.
pub type Evaluated<'a, T = Value<'a>> = Outcome<'a, Outcome<'a, T>>;

/// Evaluates a node.
pub type Run<'f, 'a> = &'f dyn for<'w> Fn(&mut Walk<'a, 'w>) -> Evaluated<'a>;

/// An expression with its id in the server's tree.
#[derive(Clone, Copy)]
pub enum Node<'f, 'a> {
    /// A constant: the server knows its value when it plans.
    Known(u32, Value<'a>),
    /// Any other: how it is evaluated.
    Run(u32, Run<'f, 'a>),
}

/// A variable of the environment, and its value if it has one.
pub type Variable<'f, 'a> = (&'f str, Outcome<'a, Value<'a>>);

/// One evaluation, seen from one place of the rule.
pub struct Walk<'a, 'w> {
    pub(super) cost: &'w mut Cost<'a>,
    /// The server's stack, which decides what some calls cost.
    pub(super) stack: &'w mut Stack<'a>,
    variables: &'w [Variable<'w, 'a>],
    kept: &'w mut Kept<'a>,
    /// The innermost name.
    scope: Option<&'w Scope<'a, 'w>>,
}

/// A name that a macro gives.
pub(super) struct Scope<'a, 'w> {
    name: &'w str,
    /// Evaluated when it is read first, if the name is that of an expression.
    value: Cell<Option<Outcome<'a, Value<'a>>>>,
    init: Option<Node<'w, 'a>>,
    /// The server made the value anew, see [`named`].
    is_new: Cell<bool>,
    outer: Option<&'w Scope<'a, 'w>>,
}

/// The lists, maps and objects of variables that were read, by the steps that read them. A loop that reads `self.items` in each round
/// takes memory for it once. `None` if each read is to give another key of a map.
type Kept<'a> = Option<HashMap<u32, Value<'a>>>;

/// The value of an expression with these variables, and its cost.
///
/// # Errors
/// The server's.
pub fn evaluate<'a>(
    cost: &mut Cost<'a>,
    variables: &[Variable<'_, 'a>],
    node: Node<'_, 'a>,
) -> Outcome<'a, Value<'a>> {
    evaluate_with(cost, variables, Some(HashMap::new()), node)
}

/// The same where lists, maps and objects may be keys of a map: the server finds them by where they are, and each read makes another
/// one.
///
/// # Errors
/// The server's.
pub fn evaluate_anew<'a>(
    cost: &mut Cost<'a>,
    variables: &[Variable<'_, 'a>],
    node: Node<'_, 'a>,
) -> Outcome<'a, Value<'a>> {
    evaluate_with(cost, variables, None, node)
}

fn evaluate_with<'a>(
    cost: &mut Cost<'a>,
    variables: &[Variable<'_, 'a>],
    mut kept: Kept<'a>,
    node: Node<'_, 'a>,
) -> Outcome<'a, Value<'a>> {
    let mut stack = Stack::new();
    let mut walk = Walk { cost, stack: &mut stack, variables, kept: &mut kept, scope: None };
    let value = walk.evaluate(node)?;
    cost.finish(value)
}

/// `left && right && ..`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
pub fn and<'a>(walk: &mut Walk<'a, '_>, operands: &[Node<'_, 'a>]) -> Evaluated<'a> {
    walk.logic(operands, false)
}

/// `left || right || ..`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
pub fn or<'a>(walk: &mut Walk<'a, '_>, operands: &[Node<'_, 'a>]) -> Evaluated<'a> {
    walk.logic(operands, true)
}

impl Node<'_, '_> {
    /// Its id.
    pub(super) fn id(&self) -> u32 {
        match self {
            Node::Known(id, _) | Node::Run(id, _) => *id,
        }
    }

    /// Whether it is a constant.
    pub(super) fn is_known(&self) -> bool {
        matches!(self, Node::Known(..))
    }
}

impl<'a> Walk<'a, '_> {
    /// Where values are built.
    pub fn arena(&self) -> &'a Arena {
        self.cost.arena()
    }

    /// The value of a node; charges what the server charges for it, in the server's order.
    pub(super) fn evaluate(&mut self, node: Node<'_, 'a>) -> Evaluated<'a> {
        let value = match node {
            Node::Known(_, value) => Ok(value),
            Node::Run(_, run) => run(self)?,
        };
        self.stack.push(node.id(), value);
        Ok(value)
    }

    /// A condition; of another value than a boolean the error of an operator that wants one.
    pub(super) fn condition(&mut self, node: Node<'_, 'a>) -> Evaluated<'a, bool> {
        Ok(self.evaluate(node)?.and_then(dynamic::condition))
    }

    /// The next operand is evaluated unless those before it decide: one that is `decisive`.
    fn logic(&mut self, operands: &[Node<'_, 'a>], decisive: bool) -> Evaluated<'a> {
        let mut value: Verdict<'a> = Ok(!decisive);
        for (i, operand) in operands.iter().enumerate() {
            if value == Ok(decisive) {
                break;
            }
            let next = self.condition(*operand)?;
            value = match (i, decisive) {
                (0, _) => next,
                (_, true) => ops::or(value, next),
                (_, false) => ops::and(value, next),
            };
        }
        self.drop_all(operands);
        Ok(value.map(Value::Bool))
    }

    /// Takes nodes from the stack.
    pub(super) fn drop_all(&mut self, nodes: &[Node<'_, 'a>]) {
        nodes.iter().for_each(|node| self.stack.drop(&[node.id()]));
    }

    /// Gives a name to a value for as long as `inside` runs.
    pub(super) fn with<T>(
        &mut self,
        name: &str,
        value: Outcome<'a, Value<'a>>,
        inside: impl FnOnce(&mut Walk<'a, '_>) -> T,
    ) -> T {
        let scope = Scope {
            name,
            value: Cell::new(Some(value)),
            init: None,
            is_new: Cell::new(false),
            outer: self.scope,
        };
        inside(&mut self.within(Some(&scope)))
    }

    /// Gives a name to an expression, which is evaluated when it is read. The result is what the server makes of it, see
    /// [`named::settled`].
    pub(super) fn with_lazy(
        &mut self,
        name: &str,
        init: Node<'_, 'a>,
        inside: impl FnOnce(&mut Walk<'a, '_>) -> Evaluated<'a>,
    ) -> Evaluated<'a> {
        let scope = Scope {
            name,
            value: Cell::new(None),
            init: Some(init),
            is_new: Cell::new(false),
            outer: self.scope,
        };
        let result = inside(&mut self.within(Some(&scope)))?;
        Ok(named::settled(self.arena(), scope.is_new.get(), result))
    }

    /// A variable's value; one with a leading dot is one of the environment.
    pub(super) fn variable(&mut self, name: &str) -> Evaluated<'a> {
        let global = name.strip_prefix('.');
        let mut scope = self.scope.filter(|_| global.is_none());
        while let Some(local) = scope {
            if local.name == name {
                return self.local(local);
            }
            scope = local.outer;
        }
        let name = global.unwrap_or(name);
        let found = self.variables.iter().find(|(known, _)| *known == name);
        Ok(found.map_or(Ok(Value::Null), |(_, value)| *value))
    }

    fn local(&mut self, local: &Scope<'a, '_>) -> Evaluated<'a> {
        let (None, Some(init)) = (local.value.get(), local.init) else {
            return Ok(local.value.get().unwrap_or(Ok(Value::Null)));
        };
        let value = self.within(local.outer).evaluate(init)?;
        let arena = self.arena();
        let value = value.map(|value| named::named(arena, value, &local.is_new));
        local.value.set(Some(value));
        Ok(value)
    }

    /// Whether a name is that of a variable of the environment here.
    pub(super) fn is_global(&self, name: &str) -> bool {
        let mut scope = self.scope;
        while let Some(local) = scope {
            if local.name == name {
                return false;
            }
            scope = local.outer;
        }
        true
    }

    /// The value that a step from a variable has given.
    pub(super) fn known_part(&self, step: u32) -> Option<Value<'a>> {
        self.kept.as_ref()?.get(&step).copied()
    }

    pub(super) fn keep(&mut self, step: u32, found: Outcome<'a, Value<'a>>) {
        if let (Some(kept), Ok(value @ (Value::List(_) | Value::Map(_)))) = (&mut *self.kept, found) {
            kept.insert(step, value);
        }
    }

    /// The same evaluation with other names in scope.
    fn within<'i>(&'i mut self, scope: Option<&'i Scope<'a, 'i>>) -> Walk<'a, 'i> {
        Walk { cost: self.cost, stack: self.stack, variables: self.variables, kept: self.kept, scope }
    }
}
