//! Results of operations and rules.

use crate::eval_error::EvalError;

/// Result of an operation.
pub type Outcome<'a, T> = Result<T, EvalError<'a>>;

/// Result of a rule: true, false, or the error.
pub type Verdict<'a> = Outcome<'a, bool>;
