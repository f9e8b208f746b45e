//! Source text to tokens, with the lexical rules of cel-go's grammar (`parser/gen/CEL.g4`).

use super::{habits, printable::printable};
use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    library::KubernetesVersion,
};

/// A token: its bytes in the source, and its place in code points for reports and the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) offset: u32,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The kinds of tokens. `in`, `true`, `false` and `null` are not identifiers; the reserved words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Ident,
    EscapedIdent,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    In,
    True,
    False,
    Null,
    Equals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Dot,
    Comma,
    Minus,
    Not,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    /// Follows the last token, and replaces all tokens after a syntax error.
    End,
}

/// The tokens of a text, closed by [`TokenKind::End`]. Text that is not a token is reported and skipped, as in cel-go.
pub(crate) fn tokenize(
    source: &str,
    version: KubernetesVersion,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let (bytes, ascii) = (source.as_bytes(), source.is_ascii());
    let mut lexer = Lexer { source, version, bytes, ascii, position: 0, offset: 0 };
    let mut tokens = Vec::with_capacity(source.len() / 3 + 1);
    while let Some(byte) = lexer.skip_blanks() {
        let (start, offset) = (lexer.position, lexer.offset);
        match lexer.scan(byte) {
            Ok((kind, end)) => {
                tokens.push(Token { kind, offset, start, end });
                lexer.advance(end);
            }
            Err(stuck) => {
                diagnostics.push(lexer.error(byte, stuck));
                lexer.advance(lexer.after_char(stuck));
            }
        }
    }
    let end = source.len();
    tokens.push(Token { kind: TokenKind::End, offset: lexer.offset, start: end, end });
    tokens
}

struct Lexer<'a> {
    source: &'a str,
    version: KubernetesVersion,
    bytes: &'a [u8],
    /// True for ASCII text, as in nearly all rules: each byte is a code point.
    ascii: bool,
    position: usize,
    /// Code points before `position`.
    offset: u32,
}

/// The token and the position after it, or the position of the first character that fits no token.
type Scan = Result<(TokenKind, usize), usize>;

