//! Getters of timestamps in a time zone.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    getter("timestamp_to_year_with_tz", "time::get_full_year"),
    getter("timestamp_to_month_with_tz", "time::get_month"),
    getter("timestamp_to_day_of_year_with_tz", "time::get_day_of_year"),
    getter("timestamp_to_day_of_month_with_tz", "time::get_day_of_month"),
    getter("timestamp_to_day_of_month_1_based_with_tz", "time::get_date"),
    getter("timestamp_to_day_of_week_with_tz", "time::get_day_of_week"),
    getter("timestamp_to_hours_with_tz", "time::get_hours"),
    getter("timestamp_to_minutes_with_tz", "time::get_minutes"),
    getter("timestamp_to_seconds_tz", "time::get_seconds"),
    getter("timestamp_to_milliseconds_with_tz", "time::get_milliseconds"),
];

/// The text of an error is built in the arena.
const fn getter(overload: &'static str, rust: &'static str) -> Row {
    Row::new(overload, rust).fallible().builds()
}
