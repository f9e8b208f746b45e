//! Spans of time, as Go reads and prints them.

use crate::number;
use std::fmt;

/// A span of time in nanoseconds.
///
/// ```
/// use cel_types::Duration;
///
/// let duration = Duration::parse("1h30m").unwrap();
/// assert_eq!(duration.to_string(), "5400s");
/// assert_eq!(duration.minutes(), 90);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration {
    nanos: i64,
}

impl Duration {
    /// A duration of so many nanoseconds.
    #[inline]
    pub const fn from_nanos(nanos: i64) -> Self {
        Duration { nanos }
    }

    /// `duration(text)`: signed sums of numbers with the units `ns us ms s m h` (Go: `time.ParseDuration`). `None` for other
    /// texts and for sums that do not fit.
    #[inline]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        if rest == b"0" {
            return Some(Duration::default());
        }
        let mut rest = Some(rest).filter(|rest| !rest.is_empty())?;
        let mut sum: u64 = 0;
        while !rest.is_empty() {
            let (part, after) = parse_part(rest)?;
            // Go wraps here, too: twice the largest part is 0.
            sum = Some(sum.wrapping_add(part)).filter(|sum| *sum <= LARGEST)?;
            rest = after;
        }
        let nanos = if negative { 0_i64.checked_sub_unsigned(sum) } else { i64::try_from(sum).ok() };
        nanos.map(Duration::from_nanos)
    }

    /// `int(d)`: the duration in nanoseconds.
    #[inline]
    pub const fn nanos(self) -> i64 {
        self.nanos
    }

    /// `d.getHours()`: the duration in hours. The division is in floating point, which rounds; its result is truncated.
    #[inline]
    pub fn hours(self) -> i64 {
        self.in_units(3600 * NANOS_PER_SECOND) as i64
    }

    /// `d.getMinutes()`: the duration in minutes, truncated like [`hours`](Duration::hours).
    #[inline]
    pub fn minutes(self) -> i64 {
        self.in_units(60 * NANOS_PER_SECOND) as i64
    }

    /// `d.getSeconds()`: the duration in seconds, truncated like [`hours`](Duration::hours).
    #[inline]
    pub fn seconds(self) -> i64 {
        self.in_units(NANOS_PER_SECOND) as i64
    }

    /// `d.getMilliseconds()`: the duration in milliseconds, truncated.
    #[inline]
    pub const fn milliseconds(self) -> i64 {
        self.nanos / 1_000_000
    }

    /// `a + b`; `None` is `integer overflow`.
    #[inline]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.nanos.checked_add(other.nanos).map(Duration::from_nanos)
    }

    /// `a - b`; `None` is `integer overflow`.
    #[inline]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.nanos.checked_sub(other.nanos).map(Duration::from_nanos)
    }

    /// `-d`; `None` is `integer overflow`.
    #[inline]
    pub fn checked_neg(self) -> Option<Self> {
        self.nanos.checked_neg().map(Duration::from_nanos)
    }

    /// The duration in hours, minutes and seconds, or in one unit below a second (Go: `Duration.String`).
    ///
    /// ```
    /// use cel_types::Duration;
    ///
    /// assert_eq!(Duration::from_nanos(90_500_000_000).in_parts(), "1m30.5s");
    /// assert_eq!(Duration::from_nanos(-1_500).in_parts(), "-1.5µs");
    /// ```
    #[inline]
    pub fn in_parts(self) -> String {
        let sign = if self.nanos < 0 { "-" } else { "" };
        let nanos = self.nanos.unsigned_abs();
        let (seconds, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
        match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
            (0, 0, 0) => match nanos {
                0 => "0s".to_owned(),
                1..1_000 => format!("{sign}{nanos}ns"),
                1_000..1_000_000 => format!("{sign}{}µs", decimal(nanos / 1_000, nanos % 1_000, 3)),
                _ => format!("{sign}{}ms", decimal(nanos / 1_000_000, nanos % 1_000_000, 6)),
            },
            (0, 0, seconds) => format!("{sign}{}s", decimal(seconds, rest, 9)),
            (0, minutes, seconds) => format!("{sign}{minutes}m{}s", decimal(seconds, rest, 9)),
            (hours, minutes, seconds) => format!("{sign}{hours}h{minutes}m{}s", decimal(seconds, rest, 9)),
        }
    }

    #[inline]
    fn in_units(self, unit: i64) -> f64 {
        let whole = self.nanos.checked_div(unit).unwrap_or_default();
        let rest = self.nanos.checked_rem(unit).unwrap_or_default();
        whole as f64 + rest as f64 / unit as f64
    }
}

/// `string(d)`: the seconds as the server's double prints them. Long durations lose digits.
impl fmt::Display for Duration {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", number::format_plain(self.in_units(NANOS_PER_SECOND)))
    }
}

/// A number with a fraction of so many digits. Zeros at the end are removed.
#[inline]
fn decimal(whole: u64, fraction: u64, digits: usize) -> String {
    let text = format!("{whole}.{fraction:0digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One number with its unit, in nanoseconds, and the text after it.
#[inline]
fn parse_part(text: &[u8]) -> Option<(u64, &[u8])> {
    let (whole, after_whole) = leading_int(text)?;
    let (fraction, scale, after_number) = match after_whole {
        [b'.', rest @ ..] => leading_fraction(rest),
        rest => (0, 1.0, rest),
    };
    let digits = text.len().saturating_sub(after_number.len());
    if digits == 0 || text.get(..digits) == Some(b".") {
        return None;
    }
    let end = after_number.iter().position(|byte| *byte == b'.' || byte.is_ascii_digit());
    let (unit, rest) = after_number.split_at_checked(end.unwrap_or(after_number.len()))?;
    let unit = unit_nanos(unit)?;
    let mut nanos = whole.checked_mul(unit).filter(|nanos| *nanos <= LARGEST)?;
    if fraction > 0 {
        let fraction_nanos = (fraction as f64 * (unit as f64 / scale)) as u64;
        nanos = nanos.checked_add(fraction_nanos).filter(|nanos| *nanos <= LARGEST)?;
    }
    Some((nanos, rest))
}

#[inline]
fn leading_int(text: &[u8]) -> Option<(u64, &[u8])> {
    let mut value: u64 = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        value = value.checked_mul(10)?.checked_add(digit).filter(|value| *value <= LARGEST)?;
        rest = after;
    }
    Some((value, rest))
}

/// The digits after the point as a number, and the power of ten to divide by. Digits that do not fit are dropped.
#[inline]
fn leading_fraction(text: &[u8]) -> (u64, f64, &[u8]) {
    let mut value: u64 = 0;
    let mut scale = 1.0;
    let mut full = false;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        rest = after;
        let digit = u64::from(digit.wrapping_sub(b'0'));
        let longer = value.saturating_mul(10).saturating_add(digit);
        full = full || value > (LARGEST.wrapping_sub(1)) / 10 || longer > LARGEST;
        if !full {
            value = longer;
            scale *= 10.0;
        }
    }
    (value, scale, rest)
}

#[inline]
fn unit_nanos(unit: &[u8]) -> Option<u64> {
    match unit {
        b"ns" => Some(1),
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => Some(1_000), // micro sign, Greek mu
        b"ms" => Some(1_000_000),
        b"s" => Some(1_000_000_000),
        b"m" => Some(60_000_000_000),
        b"h" => Some(3_600_000_000_000),
        _ => None,
    }
}

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// The absolute value of the smallest duration.
const LARGEST: u64 = 1 << 63;

#[cfg(test)]
mod tests;
