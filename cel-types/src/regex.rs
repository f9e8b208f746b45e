//! Regular expressions in Go's syntax, for `matches`, `find` and `findAll`.
//!
//! A pattern is parsed as in Go 1.26, with Go's errors, and compiled to a [`Program`] as in Go. Programs stay small, and their
//! searches are linear for every pattern, because patterns may come from objects.
//!
//! Go and the crate `regex` match in the same way. They differ in which patterns they accept and in what characters mean. The crate
//! searches small constant patterns faster. For these [`translate`] rewrites a pattern: character sets are spelled out with Go's tables,
//! groups do not capture, and there are no flags.

mod ahead;
mod all;
mod class;
mod escape;
mod factor;
mod fold;
mod parser;
mod plain;
mod program;
mod scan;
mod search;
mod tables;
mod translation;
mod tree;

pub use all::Cursor;
pub use plain::{Plain, plain};
pub use program::Program;
pub use scan::{Scan, Step, scan};
pub use search::{Search, TooMuchWork};
use std::fmt;

/// Translates a pattern in Go's syntax to a pattern for the crate `regex` that matches the same texts.
///
/// ```
/// use cel_types::regex;
///
/// assert_eq!(regex::translate(r"^[[:digit:]]{2}(?P<unit>\pZ)$").unwrap(), r"\A[0-9]{2}[\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]\z");
/// assert_eq!(regex::translate("a**").unwrap_err().to_string(), "error parsing regexp: invalid nested repetition operator: `**`");
/// ```
///
/// # Errors
/// Go's error for a pattern that it does not accept.
#[inline]
pub fn translate(pattern: &str) -> Result<String, RegexError> {
    let (tree, root) = parser::parse(pattern)?;
    Ok(translation::translation(&tree, root))
}

/// Parses a pattern.
///
/// # Errors
/// Go's error for a pattern that it does not accept.
#[inline]
pub fn check(pattern: &str) -> Result<(), RegexError> {
    parser::parse(pattern).map(drop)
}

/// The reason why Go does not accept a pattern (Go: `syntax.Error`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexError {
    kind: ErrorKind,
    /// The part of the pattern with the mistake.
    fragment: String,
}

impl RegexError {
    /// The error for a pattern that is too large here. It may be long, so only its start is shown.
    #[inline]
    fn beyond_limit(pattern: &str) -> Self {
        let shown = pattern.char_indices().nth(SHOWN).map(|(end, _)| end);
        let fragment = match shown.and_then(|end| pattern.get(..end)) {
            Some(start) => format!("{start}..."),
            None => pattern.to_owned(),
        };
        RegexError { kind: ErrorKind::BeyondLimit, fragment }
    }

    /// True if only the limit of this crate refuses the pattern. Go may find a mistake after that place.
    #[inline]
    pub fn is_beyond_limit(&self) -> bool {
        self.kind == ErrorKind::BeyondLimit
    }

    #[inline]
    fn new(kind: ErrorKind, fragment: &str) -> Self {
        RegexError { kind, fragment: fragment.to_owned() }
    }
}

impl fmt::Display for RegexError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.kind.as_str(), self.fragment)
    }
}

impl std::error::Error for RegexError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    CharRange,
    Escape,
    NamedCapture,
    PerlSyntax,
    RepeatOp,
    RepeatSize,
    MissingBracket,
    MissingParen,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParen,
    TooDeep,
    TooLarge,
    /// An error that Go does not have.
    BeyondLimit,
}

/// The number of characters of a too large pattern that are shown.
const SHOWN: usize = 100;

impl ErrorKind {
    #[inline]
    fn as_str(self) -> &'static str {
        match self {
            ErrorKind::CharRange => "invalid character class range",
            ErrorKind::Escape => "invalid escape sequence",
            ErrorKind::NamedCapture => "invalid named capture",
            ErrorKind::PerlSyntax => "invalid or unsupported Perl syntax",
            ErrorKind::RepeatOp => "invalid nested repetition operator",
            ErrorKind::RepeatSize => "invalid repeat count",
            ErrorKind::MissingBracket => "missing closing ]",
            ErrorKind::MissingParen => "missing closing )",
            ErrorKind::MissingRepeatArgument => "missing argument to repetition operator",
            ErrorKind::TrailingBackslash => "trailing backslash at end of expression",
            ErrorKind::UnexpectedParen => "unexpected )",
            ErrorKind::TooDeep => "expression nests too deeply",
            ErrorKind::TooLarge => "expression too large",
            ErrorKind::BeyondLimit => {
                "expression larger than this validator takes, with its counted repetitions written out"
            }
        }
    }
}

/// The settings of `(?flags)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u8);

impl Flags {
    /// `i`
    const FOLD: Flags = Flags(1);
    /// `s`
    const DOT_NEWLINE: Flags = Flags(2);
    /// `m` switches it off.
    const ONE_LINE: Flags = Flags(4);
    /// `U`
    const UNGREEDY: Flags = Flags(8);

    #[inline]
    fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    #[inline]
    fn with(self, flag: Flags, on: bool) -> Self {
        Flags(if on { self.0 | flag.0 } else { self.0 & !flag.0 })
    }
}

/// The part of a text before `end`, which is its end.
#[inline]
fn before<'p>(text: &'p str, end: &str) -> &'p str {
    text.get(..text.len().saturating_sub(end.len())).unwrap_or(text)
}

/// The text after its first character.
#[inline]
fn tail(text: &str) -> &str {
    let mut characters = text.chars();
    characters.next();
    characters.as_str()
}

#[cfg(test)]
mod tests;
