//! The server's walk through an object.

mod findings;
mod small;

use super::{
    Warnings, XValidation,
    failure::Failure,
    report::{Record, Report, RuleVerdict},
    texts,
};
use crate::{
    cost::{Arena, Cost},
    error::ErrorList,
    eval_error::EvalError,
    field_path::Path,
    options::{MEMORY_LIMIT, Options, RUNTIME_CEL_COST_BUDGET, SERVER},
    ratcheting::Ratcheting,
    rule::{MessageFn, Reported, Rule, RuleFn},
    work::{self, Walk},
};
use findings::invalid;
use std::fmt;

/// A walk through an object. Generated code leads it from node to node.
pub struct Validation<'o> {
    options: &'o Options,
    /// The rest of the budget; negative when the walk is over.
    budget: i64,
    /// The number of rules until the clock is read again. `None` if nothing can stop the walk from outside.
    unwatched: Option<u32>,
    /// True if nothing can stop the walk from outside, the limits are large, no costs are reported, and the walk is not over. A rule then
    /// needs no other test before it.
    is_plain: bool,
    /// True if a plain walk ran out of its budget. It took the costs of some rules higher than they are, so it is repeated.
    is_in_doubt: bool,
    /// A rule of the field that holds the node uses the old value.
    shows_old: bool,
    /// The memory for one evaluation after the other.
    arena: Arena,
    /// Set for an update: failures on unchanged values are warnings.
    pub(super) is_unchanged: Option<&'o mut dyn FnMut(&Path<'_>) -> bool>,
    /// The findings. Most objects are valid and have none.
    pub(super) record: Option<Record>,
    /// The next rule, if coverage is measured.
    #[cfg(feature = "coverage")]
    covered: Option<&'static crate::coverage::CoveredRule>,
}

impl<'o> Validation<'o> {
    /// A walk with the whole budget.
    #[inline]
    pub fn new(options: &'o Options) -> Self {
        let is_watched = options.is_watched();
        Validation {
            budget: options.budget.max(0), // negative means that the walk is over
            unwatched: is_watched.then_some(0),
            is_plain: !is_watched && Cost::is_large(options.per_call_limit),
            ..Validation::unwatched(options, options.memory_limit)
        }
    }

    /// The same with the server's options, which are constants.
    #[inline]
    pub(super) fn of_server() -> Self {
        Validation::unwatched(&SERVER, MEMORY_LIMIT)
    }

    #[inline]
    fn unwatched(options: &'o Options, memory_limit: usize) -> Self {
        // The arena comes first: the optimiser thinks that it may not return, so no other field must be kept until then.
        let arena = Arena::with_limit(memory_limit);
        Validation {
            options,
            budget: RUNTIME_CEL_COST_BUDGET,
            unwatched: None,
            is_plain: true,
            is_in_doubt: false,
            shows_old: false,
            arena,
            is_unchanged: None,
            record: None,
            #[cfg(feature = "coverage")]
            covered: {
                crate::coverage::begin();
                None
            },
        }
    }

    /// Sets the next rule.
    #[cfg(feature = "coverage")]
    pub fn cover(&mut self, rule: &'static crate::coverage::CoveredRule) {
        self.covered = Some(rule);
    }

