//! Why an evaluation has no value.

use super::report::RuleVerdict;
use crate::eval_error::EvalError;

/// Why a rule has no verdict, apart from the arena that an error may borrow from.
pub(super) struct Failure {
    pub(super) text: String,
    /// Set if no further rule is run.
    pub(super) end: Option<End>,
}

/// Why a walk ends with an evaluation.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The server's limit for one evaluation.
    Limit,
    /// Facts that only we know.
    Interruption,
}

impl Failure {
    #[cold]
    #[inline(never)]
    pub(super) fn new(error: EvalError<'_>) -> Self {
        let end = match error {
            EvalError::CostLimit => Some(End::Limit),
            EvalError::Interrupted(_) => Some(End::Interruption),
            _ => None,
        };
        Failure { text: error.to_string(), end }
    }
}

impl RuleVerdict {
    pub(super) fn of(verdict: &Result<bool, Failure>) -> Self {
        match verdict {
            Ok(true) => RuleVerdict::Holds,
            Ok(false) => RuleVerdict::Violated,
            Err(Failure { end: None, .. }) => RuleVerdict::Failed,
            Err(Failure { end: Some(_), .. }) => RuleVerdict::Stopped,
        }
    }
}
