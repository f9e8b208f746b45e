//! `matches` and `find` for patterns that read a text once: `^v[0-9]+$`. The compiler writes such a pattern as steps.

/// A text that is read from its beginning, one step after the other.
///
/// ```
/// use cel_runtime::__private::library::scan;
///
/// let digit = |byte| matches!(byte, b'0'..=b'9');
/// assert!(scan::begin("v12").text("v").some(digit).is_end());
/// assert_eq!(scan::begin("v12-beta").text("v").some(digit).found(), "v12");
/// assert!(!scan::begin("v").text("v").some(digit).is_match());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    whole: &'a str,
    /// The bytes that are left. `None` once a step did not fit.
    rest: Option<&'a [u8]>,
}

/// Begins to read a text.
#[inline]
#[must_use]
pub fn begin(text: &str) -> Scan<'_> {
    Scan { whole: text, rest: Some(text.as_bytes()) }
}

impl<'a> Scan<'a> {
    /// Reads this text.
    #[inline]
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        Scan { rest: self.rest.and_then(|rest| rest.strip_prefix(text.as_bytes())), ..self }
    }

    /// Reads bytes of a set, one at least: `[0-9]+`.
    #[inline]
    #[must_use]
    pub fn some(self, has: impl Fn(u8) -> bool) -> Self {
        self.times(1, usize::MAX, has)
    }

    /// Reads bytes of a set, if there are any: `[0-9]*`.
    #[inline]
    #[must_use]
    pub fn any(self, has: impl Fn(u8) -> bool) -> Self {
        self.times(0, usize::MAX, has)
    }

    /// Reads bytes of a set, from `least` to `most`: `[0-9]{1,3}`.
    #[inline]
    #[must_use]
    pub fn times(self, least: usize, most: usize, has: impl Fn(u8) -> bool) -> Self {
        let behind = |rest: &'a [u8]| {
            let readable = rest.get(..most).unwrap_or(rest);
            let read = readable.iter().position(|byte| !has(*byte)).unwrap_or(readable.len());
            if read < least { None } else { rest.get(read..) }
        };
        Scan { rest: self.rest.and_then(behind), ..self }
    }

    /// True if every step fitted: a pattern without `$` at its end.
    #[inline]
    #[must_use]
    pub fn is_match(self) -> bool {
        self.rest.is_some()
    }

    /// True if every step fitted, and nothing is left: a pattern with `$` at its end.
    #[inline]
    #[must_use]
    pub fn is_end(self) -> bool {
        self.rest.is_some_and(<[u8]>::is_empty)
    }

    /// The text up to here. Empty if a step did not fit.
    #[inline]
    #[must_use]
    pub fn found(self) -> &'a str {
        let read = |rest: &[u8]| self.whole.get(..self.whole.len().checked_sub(rest.len())?);
        self.rest.and_then(read).unwrap_or_default()
    }

    /// The text, if every step fitted, and nothing is left. Empty otherwise.
    #[inline]
    #[must_use]
    pub fn found_end(self) -> &'a str {
        if self.is_end() { self.whole } else { "" }
    }
}
