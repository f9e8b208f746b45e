//! The language of format strings of `string.format` (cel-go: `ext/formatting.go`).

use crate::TypeName;
use std::fmt;

/// A part of a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'f> {
    /// Text to copy.
    Text(&'f str),
    /// The clause for the next argument, or its error. The argument is looked up first.
    Clause(Result<Clause, ClauseError<'f>>),
}

/// `%.2f`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The letter.
    pub verb: Verb,
    /// The number before the letter. Only `%f` and `%e` use it.
    pub precision: Option<u64>,
}

/// The way an argument is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `%s`
    String,
    /// `%d`
    Decimal,
    /// `%f`
    Fixed,
    /// `%e`
    Scientific,
    /// `%b`
    Binary,
    /// `%o`
    Octal,
    /// `%x`
    Hex,
    /// `%X`
    UpperHex,
}

/// The reason why a clause is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseError<'f> {
    /// `%` is the last character.
    UnexpectedEnd,
    /// The byte after `%`.
    Unrecognized(u8),
    /// Nothing comes after the precision.
    UnfinishedPrecision,
    /// The precision has no digits.
    EmptyPrecision,
    /// The precision exceeds Go's integers.
    PrecisionOutOfRange(&'f str),
}

/// The parts of a format string in order. An invalid clause is the last part.
///
/// ```
/// use cel_types::format::{Clause, Part, Verb, parts};
///
/// let mut parts = parts("100%% of %.2f");
/// assert_eq!(parts.next(), Some(Part::Text("100")));
/// assert_eq!(parts.next(), Some(Part::Text("%")));
/// assert_eq!(parts.next(), Some(Part::Text(" of ")));
/// assert_eq!(parts.next(), Some(Part::Clause(Ok(Clause { verb: Verb::Fixed, precision: Some(2) }))));
/// assert_eq!(parts.next(), None);
/// ```
#[inline]
pub fn parts(format: &str) -> Parts<'_> {
    Parts { rest: format }
}

/// The iterator of [`parts`].
#[derive(Clone, Debug)]
pub struct Parts<'f> {
    rest: &'f str,
}

impl<'f> Iterator for Parts<'f> {
    type Item = Part<'f>;

    #[inline]
    fn next(&mut self) -> Option<Part<'f>> {
        let (text, after) = self.rest.split_at_checked(self.rest.find('%').unwrap_or(self.rest.len()))?;
        if !text.is_empty() {
            self.rest = after;
            return Some(Part::Text(text));
        }
        let after = after.strip_prefix('%')?;
        if let Some(rest) = after.strip_prefix('%') {
            self.rest = rest;
            return Some(Part::Text("%"));
        }
        let clause = parse_clause(after);
        self.rest = clause.map_or("", |(_, rest)| rest);
        Some(Part::Clause(clause.map(|(clause, _)| clause)))
    }
}

/// A clause after its `%`, and the text after it.
#[inline]
fn parse_clause(text: &str) -> Result<(Clause, &str), ClauseError<'_>> {
    if text.is_empty() {
        return Err(ClauseError::UnexpectedEnd);
    }
    let (precision, text) = match text.strip_prefix('.') {
        Some(text) => parse_precision(text).map(|(precision, rest)| (Some(precision), rest))?,
        None => (None, text),
    };
    let (verb, rest) = Verb::ALL
        .into_iter()
        .find_map(|verb| Some((verb, text.strip_prefix(verb.letter())?)))
        .ok_or(ClauseError::Unrecognized(text.bytes().next().unwrap_or_default()))?;
    Ok((Clause { verb, precision }, rest))
}

/// The digits after the point, and the text after them.
#[inline]
fn parse_precision(text: &str) -> Result<(u64, &str), ClauseError<'_>> {
    let end = text.find(|c: char| !c.is_ascii_digit()).ok_or(ClauseError::UnfinishedPrecision)?;
    let (digits, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    if digits.is_empty() {
        return Err(ClauseError::EmptyPrecision);
    }
    let precision = digits.parse::<i64>().ok().and_then(|precision| u64::try_from(precision).ok());
    precision.map(|precision| (precision, rest)).ok_or(ClauseError::PrecisionOutOfRange(digits))
}

