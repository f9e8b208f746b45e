//! Validation of an object: the server's walk, budgets and messages.

mod report;
pub mod texts;

pub use self::report::{Report, RuleCost};

use self::report::Bounded;
#[cfg(feature = "regex")]
use crate::library::regex::Walk;
use crate::{
    cost::{Arena, Cost},
    costs::{self, Root, RuleEstimate},
    error::{ErrorList, FieldError, Reason},
    eval_error::{EvalError, Interruption},
    field_path::{FieldPath, Path},
    node::{MessageFn, Node, Reported, Rule, RuleFn},
    ratcheting::{Ratcheting, Texts},
    watch::{CancelFlag, Watch},
};
use serde::Serialize;
use std::time::Instant;

/// What runs the rules of a custom resource as the API server does. Derive it:
///
/// ```
/// use cel_runtime::{Options, XValidation};
/// use schemars::JsonSchema;
/// use serde::Serialize;
///
/// #[derive(XValidation, JsonSchema, Serialize)]
/// #[schemars(transform = Limits::x_validations)]
/// #[x_validation(rule = "self.min <= self.max")]
/// struct Limits {
///     min: i32,
///     max: i32,
/// }
///
/// # fn main() {
/// let report = Limits { min: 1, max: 2 }.x_evaluate(None, &Options::default());
/// assert!(report.errors.is_empty());
/// assert_eq!((report.runtime_cost, report.rules.len()), (5, 1));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not derive `XValidation`",
    label = "this type has no compiled schema",
    note = "add `#[derive(XValidation)]` to `{Self}`",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait XValidation: Node {
    /// Validates a new object.
    ///
    /// # Errors
    /// All rules that failed.
    fn x_validate(&self) -> Result<(), ErrorList> {
        static SERVER: Options = Options::server();
        let mut validation = Validation::new(&SERVER);
        validation.walk(self, None);
        // There are no warnings without an old object.
        if validation.errors.is_empty() { Ok(()) } else { validation.into_result().map(drop) }
    }

    /// Validates an object that replaces another: rules with `oldSelf` compare the two, and what fails where the update changed
    /// nothing is only a warning.
    ///
    /// # Errors
    /// All rules that failed and are no warnings.
    fn x_validate_update(&self, old: &Self) -> Result<Warnings, ErrorList>
    where
        Self: Serialize + Sized,
    {
        let write = || Texts::of(self, old);
        let options = Options::server();
        let ratcheting = Some(Ratcheting::typed(Self::SCHEMA, &write));
        let mut validation = Validation { ratcheting, ..Validation::new(&options) };
        validation.walk(self, Some(old));
        validation.into_result()
    }

    /// Validates an object and tells what it cost. `old` is the object it replaces; without one it is new.
    fn x_evaluate(&self, old: Option<&Self>, options: &Options) -> Report
    where
        Self: Serialize + Sized,
    {
        let write = || Texts::of(self, old?);
        let ratcheting = old.filter(|_| options.ratcheting);
        let ratcheting = ratcheting.map(|_| Ratcheting::typed(Self::SCHEMA, &write));
        Validation::report(options, ratcheting, |validation| validation.walk(self, old))
    }

    /// What the rules cost at most, each at every place of the schema where it is, as the server estimates when the CRD is
    /// created. Where that exceeds a limit the type does not compile.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    /// use serde::Serialize;
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(rule = "self.from != self.to", manual_crd)]
    /// struct Route {
    ///     from: String,
    ///     to: String,
    /// }
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(root)]
    /// struct Routes {
    ///     #[schemars(length(max = 20))]
    ///     routes: Vec<Route>,
    /// }
    ///
    /// # fn main() {
    /// let [route] = Routes::x_costs().try_into().unwrap();
    /// assert_eq!((&*route.path, &*route.type_name), ("routes[]", "Route"));
    /// assert_eq!((route.max_cost, route.cardinality, route.estimated_cost), (314_577, 20, 6_291_540));
    /// assert_eq!(format!("{:.0} %", route.share() * 100.0), "63 %");
    /// # }
    /// ```
    fn x_costs() -> Vec<RuleEstimate>
    where
        Self: Root + Sized,
    {
        costs::read::<Self>()
    }
}

