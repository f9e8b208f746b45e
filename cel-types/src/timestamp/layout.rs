//! Reads times by Go's layouts, with Go's errors.

use super::{Timestamp, Zone, civil};
use std::fmt::{self, Write};

/// A Go layout, split into its parts.
pub(crate) struct Layout {
    text: &'static str,
    parts: &'static [Part],
}

#[derive(Clone, Copy)]
enum Part {
    Literal(&'static str),
    Year,
    Month,
    Day,
    Hour,
    Minute,
    /// With an optional fraction of any length.
    Second,
    /// Without a fraction: the layout has one.
    WholeSecond,
    /// A fraction of three or six characters that begins with a plus.
    SignedFraction,
    /// `Z` or `+hh:mm`
    Zone,
}

/// `2006-01-02T15:04:05Z07:00`
pub(crate) static RFC3339: Layout = Layout {
    text: "2006-01-02T15:04:05Z07:00",
    parts: &[
        Part::Year,
        Part::Literal("-"),
        Part::Month,
        Part::Literal("-"),
        Part::Day,
        Part::Literal("T"),
        Part::Hour,
        Part::Literal(":"),
        Part::Minute,
        Part::Literal(":"),
        Part::Second,
        Part::Zone,
    ],
};

/// `2006-01-02T15:04:05.000Z07:00`, also with six digits, for texts that [`RFC3339`] does not read. Go reads the fraction as a number,
/// which may have a sign.
pub(crate) static SIGNED_FRACTION: Layout = Layout {
    text: "2006-01-02T15:04:05.000Z07:00",
    parts: &[
        Part::Year,
        Part::Literal("-"),
        Part::Month,
        Part::Literal("-"),
        Part::Day,
        Part::Literal("T"),
        Part::Hour,
        Part::Literal(":"),
        Part::Minute,
        Part::Literal(":"),
        Part::WholeSecond,
        Part::SignedFraction,
        Part::Zone,
    ],
};

/// `2006-01-02T15:04:05`
pub(crate) static LOCAL_TIME: Layout = Layout {
    text: "2006-01-02T15:04:05",
    parts: &[
        Part::Year,
        Part::Literal("-"),
        Part::Month,
        Part::Literal("-"),
        Part::Day,
        Part::Literal("T"),
        Part::Hour,
        Part::Literal(":"),
        Part::Minute,
        Part::Literal(":"),
        Part::Second,
    ],
};

/// `2006-01-02`
pub(crate) static FULL_DATE: Layout = Layout {
    text: "2006-01-02",
    parts: &[Part::Year, Part::Literal("-"), Part::Month, Part::Literal("-"), Part::Day],
};

/// The reason why a text does not match a layout.
pub(crate) struct ParseError<'t> {
    value: &'t str,
    layout: &'static Layout,
    kind: ParseErrorKind<'t>,
}

