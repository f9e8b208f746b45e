//! Small rules, such as `self.min <= self.max`.

use super::super::failure::Failure;
use super::Validation;
use crate::{
    cost::Cost,
    field_path::Path,
    rule::{MessageFn, Reported, Rule, RuleFn},
    work,
};

impl Validation<'_> {
    /// Evaluates a small rule on the entered node. It is compiled twice. The first copy is for a walk with nothing to report; there the
    /// optimiser knows that the cost is far from every limit. The second copy is for all other walks.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn small_rule<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) {
        if !self.holds_small(path, rule, this, evaluate) {
            self.violation(path, rule, this, None);
        }
    }

    /// The same for a rule with a `messageExpression`.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn small_rule_with_message<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
        message: MessageFn<T>,
    ) {
        if !self.holds_small(path, rule, this, evaluate) {
            self.violation_with_message(path, rule, this, message);
        }
    }

    /// False if the rule is violated. A rule that fails is reported here.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds_small<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) -> bool {
        if !self.is_plain {
            return self.holds_elsewhere(path, rule, this, evaluate);
        }
        let mut cost = Cost::with_large_limit(self.options, &self.arena);
        let verdict = evaluate(this, &mut cost);
        let spent = cost.spent();
        if let Ok(holds) = verdict
            && spent <= self.left()
            && !work::is_over()
            && !cost.has_built()
        {
            self.budget = self.budget.wrapping_sub_unsigned(spent);
            #[cfg(feature = "coverage")]
            crate::coverage::saw(self.covered.take(), Some(holds));
            return holds;
        }
        let verdict = Failure::of(verdict);
        self.conclude(path, this.schema_type(), rule, verdict, spent)
    }

    #[cold]
    #[inline(never)]
    fn holds_elsewhere<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) -> bool {
        self.holds(path, rule, this, evaluate)
    }
}