/// The failures that ratcheting forgives.
pub type Warnings = ErrorList;

/// How to validate; the default is what the API server does.
///
/// Three fields are no limits of the server: [`memory_limit`](Options::memory_limit), [`cancel`](Options::cancel) and
/// [`deadline`](Options::deadline). Where one of them ends a validation, no further rule runs, and the last error says so, at the node
/// of the rule: `spec: Invalid value: "object": 'operation cancelled: deadline exceeded': no further validation rules will be run
/// after rule: ..`.
///
/// ```
/// use cel_runtime::{CancelFlag, Options};
/// use std::time::{Duration, Instant};
///
/// let cancel = CancelFlag::new(); // a clone of it can stop the validation from another thread
/// let options = Options {
///     memory_limit: 64 << 20,
///     cancel: Some(cancel.clone()),
///     deadline: Instant::now().checked_add(Duration::from_secs(5)),
///     ..Options::default()
/// };
/// # assert_eq!(options.cancel, Some(cancel));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What all rules of an object may cost.
    pub budget: i64,
    /// What a single evaluation may cost.
    pub per_call_limit: u64,
    /// On updates, failures of rules on unchanged values are warnings.
    pub ratcheting: bool,
    /// Where the object stands, for the paths of errors.
    pub path: FieldPath,
    /// How many bytes the values that one evaluation builds may take, 256 MiB unless you say otherwise. It is tested every 1,024 units
    /// and before what could be larger than its parts; what is built in between comes on top. The server has no such limit:
    /// there a rule such as `self.text.replace('', self.text)` takes what the machine has.
    pub memory_limit: usize,
    /// Stops the validation when it is set. It is read before a rule and where an evaluation has spent another 1,024 units.
    pub cancel: Option<CancelFlag>,
    /// When the validation stops at the latest. The clock is read as often as [`cancel`](Options::cancel), and every 64 rules.
    pub deadline: Option<Instant>,
    /// How many bytes the errors may have, how many the warnings, and how many the costs of rules. What does not fit is counted: see
    /// [`ErrorList::omitted`] and [`Report::omitted_rules`]. The first error always fits.
    ///
    /// The server has no such limit. 512 KiB, the default, is about 4000 errors; an object of 1 MiB can have 100 times as many
    /// failures of a single rule, on the items of a list.
    pub report_limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options::server()
    }
}

impl Options {
    const fn server() -> Self {
        Options {
            budget: RUNTIME_CEL_COST_BUDGET,
            per_call_limit: PER_CALL_LIMIT,
            ratcheting: true,
            path: FieldPath::root(),
            memory_limit: MEMORY_LIMIT,
            cancel: None,
            deadline: None,
            report_limit: REPORT_LIMIT,
        }
    }
}

/// A walk through an object, which generated code leads from node to node.
#[derive(Debug)]
pub struct Validation<'o> {
    options: &'o Options,
    /// What is left; negative when the walk is over.
    budget: i64,
    errors: Bounded<FieldError>,
    warnings: Bounded<FieldError>,
    /// Only collected for reports.
    rule_costs: Option<Bounded<RuleCost>>,
    watch: Watch<'o>,
    /// Rules until the clock is read again; none where nobody watches.
    unwatched: Option<u32>,
    /// Where one rule after the other builds its values.
    arena: Arena,
    /// For an update whose failures on unchanged values are warnings.
    ratcheting: Option<Ratcheting<'o>>,
    /// A rule of the field that holds the node uses the value before an update.
    shows_old: bool,
    /// What searches for patterns share.
    #[cfg(feature = "regex")]
    _searches: Walk,
}

