//! Format strings that the compiler has split.

use super::list::List;
use crate::{cost::Arena, library::strings::printed, outcome::Outcome, value::Value};
use cel_types::format::{Clause, Part};

pub use self::Piece::{Argument, Precise, Text};
pub use cel_types::format::Verb;

/// A part of a format string.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Text to copy.
    Text(&'static str),
    /// `%s`
    Argument(Verb),
    /// `%.2f`
    Precise(Verb, u64),
}

/// `'%s: %d'.format(arguments)`
///
/// # Errors
/// The errors of [`format`](crate::library::strings::format), except those of the format string.
#[inline]
pub fn print<'a>(arena: &'a Arena, pieces: &[Piece], arguments: List<'a, Value<'a>>) -> Outcome<'a, &'a str> {
    let parts = pieces.iter().map(|piece| match *piece {
        Text(text) => Part::Text(text),
        Argument(verb) => Part::Clause(Ok(Clause { verb, precision: None })),
        Precise(verb, precision) => Part::Clause(Ok(Clause { verb, precision: Some(precision) })),
    });
    printed(arena, pieces.len().saturating_mul(PIECE), parts, arguments)
}

/// Reserved bytes for each piece.
const PIECE: usize = 16;
