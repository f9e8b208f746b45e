//! The parts of a text that are only read: `self.image.split('/')[0]`.

use super::found;
use crate::ops::list::CelList;

/// The texts between separators, as [`split`](super::split) gives them, without a list in memory. Each pass looks for the separators again.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    text: &'a str,
    separator: &'a str,
}

/// `string.split(string)` for code that looks at its parts once.
///
/// ```
/// use cel_runtime::__private::library::{CelList, strings::parts};
///
/// assert_eq!(parts("a,b,,", ",").length(), 4);
/// assert_eq!(parts("a,b,,", ",").at(1), Some("b"));
/// assert!(parts("äb", "").elements().eq(["ä", "b"]));
/// ```
#[inline]
#[must_use]
pub fn parts<'a>(text: &'a str, separator: &'a str) -> Parts<'a> {
    Parts { text, separator }
}

impl<'a> CelList<'a> for Parts<'a> {
    type Item = &'a str;
    type Iter = Rest<'a>;
    const IS_INDEXED: bool = false;

    #[inline]
    fn length(self) -> usize {
        let separators = match *self.separator.as_bytes() {
            [] => return self.text.chars().count(),
            [byte] => self.text.bytes().filter(|of_text| *of_text == byte).count(),
            _ => self.text.matches(self.separator).count(),
        };
        separators.saturating_add(1)
    }
    #[inline]
    fn at(self, index: usize) -> Option<&'a str> {
        let mut rest = Rest { rest: Some(self.text), separator: self.separator, left: 0 };
        for _ in 0..index {
            rest.part()?;
        }
        rest.part()
    }
    #[inline]
    fn elements(self) -> Rest<'a> {
        Rest { rest: Some(self.text), separator: self.separator, left: self.length() }
    }
    fn is_native(self) -> bool {
        false
    }
}

/// The parts that were not read yet.
#[derive(Clone, Debug)]
pub struct Rest<'a> {
    rest: Option<&'a str>,
    separator: &'a str,
    left: usize,
}

impl<'a> Rest<'a> {
    /// The next part. It does not count down `left`.
    #[inline]
    fn part(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let (part, behind) = match *self.separator.as_bytes() {
            [] => {
                let end = rest.chars().next()?.len_utf8();
                (rest.get(..end)?, rest.get(end..))
            }
            _ => split_at(rest, found(rest, self.separator), self.separator.len()),
        };
        self.rest = behind;
        Some(part)
    }
}

/// The text before a separator, and the text behind it.
#[inline]
fn split_at(text: &str, at: Option<usize>, separator: usize) -> (&str, Option<&str>) {
    match at {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(separator)..)),
        None => (text, None),
    }
}

impl<'a> Iterator for Rest<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let part = self.part()?;
        self.left = self.left.saturating_sub(1);
        Some(part)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Rest<'_> {}

#[cfg(test)]
mod tests {
    use super::parts;
    use crate::library::{Arena, CelList, strings::split};

    #[test]
    fn as_split() {
        let arena = Arena::new();
        for text in ["", "a", "a,b", ",", ",,a,", "aébéé", "é", "a, b,, c", "ab,ab"] {
            for separator in ["", ",", "a", "é", ", ", "ab", ",,", "z"] {
                let expected: Vec<&str> = split(&arena, text, separator).elements().collect();
                let found = parts(text, separator);
                assert!(found.elements().eq(expected.iter().copied()), "{text:?} {separator:?}");
                assert_eq!(found.elements().len(), expected.len(), "{text:?} {separator:?}");
                for index in 0..10 {
                    assert_eq!(
                        found.at(index),
                        expected.get(index).copied(),
                        "{text:?} {separator:?} {index}"
                    );
                }
            }
        }
    }
}
