//! `matches`, `find` and `findAll`: patterns in Go's syntax. The time of a search is linear in the length of the text.

mod bounded;
mod pattern;

pub use self::{bounded::STEPS, pattern::Pattern};

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{address::placed, list::List, ops::Outcome},
};
use cel_types::regex::{Cursor, Program, Search, TooMuchWork};
use std::fmt;

/// `text.matches(pattern)` or `matches(text, pattern)` (CEL: `string, string -> bool`; always there): true if the text contains a match of
/// the pattern.
///
/// # Errors
/// `error parsing regexp: ..` for an invalid pattern, and for a pattern that is too large for a validator. Equal patterns are compiled
/// once. All searches of a walk through an object together may take [`STEPS`] steps.
///
/// ```
/// use cel_runtime::{__private::Arena, library::regex::matches};
///
/// let arena = Arena::new();
/// assert_eq!(matches(&arena, "abc", "^a.c$"), Ok(true));
/// let error = matches(&arena, "abc", "(").unwrap_err();
/// assert_eq!(error.to_string(), "error parsing regexp: missing closing ): `(`");
/// ```
#[inline]
pub fn matches<'a>(arena: &'a Arena, text: &str, pattern: &str) -> Outcome<'a, bool> {
    bounded::searches(|searches| {
        let program = searches.compiled(pattern)?.map_err(|error| failure(arena, &error))?;
        Ok(program.is_match(text, &mut searches.search)?)
    })
}

/// `text.find(pattern)` (CEL: `string, string -> string`; always there): the first match, or an empty text.
///
/// # Errors
/// `Illegal regex: error parsing regexp: ..` for an invalid pattern.
///
/// ```
/// use cel_runtime::{__private::Arena, library::regex::find};
///
/// let arena = Arena::new();
/// assert_eq!(find(&arena, "abc 123", "[0-9]+"), Ok("123"));
/// assert_eq!(find(&arena, "abc", "[0-9]+"), Ok(""));
/// ```
#[inline]
pub fn find<'a>(arena: &'a Arena, text: &'a str, pattern: &str) -> Outcome<'a, &'a str> {
    illegal_or(arena, pattern, |program, search| found(program, text, search))
}

/// `text.findAll(pattern)` (CEL: `string, string -> list(string)`; always there): all matches.
///
/// # Errors
/// The errors of [`find`].
#[inline]
pub fn find_all<'a>(arena: &'a Arena, text: &'a str, pattern: &str) -> Outcome<'a, List<'a, &'a str>> {
    find_all_limited(arena, text, pattern, -1)
}

/// `text.findAll(pattern, limit)` (CEL: `string, string, int -> list(string)`; always there): the first matches. A negative limit means
/// all of them.
///
/// # Errors
/// The errors of [`find`].
///
/// ```
/// use cel_runtime::{__private::{Arena, ops::CelList}, library::regex::find_all_limited};
///
/// let arena = Arena::new();
/// let found = find_all_limited(&arena, "1 22 333", "[0-9]+", 2).ok();
/// assert_eq!(found.map(|found| found.elements().collect()), Some(vec!["1", "22"]));
/// ```
#[inline]
pub fn find_all_limited<'a>(
    arena: &'a Arena,
    text: &'a str,
    pattern: &str,
    limit: i64,
) -> Outcome<'a, List<'a, &'a str>> {
    illegal_or(arena, pattern, |program, search| {
        let found = program.find_all(text, &mut Cursor::default(), count(limit), search)?;
        Ok(List::Slice(placed(arena, &found)))
    })
}

fn illegal_or<'a, T>(
    arena: &'a Arena,
    pattern: &str,
    run: impl FnOnce(&Program, &mut Search) -> Result<T, TooMuchWork>,
) -> Outcome<'a, T> {
    bounded::searches(|searches| {
        let compiled = searches.compiled(pattern)?;
        let program = compiled.map_err(|error| failure(arena, &format_args!("Illegal regex: {error}")))?;
        Ok(run(&program, &mut searches.search)?)
    })
}

/// The first match, or an empty text.
#[inline]
fn found<'t>(program: &Program, text: &'t str, search: &mut Search) -> Result<&'t str, TooMuchWork> {
    let found = program.find(text, 0, search)?;
    Ok(found.and_then(|(start, end)| text.get(start..end)).unwrap_or_default())
}

/// The number of matches that a limit allows. A negative limit allows all.
#[inline]
fn count(limit: i64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

#[cold]
#[inline]
fn failure<'a>(arena: &'a Arena, text: &dyn fmt::Display) -> EvalError<'a> {
    EvalError::Text(arena.alloc_str(&text.to_string()))
}

impl From<TooMuchWork> for EvalError<'_> {
    #[cold]
    #[inline]
    fn from(_: TooMuchWork) -> Self {
        EvalError::Text(bounded::TOO_MUCH_WORK)
    }
}

#[cfg(test)]
mod tests;
