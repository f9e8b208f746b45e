//! A part that is evaluated more than once becomes one closure. In `a.optMap(x, x + x).optMap(y, y)` these are `a.optMap(x, x + x)`,
//! which the second expansion contains twice, and the value of `x`, which is read twice. So the code of a chain grows with the rule.

use super::{
    block::{Block, Given},
    state::{Lazy, Lowering, Shared},
};
use crate::ast::Callee::Named;
use crate::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Macro},
    ir::{Body, Let, Local, Operand, Pattern, Repr, Statement, Type, Value},
    visit::{any, children},
};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// Makes one closure for both copies of the target of `target.optMap(..)`, if the target itself contains an `optMap`.
    pub(super) fn share_target(&mut self, call: &Call, block: &mut Block) {
        let Some(nodes @ [target, copy]) = copies_of_target(call) else { return };
        let is_chained = any(target, &mut |expr| is_bind(expr));
        if !is_chained || self.type_of(target) != self.type_of(copy) {
            return;
        }
        let shared = self.closure(target, nodes.map(|node| node.id), None, block);
        self.shared.push(shared);
    }

    /// Records that `target.value()` in the expansion of `target.optMap(..)` always has a value.
    pub(super) fn note_found(&mut self, call: &Call) {
        if let Some((_, bind)) = opt_map(call) {
            self.found.push(bind.accu_init.id);
        }
    }

    /// The shared closure for the value of a node.
    pub(super) fn shared(&self, expr: &Expr) -> Option<Shared> {
        self.shared.iter().find(|shared| shared.nodes.contains(&expr.id)).cloned()
    }

    pub(super) fn run_shared(&mut self, shared: &Shared, block: &mut Block) -> Operand {
        let Shared { name, value, charges, is_kept, .. } = shared;
        let given = block.given().iter().chain(&self.given).find(|given| *is_kept && given.closure == *name);
        if let Some(given) = given {
            return Operand { fallible: value.fallible, ..Operand::name(&given.value, value.repr.clone()) };
        }
        let result = self.fresh("value");
        let called = Value::Try(Rc::new(Value::Closed(name.clone(), vec![Value::Counter])));
        self.remember(&result, &called);
        block.push_if(*charges, Let::statement(&result, called));
        block.give(Given { closure: name.clone(), value: result.clone() });
        Operand { fallible: value.fallible, ..Operand::name(&result, value.repr.clone()) }
    }

    /// Lowers code that runs only after the statements of a block. It reuses the results of closures that those statements called.
    pub(super) fn after<T>(&mut self, block: &Block, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.given.len();
        self.given.extend_from_slice(block.given());
        let value = inside(self);
        self.given.truncate(before);
        value
    }

    /// A named value as a closure that evaluates it at the first call.
    pub(super) fn share_lazy(&mut self, lazy: &Lazy, init: &Expr, block: &mut Block) -> Shared {
        self.closure(init, [init.id; 2], Some(lazy), block)
    }

    fn closure(&mut self, expr: &Expr, nodes: [ExprId; 2], lazy: Option<&Lazy>, block: &mut Block) -> Shared {
        let mut inner = Block::new();
        let value = self.lower(expr, &mut inner);
        let value = if self.found.contains(&expr.id) { present(value) } else { value };
        let charges = inner.charges();
        let ty = Type::new(value.repr.clone(), value.fallible);
        let mut statements = Vec::new();
        let kept = Local::from("value");
        let result = match lazy {
            Some(lazy) => {
                let found = Value::from(lazy.slot()).method("get");
                let known = Statement::Return(Value::from(&kept).within("Ok"));
                statements.push(Statement::IfLet(
                    Pattern::name_in("Some", &kept),
                    found,
                    Rc::new(vec![known]),
                ));
                statements.extend(inner.into_statements());
                let ty = Some(ty.clone());
                statements.push(Statement::Let(Let { ty, ..Let::new(&kept, value.value.clone()) }));
                statements.push(lazy.keep());
                Value::from(&kept)
            }
            None => {
                statements.extend(inner.into_statements());
                value.value.clone()
            }
        };
        let name = self.fresh("shared");
        let body = Rc::new(Body { statements, result: result.within("Ok") });
        block.push(Statement::Share { name: name.clone(), ty, body });
        Shared { nodes, name, value, charges, is_kept: lazy.is_some() }
    }
}

/// How often an expression names a variable.
pub(super) fn reads(expr: &Expr, name: &str) -> usize {
    let own = matches!(&expr.kind, ExprKind::Ident(read) if read == name);
    usize::from(own) + children(expr).into_iter().map(|child| reads(child, name)).sum::<usize>()
}

/// An operand that is known to have a value, as one that cannot fail. Dynamic elements may fail even so.
fn present(value: Operand) -> Operand {
    if !value.fallible || value.repr == Repr::Dynamic {
        return value;
    }
    let found = Value::Counter.method_with("finish", [value.value]);
    Operand { fallible: false, value: Value::Try(Rc::new(found)), ..value }
}

/// The target of `optMap` and its copy.
fn copies_of_target(call: &Call) -> Option<[&Expr; 2]> {
    let (has_value, bind) = opt_map(call)?;
    let ExprKind::Call(value) = &bind.accu_init.kind else { return None };
    Some([has_value.target.as_deref()?, value.target.as_deref()?])
}

/// The condition of `optMap`, and the comprehension that names the value:
/// `target.hasValue() ? optional.of(bind(name, target.value(), ..)) : optional.none()`
fn opt_map(call: &Call) -> Option<(&Call, &Comprehension)> {
    let [condition, then, _] = call.args.as_slice() else { return None };
    let bind = match &then.kind {
        ExprKind::Call(of) if of.function.callee() == Named("optional.of") => of.args.first()?,
        _ => then,
    };
    let (ExprKind::Call(has_value), ExprKind::Comprehension(bind)) = (&condition.kind, &bind.kind) else {
        return None;
    };
    let ExprKind::Call(value) = &bind.accu_init.kind else { return None };
    let is_expansion = bind.from == Macro::Bind
        && has_value.function.callee() == Named("hasValue")
        && value.function.callee() == Named("value");
    is_expansion.then_some((has_value, bind))
}

fn is_bind(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Comprehension(fold) if fold.from == Macro::Bind)
}