impl Lexer<'_> {
    /// The byte at a position; NUL behind the end. Only strings can contain NUL, and they check for the end themselves.
    fn byte(&self, position: usize) -> u8 {
        self.bytes.get(position).copied().unwrap_or(0)
    }

    fn advance(&mut self, to: usize) {
        let text = &self.bytes[self.position..to];
        let points =
            if self.ascii { text.len() } else { text.iter().filter(|b| !is_continuation(**b)).count() };
        // The parser has already refused texts of more than 100,000 code points.
        self.offset += points as u32;
        self.position = to;
    }

    /// The position behind the character at `position`, or the end of the text.
    fn after_char(&self, position: usize) -> usize {
        let mut end = (position + 1).min(self.bytes.len());
        while is_continuation(self.byte(end)) {
            end += 1;
        }
        end
    }

    /// Goes to the next token and returns its first byte.
    fn skip_blanks(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.position)?;
            match byte {
                b'\t' | b' ' | b'\r' | b'\n' | 0x0c => self.advance(self.position + 1),
                b'/' if self.byte(self.position + 1) == b'/' => {
                    let comment = &self.bytes[self.position..];
                    let length = comment.iter().position(|b| *b == b'\n').unwrap_or(comment.len());
                    self.advance(self.position + length);
                }
                _ => return Some(byte),
            }
        }
    }

    fn scan(&self, first: u8) -> Scan {
        let start = self.position;
        match first {
            b'0'..=b'9' => Ok(self.number(start)),
            b'.' if self.byte(start + 1).is_ascii_digit() => Ok(self.number(start)),
            b'"' | b'\'' => Ok((TokenKind::String, self.string_end(start, false)?)),
            b'`' if self.version < KubernetesVersion::BACKTICKS => Err(start),
            b'`' => self.escaped_ident(start),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                Ok(self.prefixed_string(start).unwrap_or_else(|| self.word(start)))
            }
            _ => self.punctuation(start, first),
        }
    }

    fn punctuation(&self, start: usize, first: u8) -> Scan {
        let double = match (first, self.byte(start + 1)) {
            (b'=', b'=') => Some(TokenKind::Equals),
            (b'!', b'=') => Some(TokenKind::NotEquals),
            (b'<', b'=') => Some(TokenKind::LessEquals),
            (b'>', b'=') => Some(TokenKind::GreaterEquals),
            (b'&', b'&') => Some(TokenKind::And),
            (b'|', b'|') => Some(TokenKind::Or),
            (b'=' | b'&' | b'|', _) => return Err(start + 1),
            _ => None,
        };
        match double {
            Some(kind) => Ok((kind, start + 2)),
            None => single(first).map(|kind| (kind, start + 1)).ok_or(start),
        }
    }

    fn word(&self, start: usize) -> (TokenKind, usize) {
        let mut end = start + 1;
        while is_word(self.byte(end)) {
            end += 1;
        }
        let kind = match &self.bytes[start..end] {
            b"in" => TokenKind::In,
            b"true" => TokenKind::True,
            b"false" => TokenKind::False,
            b"null" => TokenKind::Null,
            _ => TokenKind::Ident,
        };
        (kind, end)
    }

    /// A string with the prefix `r`, `b` or `br`. If the string is broken, its prefix is an identifier: the longest token
    /// that fits.
    fn prefixed_string(&self, start: usize) -> Option<(TokenKind, usize)> {
        let bytes = matches!(self.byte(start), b'b' | b'B');
        let quote = start + usize::from(bytes);
        let raw = matches!(self.byte(quote), b'r' | b'R');
        let quote = quote + usize::from(raw);
        if quote == start || !matches!(self.byte(quote), b'"' | b'\'') {
            return None;
        }
        let end = self.string_end(quote, raw).ok()?;
        Some((if bytes { TokenKind::Bytes } else { TokenKind::String }, end))
    }

    fn string_end(&self, open: usize, raw: bool) -> Result<usize, usize> {
        let quote = self.byte(open);
        if self.byte(open + 1) == quote && self.byte(open + 2) == quote {
            // Without a closing `"""`, the first two quotes are the empty string `""`.
            return Ok(self.triple_quoted_end(open + 3, quote, raw).unwrap_or(open + 2));
        }
        let mut position = open + 1;
        loop {
            match *self.bytes.get(position).ok_or(position)? {
                byte if byte == quote => return Ok(position + 1),
                b'\n' | b'\r' => return Err(position),
                b'\\' if !raw => position = self.escape_end(position)?,
                _ => position += 1,
            }
        }
    }

    fn triple_quoted_end(&self, start: usize, quote: u8, raw: bool) -> Option<usize> {
        let mut position = start;
        loop {
            match *self.bytes.get(position)? {
                b'\\' if !raw => position = self.escape_end(position).ok()?,
                byte if byte == quote && self.bytes[position..].starts_with(&[quote; 3]) => {
                    return Some(position + 3);
                }
                _ => position += 1,
            }
        }
    }

    fn escape_end(&self, backslash: usize) -> Result<usize, usize> {
        let start = backslash + 1;
        match self.byte(start) {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => {
                Ok(start + 1)
            }
            b'x' | b'X' => self.digits_end(start + 1, 2, |byte| byte.is_ascii_hexdigit()),
            b'u' => self.digits_end(start + 1, 4, |byte| byte.is_ascii_hexdigit()),
            b'U' => self.digits_end(start + 1, 8, |byte| byte.is_ascii_hexdigit()),
            b'0'..=b'3' => self.digits_end(start + 1, 2, |byte| (b'0'..=b'7').contains(byte)),
            _ => Err(start),
        }
    }

    fn digits_end(&self, start: usize, count: usize, is_digit: fn(&u8) -> bool) -> Result<usize, usize> {
        let end = start + count;
        match (start..end).find(|position| !is_digit(&self.byte(*position))) {
            Some(stuck) => Err(stuck),
            None => Ok(end),
        }
    }

    /// The name of a field in backticks.
    fn escaped_ident(&self, start: usize) -> Scan {
        let mut end = start + 1;
        while is_word(self.byte(end)) || matches!(self.byte(end), b'.' | b'-' | b'/' | b' ') {
            end += 1;
        }
        if end == start + 1 || self.byte(end) != b'`' {
            return Err(end);
        }
        Ok((TokenKind::EscapedIdent, end + 1))
    }

    /// The longest number: `1.` and `1e` are the integer `1` with something behind it.
    fn number(&self, start: usize) -> (TokenKind, usize) {
        if self.byte(start) == b'0'
            && self.byte(start + 1) == b'x'
            && self.byte(start + 2).is_ascii_hexdigit()
        {
            return self.integer(self.skip(start + 2, u8::is_ascii_hexdigit));
        }
        let whole = self.skip(start, u8::is_ascii_digit);
        if self.byte(whole) == b'.' && self.byte(whole + 1).is_ascii_digit() {
            let fraction = self.skip(whole + 1, u8::is_ascii_digit);
            return (TokenKind::Double, self.exponent_end(fraction).unwrap_or(fraction));
        }
        match self.exponent_end(whole) {
            Some(end) => (TokenKind::Double, end),
            None => self.integer(whole),
        }
    }

    /// An integer whose digits end here, with or without the suffix `u`.
    fn integer(&self, end: usize) -> (TokenKind, usize) {
        match self.byte(end) {
            b'u' | b'U' => (TokenKind::Uint, end + 1),
            _ => (TokenKind::Int, end),
        }
    }

    fn exponent_end(&self, position: usize) -> Option<usize> {
        if !matches!(self.byte(position), b'e' | b'E') {
            return None;
        }
        let digits = position + 1 + usize::from(matches!(self.byte(position + 1), b'+' | b'-'));
        let end = self.skip(digits, u8::is_ascii_digit);
        (end > digits).then_some(end)
    }

    fn skip(&self, mut position: usize, class: fn(&u8) -> bool) -> usize {
        while class(&self.byte(position)) {
            position += 1;
        }
        position
    }

    /// Says why no token begins with `first` at the current position.
    fn error(&self, first: u8, stuck: usize) -> Diagnostic {
        let lacks = self.version.lacks("`..`", KubernetesVersion::NAMES_IN_BACKTICKS);
        let (message, help) = match first {
            b'"' | b'\'' => {
                let message = self.string_error(stuck);
                let is_escape = message.starts_with(INVALID_ESCAPE);
                let help = Some(if is_escape { habits::ESCAPE } else { habits::NO_END });
                (message, help)
            }
            b'`' => {
                let habit = habits::character(&self.source[..self.position], &self.source[self.position..]);
                ("invalid name in backticks".to_owned(), lacks.as_deref().or(habit))
            }
            b'=' | b'&' | b'|' => {
                let message = format!("unexpected character `{}`", char::from(first));
                (message, habits::character(&self.source[..self.position], &self.source[self.position..]))
            }
            _ => {
                let found = printable(&self.source[self.position..self.after_char(stuck)]);
                let message = format!("unexpected character `{found}`");
                (message, habits::character(&self.source[..self.position], &self.source[self.position..]))
            }
        };
        Diagnostic { help: help.map(str::to_owned), ..Diagnostic::new(self.offset, message) }
    }

    fn string_error(&self, stuck: usize) -> String {
        if matches!(self.byte(stuck), b'\n' | b'\r') || stuck >= self.bytes.len() {
            return "string without end".to_owned();
        }
        let text = &self.source[self.position..self.after_char(stuck)];
        let escape = text.rfind('\\').map_or(text, |backslash| &text[backslash..]);
        format!("{INVALID_ESCAPE} `{}`", printable(escape))
    }
}

const INVALID_ESCAPE: &str = "invalid escape sequence";

fn single(byte: u8) -> Option<TokenKind> {
    Some(match byte {
        b'<' => TokenKind::Less,
        b'>' => TokenKind::Greater,
        b'[' => TokenKind::LeftBracket,
        b']' => TokenKind::RightBracket,
        b'{' => TokenKind::LeftBrace,
        b'}' => TokenKind::RightBrace,
        b'(' => TokenKind::LeftParen,
        b')' => TokenKind::RightParen,
        b'.' => TokenKind::Dot,
        b',' => TokenKind::Comma,
        b'-' => TokenKind::Minus,
        b'!' => TokenKind::Not,
        b'?' => TokenKind::Question,
        b':' => TokenKind::Colon,
        b'+' => TokenKind::Plus,
        b'*' => TokenKind::Star,
        b'/' => TokenKind::Slash,
        b'%' => TokenKind::Percent,
        _ => return None,
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// True inside a UTF-8 sequence.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}
