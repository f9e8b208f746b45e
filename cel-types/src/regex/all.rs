//! All matches in order (Go: `Regexp.allMatches`).

use super::{
    ahead::Ahead,
    program::Program,
    search::{Search, TooMuchWork},
};

/// The place in a text where the next search begins.
///
/// ```
/// use cel_types::regex::{Cursor, Program, Search};
///
/// let (program, mut cursor) = (Program::new("a*").unwrap(), Cursor::default());
/// let found = program.find_all("baac", &mut cursor, usize::MAX, &mut Search::new(u64::MAX));
/// assert_eq!(found, Ok(vec!["", "aa", ""])); // none between `aa` and `c`
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    at: usize,
    last_end: Option<usize>,
}

impl Cursor {
    /// The place where the next search begins. `None` after the end of the text.
    #[inline]
    pub fn at(&self, text: &str) -> Option<usize> {
        (self.at <= text.len()).then_some(self.at)
    }

    /// Moves past a match that was found from here. Returns it, unless it is empty and directly after the last match.
    #[inline]
    pub fn pass<'t>(&mut self, text: &'t str, (start, end): (usize, usize)) -> Option<&'t str> {
        let is_beside = end == self.at && self.last_end == Some(start);
        if end == self.at {
            let character = text.get(end..).and_then(|rest| rest.chars().next());
            self.at = end.saturating_add(character.map_or(1, char::len_utf8));
        } else {
            self.at = end;
        }
        self.last_end = Some(end);
        if is_beside { None } else { text.get(start..end) }
    }
}

impl Program {
    /// At most `limit` matches from the cursor on. The time is linear in the text, not quadratic.
    ///
    /// # Errors
    /// [`TooMuchWork`] if the search has no steps left.
    #[inline]
    pub fn find_all<'t>(
        &self,
        text: &'t str,
        cursor: &mut Cursor,
        limit: usize,
        search: &mut Search,
    ) -> Result<Vec<&'t str>, TooMuchWork> {
        let mut found = Vec::new();
        let mut in_vain_left = text.len().saturating_mul(IN_VAIN).saturating_add(IN_VAIN_ALWAYS);
        let mut ahead = None;
        while let Some(from) = cursor.at(text).filter(|_| found.len() < limit) {
            if in_vain_left == 0 && ahead.is_none() {
                ahead = Some(Ahead::new(self, text, from, search)?);
            }
            let next = match &mut ahead {
                Some(ahead) => ahead.find(from, search)?,
                None => self.find(text, from, search)?,
            };
            let Some(next) = next else { break };
            in_vain_left = in_vain_left.saturating_sub(search.read_to.saturating_sub(next.1));
            found.extend(cursor.pass(text, next));
        }
        Ok(found)
    }
}

/// How often the text may be read beyond the ends of matches before it is read backwards instead, and the number of bytes that are always
/// allowed.
const IN_VAIN: usize = 4;
const IN_VAIN_ALWAYS: usize = 1 << 12;

#[cfg(test)]
mod tests;