impl<'o> Validation<'o> {
    /// A walk that has all of the budget.
    #[inline]
    pub fn new(options: &'o Options) -> Self {
        // First, since it may not return for all the optimiser knows: so nothing else has to be kept until it does.
        let arena = Arena::with_limit(options.memory_limit);
        let watch = Watch::new(options.cancel.as_ref(), options.deadline);
        Validation {
            options,
            budget: options.budget.max(0), // negative only when the walk is over
            errors: Bounded::new(options.report_limit),
            warnings: Bounded::new(options.report_limit),
            rule_costs: None,
            watch,
            unwatched: watch.is_needed().then_some(0),
            arena,
            ratcheting: None,
            shows_old: false,
            #[cfg(feature = "regex")]
            _searches: Walk::begin(),
        }
    }

    /// All there is to know of a walk.
    pub(crate) fn report(
        options: &'o Options,
        ratcheting: Option<Ratcheting<'o>>,
        walk: impl FnOnce(&mut Self),
    ) -> Report {
        let mut validation = Validation {
            rule_costs: Some(Bounded::new(options.report_limit)),
            ratcheting,
            ..Validation::new(options)
        };
        walk(&mut validation);
        validation.into_report()
    }

    /// Comes to a node, before its rules: whether they are to be run. A node with rules needs a budget, even if they are free.
    #[inline]
    pub fn enter<T: Reported + ?Sized>(&mut self, path: &Path<'_>, this: &T, has_rules: bool) -> bool {
        self.enter_type(path, this.schema_type(), has_rules)
    }

    /// The same for a node whose value cannot be shown here; `schema_type` is the `type` of its schema.
    #[inline]
    pub fn enter_type(&mut self, path: &Path<'_>, schema_type: &'static str, has_rules: bool) -> bool {
        if !has_rules || self.stopped() {
            return false;
        }
        if self.budget == 0 {
            self.out_of_budget(path, schema_type);
            return false;
        }
        true
    }

    /// Says of the rules of a type, while they run, that a rule of the field uses the value before an update: both are rules of one
    /// node, and messages see that value if any rule of the node uses it.
    #[inline]
    pub fn show_old(&mut self, shows_old: bool) {
        self.shows_old = shows_old;
    }

    /// The value before an update as messages of a type see it that has no rule with `oldSelf`.
    #[inline]
    pub fn shown_old<T>(&self, old: Option<T>) -> Option<T> {
        old.filter(|_| self.shows_old)
    }