enum ParseErrorKind<'t> {
    /// The rest of the value does not begin with this part of the layout.
    Mismatch(&'t [u8], &'static str),
    OutOfRange(&'static str),
    ExtraText(&'t [u8]),
}

/// Reads a time of any range.
#[inline]
pub(crate) fn parse<'t>(layout: &'static Layout, value: &'t str) -> Result<Timestamp, ParseError<'t>> {
    parse_parts(layout, value.as_bytes()).map_err(|kind| ParseError { value, layout, kind })
}

#[inline]
fn parse_parts<'t>(layout: &'static Layout, value: &'t [u8]) -> Result<Timestamp, ParseErrorKind<'t>> {
    let mut fields = Fields::default();
    let mut rest = value;
    for &part in layout.parts {
        rest = fields.parse_part(part, rest)?;
    }
    if !rest.is_empty() {
        return Err(ParseErrorKind::ExtraText(rest));
    }
    if !(1..=civil::days_in(fields.year, fields.month)).contains(&fields.day) {
        return Err(ParseErrorKind::OutOfRange("day"));
    }
    Ok(fields.timestamp())
}

#[derive(Default)]
struct Fields {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: u32,
    zone: Zone,
}

impl Fields {
    #[inline]
    fn parse_part<'t>(&mut self, part: Part, rest: &'t [u8]) -> Result<&'t [u8], ParseErrorKind<'t>> {
        let name = part.name();
        let read = match part {
            Part::Literal(literal) => return skip(rest, literal),
            Part::Year => four_digits(rest).map(|(year, rest)| (self.year = year, rest)),
            Part::Month => two_digits(rest).map(|(month, rest)| (self.month = month, rest)),
            Part::Day => two_digits(rest).map(|(day, rest)| (self.day = day, rest)),
            Part::Hour => one_or_two_digits(rest).map(|(hour, rest)| (self.hour = hour, rest)),
            Part::Minute => two_digits(rest).map(|(minute, rest)| (self.minute = minute, rest)),
            Part::Second | Part::WholeSecond => {
                two_digits(rest).map(|(second, rest)| (self.second = second, rest))
            }
            Part::SignedFraction => self.parse_signed_fraction(rest).map(|rest| ((), rest)),
            Part::Zone => {
                return self.parse_zone(rest).ok_or(ParseErrorKind::Mismatch(rest, name))?;
            }
        };
        let ((), after) = read.ok_or(ParseErrorKind::Mismatch(rest, name))?;
        match part {
            Part::Month if !(1..=12).contains(&self.month) => Err(ParseErrorKind::OutOfRange("month")),
            Part::Hour if self.hour > 23 => Err(ParseErrorKind::OutOfRange("hour")),
            Part::Minute if self.minute > 59 => Err(ParseErrorKind::OutOfRange("minute")),
            Part::Second | Part::WholeSecond if self.second > 59 => Err(ParseErrorKind::OutOfRange("second")),
            Part::Second => Ok(self.parse_fraction(after)),
            _ => Ok(after),
        }
    }

    /// Digits after a point or a comma. Digits below nanoseconds are dropped.
    #[inline]
    fn parse_fraction<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let [b'.' | b',', digits @ ..] = text else {
            return text;
        };
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some((digits, rest)) = digits.split_at_checked(count).filter(|_| count > 0) else {
            return text;
        };
        let padded = digits.iter().copied().chain(std::iter::repeat(b'0')).take(9);
        self.nanos = padded.fold(0, |nanos: u32, digit| {
            nanos.wrapping_mul(10).wrapping_add(u32::from(digit.wrapping_sub(b'0')))
        });
        rest
    }

    #[inline]
    fn parse_signed_fraction<'t>(&mut self, text: &'t [u8]) -> Option<&'t [u8]> {
        let [b'.' | b',', b'+', text @ ..] = text else { return None };
        [(5, 1_000), (2, 1_000_000)].into_iter().find_map(|(count, unit): (usize, u32)| {
            let (digits, rest) = text.split_at_checked(count)?;
            let number = digits.iter().try_fold(0, |number: u32, digit| {
                let digit = digit.is_ascii_digit().then(|| digit.wrapping_sub(b'0'))?;
                Some(number.wrapping_mul(10).wrapping_add(u32::from(digit)))
            })?;
            self.nanos = number.wrapping_mul(unit);
            Some(rest)
        })
    }

    /// `None` if the text is no zone.
    #[inline]
    fn parse_zone<'t>(&mut self, text: &'t [u8]) -> Option<Result<&'t [u8], ParseErrorKind<'t>>> {
        if let [b'Z', rest @ ..] = text {
            return Some(Ok(rest));
        }
        let [sign, text @ ..] = text else { return None };
        let (text, minutes) = text.split_at_checked(3)?;
        let (minutes, rest) = minutes.split_at_checked(2)?;
        let [hours @ .., b':'] = text else { return None };
        let hours = two_digits(hours).map(|(hours, _)| hours);
        let minutes = hours.and_then(|_| two_digits(minutes)).map(|(minutes, _)| minutes);
        // Go checks the ranges first, even of numbers before a mistake.
        if hours.is_some_and(|hours| hours > 24) {
            return Some(Err(ParseErrorKind::OutOfRange("time zone offset hour")));
        }
        if minutes.is_some_and(|minutes| minutes > 60) {
            return Some(Err(ParseErrorKind::OutOfRange("time zone offset minute")));
        }
        let offset = i16::try_from(hours?.wrapping_mul(60).wrapping_add(minutes?)).ok()?;
        self.zone = match sign {
            b'+' => Zone::from_minutes(offset),
            b'-' => Zone::from_minutes(offset.wrapping_neg()),
            _ => return None,
        };
        Some(Ok(rest))
    }

    #[inline]
    fn timestamp(&self) -> Timestamp {
        let time =
            self.hour.wrapping_mul(60).wrapping_add(self.minute).wrapping_mul(60).wrapping_add(self.second);
        let days = civil::days_of(self.year, self.month, self.day);
        let seconds = days.wrapping_mul(civil::SECONDS_PER_DAY).wrapping_add(time);
        Timestamp::new(seconds.wrapping_sub(self.zone.seconds()), self.nanos, self.zone)
    }
}

