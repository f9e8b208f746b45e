//! Strings with a format that has its own CEL type. They are converted at each access.

use crate::eval_error::EvalError;
use crate::{cost::Arena, ops::typed::Outcome};
use cel_types::{Duration, Timestamp, formatted};

#[inline]
fn outcome<T>(arena: &Arena, converted: Result<T, String>) -> Outcome<'_, T> {
    converted.map_err(|error| EvalError::Text(arena.alloc_str(&error)))
}

/// Format `date-time`.
#[inline]
pub fn date_time<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Timestamp> {
    outcome(arena, formatted::date_time(text))
}

/// Format `date`.
#[inline]
pub fn date<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Timestamp> {
    outcome(arena, formatted::date(text))
}

/// Format `duration`.
#[inline]
pub fn duration<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Duration> {
    outcome(arena, formatted::duration(text))
}

/// Format `byte`.
#[inline]
pub fn bytes<'a>(arena: &'a Arena, text: &'a str) -> Outcome<'a, &'a [u8]> {
    outcome(arena, arena.decoded(text, formatted::bytes))
}
