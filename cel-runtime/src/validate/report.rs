//! The result of a validation, within its memory limit.

use super::Warnings;
use crate::{
    error::{ErrorList, FieldError},
    field_path::{FieldPath, Path},
    rule::Rule,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// The result of a validation. It prints one line for each error, each warning, the cost, and each rule:
///
/// ```
/// use cel_runtime::{Options, XValidation};
/// use serde::Serialize;
///
/// #[derive(XValidation, Serialize)]
/// #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max", manual_crd)]
/// struct Limits {
///     #[x_validation(rule = "self > 0")]
///     min: i32,
///     max: i32,
/// }
///
/// # fn main() {
/// let report = Limits { min: 3, max: 2 }.x_evaluate(None, &Options::default().at("spec"));
/// assert_eq!(
///     report.to_string(),
///     "spec: Invalid value: min must not exceed max\n\
///      cost 7, 9999993 left\n\
///      spec: `self.min <= self.max` is violated, cost 5 of at most 5\n\
///      spec.min: `self > 0` holds, cost 2 of at most 2"
/// );
/// assert!(report.into_result().is_err());
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The rules that failed.
    pub errors: ErrorList,
    /// The failures that ratcheting turned into warnings.
    pub warnings: ErrorList,
    /// Units taken from the budget.
    pub runtime_cost: i64,
    /// The rest of the budget; -1 when it ran out or an evaluation exceeded its limit.
    pub remaining_budget: i64,
    /// Each evaluation in order, as far as [`Options::report_limit`](crate::Options::report_limit) allows.
    pub rules: Vec<RuleCost>,
    /// The number of further evaluations.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted_rules: usize,
}

impl Report {
    /// The verdict, as [`x_validate_update`](crate::XValidation::x_validate_update) gives it: the warnings if there is no error.
    ///
    /// # Errors
    /// The errors, if there are any.
    pub fn into_result(self) -> Result<Warnings, ErrorList> {
        if self.errors.is_empty() { Ok(self.warnings) } else { Err(self.errors) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.errors.iter().try_for_each(|error| writeln!(f, "{error}"))?;
        self.warnings.iter().try_for_each(|warning| writeln!(f, "warning: {warning}"))?;
        write!(f, "cost {}, {} left", self.runtime_cost, self.remaining_budget)?;
        self.rules.iter().try_for_each(|rule| write!(f, "\n{rule}"))?;
        match self.omitted_rules {
            0 => Ok(()),
            omitted => write!(f, "\n.. and {omitted} more evaluations"),
        }
    }
}

/// The cost of one evaluation of a rule, and its verdict. It prints as a line of a [`Report`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleCost {
    /// The node on which it was evaluated.
    pub path: FieldPath,
    /// The expression.
    pub rule: Cow<'static, str>,
    /// The verdict.
    pub verdict: RuleVerdict,
    /// The cost in the server's units.
    pub cost: u64,
    /// Highest cost of the evaluation, as the server estimates it when it gets the CRD.
    pub max_cost: u64,
    /// Cost of its `messageExpression`, if that was evaluated.
    pub message_expression_cost: Option<u64>,
}

impl fmt::Display for RuleCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleCost { path, rule, verdict, cost, max_cost, .. } = self;
        write!(f, "{path}: `{rule}` {verdict}, cost {cost} of at most {max_cost}")?;
        match self.message_expression_cost {
            None => Ok(()),
            Some(cost) => write!(f, ", message expression {cost}"),
        }
    }
}

/// The verdict of one evaluation of a rule. It prints as `holds`, `is violated` and so on.
///
/// ```
/// use cel_runtime::{Options, RuleVerdict, XValidation};
/// use serde::Serialize;
///
/// #[derive(XValidation, Serialize)]
/// #[x_validation(manual_crd)]
/// struct Disk {
///     #[x_validation(rule = "self >= oldSelf")]
///     size: i64,
///     #[x_validation(rule = "self != ''")]
///     class: String,
/// }
///
/// # fn main() {
/// let [stored, smaller] = [10, 5].map(|size| Disk { size, class: String::new() });
/// let report = smaller.x_evaluate(Some(&stored), &Options::default());
/// let verdicts: Vec<_> = report.rules.iter().map(|rule| rule.verdict).collect();
/// assert_eq!(verdicts, [RuleVerdict::Violated, RuleVerdict::Forgiven]);
/// assert_eq!(report.warnings[0].field(), "class");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RuleVerdict {
    /// The rule is true.
    Holds,
    /// The rule is false.
    Violated,
    /// The rule is false on a value that the update did not change. This is a warning.
    Forgiven,
    /// The rule has no value: `no such key: a`.
    Failed,
    /// A limit ended the evaluation and the validation.
    Stopped,
}

