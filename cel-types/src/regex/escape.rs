//! Escapes and class names in patterns.

use super::{
    ErrorKind, Flags, RegexError, before,
    class::{Class, LAST, named},
    tail,
};
use std::collections::HashMap;

type Result<T> = std::result::Result<T, RegexError>;

/// The classes `\p{name}` of a pattern, by name, negation and folding. Each class is made once.
pub(super) type Known = HashMap<(String, bool, bool), Class>;

/// `\d`, `\p{name}` or a similar class at the start of the text, and the text after it. `None` if there is no class.
#[inline]
pub(super) fn class<'p>(text: &'p str, flags: Flags, known: &mut Known) -> Result<Option<(Class, &'p str)>> {
    let Some(escaped) = text.strip_prefix('\\') else { return Ok(None) };
    let Some(letter) = escaped.chars().next() else { return Ok(None) };
    let ranges: &[(u32, u32)] = match letter {
        'p' | 'P' => return unicode_class(text, flags, known).map(Some),
        'd' | 'D' => DIGITS,
        's' | 'S' => PERL_SPACES,
        'w' | 'W' => WORD,
        _ => return Ok(None),
    };
    Ok(Some((group(&Class::new(ranges), letter.is_ascii_uppercase(), flags), tail(escaped))))
}

/// `[:name:]` at the start of the text, inside a class.
#[inline]
pub(super) fn posix_class(text: &str, flags: Flags) -> Result<Option<(Class, &str)>> {
    let Some((name, after)) = text.strip_prefix("[:").and_then(|rest| rest.split_once(":]")) else {
        return Ok(None);
    };
    let (negated, name) = match name.strip_prefix('^') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let Some((_, ranges)) = POSIX.iter().find(|(known, _)| *known == name) else {
        return Err(RegexError::new(ErrorKind::CharRange, before(text, after)));
    };
    Ok(Some((group(&Class::new(ranges), negated, flags), after)))
}

#[inline]
fn unicode_class<'p>(text: &'p str, flags: Flags, known: &mut Known) -> Result<(Class, &'p str)> {
    let negated = text.starts_with(r"\P");
    let rest = tail(tail(text));
    let (name, after) = match rest.strip_prefix('{') {
        None => (before(rest, tail(rest)), tail(rest)),
        Some(braced) => braced.split_once('}').ok_or_else(|| RegexError::new(ErrorKind::CharRange, text))?,
    };
    let (negated, name) = match name.strip_prefix('^') {
        Some(name) => (!negated, name),
        None => (negated, name),
    };
    let class = named(name).ok_or_else(|| RegexError::new(ErrorKind::CharRange, before(text, after)))?;
    let key = (name.to_owned(), negated, flags.has(Flags::FOLD));
    let class = known.entry(key).or_insert_with(|| group(&class, negated, flags));
    Ok((class.clone(), after))
}

/// The class. It is folded if case is ignored, and then negated if `negated`.
#[inline]
fn group(class: &Class, negated: bool, flags: Flags) -> Class {
    let class = if flags.has(Flags::FOLD) { class.folded() } else { class.clone() };
    if negated { class.negated() } else { class }
}

/// The character of the escape at the start of the text, and the text after it.
#[inline]
pub(super) fn character(text: &str) -> Result<(u32, &str)> {
    let escaped = tail(text);
    let Some(letter) = escaped.chars().next() else {
        return Err(RegexError::new(ErrorKind::TrailingBackslash, ""));
    };
    let rest = tail(escaped);
    let code = match letter {
        '1'..='7' if !rest.starts_with(is_octal) => None,
        '0'..='7' => return Ok(octal(escaped)),
        'x' => match hexadecimal(rest) {
            Ok(found) => return Ok(found),
            Err(rest) => return Err(RegexError::new(ErrorKind::Escape, before(text, rest))),
        },
        'a' => Some(0x07),
        'f' => Some(0x0c),
        'n' => Some(0x0a),
        'r' => Some(0x0d),
        't' => Some(0x09),
        'v' => Some(0x0b),
        // A character that is no letter or digit means itself.
        _ => Some(letter.into()).filter(|_| letter.is_ascii() && !letter.is_ascii_alphanumeric()),
    };
    code.map(|code| (code, rest)).ok_or_else(|| RegexError::new(ErrorKind::Escape, before(text, rest)))
}

#[inline]
fn is_octal(character: char) -> bool {
    ('0'..='7').contains(&character)
}

/// An octal number of up to three digits.
#[inline]
fn octal(text: &str) -> (u32, &str) {
    let digits = text.chars().take(3).take_while(|c| is_octal(*c));
    let (count, value) = digits.fold((0, 0_u32), |(count, value), digit| {
        (
            usize::saturating_add(count, 1),
            value.saturating_mul(8).saturating_add(digit.to_digit(8).unwrap_or(0)),
        )
    });
    (value, text.get(count..).unwrap_or_default())
}

/// The number after `\x`: two digits, or any number of digits in braces. The error is the text from the mistake on.
#[inline]
fn hexadecimal(text: &str) -> std::result::Result<(u32, &str), &str> {
    let digit = |text: &str| text.chars().next().and_then(|c| c.to_digit(16));
    let Some(mut rest) = text.strip_prefix('{') else {
        let (high, low, rest) = (digit(text), digit(tail(text)), tail(tail(text)));
        return match (high, low) {
            (Some(high), Some(low)) => Ok((high.saturating_mul(16).saturating_add(low), rest)),
            _ => Err(rest),
        };
    };
    let mut value: Option<u32> = None;
    loop {
        let found = digit(rest);
        let is_end = rest.starts_with('}');
        rest = tail(rest);
        match (found, value) {
            (None, Some(value)) if is_end => return Ok((value, rest)),
            (None, _) => return Err(rest),
            (Some(digit), before) => {
                let next = before.unwrap_or(0).saturating_mul(16).saturating_add(digit);
                if next > LAST {
                    return Err(rest);
                }
                value = Some(next);
            }
        }
    }
}

const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const LOWER: &[(u32, u32)] = &[(0x61, 0x7a)];
const UPPER: &[(u32, u32)] = &[(0x41, 0x5a)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
/// White space without the vertical tab.
const PERL_SPACES: &[(u32, u32)] = &[(0x09, 0x0a), (0x0c, 0x0d), (0x20, 0x20)];

const POSIX: [(&str, &[(u32, u32)]); 14] = [
    ("alnum", &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)]),
    ("alpha", &[(0x41, 0x5a), (0x61, 0x7a)]),
    ("ascii", &[(0, 0x7f)]),
    ("blank", &[(0x09, 0x09), (0x20, 0x20)]),
    ("cntrl", &[(0, 0x1f), (0x7f, 0x7f)]),
    ("digit", DIGITS),
    ("graph", &[(0x21, 0x7e)]),
    ("lower", LOWER),
    ("print", &[(0x20, 0x7e)]),
    ("punct", &[(0x21, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7e)]),
    ("space", &[(0x09, 0x0d), (0x20, 0x20)]),
    ("upper", UPPER),
    ("word", WORD),
    ("xdigit", &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
];
