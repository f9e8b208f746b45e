//! Go's `%q`.

mod printable;

use std::fmt::Write;

/// True for marks that turn the direction of a text, and for characters without a sign: with one of these two texts look the same.
/// The joiners U+200C and U+200D belong to words and to emoji.
///
/// ```
/// assert!(cel_types::quote::is_hidden('\u{200b}') && !cel_types::quote::is_hidden(' '));
/// ```
#[inline]
pub fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The string in double quotes, with Go's escapes for quotes, control characters and characters that Go does not print.
///
/// ```
/// assert_eq!(cel_types::quote::quote("q\"\n\u{200b}"), r#""q\"\n\u200b""#);
/// ```
#[inline]
pub fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// The same for a Go string, which may hold any bytes. Bytes that are not UTF-8 are escaped, too.
///
/// ```
/// assert_eq!(cel_types::quote::quote_bytes(b"q\xff"), r#""q\xff""#);
/// ```
#[inline]
pub fn quote_bytes(text: &[u8]) -> String {
    let mut quoted = String::with_capacity(text.len().saturating_add(2));
    quoted.push('"');
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            push_escaped(&mut quoted, character);
        }
        quoted.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    quoted.push('"');
    quoted
}

/// True if Go prints the character as it is (Go: `strconv.IsPrint`).
#[inline]
pub fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return (' '..='~').contains(&character);
    }
    let code = u32::from(character);
    let after = printable::PRINTABLE.partition_point(|&(first, _)| first <= code);
    let before = after.checked_sub(1).and_then(|index| printable::PRINTABLE.get(index));
    before.is_some_and(|&(_, last)| code <= last)
}

#[inline]
fn push_escaped(quoted: &mut String, character: char) {
    let written = match character {
        '"' => write!(quoted, "\\\""),
        '\\' => write!(quoted, "\\\\"),
        '\u{7}' => write!(quoted, "\\a"),
        '\u{8}' => write!(quoted, "\\b"),
        '\u{c}' => write!(quoted, "\\f"),
        '\n' => write!(quoted, "\\n"),
        '\r' => write!(quoted, "\\r"),
        '\t' => write!(quoted, "\\t"),
        '\u{b}' => write!(quoted, "\\v"),
        _ if is_printable(character) => quoted.write_char(character),
        _ if character.is_ascii() => write!(quoted, "\\x{:02x}", u32::from(character)),
        _ if character <= '\u{ffff}' => write!(quoted, "\\u{:04x}", u32::from(character)),
        _ => write!(quoted, "\\U{:08x}", u32::from(character)),
    };
    debug_assert!(written.is_ok(), "a String takes whatever is written");
}

#[cfg(test)]
mod tests;
