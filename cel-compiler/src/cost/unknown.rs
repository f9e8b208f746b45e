//! Estimates that differ before Kubernetes 1.33 (cel-go 0.22: `checker/cost.go`). Sizes of variables are only found by path, and
//! sizes of the parts of literals are unknown: the estimate for `[self.a].all(x, x == 'b')` is unbounded.

use super::{
    CostEstimate, Coster, Local,
    path::{ITEMS, KEYS, Path},
};
use crate::{
    ast::{Comprehension, Expr},
    library::KubernetesVersion,
    parser::ACCU,
    types::Type,
};

impl<'e> Coster<'e> {
    /// False before 1.33.
    pub(super) fn knows_variables(&self) -> bool {
        self.version >= KubernetesVersion::SIZES_OF_VARIABLES
    }

    /// `has(self.a)` costs the same as `self`. In 1.28 it costs a step more, and before that nothing.
    pub(super) fn cost_presence(&self, operand: CostEstimate) -> CostEstimate {
        if self.version >= KubernetesVersion::PRESENCE_LIKE_OPERAND {
            operand
        } else if self.version >= KubernetesVersion::PRESENCE_COSTS {
            operand.add(CostEstimate::ONE)
        } else {
            CostEstimate::ZERO
        }
    }

    /// The server looks up every name among the iteration variables first, even a name with another meaning.
    pub(super) fn cost_name(&mut self, expr: &'e Expr, name: &'e str) -> CostEstimate {
        let is_named = |local: &&Local<'e>| local.name == name.trim_start_matches('.');
        let range = self.locals.iter().rev().filter(is_named).find_map(|local| local.range);
        let path = match range {
            Some(range) => match self.checked.type_of(range.id) {
                Type::List(_) => self.path(range).append(ITEMS),
                Type::Map(_) => self.path(range).append(KEYS),
                _ => return CostEstimate::ONE,
            },
            None if name == ACCU => Path::default(),
            None => Path::of(self.global_name(expr).unwrap_or(name)),
        };
        self.paths.insert(expr.id, path);
        CostEstimate::ONE
    }

    /// The result of every macro has the size of its range, so the result of `optMap` is empty. Before 1.30 its size is not known.
    pub(super) fn cost_loop(&mut self, expr: &'e Expr, fold: &'e Comprehension) -> CostEstimate {
        let mut cost = self.cost(&fold.iter_range);
        cost = cost.add(self.cost(&fold.accu_init));
        let (path, range) = (Path::default(), Some(&fold.iter_range));
        self.locals.push(Local { name: &fold.iter_var, path, range, size: None, entry: None });
        let condition = self.cost(&fold.loop_condition);
        let step = self.cost(&fold.loop_step);
        self.locals.pop();
        cost = cost.add(self.cost(&fold.result));
        let range = self.operand(&fold.iter_range);
        let turns = self.size_of(&range);
        if self.version >= KubernetesVersion::SIZES_OF_MACROS {
            self.set_size(expr, Some(turns.clone()));
        }
        self.keep_rounds(expr, &turns);
        cost.add(turns.multiply(condition.add(step)))
    }
}
