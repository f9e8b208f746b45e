//! Calls that the server's tracker of costs may charge for values of an earlier round of a loop (docs/spec/cost.md A.8).
//!
//! The tracker pushes the value of each step on a stack, under the id of its node. A node that uses the value looks for the last entry
//! with that id and pops it, with all entries above it. A call or a literal that stops at a failed part pops nothing: its parts are
//! left. The operands of `or` and of a lookup in constants are left too, and so are the steps inside an index. In most loops the
//! accumulator's own step pops the leftovers. Behind a predicate they stay for the next round. There the tracker may look for a node
//! without an entry from this round; a bare name never has one. It finds the leftover entry and drops this round's entries above it.
//!
//! The search follows only these predicates. Everywhere else a call is charged for its own operands.

use crate::ast::Callee::{Named, Op};
use crate::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Macro},
    checker::CheckedExpr,
    env::Env,
    plan::{Plan, is_varargs},
    types::Type,
    visit::{any, children},
};
use cel_types::Operator::{self, And, Conditional, In, Index, OptIndex, OptSelect, Or};
use std::collections::HashSet;

/// True if a loop of an expression may charge a call for values of an earlier round.
pub(crate) fn may_be_charged(checked: &CheckedExpr, plan: &Plan, env: &Env<'_>) -> bool {
    any(checked.expr(), &mut |expr| {
        let ExprKind::Comprehension(fold) = &expr.kind else { return false };
        condition(fold).is_some_and(|predicate| {
            let mut search = Search { checked, plan, env, lost: Vec::new() };
            let left: HashSet<ExprId> = search.value(predicate, Above::default()).into_iter().collect();
            search.lost.iter().any(|id| left.contains(id))
        })
    })
}

/// The condition of a loop whose step is a ternary.
fn condition(fold: &Comprehension) -> Option<&Expr> {
    match fold.from {
        Macro::All | Macro::Exists | Macro::Bind => None,
        Macro::ExistsOne | Macro::Map | Macro::Filter | Macro::TransformMap | Macro::TransformMapEntry => {
            fold.round()?.predicate
        }
    }
}

/// Entries pushed in this round and not yet popped.
#[derive(Clone, Copy, Default)]
struct Above {
    /// Pushed by a node that goes on if the next part has a value.
    if_it_has_a_value: bool,
    /// Pushed by a node that goes on even if the next part fails.
    if_it_fails: bool,
}

impl Above {
    const ALL: Above = Above { if_it_has_a_value: true, if_it_fails: true };
}

/// When the tracker looks for a node that has no entry from this round.
#[derive(PartialEq)]
enum Missing {
    Never,
    IfItFails,
    Quietly,
}

struct Search<'e, 's> {
    checked: &'e CheckedExpr,
    plan: &'e Plan,
    env: &'e Env<'s>,
    /// The nodes whose lookup would drop entries of this round above them.
    lost: Vec<ExprId>,
}

type Left = Vec<ExprId>;

impl Search<'_, '_> {
    /// The nodes that the evaluation of a value may leave below the value itself.
    fn value(&mut self, expr: &Expr, above: Above) -> Left {
        if self.plan.constant(expr).is_some() {
            return Vec::new();
        }
        match &expr.kind {
            ExprKind::Literal(_) => Vec::new(),
            ExprKind::Ident(_) | ExprKind::Select(_) => self.chain_value(expr, above),
            ExprKind::Call(call) => self.call(expr, call, above),
            ExprKind::List(elements) => {
                let may_fail = |i: usize| elements.get(i).is_some_and(|element| element.optional);
                self.sequence(&children(expr), &may_fail, above)
            }
            ExprKind::Map(entries) => {
                let may_fail = |i: usize| entries.get(i / 2).is_some_and(|entry| entry.optional);
                self.sequence(&children(expr), &may_fail, above)
            }
            ExprKind::Struct(message) => {
                let may_fail = |i: usize| message.fields.get(i).is_some_and(|field| field.optional);
                self.sequence(&children(expr), &may_fail, above)
            }
            ExprKind::Comprehension(fold) => match fold.from {
                Macro::Bind => Vec::new(),
                _ => self.value(&fold.iter_range, above),
            },
        }
    }

