//! Rules that are little code, such as `self.min <= self.max`.

use super::Validation;
use crate::{
    cost::Cost,
    field_path::Path,
    rule::{MessageFn, Reported, Rule, RuleFn},
};

impl Validation<'_> {
    /// Whether rules that are little code all hold, on a node that was entered. `evaluate` joins them: the optimiser sees them as one
    /// expression, whose units it adds up, and whose limits are far. If one of them does not hold, or a limit is near, or there is something to
    /// report, then nothing has happened, and [`small_rule`](Validation::small_rule) is to run each.
    #[inline]
    pub fn all_hold<T: ?Sized>(
        &mut self,
        this: &T,
        evaluate: impl for<'a> FnOnce(&'a T, &mut Cost<'a>) -> bool,
    ) -> bool {
        if !self.is_plain || cfg!(feature = "coverage") {
            return false;
        }
        let mut cost = Cost::with_large_limit(self.options, &self.arena);
        let (holds, spent, has_built) = (evaluate(this, &mut cost), cost.spent(), cost.has_built());
        let is_admitted = !has_built || self.clear_arena().is_none();
        if !holds || spent > self.left() || !is_admitted {
            return false;
        }
        self.budget = self.budget.wrapping_sub_unsigned(spent);
        true
    }

    /// Evaluates a rule that is little code, where [`all_hold`](Validation::all_hold) could not tell: most objects are valid.
    #[cold]
    #[inline(never)]
    pub fn small_rule<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) {
        self.rule(path, rule, this, evaluate);
    }

    /// The same for a rule with a `messageExpression`.
    #[cold]
    #[inline(never)]
    pub fn small_rule_with_message<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
        message: MessageFn<T>,
    ) {
        self.rule_with_message(path, rule, this, evaluate, message);
    }
}
