//! Getters of timestamps in a time zone.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, time},
    value::Value,
};

functions! { arena;
    timestamp_to_year_with_tz => (Timestamp time, String zone) time::get_full_year(arena, time, zone);
    timestamp_to_month_with_tz => (Timestamp time, String zone) time::get_month(arena, time, zone);
    timestamp_to_day_of_year_with_tz => (Timestamp time, String zone) time::get_day_of_year(arena, time, zone);
    timestamp_to_day_of_month_with_tz => (Timestamp time, String zone) time::get_day_of_month(arena, time, zone);
    timestamp_to_day_of_month_1_based_with_tz => (Timestamp time, String zone) time::get_date(arena, time, zone);
    timestamp_to_day_of_week_with_tz => (Timestamp time, String zone) time::get_day_of_week(arena, time, zone);
    timestamp_to_hours_with_tz => (Timestamp time, String zone) time::get_hours(arena, time, zone);
    timestamp_to_minutes_with_tz => (Timestamp time, String zone) time::get_minutes(arena, time, zone);
    timestamp_to_seconds_tz => (Timestamp time, String zone) time::get_seconds(arena, time, zone);
    timestamp_to_milliseconds_with_tz => (Timestamp time, String zone) time::get_milliseconds(arena, time, zone);
}
