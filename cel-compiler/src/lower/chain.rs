//! Chains: a value and the steps from it. After a step on an optional, or a step that may find nothing (`.?`), all later steps work on
//! optionals.

use super::{block::Block, optional::Key, state::Lowering};
use crate::ast::Callee::Op;
use crate::ast::{Expr, ExprKind};
use crate::ir::{Operand, Repr, Statement, Value};
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

/// The result of a chain.
pub(super) struct Found {
    pub(super) value: Operand,
    /// True for an element of a list that is not converted yet. Its use decides how a failed conversion is reported.
    pub(super) is_element: bool,
}

impl Found {
    pub(super) fn of(value: Operand) -> Self {
        Found { value, is_element: false }
    }
}

impl Lowering<'_, '_> {
    /// Splits an expression into the start of its chain and the steps, first to last.
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

    /// Takes the steps from a value.
    pub(super) fn qualify(
        &mut self,
        value: Operand,
        qualifiers: &[Qualifier<'_>],
        is_node: bool,
        block: &mut Block,
    ) -> Found {
        qualifiers.iter().enumerate().fold(Found::of(value), |found, (i, qualifier)| {
            self.step(found, qualifier, is_node && i == 0, block)
        })
    }

    /// `is_node` is true for a step from `self`.
    fn step(&mut self, found: Found, qualifier: &Qualifier<'_>, is_node: bool, block: &mut Block) -> Found {
        let value = match qualifier {
            Qualifier::Optional { .. } => self.value_of(found),
            Qualifier::Field { .. } | Qualifier::Index { .. } => self.stepped_from(found, block),
        };
        if let Some(found) = self.step_of_result(&value, qualifier, block) {
            return Found::of(found);
        }
        if let Qualifier::Index { expr, index } = qualifier
            && let Some(own) = self.own_json_entry(expr, index)
        {
            block.units(1);
            return Found::of(self.element(own));
        }
        let mut is_element = false;
        let value = self.then(value, block, |lowering, value, block| {
            let is_optional = matches!(value.repr, Repr::Optional(_));
            match qualifier {
                Qualifier::Field { expr, name } if is_optional => {
                    lowering.optional_step(expr, value, Key::Name(name), block)
                }
                Qualifier::Field { expr, name } => {
                    lowering.of_node(is_node, |lowering| lowering.field(expr, value, name, block))
                }
                Qualifier::Index { expr, index } if !is_optional => {
                    let found = lowering.index(expr, value, index, block);
                    is_element = found.is_element;
                    found.value
                }
                Qualifier::Index { expr, index } | Qualifier::Optional { expr, index } => {
                    lowering.optional_step(expr, value, Key::of(index), block)
                }
            }
        });
        Found { value, is_element }
    }

    /// The value at the end of a chain, converted.
    pub(super) fn value_of(&mut self, found: Found) -> Operand {
        if found.is_element { self.element(found.value) } else { found.value }
    }

    /// The value for the next step. If an element does not match its schema, the error appears in that step, and the step is charged.
    pub(super) fn stepped_from(&mut self, found: Found, block: &mut Block) -> Operand {
        let is_charged = self.env.holds_json() || matches!(found.value.repr, Repr::Encoded(_));
        if !found.is_element || !is_charged {
            return self.value_of(found);
        }
        self.then(found.value, block, |lowering, element, block| {
            let element = lowering.element(element);
            if !element.fallible {
                return element;
            }
            let element = lowering.bind(element, block);
            block.push(Statement::AddIf(element.value.clone().method("is_err")));
            element
        })
    }

    /// The value at the end of a chain that is an index. An element that does not match its schema cannot index anything.
    pub(super) fn index_of(&mut self, found: Found, block: &mut Block) -> Operand {
        if !found.is_element {
            return found.value;
        }
        self.then(found.value, block, |lowering, element, _| {
            let element = lowering.element(element);
            match element.fallible {
                true => Operand::fallible(Value::call("ops::qualifier", [element.value]), element.repr),
                false => element,
            }
        })
    }

    /// `value.name` as one call, for a large rule. The value may have any type, or be an error.
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

    /// A value that a chain continues from. If its type is an optional, so is its representation.
    pub(super) fn entered(&mut self, expr: &Expr, value: Operand) -> Operand {
        let is_optional = self.checked.type_of(expr.id).optional_value().is_some();
        if is_optional && value.repr == Repr::Dynamic { self.as_optional(value) } else { value }
    }
}