    /// Runs a walk and reports all its findings. As [`Ratcheting::is_unchanged`], it is compiled once in each crate that asks for reports.
    #[inline]
    pub(crate) fn report(
        options: &Options,
        ratcheting: Option<Ratcheting<'_>>,
        walk: &dyn Fn(&mut Validation<'_>),
    ) -> Report {
        Validation::reported::<()>(options, ratcheting, walk)
    }

    #[expect(clippy::extra_unused_type_parameters, reason = "it only decides where the function is compiled")]
    fn reported<CompiledWhereCalled>(
        options: &Options,
        ratcheting: Option<Ratcheting<'_>>,
        walk: &dyn Fn(&mut Validation<'_>),
    ) -> Report {
        let mut ratcheting = ratcheting;
        let mut is_unchanged =
            |path: &Path<'_>| ratcheting.as_mut().is_some_and(|ratcheting| ratcheting.is_unchanged(path));
        let mut validation = Validation {
            is_unchanged: Some(&mut is_unchanged),
            record: Some(Record::with_rule_costs(options.report_limit)),
            is_plain: false,
            ..Validation::new(options)
        };
        let _walk = Walk::begin();
        walk(&mut validation);
        validation.into_report()
    }

    /// Runs a walk with the server's options and lists only its errors, or its warnings if there are none.
    pub(crate) fn verdict(
        ratcheting: Option<&mut Ratcheting<'_>>,
        walk: impl Fn(&mut Validation<'_>),
    ) -> Result<Warnings, ErrorList> {
        let mut is_unchanged;
        let mut validation = Validation::of_server();
        if let Some(ratcheting) = ratcheting {
            is_unchanged = |path: &Path<'_>| ratcheting.is_unchanged(path);
            validation.is_unchanged = Some(&mut is_unchanged);
        }
        validation.repeatable(walk);
        validation.into_result()
    }

    /// Enters a node, and says whether its rules run. A node with rules needs a budget, even if they are free.
    #[inline]
    pub fn enter<T: Reported + ?Sized>(&mut self, path: &Path<'_>, this: &T, has_rules: bool) -> bool {
        self.enter_type(path, this.schema_type(), has_rules)
    }

    /// The same for a node whose value has another type here. `schema_type` is the `type` of its schema.
    #[inline]
    pub fn enter_type(&mut self, path: &Path<'_>, schema_type: &'static str, has_rules: bool) -> bool {
        if !has_rules || self.stopped() {
            return false;
        }
        if self.budget == 0 {
            if !self.doubts_budget() {
                self.out_of_budget(path, schema_type);
            }
            return false;
        }
        true
    }

    /// Tells the rules of a type that a rule of the field uses the old value. Both are rules of one node, and messages see the old value
    /// if any rule of the node uses it.
    #[inline]
    pub fn show_old(&mut self, shows_old: bool) {
        self.shows_old = shows_old;
    }

    /// The old value for messages of a type that has no rule with `oldSelf`.
    #[inline]
    pub fn shown_old<T>(&self, old: Option<T>) -> Option<T> {
        old.filter(|_| self.shows_old)
    }

    /// Evaluates a rule on the entered node. In release builds it is inlined with the rule's function, even if a type has many rules.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rule<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) {
        if !self.holds(path, rule, this, evaluate) {
            self.violation(path, rule, this);
        }
    }

    /// The same for a rule with a `messageExpression`. It is evaluated if the rule is violated.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rule_with_message<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
        message: MessageFn<T>,
    ) {
        if !self.holds(path, rule, this, evaluate) {
            self.violation_with_message(path, rule, this, message);
        }
    }

    /// Reports a rule of a CRD that does not compile, on the entered node. `error` says why. A blank rule reports nothing.
    #[cold]
    pub fn uncompiled_rule<T: Reported + ?Sized>(&mut self, path: &Path<'_>, this: &T, error: &str) {
        if !self.stopped() {
            self.record().errors.push_with(|| {
                let detail = format!("rule compile error: {error}");
                invalid(path.to_field_path(), this.schema_type(), &detail)
            });
        }
    }

    /// False if the rule is violated. A rule that fails is reported here.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) -> bool {
        let is_plain = self.is_plain;
        if !is_plain && self.is_over_before(path, this.schema_type(), rule) {
            return true;
        }
        let mut cost = Cost::new(self.options, &self.arena);
        let verdict = evaluate(this, &mut cost);
        let spent = cost.spent();
        let holds = match verdict {
            Ok(holds) => holds,
            Err(error) => {
                let schema_type = this.schema_type();
                return self.conclude(path, schema_type, rule, Err(Failure::new(error)), spent);
            }
        };
        // If the walk took too many steps, it is repeated, with this verdict.
        if is_plain && spent <= self.left() && self.has_cleared_arena() {
            self.budget = self.budget.wrapping_sub_unsigned(spent);
            #[cfg(feature = "coverage")]
            crate::coverage::saw(self.covered.take(), Some(holds));
            return holds;
        }
        self.conclude(path, this.schema_type(), rule, Ok(holds), spent)
    }

    /// True if the walk is over before a rule, or if something outside ends it here.
    #[cold]
    #[inline(never)]
    fn is_over_before(&mut self, path: &Path<'_>, schema_type: &'static str, rule: &'static Rule) -> bool {
        self.stopped() || self.unwatched.is_some() && self.is_interrupted(path, schema_type, rule)
    }

