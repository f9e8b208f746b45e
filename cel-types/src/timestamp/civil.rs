//! Dates and times of day, in the Gregorian calendar of all times.

/// A date and a time of day: what the getters of a timestamp read.
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
    pub(super) fn new(seconds: i64, nanos: u32) -> Self {
        let days = seconds.div_euclid(SECONDS_PER_DAY);
        let (year, month, day) = date_of(days);
        Civil { days, second_of_day: seconds.rem_euclid(SECONDS_PER_DAY), nanos, year, month, day }
    }

    /// `getFullYear()`
    pub const fn full_year(self) -> i64 {
        self.year
    }

    /// `getMonth()`, from 0.
    pub const fn month(self) -> i64 {
        self.month.wrapping_sub(1)
    }

    /// The month from 1.
    pub const fn month_of_year(self) -> i64 {
        self.month
    }

    /// `getDate()`: the day of the month from 1.
    pub const fn date(self) -> i64 {
        self.day
    }

    /// `getDayOfMonth()`, from 0.
    pub const fn day_of_month(self) -> i64 {
        self.day.wrapping_sub(1)
    }

    /// `getDayOfWeek()`; Sunday is 0.
    pub const fn day_of_week(self) -> i64 {
        self.days.wrapping_add(4).rem_euclid(7) // 1970 began on a Thursday
    }

    /// `getDayOfYear()`, from 0.
    pub fn day_of_year(self) -> i64 {
        self.days.wrapping_sub(days_of(self.year, 1, 1))
    }

    /// `getHours()`
    pub const fn hours(self) -> i64 {
        self.second_of_day / 3600
    }

    /// `getMinutes()`
    pub const fn minutes(self) -> i64 {
        self.second_of_day / 60 % 60
    }

    /// `getSeconds()`
    pub const fn seconds(self) -> i64 {
        self.second_of_day % 60
    }

    /// `getMilliseconds()`: those after the second.
    pub const fn milliseconds(self) -> i64 {
        (self.nanos / 1_000_000) as i64
    }
}

/// Days from 1970-01-01 to the date. Years count from March here, so that the leap day is the last of its year.
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

/// Days in a month.
pub(super) fn days_in(year: i64, month: i64) -> i64 {
    let (next_year, next_month) =
        if month == 12 { (year.wrapping_add(1), 1) } else { (year, month.wrapping_add(1)) };
    days_of(next_year, next_month, 1).wrapping_sub(days_of(year, month, 1))
}

fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days.wrapping_add(DAYS_TO_1970);
    let cycle = days.div_euclid(DAYS_PER_CYCLE);
    let day_of_cycle = days.rem_euclid(DAYS_PER_CYCLE);
    // Days without the leap days before them, which makes all years 365 days long.
    let without_leap_days = day_of_cycle
        .wrapping_sub(day_of_cycle / 1460)
        .wrapping_add(day_of_cycle / 36_524)
        .wrapping_sub(day_of_cycle / 146_096);
    let year_of_cycle = without_leap_days / 365;
    let leap_days = (year_of_cycle / 4).wrapping_sub(year_of_cycle / 100);
    let day_of_year = day_of_cycle.wrapping_sub(year_of_cycle.wrapping_mul(365)).wrapping_sub(leap_days);
    let months = day_of_year.wrapping_mul(5).wrapping_add(2) / 153;
    let day = day_of_year.wrapping_sub(days_before_month(months)).wrapping_add(1);
    let month = months.wrapping_add(2).rem_euclid(12).wrapping_add(1);
    let year = cycle.wrapping_mul(400).wrapping_add(year_of_cycle).wrapping_add(i64::from(months >= 10));
    (year, month, day)
}

/// Days of a year before a month, both counted from March.
fn days_before_month(months: i64) -> i64 {
    months.wrapping_mul(153).wrapping_add(2) / 5
}

pub(super) const SECONDS_PER_DAY: i64 = 86_400;
/// Four hundred years.
const DAYS_PER_CYCLE: i64 = 146_097;
/// From 0000-03-01.
const DAYS_TO_1970: i64 = 719_468;
