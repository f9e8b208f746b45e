//! Dates and times of day in the Gregorian calendar, which is extended to all times.

/// A date and a time of day, for the getters of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    days: i64,
    second_of_day: i64,
    nanos: u32,
    year: i64,
    /// 1 to 12
    month: i64,
    /// 1 to 31
    day: i64,
}

impl Civil {
    #[inline]
    pub(super) fn new(seconds: i64, nanos: u32) -> Self {
        // From 0000-03-01 on no number is negative, and for a long time all are small.
        let since = seconds.wrapping_add(DAYS_TO_1970.wrapping_mul(SECONDS_PER_DAY)).cast_unsigned();
        let (days, second_of_day) = (since / 86_400, since % 86_400);
        match u32::try_from(days) {
            Ok(days) if days < SMALL_DAYS => {
                let (year, month, day) = date_from_march(days);
                let days = i64::from(days).wrapping_sub(DAYS_TO_1970);
                Civil { days, second_of_day: second_of_day.cast_signed(), nanos, year, month, day }
            }
            _ => Civil::at_any_time(seconds, nanos),
        }
    }

    #[cold]
    #[inline]
    fn at_any_time(seconds: i64, nanos: u32) -> Self {
        let days = seconds.div_euclid(SECONDS_PER_DAY);
        let (year, month, day) = date_of(days);
        Civil { days, second_of_day: seconds.rem_euclid(SECONDS_PER_DAY), nanos, year, month, day }
    }

    /// `getFullYear()`
    #[inline]
    pub const fn full_year(self) -> i64 {
        self.year
    }

    /// `getMonth()`, from 0.
    #[inline]
    pub const fn month(self) -> i64 {
        self.month.wrapping_sub(1)
    }

    /// The month from 1.
    #[inline]
    pub const fn month_of_year(self) -> i64 {
        self.month
    }

    /// `getDate()`: the day of the month from 1.
    #[inline]
    pub const fn date(self) -> i64 {
        self.day
    }

    /// `getDayOfMonth()`, from 0.
    #[inline]
    pub const fn day_of_month(self) -> i64 {
        self.day.wrapping_sub(1)
    }

    /// `getDayOfWeek()`; Sunday is 0.
    #[inline]
    pub const fn day_of_week(self) -> i64 {
        self.days.wrapping_add(4).rem_euclid(7) // 1970 began on a Thursday
    }

    /// `getDayOfYear()`, from 0.
    #[inline]
    pub fn day_of_year(self) -> i64 {
        self.days.wrapping_sub(days_of(self.year, 1, 1))
    }

    /// `getHours()`
    #[inline]
    pub const fn hours(self) -> i64 {
        self.second_of_day / 3600
    }

    /// `getMinutes()`
    #[inline]
    pub const fn minutes(self) -> i64 {
        self.second_of_day / 60 % 60
    }

    /// `getSeconds()`
    #[inline]
    pub const fn seconds(self) -> i64 {
        self.second_of_day % 60
    }

    /// `getMilliseconds()`: the milliseconds after the second.
    #[inline]
    pub const fn milliseconds(self) -> i64 {
        (self.nanos / 1_000_000) as i64
    }
}

/// Days from 1970-01-01 to the date. A year begins in March here, so the leap day is its last day.
#[inline]
pub(super) fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let months = month.wrapping_add(9).rem_euclid(12); // since March
    let year = year.wrapping_sub(i64::from(months >= 10));
    let cycle = year.div_euclid(400);
    let year_of_cycle = year.rem_euclid(400);
    let day_of_year = days_before_month(months).wrapping_add(day).wrapping_sub(1);
    let leap_days = (year_of_cycle / 4).wrapping_sub(year_of_cycle / 100);
    let day_of_cycle = year_of_cycle.wrapping_mul(365).wrapping_add(leap_days).wrapping_add(day_of_year);
    cycle.wrapping_mul(DAYS_PER_CYCLE).wrapping_add(day_of_cycle).wrapping_sub(DAYS_TO_1970)
}

