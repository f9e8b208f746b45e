//! Texts of strangers for a terminal: a CRD of a pull request must not move the cursor, turn texts around, set colors or hide
//! characters. In the log of a CI it must not give commands to the CI.

use cel_types::quote::is_hidden;
use std::{borrow::Cow, fmt::Write as _};

/// The text with escapes in place of all characters that a terminal obeys: `\u001b`. What a CI takes for a command begins with an escape,
/// too: `\u003a:error::`.
#[must_use]
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) && !text.contains("::") && !text.contains("##") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut is_begin = true;
    for (at, c) in text.char_indices() {
        if is_command(&text[at..], is_begin) {
            push_escape(&mut out, c)
        } else {
            push(&mut out, c)
        }
        is_begin = c == '\n' || is_begin && c.is_whitespace();
    }
    out.into()
}

/// The same for a text that stands in one line, such as the name of a file: line breaks are escapes, too.
#[must_use]
pub(crate) fn in_line(text: &str) -> String {
    escaped(text).replace('\n', "\\u000a")
}

/// A line with a caret below: each character stays one character.
pub(crate) fn in_columns(line: &str) -> String {
    let shown = |(at, c)| {
        let is_shown = c == '\u{1b}' || !is_obeyed(c) && !is_command(&line[at..], false);
        if is_shown { c } else { '\u{fffd}' }
    };
    line.char_indices().map(shown).collect()
}

/// True if a CI takes the rest of a line for a command: GitHub obeys `::error::` at the begin of a line, Azure Pipelines `##vso[..]` anywhere.
fn is_command(rest: &str, is_begin: bool) -> bool {
    is_begin && rest.starts_with("::") || rest.starts_with("##[") || rest.starts_with("##vso[")
}

/// The same for a text with styles of our own, such as `\x1b[1m`: they stay. In JSON the escapes are JSON's.
#[must_use]
pub(crate) fn with_styles(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = style(rest).unwrap_or_default();
        if length > 0 {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        } else {
            push(&mut out, c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out.into()
}

/// Length of a style at the start of a text: ESC, `[`, numbers and `m`.
fn style(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some("\x1b[".len() + end + 1)
}

fn push(out: &mut String, c: char) {
    if is_obeyed(c) { push_escape(out, c) } else { out.push(c) }
}

fn push_escape(out: &mut String, c: char) {
    // JSON has no other escapes above U+FFFF than those of the two halves.
    for half in c.encode_utf16(&mut [0; 2]) {
        let written = write!(out, "\\u{half:04x}");
        debug_assert!(written.is_ok(), "a String takes whatever is written");
    }
}

/// Control characters except line breaks and tabs, and what `is_hidden` says.
fn is_obeyed(c: char) -> bool {
    !matches!(c, '\n' | '\t') && (c.is_control() || is_hidden(c))
}

#[cfg(test)]
mod tests {
    use super::{escaped, in_columns, in_line, with_styles};

    #[test]
    fn what_a_terminal_obeys() {
        assert_eq!(escaped("a\n\tü"), "a\n\tü");
        assert_eq!(escaped("\x1b[31mred\r\u{9b}1m\u{202e}"), "\\u001b[31mred\\u000d\\u009b1m\\u202e");
        assert_eq!(
            escaped("na\u{200b}me \u{feff}\u{e0041}\u{61c} \u{1f469}\u{200d}\u{1f680}"),
            "na\\u200bme \\ufeff\\udb40\\udc41\\u061c \u{1f469}\u{200d}\u{1f680}"
        );
        assert_eq!(with_styles("\x1b[1;31mred\x1b[0m"), "\x1b[1;31mred\x1b[0m");
        assert_eq!(with_styles("\x1b[2J\x1b]8;;x\x07\x1b[31"), "\\u001b[2J\\u001b]8;;x\\u0007\\u001b[31");
    }
    #[test]
    fn what_a_ci_obeys() {
        assert_eq!(escaped("::error::a\n \t::b ::c"), "\\u003a:error::a\n \t\\u003a:b ::c");
        assert_eq!(escaped("a ##[group]## b##vso[x"), "a \\u0023#[group]## b\\u0023#vso[x");
        assert_eq!(in_line("a\n::b.yaml"), "a\\u000a\\u003a:b.yaml");
        assert_eq!(in_columns("::a ##vso[x\u{202e}"), "::a \u{fffd}#vso[x\u{fffd}");
    }
}
