//! The costs of the parts of an expression, for readers who look for the expensive part of a rule.

use super::{Amount, CostEstimate, Coster, SizeEstimate, Sizes};
use crate::{
    ast::{Expr, ExprId},
    checker::CheckedExpr,
    schema::DeclType,
};
use std::collections::HashMap;

/// The highest cost of each node of an expression, including the nodes below it.
#[derive(Clone, Debug, Default)]
pub struct PartCosts {
    costs: HashMap<ExprId, u64>,
    rounds: HashMap<ExprId, u64>,
}

impl PartCosts {
    /// The highest cost of one evaluation of a node; `None` if it is never evaluated. `u64::MAX` means that there is no bound.
    #[must_use]
    pub fn of(&self, node: ExprId) -> Option<u64> {
        self.costs.get(&node).copied()
    }

    /// The most rounds of a macro.
    #[must_use]
    pub fn rounds(&self, node: ExprId) -> Option<u64> {
        self.rounds.get(&node).copied()
    }
}

/// The costs of all nodes. `node` is the type of `self`; `sizes` knows it.
#[must_use]
pub fn part_costs<'s>(checked: &CheckedExpr, sizes: &Sizes<'_, 's>, node: &'s DeclType) -> PartCosts {
    let size_at = |path: &[&str]| sizes.at(node, path.get(1..)?);
    let mut coster = Coster::new(checked, sizes.version(), &size_at);
    coster.parts = Some(PartCosts::default());
    drop(coster.cost(checked.expr()));
    coster.parts.unwrap_or_default()
}

impl Coster<'_> {
    /// Keeps the cost of a node.
    pub(super) fn keep_cost(&mut self, expr: &Expr, cost: &CostEstimate) {
        if let Some(parts) = &mut self.parts {
            parts.costs.insert(expr.id, number(&cost.max));
        }
    }

    /// Keeps the number of rounds of a macro.
    pub(super) fn keep_rounds(&mut self, expr: &Expr, rounds: &SizeEstimate) {
        if let Some(parts) = &mut self.parts {
            parts.rounds.insert(expr.id, number(&rounds.max));
        }
    }
}

fn number(amount: &Amount) -> u64 {
    amount.number().unwrap_or(u64::MAX)
}