    /// Evaluates a rule on a node that was entered.
    #[inline]
    pub fn rule<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) {
        if !self.holds(path, rule, this, evaluate) {
            self.violation(path, rule, this, None);
        }
    }

    /// The same for a rule with a `messageExpression`, which is evaluated if the rule is violated.
    #[inline]
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

    /// Reports a rule of a CRD that is no program, on a node that was entered; `error` says why. A blank rule says nothing.
    #[cold]
    pub fn uncompiled_rule<T: Reported + ?Sized>(&mut self, path: &Path<'_>, this: &T, error: &str) {
        if !self.stopped() {
            self.errors.push_with(|| {
                let detail = format!("rule compile error: {error}");
                invalid(path.to_field_path(), this.schema_type(), &detail)
            });
        }
    }

    /// False if the rule is violated; a rule that gives an error was reported.
    #[inline]
    fn holds<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        evaluate: RuleFn<T>,
    ) -> bool {
        if self.stopped() || self.unwatched.is_some() && self.is_interrupted(path, this.schema_type(), rule) {
            return true;
        }
        let mut cost = Cost::watched(self.options.per_call_limit, &self.arena, &self.watch);
        let mut verdict = evaluate(this, &mut cost).map_err(Failure::new);
        let spent = cost.spent();
        if self.arena.is_used()
            && let Some(passed) = self.clear_arena()
        {
            verdict = Err(Failure::new(passed));
        }
        if self.rule_costs.is_some() {
            self.record(path, rule, spent);
        }
        if !self.pay(spent) {
            self.out_of_budget(path, this.schema_type());
            return true;
        }
        verdict.unwrap_or_else(|failure| {
            self.evaluation_error(path, this.schema_type(), rule, &failure);
            true
        })
    }

    /// Takes a cost from the budget, if there is as much.
    #[inline]
    fn pay(&mut self, cost: u64) -> bool {
        let rest = self.budget.checked_sub_unsigned(cost).filter(|rest| *rest >= 0);
        self.budget = rest.unwrap_or(self.budget);
        rest.is_some()
    }

    /// Whether the walk is over: no further rule is run.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.budget < 0
    }

    fn walk<T: XValidation + ?Sized>(&mut self, root: &T, old: Option<&T>) {
        let path = Path::starting_at(&self.options.path);
        if self.enter(&path, root, T::HAS_RULES) {
            root.rules(old, self, &path);
        }
        if !self.stopped() {
            root.children(old, self, &path);
        }
    }

    /// Forgets what an evaluation built, and says so if that was too much.
    #[cold]
    #[inline(never)]
    fn clear_arena(&mut self) -> Option<EvalError<'static>> {
        let refused = self.arena.refused().map(|limit| EvalError::Interrupted(Interruption::Memory(limit)));
        self.arena.clear();
        refused
    }

    /// Ends the walk before a rule if somebody wants that.
    #[cold]
    #[inline(never)]
    fn is_interrupted(&mut self, path: &Path<'_>, schema_type: &str, rule: &'static Rule) -> bool {
        let unwatched = self.unwatched.unwrap_or_default();
        self.unwatched = Some(unwatched.checked_sub(1).unwrap_or(BETWEEN_CLOCKS));
        let interruption = if unwatched == 0 { self.watch.interruption() } else { self.watch.cancellation() };
        let Some(why) = interruption else { return false };
        self.evaluation_error(path, schema_type, rule, &Failure::new(EvalError::Interrupted(why)));
        true
    }

    #[cold]
    fn record(&mut self, path: &Path<'_>, rule: &'static Rule, cost: u64) {
        let Rule { rule, max_cost, .. } = *rule;
        let cost =
            || RuleCost { path: path.to_field_path(), rule, cost, max_cost, message_expression_cost: None };
        if let Some(rule_costs) = &mut self.rule_costs {
            rule_costs.push_with(cost);
        }
    }

    /// `text` is what its `messageExpression` gave.
    #[cold]
    fn violation<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        text: Option<String>,
    ) {
        self.list_for(path, rule).push_with(|| {
            let detail = text.unwrap_or_else(|| texts::violation(rule.rule, rule.message));
            let shown = !matches!(this.schema_type(), "object" | "array");
            let bad_value = if shown { this.bad_value() } else { None };
            FieldError::new(place(path, rule), rule.reason, bad_value, &detail)
        });
    }

    /// The errors, or the warnings if an update left the value as it was.
    fn list_for(&mut self, path: &Path<'_>, rule: &'static Rule) -> &mut Bounded<FieldError> {
        let ratcheting = self.ratcheting.as_mut().filter(|_| !rule.uses_old_self);
        match ratcheting.is_some_and(|ratcheting| ratcheting.is_unchanged(path)) {
            true => &mut self.warnings,
            false => &mut self.errors,
        }
    }

    #[cold]
    fn violation_with_message<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        message: MessageFn<T>,
    ) {
        let mut cost = Cost::watched(self.options.per_call_limit, &self.arena, &self.watch);
        let text = message(this, &mut cost).map(texts::usable).map_err(Failure::new);
        let spent = cost.spent();
        let text = self.clear_arena().map_or(text, |passed| Err(Failure::new(passed)));
        if let Some(evaluated) = self.rule_costs.as_mut().and_then(Bounded::last_mut) {
            evaluated.message_expression_cost = Some(spent);
        }
        let limit = match text {
            _ if !self.pay(spent) => texts::MESSAGE_OUT_OF_BUDGET.to_owned(),
            Err(Failure { end: Some(End::Limit), .. }) => texts::message_cancelled(rule.message_expression),
            Err(Failure { end: Some(End::Interruption), text }) => {
                texts::message_interrupted(&text, rule.message_expression)
            }
            text => return self.violation(path, rule, this, text.ok().flatten()),
        };
        self.budget = -1;
        let error = invalid(place(path, rule), this.schema_type(), &limit);
        self.list_for(path, rule).push(error);
    }

    /// Such an error has the rule's text, but neither its reason nor its field path.
    #[cold]
    fn evaluation_error(
        &mut self,
        path: &Path<'_>,
        schema_type: &str,
        rule: &'static Rule,
        failure: &Failure,
    ) {
        let text = &failure.text;
        let error = |detail: fn(&str, &str, &str) -> String| {
            invalid(path.to_field_path(), schema_type, &detail(text, rule.rule, rule.message))
        };
        match failure.end {
            None => self.errors.push_with(|| error(texts::evaluation_error)),
            Some(End::Limit) => self.stop(error(texts::cancelled)),
            Some(End::Interruption) => self.stop(error(texts::interrupted)),
        }
    }

    #[cold]
    fn out_of_budget(&mut self, path: &Path<'_>, schema_type: &str) {
        self.stop(invalid(path.to_field_path(), schema_type, texts::OUT_OF_BUDGET));
    }

    /// Reports an error after which nothing more is run, and which is never left out.
    #[cold]
    fn stop(&mut self, error: FieldError) {
        self.budget = -1;
        self.errors.push(error);
    }

    /// The warnings, if there is no error.
    #[cold]
    #[inline(never)]
    fn into_result(self) -> Result<Warnings, ErrorList> {
        let Report { errors, warnings, .. } = self.into_report();
        if errors.is_empty() { Ok(warnings) } else { Err(errors) }
    }

    fn into_report(self) -> Report {
        let (rules, omitted_rules) = self.rule_costs.map(Bounded::into_parts).unwrap_or_default();
        Report {
            runtime_cost: self.options.budget.saturating_sub(self.budget),
            remaining_budget: self.budget,
            errors: self.errors.into_list(&self.options.path),
            warnings: self.warnings.into_list(&self.options.path),
            rules,
            omitted_rules,
        }
    }
}