    fn call(&mut self, expr: &Expr, call: &Call, above: Above) -> Left {
        let (function, operands) = self.checked.callee(expr.id, call);
        match (function, operands.as_slice()) {
            (Op(Index | OptSelect | OptIndex), _) => self.chain_value(expr, above),
            (Op(Conditional), [condition, branches @ ..]) => {
                let left = self.value(condition, above);
                branches.iter().for_each(|branch| drop(self.raw(branch, Above::ALL)));
                left
            }
            (Op(And | Or), [first, second]) => {
                let if_it_fails = above.if_it_has_a_value || above.if_it_fails;
                let left = self.value(first, Above { if_it_fails, ..above });
                self.value(second, Above::ALL);
                left
            }
            (Named("or" | "orValue"), _) => self.all_of(&operands, above),
            (Op(In), [value, _]) if self.plan.hash_set(expr.id, call, self.checked).is_some() => {
                self.all_of(&[value], above)
            }
            _ if self.stops(expr, call, function.name(), operands.len()) => {
                self.sequence(&operands, &|_| false, above)
            }
            (_, [first, others @ ..]) => {
                let left = self.value(first, above);
                others.iter().for_each(|other| drop(self.value(other, Above::ALL)));
                left
            }
            (_, []) => Vec::new(),
        }
    }

    /// True if a call stops at an operand that fails.
    fn stops(&self, expr: &Expr, call: &Call, function: &str, operands: usize) -> bool {
        let candidates = self.checked.overloads(expr.id).len();
        self.plan.pattern(call).is_some() || is_varargs(function, operands, candidates)
    }

    /// Parts that no node pops.
    fn all_of(&mut self, parts: &[&Expr], above: Above) -> Left {
        parts.iter().flat_map(|part| self.put(part, above)).collect()
    }

