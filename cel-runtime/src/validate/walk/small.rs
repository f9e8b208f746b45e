//! Rules that are little code, such as `self.min <= self.max`.

use super::Validation;
use crate::{
    cost::Cost,
    field_path::Path,
    outcome::Verdict,
    rule::{MessageFn, Reported, Rule, RuleFn},
};

/// The first rules of a node that hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    rules: u32,
    /// The cost of these rules.
    spent: u64,
}

impl Held {
    /// Notes that the first `rules` hold, before the next one runs.
    #[inline(always)]
    pub fn note(&mut self, rules: u32, cost: &Cost<'_>) -> bool {
        (self.rules, self.spent) = (rules, cost.spent());
        true
    }
}

/// A node and a rule, without their type: so [`rule`](Validation::rule) is not compiled for each type once more.
trait Judged: Reported {
    fn evaluate<'a>(&'a self, cost: &mut Cost<'a>) -> Verdict<'a>;
}

struct Node<'n, T: ?Sized> {
    this: &'n T,
    evaluate: RuleFn<T>,
}

impl<T: Reported + ?Sized> Judged for Node<'_, T> {
    fn evaluate<'a>(&'a self, cost: &mut Cost<'a>) -> Verdict<'a> {
        (self.evaluate)(self.this, cost)
    }
}

impl<T: Reported + ?Sized> Reported for Node<'_, T> {
    fn schema_type(&self) -> &'static str {
        self.this.schema_type()
    }

    fn bad_value(&self) -> Option<String> {
        self.this.bad_value()
    }
}

impl Validation<'_> {
    /// `None` if rules that are little code all hold, on a node that was entered. `evaluate` joins them: the optimiser sees them as one
    /// expression, whose units it adds up, and whose limits are far. Otherwise it is the number of the first rules that hold and are paid:
    /// [`small_rule`](Validation::small_rule) is to run each of the others. One of them does not hold, or a limit is near, or there is
    /// something to report.
    #[inline]
    pub fn first_in_doubt<T: ?Sized>(
        &mut self,
        this: &T,
        evaluate: impl for<'a> FnOnce(&'a T, &mut Cost<'a>, &mut Held) -> bool,
    ) -> Option<u32> {
        if !self.is_plain || cfg!(feature = "coverage") {
            return Some(0);
        }
        let (mut cost, mut held) = (Cost::with_large_limit(self.options, &self.arena), Held::default());
        let holds = evaluate(this, &mut cost, &mut held);
        let (spent, has_built) = (cost.spent(), cost.has_built());
        if holds && !has_built && spent <= self.left() {
            self.budget = self.budget.wrapping_sub_unsigned(spent);
            return None;
        }
        self.in_doubt(holds.then_some(spent), has_built, held)
    }

    /// The same where a rule does not hold, or has built something. `spent` is the cost, if all rules hold. Otherwise this pays for the rules
    /// before the one in doubt.
    #[cold]
    #[inline(never)]
    fn in_doubt(&mut self, spent: Option<u64>, has_built: bool, held: Held) -> Option<u32> {
        if has_built && self.clear_arena().is_some() {
            return Some(0);
        }
        if spent.is_some_and(|spent| self.pay(spent)) {
            return None;
        }
        Some(if self.pay(held.spent) { held.rules } else { 0 })
    }

    /// Evaluates a rule that is little code, where [`first_in_doubt`](Validation::first_in_doubt) could not tell: most objects are
    /// valid.
    #[cold]
    #[inline(never)]
    pub fn small_rule<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) {
        self.judge(path, rule, &Node { this, evaluate });
    }

    #[inline(never)]
    fn judge(&mut self, path: &Path<'_>, rule: &'static Rule, node: &dyn Judged) {
        self.rule(path, rule, node, |node, cost| node.evaluate(cost));
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
