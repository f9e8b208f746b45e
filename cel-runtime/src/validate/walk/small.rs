//! Rules that are little code, such as `self.min <= self.max`.

use super::Validation;
use crate::{
    cost::Cost,
    field_path::Path,
    outcome::Verdict,
    rule::{MessageFn, Reported, Rule, RuleFn},
};

/// What is known of rules that may not all hold.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// A bit for each rule that does not hold. All bits are set if that is not known.
    failed: u64,
    /// An upper bound of the cost of all rules, if it is known.
    spent: u64,
}

impl Doubt {
    const OF_ALL: Doubt = Doubt { failed: u64::MAX, spent: 0 };
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
    /// Evaluates the small rules of a node together: `self.min <= self.max`, `self.port > 0`. The walk has entered the node. `evaluate` runs
    /// all of them, and returns a bit for each rule that does not hold. The optimiser sees one expression, and adds up its units.
    ///
    /// `None` if all rules hold. Otherwise a rule does not hold, or a limit is near, or there is something to report. Then
    /// [`in_doubt`](Validation::in_doubt) must be called. Closures that are `Copy` need no code that drops them.
    #[inline]
    pub fn doubt<T: ?Sized>(
        &mut self,
        this: &T,
        evaluate: impl for<'a> FnOnce(&'a T, &mut Cost<'a>) -> u64 + Copy,
    ) -> Option<Doubt> {
        if !self.is_plain || cfg!(feature = "coverage") {
            return Some(Doubt::OF_ALL);
        }
        let mut cost = Cost::estimate(self.options, &self.arena);
        let failed = evaluate(this, &mut cost);
        // `|` in place of `||`: rustc would write the rest once for each way to get there, in each type with rules.
        let spent = cost.spent();
        if (failed != 0) | cost.has_built() | !cost.is_within_limit() | (spent > self.left()) {
            return Some(if cost.is_within_limit() { Doubt { failed, spent } } else { Doubt::OF_ALL });
        }
        self.budget = self.budget.wrapping_sub_unsigned(spent);
        None
    }

    /// Runs small rules one by one, where [`doubt`](Validation::doubt) could not tell that all hold. `run` gets a bit for each rule that it
    /// must run.
    #[inline(always)]
    pub fn in_doubt(&mut self, doubt: Doubt, run: impl FnOnce(&mut Self, u64) + Copy) {
        let Doubt { failed, spent } = doubt;
        self.each_in_doubt(run, failed, spent);
    }

    /// The same with parts that fit into registers: so a type whose rules hold saves none.
    #[cold]
    #[inline(never)]
    fn each_in_doubt(&mut self, run: impl FnOnce(&mut Self, u64) + Copy, failed: u64, spent: u64) {
        let bits = self.bits_to_run(Doubt { failed, spent });
        if bits != 0 {
            run(self, bits);
        }
    }

    /// The bits of the rules that run one by one: the rules that do not hold, if the budget is enough for all of them. These are paid for
    /// twice, so the cost is still an upper bound. Otherwise it is all rules.
    fn bits_to_run(&mut self, Doubt { failed, spent }: Doubt) -> u64 {
        let is_paid = self.clear_arena().is_none() && self.pay(spent);
        if is_paid { failed } else { Doubt::OF_ALL.failed }
    }

    /// Evaluates a rule that is little code, where [`doubt`](Validation::doubt) could not tell: most objects are
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
