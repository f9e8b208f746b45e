//! One evaluation: variables, the server's stack, `&&` and `||`.

use super::{named, stack::Stack};
use crate::{
    arena::Arena,
    cost::Cost,
    ops::{Outcome, Verdict, dynamic, ops},
    value::Value,
};
use std::{cell::Cell, collections::HashMap};

/// The value of a node, or its error, which outer nodes may absorb. The outer error of the type ends the evaluation; no operator absorbs
/// it.
pub type Evaluated<'a, T = Value<'a>> = Outcome<'a, Outcome<'a, T>>;

/// Evaluates a node.
pub type Run<'f, 'a> = &'f dyn for<'w> Fn(&mut Walk<'a, 'w>) -> Evaluated<'a>;

/// An expression with its id in the server's tree.
#[derive(Clone, Copy)]
pub enum Node<'f, 'a> {
    /// A constant. The server knows its value at planning time.
    Known(u32, Value<'a>),
    /// Any other expression, with the function that evaluates it.
    Run(u32, Run<'f, 'a>),
}

/// A variable of the environment with its value or error.
pub type Variable<'f, 'a> = (&'f str, Outcome<'a, Value<'a>>);

/// The state of one evaluation, as seen from one place of the rule.
pub struct Walk<'a, 'w> {
    pub(super) cost: &'w mut Cost<'a>,
    /// The server's stack. It decides the charges of some calls.
    pub(super) stack: &'w mut Stack<'a>,
    variables: &'w [Variable<'w, 'a>],
    kept: &'w mut Kept<'a>,
    /// The scope of the innermost name.
    scope: Option<&'w Scope<'a, 'w>>,
}

/// A name that a macro defines.
pub(super) struct Scope<'a, 'w> {
    name: &'w str,
    /// The value. If the name stands for an expression, it is evaluated at the first read.
    value: Cell<Option<Outcome<'a, Value<'a>>>>,
    init: Option<Node<'w, 'a>>,
    /// True if the server replaced the value by a new one, see [`named`].
    is_new: Cell<bool>,
    outer: Option<&'w Scope<'a, 'w>>,
}

/// Lists, maps and objects of variables, by the steps that read them. So a loop that reads `self.items` in each round takes memory for it
/// only once. `None` if each read must give a different key for maps.
type Kept<'a> = Option<HashMap<u32, Value<'a>>>;

/// The value of an expression with these variables, and its cost.
///
/// # Errors
/// The server's error.
#[inline]
pub fn evaluate<'a>(
    cost: &mut Cost<'a>,
    variables: &[Variable<'_, 'a>],
    node: Node<'_, 'a>,
) -> Outcome<'a, Value<'a>> {
    evaluate_with(cost, variables, Some(HashMap::new()), node)
}

/// The same for rules with lists, maps or objects as keys of a map. The server finds such keys by their addresses, and each read makes a
/// new value.
///
/// # Errors
/// The server's error.
#[inline]
pub fn evaluate_anew<'a>(
    cost: &mut Cost<'a>,
    variables: &[Variable<'_, 'a>],
    node: Node<'_, 'a>,
) -> Outcome<'a, Value<'a>> {
    evaluate_with(cost, variables, None, node)
}

#[inline]
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
#[inline]
pub fn and<'a>(walk: &mut Walk<'a, '_>, operands: &[Node<'_, 'a>]) -> Evaluated<'a> {
    walk.logic(operands, false)
}

/// `left || right || ..`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn or<'a>(walk: &mut Walk<'a, '_>, operands: &[Node<'_, 'a>]) -> Evaluated<'a> {
    walk.logic(operands, true)
}

impl Node<'_, '_> {
    /// The id of its node.
    #[inline]
    pub(super) fn id(&self) -> u32 {
        match self {
            Node::Known(id, _) | Node::Run(id, _) => *id,
        }
    }

    /// True for a constant.
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        matches!(self, Node::Known(..))
    }
}

impl<'a> Walk<'a, '_> {
    /// The arena for new values.
    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.cost.arena()
    }

    /// The value of a node. Charges the same as the server, in the same order.
    #[inline]
    pub(super) fn evaluate(&mut self, node: Node<'_, 'a>) -> Evaluated<'a> {
        let value = match node {
            Node::Known(_, value) => Ok(value),
            Node::Run(_, run) => run(self)?,
        };
        self.stack.push(node.id(), value);
        Ok(value)
    }

    /// A condition. A value that is no boolean is the operator's error.
    #[inline]
    pub(super) fn condition(&mut self, node: Node<'_, 'a>) -> Evaluated<'a, bool> {
        Ok(self.evaluate(node)?.and_then(dynamic::condition))
    }

    /// Evaluates the operands until one of them is `decisive`.
    #[inline]
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

    /// Removes nodes from the stack.
    #[inline]
    pub(super) fn drop_all(&mut self, nodes: &[Node<'_, 'a>]) {
        nodes.iter().for_each(|node| self.stack.drop(&[node.id()]));
    }

    /// Binds a name to a value while `inside` runs.
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

    /// Binds a name to an expression while `inside` runs. The expression is evaluated when it is read. The result is changed as on the
    /// server, see
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

    /// The value of a variable. A name with a leading dot is a variable of the environment.
    #[inline]
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

    #[inline]
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

    /// True if a name is a variable of the environment here.
    #[inline]
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

    /// The value that a step from a variable has found before.
    #[inline]
    pub(super) fn known_part(&self, step: u32) -> Option<Value<'a>> {
        self.kept.as_ref()?.get(&step).copied()
    }

    #[inline]
    pub(super) fn keep(&mut self, step: u32, found: Outcome<'a, Value<'a>>) {
        if let (Some(kept), Ok(value @ (Value::List(_) | Value::Map(_)))) = (&mut *self.kept, found) {
            kept.insert(step, value);
        }
    }

    /// The same evaluation with another scope.
    #[inline]
    fn within<'i>(&'i mut self, scope: Option<&'i Scope<'a, 'i>>) -> Walk<'a, 'i> {
        Walk { cost: self.cost, stack: self.stack, variables: self.variables, kept: self.kept, scope }
    }
}
