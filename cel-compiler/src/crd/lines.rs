//! The lines of a file, with an index that finds a column of a line of megabytes at once.

use super::document::{self, Position};
use std::{cell::OnceCell, ops::Range};

/// A text with the places of its lines, which the first question finds.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    index: OnceCell<Index>,
}

/// Finds a line by the group that it is in. So a file of millions of short lines has a small index.
#[derive(Clone, Debug)]
struct Index {
    breaks: Breaks,
    groups: Vec<Group>,
    long: Vec<LongLine>,
    /// For long lines that are not ASCII: the begin of every [`STEP`]th character, in bytes from the begin of the line.
    steps: Vec<u32>,
}

/// Lines one after the other. A line with more than [`BYTES_IN_GROUP`] bytes is the last one of its group.
#[derive(Clone, Debug)]
struct Group {
    first_line: usize,
    begin: usize,
}

/// A line of more than [`STEP`] bytes.
#[derive(Clone, Debug)]
struct LongLine {
    number: usize,
    length: usize,
    is_ascii: bool,
    /// The line's part of the steps.
    steps: Range<usize>,
}

/// The characters that end a line.
#[derive(Clone, Copy, Debug)]
enum Breaks {
    LineFeeds,
    AndReturns,
    AndNextLines,
}

impl Breaks {
    fn of(text: &str) -> Self {
        if !text.is_ascii() && !document::is_json(text) && text.contains('\u{85}') {
            Breaks::AndNextLines
        } else if text.contains('\r') {
            Breaks::AndReturns
        } else {
            Breaks::LineFeeds
        }
    }

    /// The line that begins there, and the begin of the next one.
    fn line(self, text: &str, begin: usize) -> Option<(&str, usize)> {
        let rest = text.get(begin..).filter(|rest| !rest.is_empty())?;
        let end = match self {
            Breaks::LineFeeds => rest.find('\n'),
            Breaks::AndReturns => rest.find(['\n', '\r']),
            Breaks::AndNextLines => rest.find(['\n', '\r', '\u{85}']),
        };
        let (line, ending) = rest.split_at(end.unwrap_or(rest.len()));
        let length = match ending.strip_prefix("\r\n") {
            Some(_) => 2,
            None => ending.chars().next().map_or(0, char::len_utf8),
        };
        Some((line, begin + line.len() + length))
    }
}

impl Index {
    fn new(text: &str) -> Self {
        let mut index =
            Index { breaks: Breaks::of(text), groups: Vec::new(), long: Vec::new(), steps: Vec::new() };
        let (mut begin, mut number) = (0, 0);
        while let Some((line, next)) = index.breaks.line(text, begin) {
            index.add(number, begin, line);
            (begin, number) = (next, number + 1);
        }
        index
    }

    fn add(&mut self, number: usize, begin: usize, line: &str) {
        let is_in_last = self.groups.last().is_some_and(|group| {
            number - group.first_line < LINES_IN_GROUP && begin - group.begin < BYTES_IN_GROUP
        });
        if !is_in_last {
            self.groups.push(Group { first_line: number, begin });
        }
        if line.len() > STEP {
            let (first, is_ascii) = (self.steps.len(), line.is_ascii());
            let steps = line.char_indices().step_by(STEP).filter(|_| !is_ascii);
            self.steps.extend(steps.map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX)));
            self.long.push(LongLine { number, length: line.len(), is_ascii, steps: first..self.steps.len() });
        }
    }

    fn long(&self, number: usize) -> Option<&LongLine> {
        let at = self.long.binary_search_by_key(&number, |line| line.number).ok()?;
        self.long.get(at)
    }

    fn line<'t>(&self, text: &'t str, number: usize) -> Option<&'t str> {
        let behind = self.groups.partition_point(|group| group.first_line <= number);
        let group = self.groups.get(behind.checked_sub(1)?)?;
        let mut begin = group.begin;
        for _ in group.first_line..number {
            (_, begin) = self.breaks.line(text, begin)?;
        }
        match self.long(number) {
            Some(long) => text.get(begin..begin + long.length),
            None => self.breaks.line(text, begin).map(|(line, _)| line),
        }
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
        self.index().line(self.text, line)
    }

    /// The rest of a line behind its first `column` characters; line and column from 0.
    #[must_use]
    pub fn rest(&self, line: usize, column: usize) -> Option<&'t str> {
        let index = self.index();
        let text = index.line(self.text, line)?;
        let (at, passed) = match index.long(line) {
            Some(long) if long.is_ascii => (column, column),
            Some(long) => {
                let steps = index.steps.get(long.steps.clone())?;
                let step = (column / STEP).min(steps.len().saturating_sub(1));
                (*steps.get(step)? as usize, step * STEP)
            }
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
const LINES_IN_GROUP: usize = 64;
const BYTES_IN_GROUP: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the lines of a text without an index.
    fn compare(text: &str) {
        let lines = Lines::new(text);
        let mut count = 0;
        for (number, line) in text.split_inclusive('\n').map(|line| line.trim_end_matches('\n')).enumerate() {
            assert_eq!(lines.get(number), Some(line), "line {number}");
            let characters: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
            for column in
                (0..characters.len()).step_by(1 + characters.len() / 50).chain([characters.len() - 1])
            {
                assert_eq!(lines.rest(number, column), line.get(characters[column]..), "{number}:{column}");
            }
            assert_eq!(lines.rest(number, characters.len()), None);
            count += 1;
        }
        assert_eq!(lines.get(count), None);
    }

    #[test]
    fn lines_of_all_lengths_are_found() {
        compare("");
        compare("a");
        compare("\n\na\n\n");
        compare(&"\n".repeat(1000));
        for word in ["a", "é", "😀a"] {
            let text: String = (0..400).map(|n| format!("{}\n", word.repeat(n * n % 700))).collect();
            compare(&text);
            compare(&(word.repeat(10_000) + "\n" + &text + &word.repeat(5_000)));
        }
    }

    #[test]
    fn all_breaks_of_yaml_end_lines() {
        let lines = Lines::new("a\r\nb\rc\u{85}d\n\ne");
        assert_eq!(
            (0..7).map(|n| lines.get(n)).collect::<Vec<_>>(),
            ["a", "b", "c", "d", "", "e"].map(Some).into_iter().chain([None]).collect::<Vec<_>>()
        );
    }
}
