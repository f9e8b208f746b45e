//! Points in time, each with the zone it was written in.

mod civil;
pub(crate) mod layout;
mod zone;

pub use civil::Civil;
pub use zone::{TimeZone, parse_time_zone};

use crate::Duration;
use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// A point in time, and the zone to print it in. Equality, order and hash ignore the zone.
///
/// ```
/// use cel_types::Timestamp;
///
/// let timestamp = Timestamp::parse("2031-07-09T04:05:06.250+02:00").unwrap();
/// assert_eq!(timestamp.to_string(), "2031-07-09T04:05:06.25+02:00");
/// assert_eq!(timestamp, Timestamp::parse("2031-07-09T02:05:06.25Z").unwrap());
/// assert_eq!(timestamp.in_utc().hours(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    zone: Zone,
}

/// The zone that a timestamp was written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// `Z`, or no zone.
    #[default]
    Utc,
    /// `+00:00` and `-00:00`. Go takes them for the zone of the server, which differs from `Z`.
    Local,
    /// Whole hours from -12:00 to +14:00, in minutes east of UTC.
    Minutes(i16),
    /// Any other offset. Go makes a new zone for each time that is read with one.
    Own {
        /// Minutes east of UTC.
        minutes: i16,
        /// The number of the zone. No other zone has it.
        number: u32,
    },
}

/// The reason why there is no timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// The text is no timestamp: `type conversion error from 'string' to 'google.protobuf.Timestamp'`.
    Syntax,
    /// Outside the years 1 to 9999: `timestamp overflow`.
    Overflow,
}

impl Timestamp {
    /// A timestamp of any range. Nanoseconds of a second or more are cut to the greatest possible number.
    #[inline]
    pub const fn new(seconds: i64, nanos: u32, zone: Zone) -> Self {
        let nanos = if nanos > MAX_NANOS { MAX_NANOS } else { nanos };
        Timestamp { seconds, nanos, zone }
    }

    /// `timestamp(text)`: RFC 3339, read as in Go.
    ///
    /// # Errors
    /// If the text is no timestamp, or the time is out of range.
    #[inline]
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        let parsed = layout::parse(&layout::RFC3339, text).map_err(|_| TimestampError::Syntax)?;
        parsed.in_range().ok_or(TimestampError::Overflow)
    }

    /// `timestamp(seconds)`: seconds since 1970, in UTC. `None` is `timestamp overflow`.
    #[inline]
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        Timestamp::new(seconds, 0, Zone::Utc).in_range()
    }

    /// `int(t)`: seconds since 1970, rounded down.
    #[inline]
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Nanoseconds after [`seconds`](Timestamp::seconds).
    #[inline]
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// The zone that it prints in.
    #[inline]
    pub const fn zone(self) -> Zone {
        self.zone
    }

    /// `t + d`, in the zone of `t`. `None` is `timestamp overflow`.
    #[inline]
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        let nanos = i64::from(self.nanos).checked_add(duration.nanos() % NANOS_PER_SECOND)?;
        let seconds = self.seconds.checked_add(duration.nanos() / NANOS_PER_SECOND)?;
        let seconds = seconds.checked_add(nanos.div_euclid(NANOS_PER_SECOND))?;
        let nanos = u32::try_from(nanos.rem_euclid(NANOS_PER_SECOND)).ok()?;
        Timestamp::new(seconds, nanos, self.zone).in_range()
    }

    /// `t - d`, in the zone of `t`.
    ///
    /// # Errors
    /// [`SubtractError`] says which overflow it is.
    #[inline]
    pub fn checked_sub(self, duration: Duration) -> Result<Self, SubtractError> {
        let negated = duration.checked_neg().ok_or(SubtractError::IntegerOverflow)?;
        self.checked_add(negated).ok_or(SubtractError::TimestampOverflow)
    }

    /// `t - earlier`. `None` is `integer overflow`.
    #[inline]
    pub fn duration_since(self, earlier: Self) -> Option<Duration> {
        let seconds = self.seconds.checked_sub(earlier.seconds)?;
        let nanos = i64::from(self.nanos).checked_sub(i64::from(earlier.nanos))?;
        seconds.checked_mul(NANOS_PER_SECOND)?.checked_add(nanos).map(Duration::from_nanos)
    }

    /// The text with spaces between date, time and zone. The zone's name is its offset (Go: `Time.String`).
    ///
    /// ```
    /// use cel_types::Timestamp;
    ///
    /// let spaced = |text| Timestamp::parse(text).unwrap().spaced();
    /// assert_eq!(spaced("2031-07-09T04:05:06.50Z"), "2031-07-09 04:05:06.5 +0000 UTC");
    /// assert_eq!(spaced("2031-07-09T04:05:06+05:30"), "2031-07-09 04:05:06 +0530 +0530");
    /// ```
    #[inline]
    pub fn spaced(self) -> String {
        let text = self.to_string().replacen('T', " ", 1);
        match text.split_at_checked(text.len().saturating_sub(OFFSET_LENGTH)) {
            Some((time, offset)) if self.zone.minutes() != 0 => {
                let offset = offset.replace(':', "");
                format!("{time} {offset} {offset}")
            }
            _ => format!("{} +0000 UTC", text.trim_end_matches('Z')),
        }
    }

    /// Date and time of day in UTC, for getters without an argument.
    #[inline]
    pub fn in_utc(self) -> Civil {
        self.at_offset(0)
    }

    /// Date and time of day so many seconds east of UTC.
    #[inline]
    pub fn at_offset(self, seconds: i64) -> Civil {
        Civil::new(self.seconds.wrapping_add(seconds), self.nanos)
    }

    /// True if the server finds the times equal as keys of maps and as elements of a list of type `set`. There it compares the zones, too.
    #[inline]
    pub fn is_identical(self, other: Self) -> bool {
        self.zone == other.zone && self == other
    }

    /// The timestamp as a constant of a rule. If it has a zone of its own, the zone gets this number. No timestamp that is read at run
    /// time has the same number.
    #[must_use]
    #[inline]
    pub const fn numbered(self, number: u32) -> Self {
        let zone = match self.zone {
            Zone::Own { minutes, .. } => Zone::Own { minutes, number: number & !READ },
            zone => zone,
        };
        Timestamp { zone, ..self }
    }

    #[inline]
    fn in_range(self) -> Option<Self> {
        (MIN_SECONDS..=MAX_SECONDS).contains(&self.seconds).then_some(self)
    }
}

