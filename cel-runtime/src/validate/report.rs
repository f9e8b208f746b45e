//! What came of a validation, in the memory that it may take.

use crate::{
    error::{ErrorList, FieldError},
    field_path::{FieldPath, Path},
    node::Rule,
};
use serde::Serialize;

/// What came of a validation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rules that failed.
    pub errors: ErrorList,
    /// The failures that ratcheting forgives.
    pub warnings: ErrorList,
    /// What was taken from the budget.
    pub runtime_cost: i64,
    /// What is left of the budget; -1 when it ran out or an evaluation exceeded its limit.
    pub remaining_budget: i64,
    /// Each evaluation in order, as far as [`Options::report_limit`](crate::Options::report_limit) allows.
    pub rules: Vec<RuleCost>,
    /// How many further evaluations there were.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted_rules: usize,
}

/// What one evaluation of a rule cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleCost {
    /// The node it was evaluated on.
    pub path: FieldPath,
    /// The expression.
    pub rule: &'static str,
    /// The cost in the server's units.
    pub cost: u64,
    /// What the server estimates when it gets the CRD that the evaluation costs at most.
    pub max_cost: u64,
    /// What its `messageExpression` cost, where that was evaluated.
    pub message_expression_cost: Option<u64>,
}

/// What a walk has found so far.
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

    /// What a rule cost, if that is collected.
    #[cold]
    pub(super) fn rule_cost(&mut self, path: &Path<'_>, rule: &'static Rule, cost: u64) {
        let Rule { rule, max_cost, .. } = *rule;
        let cost =
            || RuleCost { path: path.to_field_path(), rule, cost, max_cost, message_expression_cost: None };
        if let Some(rule_costs) = &mut self.rule_costs {
            rule_costs.push_with(cost);
        }
    }

    /// What the last rule cost, if that was kept.
    pub(super) fn last_rule_cost(&mut self) -> Option<&mut RuleCost> {
        self.rule_costs.as_mut().and_then(Bounded::last_mut)
    }

    /// The warnings, if there is no error; `object` is where the object stands.
    #[cold]
    #[inline(never)]
    pub(super) fn into_result(self, object: &FieldPath) -> Result<ErrorList, ErrorList> {
        let Report { errors, warnings, .. } = self.into_report(object);
        if errors.is_empty() { Ok(warnings) } else { Err(errors) }
    }

    /// All of it; `object` is where the object stands.
    pub(super) fn into_report(self, object: &FieldPath) -> Report {
        let (rules, omitted_rules) = self.rule_costs.map(Bounded::into_parts).unwrap_or_default();
        let (errors, warnings) = (self.errors.into_list(object), self.warnings.into_list(object));
        Report { errors, warnings, rules, omitted_rules, ..Report::default() }
    }
}

/// Parts of a report, as long as there is room: then they are counted.
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
    /// Makes the part only if it is kept, as is the first one and one that takes more than is left.
    pub(super) fn push_with(&mut self, part: impl FnOnce() -> T) {
        if self.room == 0 && !self.parts.is_empty() {
            self.omitted = self.omitted.saturating_add(1);
        } else {
            self.push(part());
        }
    }

    pub(super) fn push(&mut self, part: T) {
        if self.parts.len() == self.parts.capacity() {
            self.parts.reserve_exact((self.parts.len() / 4).max(4)); // doubled, it could be mostly empty
        }
        self.room = self.room.saturating_sub(size_of::<T>().saturating_add(part.text_bytes()));
        self.parts.push(part);
    }
}

impl Bounded<FieldError> {
    /// The errors; `object` is where the object stands.
    fn into_list(self, object: &FieldPath) -> ErrorList {
        let mut list = ErrorList::from(self.parts);
        list.omit(self.omitted, object);
        list
    }
}

/// What a part of a report has in memory of its own.
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