impl Part {
    #[inline]
    fn name(self) -> &'static str {
        match self {
            Part::Literal(text) => text,
            Part::Year => "2006",
            Part::Month => "01",
            Part::Day => "02",
            Part::Hour => "15",
            Part::Minute => "04",
            Part::Second | Part::WholeSecond => "05",
            Part::SignedFraction => ".000",
            Part::Zone => "Z07:00",
        }
    }
}

#[inline]
fn skip<'t>(text: &'t [u8], literal: &'static str) -> Result<&'t [u8], ParseErrorKind<'t>> {
    text.strip_prefix(literal.as_bytes()).ok_or(ParseErrorKind::Mismatch(text, literal))
}

#[inline]
fn four_digits(text: &[u8]) -> Option<(i64, &[u8])> {
    let (high, rest) = two_digits(text)?;
    let (low, rest) = two_digits(rest)?;
    Some((high.wrapping_mul(100).wrapping_add(low), rest))
}

#[inline]
fn two_digits(text: &[u8]) -> Option<(i64, &[u8])> {
    match text {
        [tens @ b'0'..=b'9', units @ b'0'..=b'9', rest @ ..] => {
            let (tens, units) = (tens.wrapping_sub(b'0'), units.wrapping_sub(b'0'));
            Some((i64::from(tens.wrapping_mul(10).wrapping_add(units)), rest))
        }
        _ => None,
    }
}

#[inline]
fn one_or_two_digits(text: &[u8]) -> Option<(i64, &[u8])> {
    two_digits(text).or_else(|| match text {
        [digit @ b'0'..=b'9', rest @ ..] => Some((i64::from(digit.wrapping_sub(b'0')), rest)),
        _ => None,
    })
}

impl fmt::Display for ParseError<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parsing time {}", quote(self.value.as_bytes()))?;
        match self.kind {
            ParseErrorKind::Mismatch(rest, part) => {
                let layout = quote(self.layout.text.as_bytes());
                write!(f, " as {layout}: cannot parse {} as {}", quote(rest), quote(part.as_bytes()))
            }
            ParseErrorKind::OutOfRange(what) => write!(f, ": {what} out of range"),
            ParseErrorKind::ExtraText(text) => write!(f, ": extra text: {}", quote(text)),
        }
    }
}

/// Go's quoting in the package `time`: bytes that are not ASCII, and control characters, are hexadecimal.
#[inline]
fn quote(text: &[u8]) -> String {
    let mut quoted = String::from('"');
    for &byte in text {
        let written = match byte {
            b'"' | b'\\' => write!(quoted, "\\{}", char::from(byte)),
            b' '..=0x7f => quoted.write_char(char::from(byte)),
            _ => write!(quoted, "\\x{byte:02x}"),
        };
        debug_assert!(written.is_ok(), "a String takes whatever is written");
    }
    quoted.push('"');
    quoted
}