    /// Handles a verdict off the fast path: a rule that failed, was stopped or built too much, or a walk that reports costs.
    #[inline(never)]
    fn conclude(
        &mut self,
        path: &Path<'_>,
        schema_type: &str,
        rule: &'static Rule,
        verdict: Result<bool, Failure>,
        spent: u64,
    ) -> bool {
        let is_plain = self.is_plain;
        let verdict = self.clear_arena().map_or(verdict, Err);
        if is_plain && work::is_over() {
            return true; // the walk is repeated
        }
        let is_paid = self.pay(spent);
        if !is_paid && self.doubts_budget() {
            return true;
        }
        #[cfg(feature = "coverage")]
        crate::coverage::saw(self.covered.take().filter(|_| is_paid), verdict.as_ref().ok().copied());
        if let Some(record) = &mut self.record {
            let verdict = if is_paid { RuleVerdict::of(&verdict) } else { RuleVerdict::Stopped };
            record.rule_cost(path, rule, verdict, spent);
        }
        if !is_paid {
            self.stop(invalid(path.to_field_path(), schema_type, texts::OUT_OF_BUDGET).of_rule(rule.rule));
            return true;
        }
        verdict.unwrap_or_else(|failure| {
            self.evaluation_error(path, schema_type, rule, &failure);
            true
        })
    }

    /// Takes a cost from the budget, if the budget is large enough.
    fn pay(&mut self, cost: u64) -> bool {
        let can_pay = cost <= self.left();
        if can_pay {
            self.budget = self.budget.wrapping_sub_unsigned(cost);
        }
        can_pay
    }

    /// Where the budget is spent: ends a plain walk, which is then repeated.
    #[cold]
    fn doubts_budget(&mut self) -> bool {
        let is_plain = self.is_plain;
        if is_plain {
            self.is_in_doubt = true;
            self.end();
        }
        is_plain
    }

    /// The budget of a walk that is not over.
    #[inline]
    fn left(&self) -> u64 {
        self.budget.cast_unsigned()
    }

    /// True if the walk is over: no further rule runs.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.budget < 0
    }

    /// All of an object. Rules that hold do not look at the steps that a walk may take: if there were too many, the walk is repeated, and
    /// then asks after each rule. It is also repeated if it ran out of its budget, which then has the exact costs.
    pub(super) fn walk<T: XValidation + ?Sized>(&mut self, root: &T, old: Option<&T>) {
        self.repeatable(|validation| validation.walk_once(root, old));
    }

    fn repeatable(&mut self, walk: impl Fn(&mut Self)) {
        let _walk = Walk::begin();
        let (steps, budget, is_plain) = (work::left(), self.budget, self.is_plain);
        walk(self);
        if is_plain && (work::is_over() || self.is_in_doubt) {
            work::take_back(steps);
            (self.budget, self.is_plain, self.record) = (budget, false, None);
            walk(self);
        }
    }

    fn walk_once<T: XValidation + ?Sized>(&mut self, root: &T, old: Option<&T>) {
        let path = Path::starting_at(&self.options.path);
        if self.enter(&path, root, T::HAS_RULES) {
            root.rules(old, self, &path);
        }
        if !self.stopped() {
            root.children(old, self, &path);
        }
    }

    /// Forgets what an evaluation built, unless that was too much.
    #[inline]
    fn has_cleared_arena(&mut self) -> bool {
        !self.arena.is_used()
            || self.arena.interruption().is_none() && {
                self.arena.clear();
                true
            }
    }

    /// Forgets what an evaluation built, and says so if that was too much.
    fn clear_arena(&mut self) -> Option<Failure> {
        let interruption = self.arena.interruption();
        if self.arena.is_used() {
            self.arena.clear();
        }
        interruption.map(|why| Failure::new(EvalError::Interrupted(why)))
    }

    /// Ends the walk before a rule if something outside stops it.
    fn is_interrupted(&mut self, path: &Path<'_>, schema_type: &str, rule: &'static Rule) -> bool {
        let unwatched = self.unwatched.unwrap_or_default();
        self.unwatched = Some(unwatched.checked_sub(1).unwrap_or(BETWEEN_CLOCKS));
        let interruption =
            if unwatched == 0 { self.options.interruption() } else { self.options.cancellation() };
        let Some(why) = interruption else { return false };
        self.evaluation_error(path, schema_type, rule, &Failure::new(EvalError::Interrupted(why)));
        true
    }

    /// No further rule runs.
    fn end(&mut self) {
        (self.budget, self.is_plain) = (-1, false);
    }

    /// The warnings, if there is no error.
    fn into_result(self) -> Result<Warnings, ErrorList> {
        match self.record {
            None => Ok(Warnings::default()),
            Some(record) => record.into_result(&self.options.path),
        }
    }

    fn into_report(self) -> Report {
        Report {
            runtime_cost: self.options.budget.saturating_sub(self.budget),
            remaining_budget: self.budget,
            ..self.record.map(|record| record.into_report(&self.options.path)).unwrap_or_default()
        }
    }
}

impl fmt::Debug for Validation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validation").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// The number of rules between two readings of the clock.
const BETWEEN_CLOCKS: u32 = 63;
