//! Constant patterns.

use super::{Arena, List, Outcome, bounded, count, found, placed};
use cel_types::regex::{Cursor, Program, RegexError, Search, TooMuchWork, translate};
use regex::{Regex, RegexBuilder};

/// A compiled pattern.
///
/// ```
/// use cel_runtime::__private::library::regex::Pattern;
///
/// let pattern = Pattern::new(r"^\Qa.b\E$").unwrap();
/// assert!(pattern.matches("a.b"));
/// assert!(!pattern.matches("axb"));
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    program: Program,
    /// The same pattern for the crate `regex`, which is faster for small patterns.
    fast: Option<Regex>,
    /// True if the work of its searches need not be counted.
    is_small: bool,
}

impl Pattern {
    /// Compiles a pattern in Go's syntax.
    ///
    /// # Errors
    /// Go's error for an invalid pattern; [`RegexError::is_beyond_limit`] if its expanded repetitions are too many.
    #[inline]
    pub fn new(pattern: &str) -> Result<Self, RegexError> {
        let program = Program::new(pattern)?;
        let fast = program.suits_regex().then(|| compile(&translate(pattern).ok()?)).flatten();
        let is_small = program.is_small();
        Ok(Pattern { program, fast, is_small })
    }

    /// A pattern that the compiler has checked.
    #[doc(hidden)]
    #[inline]
    pub fn constant(pattern: &str) -> Self {
        let nothing = |_| Pattern { program: Program::nothing(), fast: None, is_small: true };
        Pattern::new(pattern).unwrap_or_else(nothing)
    }

    /// `text.matches(pattern)`: true if the text contains a match.
    #[inline]
    pub fn matches(&self, text: &str) -> bool {
        match &self.fast {
            Some(fast) => fast.is_match(text),
            None => self.program.is_match(text, &mut Search::new(u64::MAX)).unwrap_or_default(),
        }
    }

    /// `text.find(pattern)`: the first match, or an empty text.
    #[inline]
    pub fn find<'t>(&self, text: &'t str) -> &'t str {
        match &self.fast {
            Some(fast) => fast.find(text).map_or("", |found| found.as_str()),
            None => found(&self.program, text, &mut Search::new(u64::MAX)).unwrap_or_default(),
        }
    }

    /// `text.findAll(pattern, limit)`: the first matches. A negative limit means all of them.
    #[inline]
    pub fn find_all<'a>(&self, arena: &'a Arena, text: &'a str, limit: i64) -> List<'a, &'a str> {
        let found = self.all(text, limit, &mut Search::new(u64::MAX));
        List::Slice(placed(arena, &found.unwrap_or_default()))
    }

    /// [`matches`](Self::matches) for a large pattern, whose work is counted.
    ///
    /// # Errors
    /// If the walk has done too much work.
    #[doc(hidden)]
    #[inline]
    pub fn matches_bounded<'a>(&self, _: &'a Arena, text: &str) -> Outcome<'a, bool> {
        if self.is_fast_in(text) {
            return Ok(self.matches(text));
        }
        bounded::searches(|searches| Ok(self.program.is_match(text, &mut searches.search)?))
    }

    /// [`find`](Self::find) for a large pattern, whose work is counted.
    ///
    /// # Errors
    /// If the walk has done too much work.
    #[doc(hidden)]
    #[inline]
    pub fn find_bounded<'a>(&self, _: &'a Arena, text: &'a str) -> Outcome<'a, &'a str> {
        if self.is_fast_in(text) {
            return Ok(self.find(text));
        }
        bounded::searches(|searches| Ok(found(&self.program, text, &mut searches.search)?))
    }

    /// [`find_all`](Self::find_all) for a large pattern, whose work is counted.
    ///
    /// # Errors
    /// If the walk has done too much work.
    #[doc(hidden)]
    #[inline]
    pub fn find_all_bounded<'a>(
        &self,
        arena: &'a Arena,
        text: &'a str,
        limit: i64,
    ) -> Outcome<'a, List<'a, &'a str>> {
        bounded::searches(|searches| {
            let found = match self.is_fast_in(text) {
                true => self.all(text, limit, &mut searches.search)?,
                false => {
                    self.program.find_all(text, &mut Cursor::default(), count(limit), &mut searches.search)?
                }
            };
            Ok(List::Slice(placed(arena, &found)))
        })
    }

    /// True if the pattern or the text is so short that the work of the crate `regex` need not be counted.
    #[inline]
    fn is_fast_in(&self, text: &str) -> bool {
        let is_short = || self.program.size().saturating_mul(text.len()) < UNCOUNTED;
        self.fast.is_some() && (self.is_small || is_short())
    }

    /// All matches. The crate `regex` finds them as long as its work is linear.
    #[inline]
    fn all<'t>(&self, text: &'t str, limit: i64, search: &mut Search) -> Result<Vec<&'t str>, TooMuchWork> {
        let limit = count(limit);
        let mut cursor = Cursor::default();
        let mut found = Vec::new();
        let mut read: usize = 0;
        while let (Some(from), Some(fast)) = (cursor.at(text), &self.fast) {
            if found.len() >= limit {
                return Ok(found);
            }
            // Each search may read to the end of the text.
            read = read.saturating_add(text.len().saturating_sub(from));
            if read > text.len().saturating_mul(READ_AGAIN).saturating_add(READ_ALWAYS) {
                break;
            }
            let Some(next) = fast.find_at(text, from) else { return Ok(found) };
            found.extend(cursor.pass(text, (next.start(), next.end())));
        }
        let limit = limit.saturating_sub(found.len());
        found.extend(self.program.find_all(text, &mut cursor, limit, search)?);
        Ok(found)
    }
}

/// Compiles for the crate `regex`. Its own limits do not fit Go's patterns.
#[inline]
fn compile(translated: &str) -> Option<Regex> {
    RegexBuilder::new(translated).size_limit(LARGEST).nest_limit(DEEPEST).build().ok()
}

/// Largest program of the crate `regex`, in bytes.
const LARGEST: usize = 1 << 23;

/// The crate `regex` compiles each level on the stack. Without optimisation it overflows the stack at some hundred levels.
/// [`Program`] searches for deeper patterns.
const DEEPEST: u32 = 100;

/// The number of instructions times bytes that is not counted.
const UNCOUNTED: usize = 1 << 22;

/// How often a text may be read for all matches before `Program` goes on, and how many bytes are always allowed.
const READ_AGAIN: usize = 16;
const READ_ALWAYS: usize = 1 << 16;
