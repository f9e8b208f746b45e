//! `matches`, `find` and `findAll`: patterns in Go's syntax, searched in time linear in the text.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{
        list::{List, placed},
        ops::Outcome,
    },
};
use cel_types::regex::{RegexError, translate};
use regex::{Regex, RegexBuilder};
use std::fmt;

/// A compiled pattern.
///
/// ```
/// use cel_runtime::library::regex::Pattern;
///
/// let pattern = Pattern::new(r"^\Qa.b\E$").unwrap();
/// assert!(pattern.matches("a.b"));
/// assert!(!pattern.matches("axb"));
/// ```
#[derive(Clone, Debug)]
pub struct Pattern(Option<Regex>);

impl Pattern {
    /// Compiles what the compiler made of a constant pattern. That never fails: the compiler has checked the pattern, and
    /// there is no limit for what the author of a rule writes.
    #[doc(hidden)]
    pub fn translated(pattern: &str) -> Self {
        Pattern(compile(pattern, usize::MAX))
    }

    /// Compiles a pattern in Go's syntax.
    ///
    /// # Errors
    /// Go's, for what Go does not accept; `expression too large` also for what would take more than a quarter of a gigabyte
    /// here, as `\pL` does more than two thousand times. Patterns that a rule's author writes have Go's limits only.
    pub fn new(pattern: &str) -> Result<Self, RegexError> {
        let translated = translate(pattern)?;
        match compile(&translated, LARGEST) {
            None => Err(RegexError::too_large(pattern)),
            regex => Ok(Pattern(regex)),
        }
    }

    /// `text.matches(pattern)`: true if the pattern is found somewhere in the text.
    #[inline]
    pub fn matches(&self, text: &str) -> bool {
        self.0.as_ref().is_some_and(|regex| regex.is_match(text))
    }

    /// `text.find(pattern)`: where the pattern is found first, or nothing, which is an empty text too.
    #[inline]
    pub fn find<'a>(&self, text: &'a str) -> &'a str {
        self.0.as_ref().and_then(|regex| regex.find(text)).map_or("", |found| found.as_str())
    }

    /// `text.findAll(pattern, limit)`: where the pattern is found, one after the other; all of them if the limit is negative.
    pub fn find_all<'a>(&self, arena: &'a Arena, text: &'a str, limit: i64) -> List<'a, &'a str> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let found = self.0.iter().flat_map(|regex| regex.find_iter(text)).take(limit);
        let found: Vec<&'a str> = found.map(|found| found.as_str()).collect();
        List::Slice(placed(arena, &found))
    }
}

/// `text.matches(pattern)` or `matches(text, pattern)` (CEL: `string, string -> bool`; always there): true if the pattern is
/// found somewhere in the text.
///
/// # Errors
/// `error parsing regexp: ..` for what is no pattern.
///
/// ```
/// use cel_runtime::{__private::Arena, library::regex::matches};
///
/// let arena = Arena::new();
/// assert_eq!(matches(&arena, "abc", "^a.c$"), Ok(true));
/// let error = matches(&arena, "abc", "(").unwrap_err();
/// assert_eq!(error.to_string(), "error parsing regexp: missing closing ): `(`");
/// ```
pub fn matches<'a>(arena: &'a Arena, text: &str, pattern: &str) -> Outcome<'a, bool> {
    Pattern::new(pattern).map(|pattern| pattern.matches(text)).map_err(|error| failure(arena, &error))
}

/// `text.find(pattern)` (CEL: `string, string -> string`; always there): where the pattern is found first, or an empty text.
///
/// # Errors
/// `Illegal regex: error parsing regexp: ..` for what is no pattern.
///
/// ```
/// use cel_runtime::{__private::Arena, library::regex::find};
///
/// let arena = Arena::new();
/// assert_eq!(find(&arena, "abc 123", "[0-9]+"), Ok("123"));
/// assert_eq!(find(&arena, "abc", "[0-9]+"), Ok(""));
/// ```
pub fn find<'a>(arena: &'a Arena, text: &'a str, pattern: &str) -> Outcome<'a, &'a str> {
    illegal_or(arena, pattern, |pattern| pattern.find(text))
}

/// `text.findAll(pattern)` (CEL: `string, string -> list(string)`; always there): all places where the pattern is found.
///
/// # Errors
/// As [`find`].
pub fn find_all<'a>(arena: &'a Arena, text: &'a str, pattern: &str) -> Outcome<'a, List<'a, &'a str>> {
    find_all_limited(arena, text, pattern, -1)
}

/// `text.findAll(pattern, limit)` (CEL: `string, string, int -> list(string)`; always there): the first places where the
/// pattern is found, all of them if the limit is negative.
///
/// # Errors
/// As [`find`].
///
/// ```
/// use cel_runtime::{__private::{Arena, generated::CelList}, library::regex::find_all_limited};
///
/// let arena = Arena::new();
/// let found = find_all_limited(&arena, "1 22 333", "[0-9]+", 2).ok();
/// assert_eq!(found.map(|found| found.elements().collect()), Some(vec!["1", "22"]));
/// ```
pub fn find_all_limited<'a>(
    arena: &'a Arena,
    text: &'a str,
    pattern: &str,
    limit: i64,
) -> Outcome<'a, List<'a, &'a str>> {
    illegal_or(arena, pattern, |pattern| pattern.find_all(arena, text, limit))
}

fn illegal_or<'a, T>(arena: &'a Arena, pattern: &str, search: impl FnOnce(&Pattern) -> T) -> Outcome<'a, T> {
    match Pattern::new(pattern) {
        Ok(pattern) => Ok(search(&pattern)),
        Err(error) => Err(failure(arena, &format_args!("Illegal regex: {error}"))),
    }
}

#[cold]
fn failure<'a>(arena: &'a Arena, text: &dyn fmt::Display) -> EvalError<'a> {
    EvalError::Text(arena.alloc_str(&text.to_string()))
}

/// The crate's own limits are for other patterns than Go's.
fn compile(translated: &str, size_limit: usize) -> Option<Regex> {
    RegexBuilder::new(translated).size_limit(size_limit).nest_limit(DEEPEST).build().ok()
}

/// A bound for what is read from data.
const LARGEST: usize = 1 << 28;

/// Go stops at 1000 levels, of which each takes a group and an operator.
const DEEPEST: u32 = 10_000;

#[cfg(test)]
mod tests;
