//! Mistakes in an expression: where, and what to do about them.

use std::fmt;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code points before the place that cel-go would report; `None` where it gives no place (`<input>:-1:0`).
    pub offset: Option<u32>,
    /// cel-go's text, or our own text for syntax errors.
    pub message: String,
    /// Advice to the author, one sentence. It can be pasted where possible.
    pub help: Option<String>,
    /// True if cel-go's parser gave no place to the part of the expression. It reports the mistake before the first column
    /// (`<input>:1:0`), and `offset` is `None`.
    pub before_text: bool,
    /// The message only counts the mistakes that are not listed.
    pub is_rest: bool,
    /// It follows from a mistake that is already reported and tells an author nothing new: the `x` of `self.l.any(x, x > 0)`.
    pub follows: bool,
}

impl Diagnostic {
    /// A mistake at an offset in code points.
    pub fn new(offset: u32, message: impl Into<String>) -> Self {
        Diagnostic {
            offset: Some(offset),
            message: message.into(),
            help: None,
            before_text: false,
            is_rest: false,
            follows: false,
        }
    }

    /// A mistake of the expression as a whole.
    pub fn without_place(message: impl Into<String>) -> Self {
        Diagnostic { offset: None, ..Diagnostic::new(0, message) }
    }

    /// A mistake in a part of the expression without a place.
    pub fn before_text(message: impl Into<String>) -> Self {
        Diagnostic { before_text: true, ..Diagnostic::without_place(message) }
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All mistakes of an expression, in the order of their places. Only the first 100 found are kept. The others are counted
/// (cel-go: `common/errors.go`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Number of mistakes that are counted and not kept.
    rest: usize,
    /// The place of the first of them.
    start_of_rest: Option<u32>,
    /// None is kept.
    only_counts: bool,
}

impl Diagnostics {
    /// Only counts the mistakes, so nobody looks for advice.
    pub(crate) fn counted() -> Self {
        Diagnostics { only_counts: true, ..Diagnostics::default() }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.rest += 1;
            self.start_of_rest = self.start_of_rest.or(diagnostic.offset);
        } else {
            self.list.push(diagnostic);
        }
    }

