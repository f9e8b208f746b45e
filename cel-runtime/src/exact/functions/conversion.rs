//! Conversions between types, and the getters of times: for a timestamp in UTC, for a duration in total.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, ops},
    value::Value,
};

functions! { arena;
    bool_to_bool => (Bool value) value;
    bytes_to_bytes => (Bytes value) value;
    double_to_double => (Double value) value;
    duration_to_duration => (Duration value) value;
    int64_to_int64 => (Int value) value;
    string_to_string => (String value) value;
    timestamp_to_timestamp => (Timestamp value) value;
    uint64_to_uint64 => (Uint value) value;
    string_to_bool => (String value) ops::string_to_bool(value);
    double_to_int64 => (Double value) ops::double_to_int(value);
    string_to_int64 => (String value) ops::string_to_int(value);
    uint64_to_int64 => (Uint value) ops::uint_to_int(value);
    double_to_uint64 => (Double value) ops::double_to_uint(value);
    int64_to_uint64 => (Int value) ops::int_to_uint(value);
    string_to_uint64 => (String value) ops::string_to_uint(value);
    int64_to_double => (Int value) ops::int_to_double(value);
    uint64_to_double => (Uint value) ops::uint_to_double(value);
    string_to_double => (String value) ops::string_to_double(value);
    string_to_duration => (String value) ops::string_to_duration(value);
    string_to_timestamp => (String value) ops::string_to_timestamp(value);
    int64_to_timestamp => (Int value) ops::int_to_timestamp(value);
    bytes_to_string => (Bytes value) ops::bytes_to_string(value);
    string_to_bytes => (String value) value.as_bytes();
    timestamp_to_int64 => (Timestamp value) value.seconds();
    duration_to_int64 => (Duration value) value.nanos();
    bool_to_string => (Bool value) ops::to_string(arena, value);
    duration_to_string => (Duration value) ops::to_string(arena, value);
    int64_to_string => (Int value) ops::to_string(arena, value);
    timestamp_to_string => (Timestamp value) ops::to_string(arena, value);
    uint64_to_string => (Uint value) ops::to_string(arena, value);
    double_to_string => (Double value) ops::double_to_string(arena, value);
    timestamp_to_year => (Timestamp time) time.in_utc().full_year();
    timestamp_to_month => (Timestamp time) time.in_utc().month();
    timestamp_to_day_of_year => (Timestamp time) time.in_utc().day_of_year();
    timestamp_to_day_of_month => (Timestamp time) time.in_utc().day_of_month();
    timestamp_to_day_of_month_1_based => (Timestamp time) time.in_utc().date();
    timestamp_to_day_of_week => (Timestamp time) time.in_utc().day_of_week();
    timestamp_to_hours => (Timestamp time) time.in_utc().hours();
    timestamp_to_minutes => (Timestamp time) time.in_utc().minutes();
    timestamp_to_seconds => (Timestamp time) time.in_utc().seconds();
    timestamp_to_milliseconds => (Timestamp time) time.in_utc().milliseconds();
    duration_to_hours => (Duration duration) duration.hours();
    duration_to_minutes => (Duration duration) duration.minutes();
    duration_to_seconds => (Duration duration) duration.seconds();
    duration_to_milliseconds => (Duration duration) duration.milliseconds();
}