/// An error about a node, not about its value.
fn invalid(field: FieldPath, schema_type: &str, detail: &str) -> FieldError {
    let bad_value = cel_types::quote::quote(schema_type);
    FieldError::new(field, Reason::FieldValueInvalid, Some(bad_value), detail)
}

/// Where a violation is reported.
fn place(path: &Path<'_>, rule: &Rule) -> FieldPath {
    match rule.field_path {
        None => path.to_field_path(),
        Some(resolved) => path.join(resolved),
    }
}

/// Why a rule has no verdict, apart from the arena that an error may borrow from.
struct Failure {
    text: String,
    /// Set if no further rule is run.
    end: Option<End>,
}

/// Why a walk ends with an evaluation.
#[derive(Clone, Copy)]
enum End {
    /// The server's limit for one evaluation.
    Limit,
    /// What only we know.
    Interruption,
}

impl Failure {
    #[cold]
    fn new(error: EvalError<'_>) -> Self {
        let end = match error {
            EvalError::CostLimit => Some(End::Limit),
            EvalError::Interrupted(_) => Some(End::Interruption),
            _ => None,
        };
        Failure { text: error.to_string(), end }
    }
}

/// k8s: `apiserver/pkg/apis/cel/config.go`
pub const PER_CALL_LIMIT: u64 = 1_000_000;
/// k8s: `apiserver/pkg/apis/cel/config.go`
pub const RUNTIME_CEL_COST_BUDGET: i64 = 10_000_000;
/// What the values of one evaluation may take, in bytes.
pub const MEMORY_LIMIT: usize = 256 << 20;
/// So many rules run between two looks at the clock.
const BETWEEN_CLOCKS: u32 = 63;
/// A fraction of the largest object.
const REPORT_LIMIT: usize = 1 << 19;

#[cfg(test)]
mod tests;
