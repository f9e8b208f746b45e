//! The time zone argument of getters.

use crate::quote::quote;

/// A time zone argument of a getter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeZone<'a> {
    /// Seconds east of UTC.
    Offset(i64),
    /// A name for the time zone database. If the database lacks it, the error is `unknown time zone X`.
    Named(&'a str),
}

/// Reads the argument of getters such as `t.getHours('+02:00')`.
///
/// # Errors
/// The text of the server's error.
///
/// ```
/// use cel_types::timestamp::{TimeZone, parse_time_zone};
///
/// assert_eq!(parse_time_zone("-01:30"), Ok(TimeZone::Offset(-5400)));
/// assert_eq!(parse_time_zone("Europe/Zurich"), Ok(TimeZone::Named("Europe/Zurich")));
/// ```
#[inline]
pub fn parse_time_zone(text: &str) -> Result<TimeZone<'_>, String> {
    let Some((hours, minutes)) = text.split_once(':') else {
        return parse_name(text);
    };
    let hours = parse_number(hours)?;
    let minutes = parse_number(minutes)?;
    let hour_minutes = hours.wrapping_mul(60);
    let offset = match text.as_bytes() {
        [b'-', ..] => hour_minutes.wrapping_sub(minutes),
        _ => hour_minutes.wrapping_add(minutes),
    };
    // Go computes nanoseconds first, which wrap.
    let nanos = offset.wrapping_mul(60_000_000_000);
    Ok(TimeZone::Offset(nanos / 1_000_000_000))
}

#[inline]
fn parse_name(name: &str) -> Result<TimeZone<'_>, String> {
    match name {
        "" | "UTC" | "Local" => Ok(TimeZone::Offset(0)), // the server's own zone is UTC
        _ if name.contains("..") || name.starts_with(['/', '\\']) => {
            Err("time: invalid location name".to_owned())
        }
        // No file can have such a name.
        _ if name.contains('\0') => Err("invalid argument".to_owned()),
        _ => Ok(TimeZone::Named(name)),
    }
}

/// Go's `strconv.Atoi`.
#[inline]
fn parse_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let reason = if is_number { "value out of range" } else { "invalid syntax" };
        format!("strconv.Atoi: parsing {}: {reason}", quote(text))
    })
}
