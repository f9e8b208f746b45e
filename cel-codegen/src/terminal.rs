//! Texts of strangers for a terminal: a CRD of a pull request must not move the cursor, turn texts around, set colors or hide
//! characters.

use cel_types::quote::is_hidden;
use std::{borrow::Cow, fmt::Write as _};

/// The text with escapes in place of all characters that a terminal obeys: `\u001b`.
#[must_use]
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push(&mut out, c));
    out.into()
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

/// A character for a line with a caret below: it stays one character.
pub(crate) fn in_column(c: char) -> char {
    if is_obeyed(c) && c != '\u{1b}' { '\u{fffd}' } else { c }
}

/// Length of a style at the start of a text: ESC, `[`, numbers and `m`.
fn style(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some("\x1b[".len() + end + 1)
}

fn push(out: &mut String, c: char) {
    if is_obeyed(c) {
        // JSON has no other escapes above U+FFFF than those of the two halves.
        for half in c.encode_utf16(&mut [0; 2]) {
            let written = write!(out, "\\u{half:04x}");
            debug_assert!(written.is_ok(), "a String takes whatever is written");
        }
    } else {
        out.push(c);
    }
}

/// Control characters except line breaks and tabs, and what `is_hidden` says.
fn is_obeyed(c: char) -> bool {
    !matches!(c, '\n' | '\t') && (c.is_control() || is_hidden(c))
}

#[cfg(test)]
mod tests {
    use super::{escaped, with_styles};

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
}
