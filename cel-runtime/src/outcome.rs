//! What operations and rules give.

use crate::eval_error::EvalError;

/// Result of an operation.
pub type Outcome<'a, T> = Result<T, EvalError<'a>>;

/// The value of a rule: true, false, or why there is none.
pub type Verdict<'a> = Outcome<'a, bool>;