impl Verb {
    const ALL: [Verb; 8] = [
        Verb::String,
        Verb::Decimal,
        Verb::Fixed,
        Verb::Scientific,
        Verb::Binary,
        Verb::Octal,
        Verb::Hex,
        Verb::UpperHex,
    ];

    #[inline]
    const fn letter(self) -> char {
        match self {
            Verb::String => 's',
            Verb::Decimal => 'd',
            Verb::Fixed => 'f',
            Verb::Scientific => 'e',
            Verb::Binary => 'b',
            Verb::Octal => 'o',
            Verb::Hex => 'x',
            Verb::UpperHex => 'X',
        }
    }

    /// True if arguments of a type are allowed. `%f` and `%e` print only three strings.
    #[inline]
    pub const fn accepts(self, argument: TypeName) -> bool {
        match self {
            Verb::String => matches!(
                argument,
                TypeName::List
                    | TypeName::Map
                    | TypeName::Int
                    | TypeName::Uint
                    | TypeName::Double
                    | TypeName::Bool
                    | TypeName::String
                    | TypeName::Timestamp
                    | TypeName::Bytes
                    | TypeName::Duration
                    | TypeName::Type
                    | TypeName::Null
            ),
            Verb::Decimal | Verb::Octal => matches!(argument, TypeName::Int | TypeName::Uint),
            Verb::Fixed | Verb::Scientific => matches!(argument, TypeName::Double | TypeName::String),
            Verb::Binary => matches!(argument, TypeName::Int | TypeName::Uint | TypeName::Bool),
            Verb::Hex | Verb::UpperHex => {
                matches!(argument, TypeName::Int | TypeName::Uint | TypeName::String | TypeName::Bytes)
            }
        }
    }

    /// The error for an argument with another type. The type is named as at run time.
    ///
    /// ```
    /// use cel_types::format::Verb;
    ///
    /// assert_eq!(
    ///     Verb::Decimal.refuse("bool"),
    ///     "error during formatting: decimal clause can only be used on integers, was given bool"
    /// );
    /// ```
    #[inline]
    pub fn refuse(self, argument: &str) -> String {
        let accepts = match self {
            Verb::String => {
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                 durations, and timestamps"
            }
            Verb::Decimal => "decimal clause can only be used on integers",
            Verb::Fixed => "fixed-point clause can only be used on doubles",
            Verb::Scientific => "scientific clause can only be used on doubles",
            Verb::Binary => "only integers and bools can be formatted as binary",
            Verb::Octal => "octal clause can only be used on integers",
            Verb::Hex | Verb::UpperHex => "only integers, byte buffers, and strings can be formatted as hex",
        };
        format!("error during formatting: {accepts}, was given {argument}")
    }
}

impl fmt::Display for ClauseError<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ClauseError::UnexpectedEnd {
            return f.write_str("unexpected end of string");
        }
        f.write_str("could not parse formatting clause: ")?;
        match self {
            ClauseError::UnexpectedEnd => Ok(()),
            ClauseError::Unrecognized(byte) => {
                write!(f, "unrecognized formatting clause \"{}\"", char::from(*byte))
            }
            ClauseError::UnfinishedPrecision => {
                write!(f, "error while parsing precision: could not find end of precision specifier")
            }
            ClauseError::EmptyPrecision => write!(f, "{NO_INTEGER}\"\": invalid syntax"),
            ClauseError::PrecisionOutOfRange(digits) => {
                write!(f, "{NO_INTEGER}\"{digits}\": value out of range")
            }
        }
    }
}

const NO_INTEGER: &str = "error while parsing precision: error while converting precision to integer: \
                          strconv.Atoi: parsing ";

/// The error for a missing argument. `index` is its place, from 0.
///
/// ```
/// assert_eq!(cel_types::format::missing_argument(2), "index 2 out of range");
/// ```
#[inline]
pub fn missing_argument(index: usize) -> String {
    format!("index {index} out of range")
}

#[cfg(test)]
mod tests;
