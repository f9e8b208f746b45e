//! Memory for values that only a comparison reads.

use super::Arena;
use crate::{eval_error::EvalError, ops::Outcome};

/// An arena for the values that a comparison of two operands builds. They are dropped with it. So a loop that compares lists in each
/// round, as `self.ints.all(i, self.items == oldSelf.items)`, does not take new memory in each round.
#[derive(Debug)]
pub struct Apart<'a> {
    outer: &'a Arena,
    inner: Arena,
}

impl Arena {
    /// A separate arena. Its limit is what this arena has left.
    pub fn apart(&self) -> Apart<'_> {
        let limit = self.limit.map(|limit| limit.saturating_sub(self.allocated_bytes()));
        Apart { outer: self, inner: Arena::within(self.aside().spare.take(), limit) }
    }
}

impl<'a> Apart<'a> {
    /// The arena for the values.
    #[inline]
    pub fn arena(&self) -> &Arena {
        &self.inner
    }

    /// The verdict. The text of an error is copied into the outer arena.
    #[inline]
    pub fn kept<T>(&self, verdict: Outcome<'_, T>) -> Outcome<'a, T> {
        verdict.map_err(|error| self.kept_error(error))
    }

    #[cold]
    fn kept_error(&self, error: EvalError<'_>) -> EvalError<'a> {
        let outer = self.outer;
        let kept = |text: &str| -> &'a str { outer.alloc_str(text) };
        match error {
            EvalError::NoSuchKey(key) => EvalError::NoSuchKey(kept(key)),
            EvalError::NoSuchAttribute(name) => EvalError::NoSuchAttribute(kept(name)),
            EvalError::Text(text) => EvalError::Text(kept(text)),
            EvalError::NoSuchOverloadOf(what) => EvalError::NoSuchOverloadOf(kept(what)),
            EvalError::NoSuchIntKey(key) => EvalError::NoSuchIntKey(key),
            EvalError::NoSuchUintKey(key) => EvalError::NoSuchUintKey(key),
            EvalError::NoSuchDoubleKey(key) => EvalError::NoSuchDoubleKey(key),
            EvalError::NoSuchBoolKey(key) => EvalError::NoSuchBoolKey(key),
            EvalError::IndexOutOfBounds(index) => EvalError::IndexOutOfBounds(index),
            EvalError::IndexOutOfRange(index) => EvalError::IndexOutOfRange(index),
            EvalError::InvalidSubstringRange(start, end) => EvalError::InvalidSubstringRange(start, end),
            EvalError::TypeConversion(from, to) => EvalError::TypeConversion(from, to),
            EvalError::Interrupted(why) => EvalError::Interrupted(why),
            EvalError::IntegerOverflow => EvalError::IntegerOverflow,
            EvalError::UnsignedIntegerOverflow => EvalError::UnsignedIntegerOverflow,
            EvalError::DivisionByZero => EvalError::DivisionByZero,
            EvalError::ModulusByZero => EvalError::ModulusByZero,
            EvalError::TimestampOverflow => EvalError::TimestampOverflow,
            EvalError::NanNotOrdered => EvalError::NanNotOrdered,
            EvalError::InvalidUtf8 => EvalError::InvalidUtf8,
            EvalError::NoneDereferenced => EvalError::NoneDereferenced,
            EvalError::NoSuchOverload => EvalError::NoSuchOverload,
            EvalError::CostLimit => EvalError::CostLimit,
        }
    }
}

impl Drop for Apart<'_> {
    fn drop(&mut self) {
        let is_over = self.inner.limit.is_some_and(|limit| self.inner.allocated_bytes() > limit.max(SPARE));
        if is_over || self.inner.has_refused.get() {
            self.outer.refuse();
        }
        let Some(mut bump) = self.inner.bump.take() else { return };
        bump.reset();
        if bump.allocated_bytes() <= SPARE {
            self.outer.aside().spare.set(bump);
        }
    }
}

/// Bytes that are kept for the next comparison.
const SPARE: usize = 64 << 10;
