//! Chains: a value and the steps from it. After a step that looked into an optional, or may find nothing, all that follow do the
//! same.

use super::{block::Block, optional::Key, state::Lowering};
use crate::ast::Callee::Op;
use crate::ast::{Expr, ExprKind};
use crate::ir::{Operand, Repr, Value};
use cel_types::Operator::{Index, OptIndex, OptSelect};

/// A step of a chain.
pub(super) enum Qualifier<'e> {
    Field {
        expr: &'e Expr,
        name: &'e str,
    },
    Index {
        expr: &'e Expr,
        index: &'e Expr,
    },
    /// `.?field` and `[?index]`
    Optional {
        expr: &'e Expr,
        index: &'e Expr,
    },
}

impl Lowering<'_, '_> {
    /// Splits an expression into what its chain starts from and the steps, first to last.
    pub(super) fn chain<'e>(&self, expr: &'e Expr) -> (&'e Expr, Vec<Qualifier<'e>>) {
        let mut qualifiers = Vec::new();
        let mut root = expr;
        loop {
            if self.plan.constant(root).is_some() {
                break;
            }
            match &root.kind {
                ExprKind::Select(select) if !select.test_only => {
                    qualifiers.push(Qualifier::Field { expr: root, name: &select.field });
                    root = &select.operand;
                }
                ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
                    (Op(Index), [operand, index]) => {
                        qualifiers.push(Qualifier::Index { expr: root, index });
                        root = operand;
                    }
                    (Op(OptSelect | OptIndex), [operand, index]) => {
                        qualifiers.push(Qualifier::Optional { expr: root, index });
                        root = operand;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        qualifiers.reverse();
        (root, qualifiers)
    }

    /// The value that the steps lead to; another one that asks for a part of it may follow.
    pub(super) fn qualify(
        &mut self,
        value: Operand,
        qualifiers: &[Qualifier<'_>],
        next: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        qualifiers.iter().enumerate().fold(value, |value, (i, qualifier)| {
            let next = match qualifiers.get(i + 1) {
                Some(Qualifier::Optional { .. }) => None,
                Some(Qualifier::Field { expr, .. } | Qualifier::Index { expr, .. }) => Some(*expr),
                None => next,
            };
            self.step(value, qualifier, next, block)
        })
    }

    fn step(
        &mut self,
        value: Operand,
        qualifier: &Qualifier<'_>,
        following: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        if let Some(found) = self.step_of_result(&value, qualifier, block) {
            return found;
        }
        self.then(value, block, |lowering, value, block| {
            let is_optional = matches!(value.repr, Repr::Optional(_));
            match qualifier {
                Qualifier::Field { expr, name } if is_optional => {
                    lowering.optional_step(expr, value, Key::Name(name), block)
                }
                Qualifier::Field { expr, name } => lowering.field(expr, value, name, block),
                Qualifier::Index { expr, index } if !is_optional => {
                    lowering.index(expr, value, index, following, block)
                }
                Qualifier::Index { expr, index } | Qualifier::Optional { expr, index } => {
                    lowering.optional_step(expr, value, Key::of(index), block)
                }
            }
        })
    }

    /// `value.name` in a large rule, where the value may be anything, or an error: as one call.
    fn step_of_result(
        &mut self,
        value: &Operand,
        qualifier: &Qualifier<'_>,
        block: &mut Block,
    ) -> Option<Operand> {
        let Qualifier::Field { name, .. } = qualifier else { return None };
        let is_simple = self.is_large && value.fallible && value.repr == Repr::Dynamic;
        is_simple.then(|| {
            let operands = [Value::Counter, value.value.clone(), Value::Text((*name).into())];
            self.run(Value::call("dynamic::field", operands), Repr::Dynamic, block)
        })
    }

    /// A value from which a chain goes on. An optional looks like one, however it is held.
    pub(super) fn entered(&mut self, expr: &Expr, value: Operand) -> Operand {
        let is_optional = self.checked.type_of(expr.id).optional_value().is_some();
        if is_optional && value.repr == Repr::Dynamic { self.as_optional(value) } else { value }
    }
}
