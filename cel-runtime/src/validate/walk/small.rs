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
    /// Notes that the first `rules` hold, before the next one runs. False if they reached the limit.
    #[inline(always)]
    pub fn note(&mut self, rules: u32, cost: &Cost<'_>) -> bool {
        (self.rules, self.spent) = (rules, cost.spent());
        cost.is_within_limit()
    }
}

/// What is known of rules that may not all hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubt {
    held: Held,
    flags: u32,
    /// The cost of all rules, if they [hold](HOLDS).
    spent: u64,
}

/// A rule may have built something: `u32::from(true)`.
const HAS_BUILT: u32 = 1;
/// All rules hold.
const HOLDS: u32 = 2;

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
    /// expression, whose units it adds up, and whose limits are far. Otherwise one of them does not hold, or a limit is near, or there is
    /// something to report: [`in_doubt`](Validation::in_doubt) is to run each. Closures that are `Copy` need no code that drops them.
    #[inline]
    pub fn doubt<T: ?Sized>(
        &mut self,
        this: &T,
        evaluate: impl for<'a> FnOnce(&'a T, &mut Cost<'a>, &mut Held) -> bool + Copy,
    ) -> Option<Doubt> {
        if !self.is_plain || cfg!(feature = "coverage") {
            return Some(Doubt::default());
        }
        let (mut cost, mut held) = (Cost::estimate(self.options, &self.arena), Held::default());
        // `&` and `|` in place of `&&` and `||`: rustc would write the rest once for each way to get there, in each type with rules.
        let holds = evaluate(this, &mut cost, &mut held) & cost.is_within_limit();
        let (spent, has_built) = (cost.spent(), cost.has_built());
        let built = u32::from(has_built);
        if !holds {
            // The cost does not matter, so where a rule does not hold the optimiser need not know it.
            return Some(Doubt { held, flags: built, spent: 0 });
        }
        if has_built | (spent > self.left()) {
            return Some(Doubt { held, flags: built | HOLDS, spent });
        }
        self.budget = self.budget.wrapping_sub_unsigned(spent);
        None
    }

    /// Runs rules on their own that are in doubt together. `run` takes the number of the first rules that hold and are paid.
    #[inline(always)]
    pub fn in_doubt(&mut self, doubt: Doubt, run: impl FnOnce(&mut Self, u32) + Copy) {
        let Doubt { held, flags, spent } = doubt;
        self.each_in_doubt(run, spent, held.spent, held.rules, flags);
    }

    /// The same with parts that fit into registers: so a type whose rules hold saves none.
    #[cold]
    #[inline(never)]
    fn each_in_doubt(
        &mut self,
        run: impl FnOnce(&mut Self, u32) + Copy,
        spent: u64,
        held_spent: u64,
        rules: u32,
        flags: u32,
    ) {
        let held = Held { rules, spent: held_spent };
        if let Some(rules) = self.first_in_doubt(Doubt { held, flags, spent }) {
            run(self, rules);
        }
    }

    /// The number of the first rules that hold and are paid; `None` if all hold.
    fn first_in_doubt(&mut self, Doubt { held, flags, spent }: Doubt) -> Option<u32> {
        if flags & HAS_BUILT != 0 && self.clear_arena().is_some() {
            return Some(0);
        }
        if flags & HOLDS != 0 && self.pay(spent) {
            return None;
        }
        Some(if self.pay(held.spent) { held.rules } else { 0 })
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