    /// True if further mistakes are only counted.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.only_counts || self.list.len() >= MOST
    }

    /// True if nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.rest == 0
    }

    /// The mistakes, sorted by place and then in the order found. A last one says how many more there are.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.offset);
        // There is one to tell.
        if self.list.iter().all(|diagnostic| diagnostic.follows)
            && let Some(first) = self.list.first_mut()
        {
            first.follows = false;
        }
        if self.rest > 0 {
            let rest = Diagnostic::without_place(format!("{} more errors were truncated", self.rest));
            self.list.push(Diagnostic { is_rest: true, ..rest });
        }
        // Most rules have one mistake, and a list grows to room for four.
        self.list.shrink_to_fit();
        self.list
    }

    /// Only the first of [`Self::into_sorted`].
    #[must_use]
    pub fn into_first(self) -> Self {
        Diagnostics { list: self.into_sorted().into_iter().take(1).collect(), ..Diagnostics::default() }
    }

    /// Number of mistakes before an offset, where all that are not kept count as one.
    pub(crate) fn count_before(&self, offset: u32) -> usize {
        let places = self.list.iter().filter_map(|diagnostic| diagnostic.offset).chain(self.start_of_rest);
        places.filter(|place| *place < offset).count()
    }

    /// The mistakes as found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Adds the mistakes of another stage.
    pub fn extend(&mut self, other: Diagnostics) {
        self.rest += other.rest;
        other.list.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Notes that the mistakes from an index on follow from those before.
    pub(crate) fn follow_from(&mut self, index: usize) {
        self.list.iter_mut().skip(index).for_each(|diagnostic| diagnostic.follows = true);
    }

    /// Notes that the mistakes from an index on are one, which this help explains.
    pub(crate) fn explain_from(&mut self, index: usize, help: String) {
        let mut help = Some(help);
        for diagnostic in self.list.iter_mut().skip(index) {
            (diagnostic.follows, diagnostic.help) = (help.is_none(), help.take());
        }
    }

    /// Changes a help of the mistakes from an index on.
    pub(crate) fn correct_from(&mut self, index: usize, help: &str, by: &str) {
        let helps = self.list.iter_mut().skip(index).filter_map(|diagnostic| diagnostic.help.as_mut());
        helps.filter(|told| *told == help).for_each(|told| by.clone_into(told));
    }

    /// Moves mistakes at the beginning of a line to the end of the line before.
    pub(crate) fn place_before_line_starts(&mut self, source: &str) {
        let starts: Vec<u32> =
            (1..).zip(source.chars()).filter(|(_, c)| *c == '\n').map(|(i, _)| i).collect();
        for offset in self.list.iter_mut().filter_map(|diagnostic| diagnostic.offset.as_mut()) {
            if starts.binary_search(offset).is_ok() {
                *offset -= 1;
            }
        }
    }

    /// Replaces a part of messages.
    pub(crate) fn replace(&mut self, part: &str, by: &str) {
        for diagnostic in &mut self.list {
            diagnostic.message = diagnostic.message.replace(part, by);
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics { list: vec![diagnostic], ..Diagnostics::default() }
    }
}

/// cel-go's display of one mistake: `ERROR: <input>:LINE:COL: message`, the line, a caret under its place.
pub struct Display<'a> {
    /// The expression.
    pub source: &'a str,
    /// The mistake.
    pub diagnostic: &'a Diagnostic,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = match self.diagnostic.offset {
            Some(offset) => offset,
            None if self.diagnostic.before_text => 0,
            None if self.diagnostic.is_rest => return f.write_str(&self.diagnostic.message),
            None => return write!(f, "ERROR: <input>:-1:0: {}", self.diagnostic.message),
        };
        let before = self.source.chars().take(offset as usize);
        let line_start =
            before.clone().enumerate().filter(|(_, c)| *c == '\n').last().map_or(0, |(i, _)| i + 1);
        let line = 1 + before.filter(|c| *c == '\n').count();
        let column = (offset as usize).saturating_sub(line_start);
        if self.source.is_empty() {
            return write!(f, "ERROR: <input>:1:0: {}", self.diagnostic.message);
        }
        // Only `place_before_line_starts` puts a mistake at a line break. cel-go counts its column from there.
        let behind_line = usize::from(self.source.chars().nth(offset as usize) == Some('\n'));
        let shown = if self.diagnostic.before_text { 0 } else { column + 1 + behind_line };
        write!(f, "ERROR: <input>:{line}:{shown}: {}", self.diagnostic.message)?;
        let text: Vec<char> = self.source.chars().skip(line_start).take_while(|c| *c != '\n').collect();
        if text.iter().map(|c| c.len_utf8()).sum::<usize>() > MAX_SNIPPET_BYTES {
            return Ok(());
        }
        f.write_str("\n | ")?;
        for c in &text {
            write!(f, "{}", if *c == '\t' { ' ' } else { *c })?;
        }
        f.write_str("\n | ")?;
        for c in text.iter().take(column) {
            f.write_str(if c.len_utf8() > 1 { "\u{ff0e}" } else { "." })?;
        }
        f.write_str(if text.get(column).is_some_and(|c| c.len_utf8() > 1) { "\u{ff3e}" } else { "^" })
    }
}

/// Advice that can be pasted: `write ..`. A long expression is cut.
pub(crate) fn write(expression: &str) -> String {
    let expression = in_single_quotes(expression);
    match expression.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("write `{}..`", &expression[..end]),
        None => format!("write `{expression}`"),
    }
}

/// Puts string literals in single quotes, since rules stand between double quotes in Rust.
pub(crate) fn in_single_quotes(expression: &str) -> String {
    let mut text = String::with_capacity(expression.len());
    let mut rest = expression;
    while let Some((before, from)) = rest.split_once('"') {
        let end = end_of_text(from);
        let (content, after) = (&from[..end], from.get(end + 1..).unwrap_or_default());
        let quote = if content.contains(['\'', '\\']) { '"' } else { '\'' };
        text.push_str(before);
        text.push(quote);
        text.push_str(content);
        text.push(quote);
        rest = after;
    }
    text + rest
}

/// Position of the next double quote without a backslash in front.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    let end = text.find(|c| {
        let is_end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    });
    end.unwrap_or(text.len())
}

/// Number of mistakes that are kept.
const MOST: usize = 100;

/// cel-go shows no snippet of longer lines.
const MAX_SNIPPET_BYTES: usize = 16_384;

/// Number of characters of advice that are shown.
const LONGEST: usize = 200;
