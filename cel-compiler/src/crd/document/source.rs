//! Parts of the text that the parser's events do not show, and where Go's YAML is stricter: names of anchors, escapes, tabs before a
//! block of text, keys of several lines.

use super::{FileError, Position};
use granit_parser::Span;

/// The text of a file, and the position of the last event. JSON has none of these rules.
pub(super) struct Source<'t> {
    text: &'t str,
    is_json: bool,
    /// Where the last event ended, in bytes.
    passed: usize,
    /// That event was a text without quotes. Go reads the lines behind it with it.
    pub(super) is_behind_plain: bool,
}

impl<'t> Source<'t> {
    pub(super) const fn new(text: &'t str, is_json: bool) -> Self {
        Source { text, is_json, passed: 0, is_behind_plain: false }
    }

    /// Text between the last event and this one: space, comments, marks, anchors and tags. The begin of a document has no text.
    ///
    /// # Errors
    /// At an anchor whose name is another one in Go, an anchor or a tag without a space behind it, and a line of tabs that Go does not pass
    /// over.
    pub(super) fn pass(
        &mut self,
        span: &Span,
        at: Position,
        is_start: bool,
        is_in_flow: bool,
    ) -> Result<Gap<'t>, FileError> {
        if is_start {
            return Ok(Gap::new(""));
        }
        let (begin, end) = (span.start.byte_offset(), span.end.byte_offset());
        let gap = begin.and_then(|begin| self.text.get(self.passed..begin)).unwrap_or_default();
        self.passed = end.map_or(self.passed, |end| self.passed.max(end));
        let is_behind_plain = std::mem::take(&mut self.is_behind_plain);
        // At the end of the file the last line is empty, too.
        let gap_of_lines = if begin == Some(self.text.len()) { gap } else { before_last_line(gap) };
        if !self.is_json && !is_in_flow && has_line_of_tabs(gap_of_lines, is_behind_plain) {
            return Err(FileError::new(
                at,
                "a tab stands on an empty line above; `kubectl` takes only spaces there",
            ));
        }
        if self.is_json && gap.contains('#') {
            return Err(FileError::new(at, "a file that begins with `{\"` is JSON, which has no comments"));
        }
        let gap = Gap::new(if self.is_json { "" } else { gap });
        if !gap.may_have_marks {
            return Ok(gap);
        }
        let is_known =
            |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        let behind = begin.and_then(|begin| self.text.get(begin..)).unwrap_or_default();
        if gap.joins(behind) {
            return Err(FileError::new(at, "a space stands behind a tag and behind an anchor"));
        }
        let mut names = gap.marks().filter_map(|word| word.strip_prefix('&'));
        match names.find(|name| !is_known(name)) {
            Some(name) => {
                let name = super::with_colons(super::shortened(name));
                Err(FileError::new(
                    at,
                    format!("the name of the anchor `&{name}` may have letters, digits, `_` and `-` only"),
                ))
            }
            None => Ok(gap),
        }
    }

    /// True if there is a `:` behind a key of several lines, or on a line below the key. In JSON it may be below.
    pub(super) fn has_colon_behind(&self, span: &Span, is_long: bool) -> bool {
        let mut behind = span.end.byte_offset().and_then(|end| self.text.get(end..)).unwrap_or_default();
        let mut is_below = false;
        loop {
            behind = behind.trim_start_matches([' ', '\t']);
            if behind.starts_with('#') {
                behind = behind.find(['\n', '\r']).and_then(|end| behind.get(end..)).unwrap_or_default();
            }
            let Some(next) = behind.strip_prefix(['\n', '\r']) else { break };
            (behind, is_below) = (next, true);
        }
        behind.starts_with(':') && (is_long || is_below && !self.is_json)
    }

    /// Looks for marks in a text without quotes that end it in Go, between brackets.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn plain_in_flow(&self, text: &str, span: &Span, at: Position) -> Result<(), FileError> {
        if text.starts_with(':') {
            return Err(FileError::new(at, "between brackets no text begins with `:`; write it in quotes"));
        }
        if text.contains('?') {
            return Err(FileError::new(at, "between brackets a `?` ends a text; write the text in quotes"));
        }
        let behind = span.end.byte_offset().and_then(|end| self.text.get(end..)).unwrap_or_default();
        if behind.strip_prefix(':').is_some_and(|behind| behind.starts_with(['[', '{'])) {
            return Err(FileError::new(at, "between brackets a space stands behind the `:` of a key"));
        }
        Ok(())
    }

    /// Looks for a line break of Go in a key in quotes.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn key_in_quotes(&self, span: &Span, at: Position) -> Result<(), FileError> {
        let (Some(begin), Some(end)) = (span.start.byte_offset(), span.end.byte_offset()) else {
            return Ok(());
        };
        let text = self.text.get(begin..end).filter(|_| !self.is_json).unwrap_or_default();
        match text.contains(['\u{2028}', '\u{2029}']) {
            true => Err(FileError::new(at, "the key has a line break (U+2028 or U+2029) to `kubectl`")),
            false => Ok(()),
        }
    }

    /// Looks for unknown escapes of Go in a text in double quotes.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn escapes(&self, span: &Span, at: Position) -> Result<(), FileError> {
        let (Some(begin), Some(end)) = (span.start.byte_offset(), span.end.byte_offset()) else {
            return Ok(());
        };
        let text = self.text.get(begin..end).filter(|_| !self.is_json).unwrap_or_default();
        let mut parts = text.split('\\').skip(1);
        while let Some(part) = parts.next() {
            let mut after = part.chars();
            match after.next() {
                // After an escaped backslash, the next part does not begin with an escape.
                None => drop(parts.next()),
                Some('/') => return Err(FileError::new(at, "`\\/` is an escape of JSON only; write `/`")),
                Some('u')
                    if after.as_str().to_ascii_lowercase().starts_with(['d'])
                        && after
                            .nth(1)
                            .is_some_and(|digit| matches!(digit, '8' | '9' | 'a'..='f' | 'A'..='F')) =>
                {
                    return Err(FileError::new(
                        at,
                        "surrogates such as `\\ud83d` are escapes of JSON only; write the character",
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Looks for a tab in front of a block of text. The block's first line sets its indentation.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn block(&self, gap: &Gap<'t>, span: &Span, at: Position) -> Result<(), FileError> {
        let Some(begin) = span.start.byte_offset() else { return Ok(()) };
        let Some(head) = gap.marks().find(|word| word.starts_with(['|', '>'])) else { return Ok(()) };
        if head.contains(|c: char| c.is_ascii_digit()) {
            return Ok(());
        }
        // The event may begin behind the indentation of the text.
        let begin = self.text.get(..begin).and_then(|before| before.rfind('\n')).map_or(begin, |end| end + 1);
        let mut lines =
            self.text.get(begin..).unwrap_or_default().split('\n').map(|line| line.trim_start_matches(' '));
        match lines.find(|line| !line.trim_end_matches('\r').is_empty()) {
            Some(line) if line.starts_with('\t') => {
                Err(FileError::new(at, "a tab cannot indent; write spaces"))
            }
            _ => Ok(()),
        }
    }
}

/// A text without what stands behind its last line break.
fn before_last_line(text: &str) -> &str {
    text.rfind(['\n', '\r']).and_then(|end| text.get(..end)).unwrap_or_default()
}

/// True if a line has nothing but spaces and tabs, in a text between two events. Go passes over such lines only directly behind a text without
/// quotes.
fn has_line_of_tabs(gap: &str, is_behind_plain: bool) -> bool {
    if !gap.contains('\t') {
        return false;
    }
    let first = gap.bytes().take_while(|byte| byte.is_ascii_whitespace()).count();
    let gap = gap.get(if is_behind_plain { first } else { 0 }..).unwrap_or_default();
    let mut lines = gap.split(['\n', '\r']).skip(1);
    lines.any(|line| line.contains('\t') && line.trim_matches([' ', '\t']).is_empty())
}

/// Text between two events.
#[derive(Clone, Copy)]
pub(super) struct Gap<'t> {
    text: &'t str,
    /// False for almost all gaps of a file. This is found faster than the words.
    may_have_marks: bool,
}

impl<'t> Gap<'t> {
    fn new(text: &'t str) -> Self {
        let is_usual = |b: u8| matches!(b, b' ' | b'\n' | b'\r' | b'\t' | b'-' | b':');
        Gap { text, may_have_marks: !text.bytes().all(is_usual) }
    }

    /// True if a `?` marks the next event as a key.
    pub(super) fn has_key_mark(&self) -> bool {
        self.marks().any(|word| word == "?")
    }

    /// Number of lines to the first anchor, tag or head of a block of text. The value begins there.
    pub(super) fn line_of_properties(&self) -> Option<u32> {
        if !self.may_have_marks {
            return None;
        }
        let begins = |line: &str| Gap::new(line).marks().any(|word| word.starts_with(['&', '!', '|', '>']));
        (0..).zip(self.text.lines()).find(|(_, line)| begins(line)).map(|(line, _)| line)
    }

    /// True if the last word is a tag or an anchor that Go does not end where the parser ends it.
    fn joins(&self, behind: &str) -> bool {
        if self.words().any(|word| word.starts_with('!') && word.contains('#')) {
            return true;
        }
        let last = self.text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let last = last.trim_start_matches([',', '[', '{']);
        let is_end = match last.chars().next() {
            Some('!') => |c: char| c.is_whitespace(),
            Some('&') => |c: char| c.is_whitespace() || "?:,]}%@`".contains(c),
            _ => return false,
        };
        behind.starts_with(|c: char| !is_end(c))
    }

    /// The words of [`words`](Gap::words) that may be a mark, an anchor, a tag, or the head of a block of text.
    fn marks(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        if self.may_have_marks { self.words() } else { Gap::new("").words() }
    }

    /// The words outside comments. Brackets and commas end a word.
    fn words(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let lines = self.text.lines().map(|line| match line.find('#') {
            Some(at)
                if line
                    .get(..at)
                    .is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t'])) =>
            {
                line.get(..at).unwrap_or_default()
            }
            _ => line,
        });
        lines
            .flat_map(|line| line.split([' ', '\t', ',', '[', ']', '{', '}']))
            .filter(|word| !word.is_empty())
    }
}
