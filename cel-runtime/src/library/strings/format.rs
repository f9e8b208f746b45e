//! `string.format` (cel-go: `ext/formatting.go`, with the locale en_US).

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        CelList, CelMap,
        list::List,
        ops::{Outcome, to_string},
    },
    value::{MapValue, Value},
};
use bumpalo::collections::{String as BumpString, Vec as BumpVec};
use cel_types::{
    format::{Clause, Part, Verb, missing_argument, parts},
    number::{format_double, format_fixed, format_scientific},
    quote::quote,
};
use std::fmt::{Display, Write};

/// `string.format(list(dyn)) -> string`, since Kubernetes 1.29: replaces each clause of the text by an argument.
///
/// # Errors
/// `index i out of range` if there are fewer arguments than clauses, `could not parse formatting clause: ..`, and
/// `error during formatting: ..` for an argument that the clause cannot print.
///
/// ```
/// use cel_runtime::{
///     library::{Arena, List, strings::format},
///     value::Value,
/// };
///
/// let arena = Arena::new();
/// let arguments = [Value::String("web"), Value::Int(3), Value::Double(12345.678)];
/// assert_eq!(format(&arena, "%s: %d of %.1f", List::Slice(&arguments)), Ok("web: 3 of 12,345.7"));
/// ```
#[inline]
pub fn format<'a>(arena: &'a Arena, format: &str, arguments: List<'a, Value<'a>>) -> Outcome<'a, &'a str> {
    printed(arena, format.len(), parts(format), arguments)
}

/// The same for the parts of a format string. The compiler may know them.
#[inline]
pub(crate) fn printed<'a, 'f>(
    arena: &'a Arena,
    length: usize,
    parts: impl Iterator<Item = Part<'f>>,
    arguments: List<'a, Value<'a>>,
) -> Outcome<'a, &'a str> {
    let mut text = BumpString::with_capacity_in(length, arena);
    let mut next = 0_usize;
    for part in parts {
        if !may_grow(arena, &text, widest(&part)) {
            break;
        }
        match part {
            Part::Text(part) => text.push_str(part),
            Part::Clause(clause) => {
                let argument = arguments.at(next).ok_or_else(|| error(arena, missing_argument(next)))?;
                next = next.saturating_add(1);
                let clause = clause.map_err(|why| error(arena, why))?;
                print(arena, clause, argument, &mut text)?;
            }
        }
    }
    Ok(text.into_bump_str())
}

/// True if so many bytes and a short value may be added to a text. Growing copies the text to memory of twice the size.
#[inline]
fn may_grow(arena: &Arena, text: &str, bytes: usize) -> bool {
    arena.admits(text.len().saturating_add(bytes).saturating_add(SHORT).saturating_mul(2))
}

/// Most bytes of a value that is printed without asking the arena again.
const SHORT: usize = 1 << 12;

/// Most bytes of a clause without its argument. Widths count modulo 65,536.
#[inline]
fn widest(part: &Part<'_>) -> usize {
    match part {
        Part::Clause(Ok(Clause { precision: Some(width), .. })) => {
            usize::try_from(*width).unwrap_or(usize::MAX).min(1 << 16)
        }
        _ => 0,
    }
}

/// Prints an argument by its clause.
#[inline]
fn print<'a>(
    arena: &'a Arena,
    clause: Clause,
    argument: Value<'a>,
    to: &mut BumpString<'a>,
) -> Outcome<'a, ()> {
    let Clause { verb, precision } = clause;
    match (verb, argument) {
        (Verb::String, Value::String(text)) if !may_grow(arena, to, text.len()) => {}
        (Verb::String, Value::String(text)) => to.push_str(text),
        (Verb::String, Value::Bytes(bytes)) => to.push_str(text_of(arena, bytes)?),
        (Verb::String, Value::Double(number)) => to.push_str(&format_double(number)),
        (Verb::String, Value::Duration(duration)) => push(to, duration),
        (Verb::String, Value::Timestamp(timestamp)) => push(to, timestamp),
        (Verb::String, argument) if verb.accepts(argument.type_name()) => print_nested(arena, argument, to)?,
        (Verb::Decimal, Value::Int(number)) => push(to, number),
        (Verb::Decimal, Value::Uint(number)) => push(to, number),
        (Verb::Fixed | Verb::Scientific, argument) => {
            let number = double_of(argument).ok_or_else(|| refused(arena, verb, argument))?;
            to.push_str(&match verb {
                Verb::Fixed => format_fixed(number, precision),
                _ => format_scientific(number, precision),
            });
        }
        (Verb::Binary, Value::Bool(value)) => push(to, u8::from(value)),
        (Verb::Binary | Verb::Octal | Verb::Hex | Verb::UpperHex, Value::Int(number)) => {
            to.push_str(if number < 0 { "-" } else { "" });
            print_in_base(verb, number.unsigned_abs(), to);
        }
        (Verb::Binary | Verb::Octal | Verb::Hex | Verb::UpperHex, Value::Uint(number)) => {
            print_in_base(verb, number, to);
        }
        (Verb::Hex | Verb::UpperHex, Value::String(text)) => print_bytes(verb, text.as_bytes(), to),
        (Verb::Hex | Verb::UpperHex, Value::Bytes(bytes)) => print_bytes(verb, bytes, to),
        (_, Value::Error(why)) => return Err(why),
        _ => return Err(refused(arena, verb, argument)),
    }
    Ok(())
}