/// The reason why `t - d` has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtractError {
    /// The duration has no negative value: `integer overflow`.
    IntegerOverflow,
    /// `timestamp overflow`
    TimestampOverflow,
}

impl Zone {
    /// Go's zone for a time that is read with an offset of so many minutes.
    #[inline]
    pub fn from_minutes(minutes: i16) -> Self {
        let is_shared = minutes % 60 == 0 && (-12 * 60..=14 * 60).contains(&minutes);
        match minutes {
            0 => Zone::Local,
            _ if is_shared => Zone::Minutes(minutes),
            _ => Zone::Own { minutes, number: NEXT.fetch_add(1, Relaxed) | READ },
        }
    }

    /// Minutes east of UTC.
    #[inline]
    pub const fn minutes(self) -> i16 {
        match self {
            Zone::Utc | Zone::Local => 0,
            Zone::Minutes(minutes) | Zone::Own { minutes, .. } => minutes,
        }
    }

    #[inline]
    fn seconds(self) -> i64 {
        i64::from(self.minutes()).wrapping_mul(60)
    }
}

impl PartialEq for Timestamp {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos))
    }
}

impl Hash for Timestamp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seconds, self.nanos).hash(state);
    }
}

/// `string(t)`: RFC 3339 in the zone it was written in, without trailing zeros in the fraction.
impl fmt::Display for Timestamp {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.at_offset(self.zone.seconds());
        let (year, month, day) = (civil.full_year(), civil.month_of_year(), civil.date());
        let sign = if year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{month:02}-{day:02}T", year.unsigned_abs())?;
        write!(f, "{:02}:{:02}:{:02}", civil.hours(), civil.minutes(), civil.seconds())?;
        if self.nanos > 0 {
            let fraction = format!("{:09}", self.nanos);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        match self.zone.minutes() {
            0 => f.write_str("Z"),
            minutes => {
                let sign = if minutes < 0 { '-' } else { '+' };
                let minutes = minutes.unsigned_abs();
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// The number of the next zone that belongs to only one time.
static NEXT: AtomicU32 = AtomicU32::new(0);
/// A bit in the zone numbers of times that are read at run time. Constants lack it.
const READ: u32 = 1 << 31;

const NANOS_PER_SECOND: i64 = 1_000_000_000;
const MAX_NANOS: u32 = 999_999_999;
const OFFSET_LENGTH: usize = "+00:00".len();

/// 0001-01-01T00:00:00Z
const MIN_SECONDS: i64 = -62_135_596_800;
/// 9999-12-31T23:59:59Z
const MAX_SECONDS: i64 = 253_402_300_799;

#[cfg(test)]
mod tests;
