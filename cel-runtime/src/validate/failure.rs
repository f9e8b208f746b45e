//! Failed evaluations.

use super::report::RuleVerdict;
use crate::eval_error::EvalError;

/// The reason why a rule has no verdict. It owns its text; an error may borrow from the arena.
pub(super) struct Failure {
    pub(super) text: String,
    /// Set if no further rule runs.
    pub(super) end: Option<End>,
}

/// Why an evaluation ends the walk.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The server's limit for one evaluation.
    Limit,
    /// A reason that the server does not have, such as a deadline.
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
