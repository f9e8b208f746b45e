//! String literals, and the place in the source of a part of a rule. Stable compilers have no spans inside string literals.

use crate::editor::tells_no_file;
use cel_compiler::schema::SourceLocation;
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use std::path::{Path, PathBuf};
use syn::{Lit, LitStr, parse::Parse};

/// A string literal with its text.
#[derive(Clone)]
pub(crate) struct Text {
    token: Literal,
    value: String,
}

impl Text {
    /// `None` for a literal of another type. Most have no escapes, so that nothing has to read them character by character.
    pub(crate) fn of(token: Literal) -> Option<Text> {
        let source = token.to_string();
        let plain = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if let Some(plain) = plain.filter(|plain| !plain.contains('\\')) {
            return Some(Text { value: plain.to_owned(), token });
        }
        match Lit::new(token) {
            Lit::Str(text) => Some(Text::from(&text)),
            _ => None,
        }
    }

    /// Without a text.
    pub(crate) fn empty(span: Span) -> Text {
        Text::from(&LitStr::new("", span))
    }

    pub(crate) fn value(&self) -> String {
        self.value.clone()
    }

    pub(crate) fn span(&self) -> Span {
        self.token.span()
    }

    /// What the text says in Rust; errors show the literal.
    pub(crate) fn parse<T: Parse>(&self) -> syn::Result<T> {
        LitStr::new(&self.value, self.span()).parse()
    }
}

impl From<&LitStr> for Text {
    fn from(text: &LitStr) -> Text {
        Text { token: text.token(), value: text.value() }
    }
}

/// A string literal. It may come from a macro fragment.
pub(crate) fn string_literal(tokens: TokenStream) -> Option<Text> {
    let mut tokens = tokens.into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::None => {
            string_literal(group.stream())
        }
        (TokenTree::Literal(literal), None) => Text::of(literal),
        _ => None,
    }
}

/// Where a literal begins.
pub(crate) fn location(literal: &Text) -> SourceLocation {
    let start = literal.span().unwrap().start();
    let (line, column) = (number(start.line()), number(start.column()));
    SourceLocation { file: file(literal.span()), line, column, origin: None }
}

/// The place where the code point at `offset` of the literal's value is written; `None` in an editor that tells no places.
pub(crate) fn place(literal: &Text, offset: u32) -> Option<SourceLocation> {
    if tells_no_file(literal.span()) {
        return None;
    }
    let mut at = location(literal);
    let source = literal.token.to_string();
    let end = source_offset(&source, offset as usize);
    for c in source.chars().take(end) {
        if c == '\n' {
            at.line += 1;
            at.column = 1;
        } else {
            at.column += 1;
        }
    }
    Some(at)
}

/// The number of characters of a literal's source before the character at `offset` of its value.
fn source_offset(source: &str, offset: usize) -> usize {
    let chars: Vec<char> = source.chars().collect();
    if chars.first() == Some(&'r') {
        let quote = chars.iter().position(|c| *c == '"').unwrap_or(0);
        return quote + 1 + offset;
    }
    let mut at = 1;
    for _ in 0..offset {
        at = skip_continuation(&chars, at);
        at += escape_length(&chars[at.min(chars.len())..]);
    }
    skip_continuation(&chars, at).min(chars.len())
}

/// Skips a backslash at the end of a line, and the white space after it.
fn skip_continuation(chars: &[char], mut at: usize) -> usize {
    while chars.get(at) == Some(&'\\') && matches!(chars.get(at + 1), Some('\n' | '\r')) {
        at += 1;
        while chars.get(at).is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            at += 1;
        }
    }
    at
}

/// The number of source characters for the first character of the value.
fn escape_length(source: &[char]) -> usize {
    match source {
        ['\\', 'x', ..] => 4,
        ['\\', 'u', rest @ ..] => 3 + rest.iter().position(|c| *c == '}').unwrap_or(0),
        ['\\', ..] => 2,
        ['\r', '\n', ..] => 2,
        _ => 1,
    }
}

/// Where a span begins: `src/scaler.rs:12:5`. For a file outside of the crate's folder only the name is used.
/// So the same source gives the same text on each machine.
pub(crate) fn position(span: Span) -> String {
    let (file, start) = (file(span), span.unwrap().start());
    let name = match Path::new(&file).is_absolute() {
        true => file.rsplit('/').next().unwrap_or_default(),
        false => &file,
    };
    format!("{name}:{}:{}", start.line(), start.column())
}

/// The file of a span, relative to the manifest of the crate.
fn file(span: Span) -> String {
    let file = PathBuf::from(span.unwrap().file());
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let absolute = std::env::current_dir().unwrap_or_default().join(&file);
    let relative: &Path = absolute.strip_prefix(&manifest).unwrap_or(&file);
    relative.to_string_lossy().replace('\\', "/")
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::source_offset;

    /// `source` is a literal with `^` at the place of `offset`.
    fn check(source: &str, offset: usize) {
        let place = source.chars().position(|c| c == '^').expect("a place");
        assert_eq!(source_offset(&source.replace('^', ""), offset), place, "{source}");
    }

    #[test]
    fn offsets_pass_escapes() {
        check(r#""a^b""#, 1);
        check(r#""\n^b""#, 1);
        check(r#""\"\\^b""#, 2);
        check(r#""\x41\u{1F600}^b""#, 2);
        check(r#""a = 'ä' + ^x""#, 10);
        check("\"a &&\\\n     ^b\"", 4);
        check("\"a\n^b\"", 2);
        check(r##"r#"a"^b"#"##, 2);
        check(r#"r"\n^b""#, 2);
        check(r#""ab^""#, 2);
    }
}