impl fmt::Display for RuleVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RuleVerdict::Holds => "holds",
            RuleVerdict::Violated => "is violated",
            RuleVerdict::Forgiven => "is violated as before the update",
            RuleVerdict::Failed => "has no value",
            RuleVerdict::Stopped => "was stopped",
        })
    }
}

/// The findings of a walk so far.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) errors: Bounded<FieldError>,
    pub(super) warnings: Bounded<FieldError>,
    /// Only collected for reports.
    rule_costs: Option<Bounded<RuleCost>>,
}

impl Record {
    pub(super) fn new(limit: usize) -> Self {
        Record { errors: Bounded::new(limit), warnings: Bounded::new(limit), rule_costs: None }
    }

    pub(super) fn with_rule_costs(limit: usize) -> Self {
        Record { rule_costs: Some(Bounded::new(limit)), ..Record::new(limit) }
    }

    /// Records the cost of a rule, if costs are collected.
    #[cold]
    pub(super) fn rule_cost(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        verdict: RuleVerdict,
        cost: u64,
    ) {
        let Rule { rule, max_cost, .. } = *rule;
        let (path, rule) = (|| path.to_field_path(), Cow::Borrowed(rule));
        let cost = || RuleCost { path: path(), rule, verdict, cost, max_cost, message_expression_cost: None };
        if let Some(rule_costs) = &mut self.rule_costs {
            rule_costs.push_with(cost);
        }
    }

    /// The cost of the last rule, if it was kept.
    pub(super) fn last_rule_cost(&mut self) -> Option<&mut RuleCost> {
        self.rule_costs.as_mut().and_then(Bounded::last_mut)
    }

    /// The warnings, if there is no error; `object` is the path of the object.
    #[cold]
    #[inline(never)]
    pub(super) fn into_result(self, object: &FieldPath) -> Result<ErrorList, ErrorList> {
        let errors = self.errors.into_list(object);
        if errors.is_empty() { Ok(self.warnings.into_list(object)) } else { Err(errors) }
    }

    /// The whole report; `object` is the path of the object.
    pub(super) fn into_report(self, object: &FieldPath) -> Report {
        let (rules, omitted_rules) = self.rule_costs.map(Bounded::into_parts).unwrap_or_default();
        let (errors, warnings) = (self.errors.into_list(object), self.warnings.into_list(object));
        Report { errors, warnings, rules, omitted_rules, ..Report::default() }
    }
}

/// Parts of a report. When the room is used up, further parts are only counted.
#[derive(Debug)]
pub(super) struct Bounded<T> {
    parts: Vec<T>,
    /// How many bytes are left.
    room: usize,
    omitted: usize,
}

impl<T: Sized> Bounded<T> {
    fn new(limit: usize) -> Self {
        Bounded { parts: Vec::new(), room: limit, omitted: 0 }
    }

    /// The part that was pushed last, if it was kept.
    fn last_mut(&mut self) -> Option<&mut T> {
        self.parts.last_mut().filter(|_| self.omitted == 0)
    }

    fn into_parts(self) -> (Vec<T>, usize) {
        (self.parts, self.omitted)
    }
}

impl<T: Size> Bounded<T> {
    /// Makes the part only if there is room left. The first part is always kept, and so is the part that uses up the room.
    pub(super) fn push_with(&mut self, part: impl FnOnce() -> T) {
        if self.room == 0 && !self.parts.is_empty() {
            self.omitted = self.omitted.saturating_add(1);
        } else {
            self.push(part());
        }
    }

    #[inline]
    pub(super) fn push(&mut self, part: T) {
        match self.parts.len() {
            0 => self.parts = Vec::with_capacity(4),
            // Doubled, it could be mostly empty.
            full if full == self.parts.capacity() => self.parts.reserve_exact((full / 4).max(4)),
            _ => {}
        }
        self.room = self.room.saturating_sub(size_of::<T>().saturating_add(part.text_bytes()));
        self.parts.push(part);
    }
}

impl Bounded<FieldError> {
    /// The errors; `object` is the path of the object.
    fn into_list(self, object: &FieldPath) -> ErrorList {
        let mut list = ErrorList::from(self.parts);
        list.omit(self.omitted, object);
        list
    }
}

/// The heap memory of a part of a report.
pub(super) trait Size {
    fn text_bytes(&self) -> usize;
}

impl Size for FieldError {
    fn text_bytes(&self) -> usize {
        self.error().len().saturating_add(self.field().as_str().len())
    }
}

impl Size for RuleCost {
    fn text_bytes(&self) -> usize {
        self.path.as_str().len()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
