//! The lines of a file, with an index that finds a column of a line of megabytes at once.

use super::document::{self, Position};
use std::{cell::OnceCell, ops::Range};

/// A text with the places of its lines, which the first question finds.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    index: OnceCell<Index>,
}

#[derive(Clone, Debug, Default)]
struct Index {
    lines: Vec<Line>,
    /// For long lines that are not ASCII: the begin of every [`STEP`]th character, in bytes from the begin of the line.
    steps: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Line {
    bytes: Range<usize>,
    is_ascii: bool,
    /// The line's part of `steps`.
    steps: Range<usize>,
}

impl Index {
    fn new(text: &str) -> Self {
        let is_ascii = text.is_ascii();
        let has_next_line = !is_ascii && !document::is_json(text) && text.contains('\u{85}');
        let has_only_line_feeds = !has_next_line && !text.contains('\r');
        let breaks: &[char] = if has_next_line { &['\n', '\r', '\u{85}'] } else { &['\n', '\r'] };
        let mut index = Index::default();
        let mut begin = 0;
        while let Some(rest) = text.get(begin..).filter(|rest| !rest.is_empty()) {
            let end = if has_only_line_feeds { rest.find('\n') } else { rest.find(breaks) };
            let (line, ending) = rest.split_at(end.unwrap_or(rest.len()));
            index.add(begin, line, is_ascii || line.is_ascii());
            let length = match ending.strip_prefix("\r\n") {
                Some(_) => 2,
                None => ending.chars().next().map_or(0, char::len_utf8),
            };
            begin += line.len() + length;
        }
        index
    }

    fn add(&mut self, begin: usize, line: &str, is_ascii: bool) {
        let first = self.steps.len();
        if line.len() > STEP && !is_ascii {
            let steps = line.char_indices().step_by(STEP);
            self.steps.extend(steps.map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX)));
        }
        self.lines.push(Line { bytes: begin..begin + line.len(), is_ascii, steps: first..self.steps.len() });
    }
}

impl<'t> Lines<'t> {
    /// The lines of a text of YAML or JSON.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Lines { text: document::without_marks(text), index: OnceCell::new() }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.text))
    }

    /// The text of a line, counted from 0.
    #[must_use]
    pub fn get(&self, line: usize) -> Option<&'t str> {
        self.text.get(self.index().lines.get(line)?.bytes.clone())
    }

    /// The rest of a line behind its first `column` characters; line and column from 0.
    #[must_use]
    pub fn rest(&self, line: usize, column: usize) -> Option<&'t str> {
        let index = self.index();
        let Line { is_ascii, steps, .. } = index.lines.get(line)?;
        let text = self.get(line)?;
        let steps = index.steps.get(steps.clone())?;
        let step = (column / STEP).min(steps.len().saturating_sub(1));
        let (at, passed) = match steps.get(step) {
            Some(at) => (*at as usize, step * STEP),
            None if *is_ascii => (column, column),
            None => (0, 0),
        };
        let mut rest = text.get(at..)?.chars();
        (passed..column).try_for_each(|_| rest.next().map(drop))?;
        Some(rest.as_str())
    }

    /// The place of a character; line and column from 0.
    #[must_use]
    pub fn position(line: usize, column: usize) -> Position {
        let number = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        Position { line: number(line), column: number(column) }
    }
}

const STEP: usize = 256;