    /// Parts up to the first that fails. That part and all before it are left.
    fn sequence(&mut self, parts: &[&Expr], may_fail: &dyn Fn(usize) -> bool, above: Above) -> Left {
        let before_last = parts.len().saturating_sub(1);
        let fails = (0..before_last).rfind(|i| may_fail(*i) || self.may_fail(parts[*i]));
        let mut left = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let put = self.put(part, if i == 0 { above } else { Above { if_it_has_a_value: true, ..above } });
            match fails {
                Some(fails) if i <= fails => left.extend(put),
                // The part itself is popped. Entries below the first part stay.
                _ if i == 0 => left.extend(put.into_iter().filter(|id| *id != part.id)),
                _ => {}
            }
        }
        left
    }

    /// Entries that the evaluation of a value leaves, and the entry of the value.
    fn put(&mut self, expr: &Expr, above: Above) -> Left {
        let mut left = self.value(expr, above);
        left.push(expr.id);
        left
    }

    /// A chain. The tracker looks only for its last step: the entries of its indexes are left.
    fn chain_value(&mut self, expr: &Expr, above: Above) -> Left {
        match self.missing(expr) {
            Missing::Quietly if above.if_it_has_a_value => self.lost.push(expr.id),
            Missing::IfItFails | Missing::Quietly if above.if_it_fails => self.lost.push(expr.id),
            _ => {}
        }
        let root = self.root(expr);
        let Some([condition, yes, no]) = ternary(root) else { return self.raw(expr, above) };
        let left = self.value(condition, above);
        // The condition is popped, with all entries above it.
        self.raw(yes, Above::ALL);
        self.raw(no, Above::ALL);
        self.indexes(expr, Above::ALL);
        left
    }

    /// An index or a branch. An attribute is not a separate step there, so no node pops its entries.
    fn raw(&mut self, expr: &Expr, above: Above) -> Left {
        let root = self.root(expr);
        let mut left = match (ternary(root), &root.kind) {
            _ if self.plan.constant(root).is_some() => vec![root.id],
            (Some([condition, yes, no]), _) => {
                let mut left = self.put(condition, above);
                left.extend(self.raw(yes, above));
                left.extend(self.raw(no, above));
                left
            }
            (None, ExprKind::Ident(_)) => Vec::new(),
            (None, _) => self.put(root, above),
        };
        left.extend(self.indexes(expr, above));
        left
    }

    /// Entries that the indexes of a chain leave.
    fn indexes(&mut self, expr: &Expr, above: Above) -> Left {
        let Some((operand, index)) = self.step(expr) else { return Vec::new() };
        let mut left = self.indexes(operand, above);
        if let Some(index) = index.filter(|index| self.plan.constant(index).is_none()) {
            left.extend(self.raw(index, above));
            if !is_attribute(index) {
                // The tracker looks for this step before it pushes it.
                left.push(expr.id);
                self.lost.extend(above.if_it_has_a_value.then_some(expr.id));
            }
        }
        left
    }

    /// A step of a chain, unless the chain is a constant.
    fn step<'x>(&self, expr: &'x Expr) -> Option<(&'x Expr, Option<&'x Expr>)> {
        step(expr).filter(|_| self.plan.constant(expr).is_none())
    }

    fn missing(&self, expr: &Expr) -> Missing {
        let Some((operand, index)) = step(expr) else { return Missing::Quietly };
        let mut parts = vec![operand];
        while let Some((operand, _)) = parts.last().and_then(|part| step(part)) {
            parts.push(operand);
        }
        let may_be_optional = |part: &&Expr| {
            let ty = self.checked.type_of(part.id);
            *ty == Type::Dyn || ty.optional_value().is_some()
        };
        let is_called =
            index.is_some_and(|index| self.plan.constant(index).is_none() && !is_attribute(index));
        if is_called
            || is_optional_step(expr)
            || parts.iter().any(may_be_optional)
            || ternary(self.root(expr)).is_some()
        {
            Missing::Quietly
        } else if step(operand).is_none() && !self.may_fail(operand) {
            Missing::Never
        } else {
            Missing::IfItFails
        }
    }

    /// The start of a chain.
    fn root<'x>(&self, expr: &'x Expr) -> &'x Expr {
        self.step(expr).map_or(expr, |(operand, _)| self.root(operand))
    }

    /// True if a value may be an error, by its kind and type alone.
    fn may_fail(&self, expr: &Expr) -> bool {
        if self.plan.constant(expr).is_some() {
            return false;
        }
        match &expr.kind {
            // The conversion of an encoded value may fail.
            ExprKind::Ident(_) => {
                self.env.holds_json()
                    || !matches!(
                        self.checked.type_of(expr.id),
                        Type::Bool
                            | Type::String
                            | Type::Double
                            | Type::List(_)
                            | Type::Map(_)
                            | Type::Object(_)
                    )
            }
            ExprKind::Select(select) if select.test_only => {
                step(&select.operand).is_some() || self.may_fail(&select.operand)
            }
            _ => true,
        }
    }
}

/// A step of a chain: its operand and its index.
fn step(expr: &Expr) -> Option<(&Expr, Option<&Expr>)> {
    match &expr.kind {
        ExprKind::Select(select) => Some((&select.operand, None)),
        ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
            (Op(Index | OptSelect | OptIndex), [operand, index]) => Some((operand, Some(index))),
            _ => None,
        },
        _ => None,
    }
}

fn is_optional_step(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if call.function.is(Operator::OptIndex) || call.function.is(Operator::OptSelect))
}

/// The operands of a ternary.
fn ternary(expr: &Expr) -> Option<[&Expr; 3]> {
    match &expr.kind {
        ExprKind::Call(call) if call.function.is(Operator::Conditional) => match call.args.as_slice() {
            [condition, yes, no] => Some([condition, yes, no]),
            _ => None,
        },
        _ => None,
    }
}

/// Expressions that the server resolves like a variable: variables, chains of fields and indexes, ternaries.
fn is_attribute(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Ident(_)) || step(expr).is_some() || ternary(expr).is_some()
}

#[cfg(test)]
mod tests;
