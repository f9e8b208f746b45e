//! The time zone database: `zones.bin`, as `cargo tables write zones` writes it.
//!
//! A zone is a record of little-endian numbers with these parts:
//! - the number of offsets and the number of changes (`u8`, `u16`), and whether a rule follows (`u8`);
//! - the offsets in seconds east of UTC (`i32`). The first one holds before the first change;
//! - the times of the changes in seconds since 1970 (`i64`), then the offset of each change (`u8`);
//! - the rule for the time after the last change: standard and summer time (`i32`), then the start and the end of summer time. Each is a
//!   day (`u8` month, `u8` week, `u8` day of the week) and the second of that day (`i32`).

use super::names::ZONES;
use cel_types::Timestamp;

/// The offset of a zone at a time, in seconds east of UTC.
///
/// # Errors
/// The text of the server's error.
#[inline]
pub(super) fn offset(name: &str, at: i64) -> Result<i64, String> {
    let found = ZONES.binary_search_by_key(&name, |(name, _)| name).ok().and_then(|zone| ZONES.get(zone));
    let record = found.and_then(|(_, start)| DATABASE.get(*start..));
    let offset = record.and_then(|record| Zone::read(&mut Reader(record))?.offset(at));
    offset.ok_or_else(|| format!("unknown time zone {name}"))
}

static DATABASE: &[u8] = include_bytes!("zones.bin");

struct Zone<'d> {
    offsets: &'d [[u8; 4]],
    times: &'d [[u8; 8]],
    /// The index of each change's offset.
    changes: &'d [u8],
    rule: Option<Rule>,
}

impl<'d> Zone<'d> {
    #[inline]
    fn read(from: &mut Reader<'d>) -> Option<Self> {
        let [offsets] = from.number()?;
        let times = usize::from(u16::from_le_bytes(from.number()?));
        let [has_rule] = from.number()?;
        Some(Zone {
            offsets: from.numbers(usize::from(offsets))?,
            times: from.numbers(times)?,
            changes: from.numbers::<1>(times)?.as_flattened(),
            rule: if has_rule == 0 { None } else { Some(Rule::read(from)?) },
        })
    }

    #[inline]
    fn offset(&self, at: i64) -> Option<i64> {
        let past = self.times.partition_point(|time| i64::from_le_bytes(*time) <= at);
        if let (Some(rule), true) = (&self.rule, past == self.times.len()) {
            return Some(rule.offset(at));
        }
        let last = past.checked_sub(1).and_then(|last| self.changes.get(last)).copied().unwrap_or_default();
        self.offsets.get(usize::from(last)).map(|offset| i64::from(i32::from_le_bytes(*offset)))
    }
}

/// The rule for the years after the last change.
struct Rule {
    standard: i64,
    summer: i64,
    begins: YearDay,
    ends: YearDay,
}

impl Rule {
    #[inline]
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Rule {
            standard: from.int()?,
            summer: from.int()?,
            begins: YearDay::read(from)?,
            ends: YearDay::read(from)?,
        })
    }

    #[inline]
    fn offset(&self, at: i64) -> i64 {
        let civil = Timestamp::new(at, 0, Default::default()).in_utc();
        let days = civil.day_of_year();
        let first_weekday = civil.day_of_week().wrapping_sub(days).rem_euclid(7);
        let is_leap = is_leap(civil.full_year());
        let second = days.wrapping_mul(SECONDS_PER_DAY).wrapping_add(at.rem_euclid(SECONDS_PER_DAY));
        let begins = self.begins.second_of_year(first_weekday, is_leap).wrapping_sub(self.standard);
        let ends = self.ends.second_of_year(first_weekday, is_leap).wrapping_sub(self.summer);
        let is_summer = if begins < ends {
            (begins..ends).contains(&second)
        } else {
            !(ends..begins).contains(&second) // in the south
        };
        if is_summer { self.summer } else { self.standard }
    }
}

/// A day such as the last Sunday of March, with a time of that day.
struct YearDay {
    /// The month, from 1.
    month: usize,
    /// The week, from 1; 5 is the last one.
    week: i64,
    /// The day of the week; Sunday is 0.
    weekday: i64,
    /// The second after midnight. It may be days later.
    second: i64,
}

impl YearDay {
    #[inline]
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let [month, week, weekday] = from.number()?;
        Some(YearDay {
            month: usize::from(month),
            week: i64::from(week),
            weekday: i64::from(weekday),
            second: from.int()?,
        })
    }

    /// The second of the year, by the clock before the change.
    #[inline]
    fn second_of_year(&self, first_weekday: i64, is_leap: bool) -> i64 {
        let lengths =
            || LENGTHS.iter().map(|length| length.wrapping_add(i64::from(is_leap && *length == 28)));
        let before: i64 = lengths().take(self.month.saturating_sub(1)).sum();
        let length = lengths().nth(self.month.saturating_sub(1)).unwrap_or_default();
        let first = self.weekday.wrapping_sub(first_weekday).wrapping_sub(before).rem_euclid(7);
        let mut day = first.wrapping_add(self.week.wrapping_sub(1).wrapping_mul(7));
        if day >= length {
            day = day.wrapping_sub(7);
        }
        before.wrapping_add(day).wrapping_mul(SECONDS_PER_DAY).wrapping_add(self.second)
    }
}

const SECONDS_PER_DAY: i64 = 86_400;
const LENGTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

#[inline]
fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// The unread rest of a record.
struct Reader<'d>(&'d [u8]);

impl<'d> Reader<'d> {
    #[inline]
    fn numbers<const SIZE: usize>(&mut self, count: usize) -> Option<&'d [[u8; SIZE]]> {
        let (numbers, rest) = self.0.split_at_checked(count.checked_mul(SIZE)?)?;
        self.0 = rest;
        Some(numbers.as_chunks().0)
    }

    #[inline]
    fn number<const SIZE: usize>(&mut self) -> Option<[u8; SIZE]> {
        self.numbers(1)?.first().copied()
    }

    #[inline]
    fn int(&mut self) -> Option<i64> {
        self.number().map(|bytes| i64::from(i32::from_le_bytes(bytes)))
    }
}