/// The number of days in a month.
#[inline]
pub(super) fn days_in(year: i64, month: i64) -> i64 {
    let (next_year, next_month) =
        if month == 12 { (year.wrapping_add(1), 1) } else { (year, month.wrapping_add(1)) };
    days_of(next_year, next_month, 1).wrapping_sub(days_of(year, month, 1))
}

/// Year, month and day of a day from 1970-01-01.
#[inline]
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days.wrapping_add(DAYS_TO_1970);
    let cycle = days.div_euclid(DAYS_PER_CYCLE);
    let day_of_cycle = u32::try_from(days.rem_euclid(DAYS_PER_CYCLE)).unwrap_or_default();
    let (year, month, day) = date_from_march(day_of_cycle);
    (cycle.wrapping_mul(400).wrapping_add(year), month, day)
}

/// Year, month and day of a day from 0000-03-01, below [`SMALL_DAYS`] (Neri and Schneider, "Euclidean affine functions and their
/// application to calendar algorithms").
#[inline]
fn date_from_march(days: u32) -> (i64, i64, i64) {
    let quarters = days.wrapping_mul(4) | 3;
    let century = quarters / 146_097;
    let day_of_century = quarters % 146_097 / 4;
    // The high half is the year of the century. The low half is the part of the year that has passed.
    let year_and_part = u64::from(day_of_century.wrapping_mul(4) | 3).wrapping_mul(2_939_745);
    let year_of_century = year_and_part >> 32;
    let day_of_year = (year_and_part & 0xffff_ffff) / 2_939_745 / 4;
    // The high half is the month, counted from March. The low half is the day of the month.
    let month_and_day = day_of_year.wrapping_mul(2141).wrapping_add(197_913);
    let (month, day) = (month_and_day >> 16, (month_and_day & 0xffff) / 2141);
    let is_after_december = day_of_year >= 306;
    let year = u64::from(century).wrapping_mul(100).wrapping_add(year_of_century);
    let year = year.wrapping_add(u64::from(is_after_december)).cast_signed();
    let month = if is_after_december { month.wrapping_sub(12) } else { month };
    let day = day.wrapping_add(1).cast_signed();
    (year, month.cast_signed(), day)
}

/// The days of a year before a month. The year and the months begin in March.
#[inline]
fn days_before_month(months: i64) -> i64 {
    months.wrapping_mul(153).wrapping_add(2) / 5
}

pub(super) const SECONDS_PER_DAY: i64 = 86_400;
/// The days of four hundred years.
const DAYS_PER_CYCLE: i64 = 146_097;
/// About three million years, in days: four times as many fit 32 bits.
const SMALL_DAYS: u32 = 1 << 30;
/// The days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_each_other() {
        let mut expected = (-801, 3, 1);
        for days in days_of(-801, 3, 1)..days_of(1203, 3, 1) {
            assert_eq!(date_of(days), expected);
            let (year, month, day) = expected;
            assert_eq!(days_of(year, month, day), days);
            expected = match (month, day == length_of(year, month)) {
                (12, true) => (year + 1, 1, 1),
                (_, true) => (year, month + 1, 1),
                (_, false) => (year, month, day + 1),
            };
        }
    }

    #[inline]
    fn length_of(year: i64, month: i64) -> i64 {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        match month {
            2 => 28 + i64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    #[test]
    fn civil_times_are_the_same_near_and_far() {
        let first = days_of(0, 3, 1) * SECONDS_PER_DAY;
        let last = (i64::from(SMALL_DAYS) - DAYS_TO_1970) * SECONDS_PER_DAY;
        for near in [first, 0, 1_772_409_600, 253_402_300_799, last, i64::MIN + 1, i64::MAX - 1] {
            for seconds in [near - 1, near, near + 1] {
                assert_eq!(Civil::new(seconds, 7), Civil::at_any_time(seconds, 7), "{seconds}");
            }
        }
    }

    #[test]
    fn dates_have_any_year() {
        assert_eq!(date_of(days_of(-9_999_999, 2, 28)), (-9_999_999, 2, 28));
        assert_eq!(date_of(days_of(40_000_000, 12, 31)), (40_000_000, 12, 31));
    }
}