/// Values that `%f` and `%e` print: doubles, and the doubles that JSON writes as strings.
#[inline]
fn double_of(argument: Value<'_>) -> Option<f64> {
    match argument {
        Value::Double(number) => Some(number),
        Value::String("NaN") => Some(f64::NAN),
        Value::String("Infinity") => Some(f64::INFINITY),
        Value::String("-Infinity") => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

#[inline]
fn print_in_base(verb: Verb, number: u64, to: &mut BumpString<'_>) {
    match verb {
        Verb::Binary => push(to, format_args!("{number:b}")),
        Verb::Octal => push(to, format_args!("{number:o}")),
        Verb::UpperHex => push(to, format_args!("{number:X}")),
        _ => push(to, format_args!("{number:x}")),
    }
}

#[inline]
fn print_bytes(verb: Verb, bytes: &[u8], to: &mut BumpString<'_>) {
    for byte in bytes {
        match verb {
            Verb::UpperHex => push(to, format_args!("{byte:02X}")),
            _ => push(to, format_args!("{byte:02x}")),
        }
    }
}

/// Prints a value, alone or as a part of a list or a map, if both are printed in the same way.
#[inline]
fn print_nested<'a>(arena: &'a Arena, value: Value<'a>, to: &mut BumpString<'a>) -> Outcome<'a, ()> {
    match value {
        Value::Null => to.push_str("null"),
        Value::Bool(value) => push(to, value),
        Value::Int(number) => push(to, number),
        Value::Uint(number) => push(to, number),
        Value::Double(number) if number.is_finite() => push(to, format_args!("{number:.6}")),
        Value::Double(number) => push(to, format_args!("\"{}\"", format_double(number))),
        Value::String(text) => to.push_str(&quote(text)),
        Value::Bytes(bytes) => push(to, format_args!("b{}", quote(text_of(arena, bytes)?))),
        Value::Timestamp(timestamp) => push(to, format_args!("timestamp(\"{timestamp}\")")),
        Value::Duration(duration) => push(to, format_args!("duration(\"{duration}\")")),
        Value::Type(name) => push(to, name),
        Value::List(list) => print_list(arena, list.elements, to)?,
        Value::Map(map) => print_map(arena, map, to)?,
        Value::Error(_) => {
            return Err(error(arena, format_args!("{DURING}no formatting function for error")));
        }
        // Optionals, and the values of the libraries.
        _ => {
            let name = value.type_name();
            return Err(error(arena, format_args!("{DURING}no formatting function for {name}")));
        }
    }
    Ok(())
}

#[inline]
fn print_list<'a>(arena: &'a Arena, list: List<'a, Value<'a>>, to: &mut BumpString<'a>) -> Outcome<'a, ()> {
    to.push('[');
    for (i, element) in list.elements().enumerate() {
        if !may_grow(arena, to, 0) {
            break;
        }
        to.push_str(if i > 0 { ", " } else { "" });
        print_nested(arena, element, to)?;
    }
    to.push(']');
    Ok(())
}

/// The entries are in the order of their printed keys.
#[inline]
fn print_map<'a>(arena: &'a Arena, map: MapValue<'a>, to: &mut BumpString<'a>) -> Outcome<'a, ()> {
    let mut entries = BumpVec::new_in(arena);
    for (key, value) in map.entries.entries() {
        // The server visits keys without a schema after all others.
        if map.is_native && matches!(key, Value::Null) {
            return Err(EvalError::NIL);
        }
        let key = printed_key(arena, key)?;
        if !arena.admits(key.len()) {
            break;
        }
        if let Value::Error(EvalError::NoSuchKey(_)) = value {
            return Err(error(arena, format_args!("{DURING}could not find key: {key}")));
        }
        let mut printed = BumpString::new_in(arena);
        print_nested(arena, value, &mut printed)?;
        entries.push((key, printed.into_bump_str()));
    }
    entries.sort_unstable_by_key(|(key, _)| *key);
    to.push('{');
    for (i, (key, value)) in entries.iter().enumerate() {
        to.push_str(if i > 0 { ", " } else { "" });
        to.push_str(key);
        to.push(':');
        to.push_str(value);
    }
    to.push('}');
    Ok(())
}

#[inline]
fn printed_key<'a>(arena: &'a Arena, key: Value<'a>) -> Outcome<'a, &'a str> {
    match key {
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::String(_) => {
            let mut text = BumpString::new_in(arena);
            print_nested(arena, key, &mut text)?;
            Ok(text.into_bump_str())
        }
        _ => {
            let name = key.type_name();
            Err(error(arena, format_args!("{DURING}no formatting function for map key of type {name}")))
        }
    }
}

/// Bytes as text. They must be UTF-8.
#[inline]
fn text_of<'a>(arena: &'a Arena, bytes: &'a [u8]) -> Outcome<'a, &'a str> {
    std::str::from_utf8(bytes).map_err(|_| {
        let why = EvalError::InvalidUtf8;
        error(arena, format_args!("{DURING}could not convert argument \"{why}\" to string"))
    })
}

#[cold]
#[inline]
fn refused<'a>(arena: &'a Arena, verb: Verb, argument: Value<'_>) -> EvalError<'a> {
    error(arena, verb.refuse(argument.type_name().as_str()))
}

#[cold]
#[inline]
fn error(arena: &Arena, text: impl Display) -> EvalError<'_> {
    EvalError::Text(to_string(arena, text))
}

#[inline]
fn push(to: &mut BumpString<'_>, value: impl Display) {
    let written = write!(to, "{value}");
    debug_assert!(written.is_ok(), "a String takes whatever is written");
}

const DURING: &str = "error during formatting: ";

#[cfg(test)]
mod tests;
