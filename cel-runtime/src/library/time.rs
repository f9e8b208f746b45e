//! Getters of timestamps in a time zone.
//!
//! A zone is an offset such as `+05:30`, or a name of the time zone database. Offsets are read as in Go and have no range:
//! `9:00` and `+99:99` are offsets, too. Names are case-sensitive. `UTC`, `Local` and the empty text are UTC. Any other name needs the
//! feature `time-zones`. Its database is part of the program; no files are read. It is the database of the server's Go: it has all zones,
//! all their past changes, and their rules for all future years.

use crate::{cost::Arena, eval_error::EvalError, ops::typed::Outcome};
use cel_types::{
    Timestamp,
    timestamp::{Civil, TimeZone, parse_time_zone},
};

#[cfg(feature = "time-zones")]
mod names;
#[cfg(feature = "time-zones")]
mod zones;

macro_rules! getters {
    ($($name:ident: $method:ident, $cel:literal, $meaning:literal;)*) => {$(
        #[doc = concat!("`timestamp.", $cel, "(string) -> int`: ", $meaning)]
        ///
        /// Since Kubernetes 1.23.
        ///
        /// # Errors
        /// `unknown time zone X`, `time: invalid location name`, and `strconv.Atoi: ..` for an invalid offset.
        ///
        /// ```
        /// use cel_types::Timestamp;
        ///
        /// let arena = Default::default();
        /// let timestamp = Timestamp::parse("2031-07-09T04:05:06.25Z").unwrap();
        #[doc = concat!("let value = cel_runtime::__private::library::time::", stringify!($name), "(&arena, timestamp, \"-01:30\");")]
        #[doc = concat!("assert_eq!(value, Ok(timestamp.at_offset(-5400).", stringify!($method), "()));")]
        /// ```
        #[inline]
        pub fn $name<'a>(arena: &'a Arena, timestamp: Timestamp, zone: &str) -> Outcome<'a, i64> {
            in_zone(arena, timestamp, zone).map(Civil::$method)
        }
    )*};
}
getters! {
    get_full_year: full_year, "getFullYear", "the year.";
    get_month: month, "getMonth", "the month, from 0.";
    get_date: date, "getDate", "the day of the month, from 1.";
    get_day_of_month: day_of_month, "getDayOfMonth", "the day of the month, from 0.";
    get_day_of_week: day_of_week, "getDayOfWeek", "the day of the week, from 0 for Sunday.";
    get_day_of_year: day_of_year, "getDayOfYear", "the day of the year, from 0.";
    get_hours: hours, "getHours", "the hour of the day.";
    get_minutes: minutes, "getMinutes", "the minute of the hour.";
    get_seconds: seconds, "getSeconds", "the second of the minute.";
    get_milliseconds: milliseconds, "getMilliseconds", "the milliseconds after the second.";
}

/// The date and the time of day in a zone, for the getters.
///
/// # Errors
/// The errors of the getters.
///
/// ```
/// use cel_runtime::__private::library::time::in_zone;
/// use cel_types::Timestamp;
///
/// let arena = Default::default();
/// let timestamp = Timestamp::parse("2031-07-09T23:00:00Z").unwrap();
/// # #[cfg(feature = "time-zones")]
/// # {
/// assert_eq!(in_zone(&arena, timestamp, "Europe/Zurich").map(|civil| civil.date()), Ok(10));
/// let error = in_zone(&arena, timestamp, "europe/zurich").unwrap_err();
/// assert_eq!(error.to_string(), "unknown time zone europe/zurich");
/// # }
/// ```
#[inline]
pub fn in_zone<'a>(arena: &'a Arena, timestamp: Timestamp, zone: &str) -> Outcome<'a, Civil> {
    let text = |error: String| EvalError::Text(arena.alloc_str(&error));
    let offset = match parse_time_zone(zone).map_err(text)? {
        TimeZone::Offset(seconds) => seconds,
        TimeZone::Named(name) => zones::offset(name, timestamp.seconds()).map_err(text)?,
    };
    Ok(timestamp.at_offset(offset))
}

#[cfg(not(feature = "time-zones"))]
mod zones {
    pub(super) fn offset(name: &str, _: i64) -> Result<i64, String> {
        Err(format!("time zone {name}: cel-runtime was built without its feature `time-zones`"))
    }
}

#[cfg(test)]
mod tests;
