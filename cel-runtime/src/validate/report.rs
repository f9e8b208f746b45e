//! What came of a validation, in the memory that it may take.

use crate::{
    error::{ErrorList, FieldError},
    field_path::FieldPath,
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

/// Parts of a report, as long as there is room: then they are counted.
#[derive(Debug)]
pub(super) struct Bounded<T> {
    parts: Vec<T>,
    /// How many bytes are left.
    room: usize,
    omitted: usize,
}

impl<T: Sized> Bounded<T> {
    pub(super) fn new(limit: usize) -> Self {
        Bounded { parts: Vec::new(), room: limit, omitted: 0 }
    }

    /// The part that was pushed last, if it was kept.
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        self.parts.last_mut().filter(|_| self.omitted == 0)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn into_parts(self) -> (Vec<T>, usize) {
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
    pub(super) fn into_list(self, object: &FieldPath) -> ErrorList {
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
