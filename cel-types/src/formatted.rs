//! Strings with a `format` that has its own CEL type (k8s: `apiserver/pkg/cel/common/valuesunstructured.go`).
//!
//! The server converts them at each access, so a text that the schema accepts may still fail in a rule. The errors here are the whole
//! texts of evaluation errors.

mod base64;

use crate::{
    Duration, Timestamp, Zone, number,
    quote::quote,
    timestamp::layout::{self, FULL_DATE, LOCAL_TIME, RFC3339, SIGNED_FRACTION},
};

/// Format `date-time`: RFC 3339, with or without a zone. An empty string is the beginning of 1970.
///
/// # Errors
/// The text of the server's error.
///
/// ```
/// let error = cel_types::formatted::date_time("2020-01-01t00:00:00z").unwrap_err();
/// assert!(error.starts_with("Invalid date-time formatted string 2020-01-01t00:00:00z: parsing time "));
/// ```
#[inline]
pub fn date_time(text: &str) -> Result<Timestamp, String> {
    if text.is_empty() {
        return Ok(Timestamp::new(0, 0, Zone::Utc));
    }
    layout::parse(&RFC3339, text)
        .or_else(|_| layout::parse(&SIGNED_FRACTION, text))
        .or_else(|_| layout::parse(&LOCAL_TIME, text))
        .map_err(|error| format!("Invalid date-time formatted string {text}: {error}"))
}

/// RFC 3339, as the server reads the times in the metadata of an object.
///
/// # Errors
/// The text of Go's error.
///
/// ```
/// let error = cel_types::formatted::rfc3339("soon").unwrap_err();
/// assert_eq!(error, r#"parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006""#);
/// ```
#[inline]
pub fn rfc3339(text: &str) -> Result<Timestamp, String> {
    layout::parse(&RFC3339, text).map_err(|error| error.to_string())
}

/// Format `date`: midnight in UTC.
///
/// # Errors
/// The text of the server's error.
#[inline]
pub fn date(text: &str) -> Result<Timestamp, String> {
    layout::parse(&FULL_DATE, text).map_err(|error| format!("Invalid date formatted string {text}: {error}"))
}

/// Format `duration`: a Go duration. Otherwise the sum of all digits with a unit, up to weeks.
///
/// # Errors
/// The text of the server's error.
///
/// ```
/// use cel_types::formatted::duration;
///
/// assert_eq!(duration("1 day and 1 hour"), duration("25h"));
/// assert_eq!(duration("5").unwrap_err(), "Invalid duration 5: unable to parse 5 as duration");
/// ```
#[inline]
pub fn duration(text: &str) -> Result<Duration, String> {
    let parsed = Duration::parse(text).map_or_else(|| scan_duration(text), Ok);
    parsed.map_err(|error| format!("Invalid duration {text}: {error}"))
}

/// Format `byte`: base64 in the URL alphabet, although schemas need the standard one.
///
/// # Errors
/// The text of the server's error.
#[inline]
pub fn bytes(text: &str) -> Result<Vec<u8>, String> {
    base64::decode(text.as_bytes()).map_err(|offset| {
        format!("Invalid byte formatted string {text}: illegal base64 data at input byte {offset}")
    })
}

/// Base64 in the standard alphabet, with padding.
///
/// ```
/// assert_eq!(cel_types::formatted::to_base64(b"a?~"), "YT9+");
/// ```
#[inline]
pub fn to_base64(bytes: &[u8]) -> String {
    base64::encode(bytes)
}

/// Base64 in the standard alphabet: groups of four characters. The last group may end in one or two `=`: `YQ==`.
///
/// ```
/// assert!(cel_types::formatted::is_base64("YT9+") && cel_types::formatted::is_base64("YQ=="));
/// assert!(!cel_types::formatted::is_base64("YT9-") && !cel_types::formatted::is_base64("YQ="));
/// ```
#[must_use]
#[inline]
pub fn is_base64(text: &str) -> bool {
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    text.len().is_multiple_of(4)
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

#[inline]
fn scan_duration(text: &str) -> Result<Duration, String> {
    let mut sum: Option<i64> = None;
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let (_, from_digits) = rest.split_at_checked(start).unwrap_or_default();
        let (digits, after_digits) = split_while(from_digits, |character| character.is_ascii_digit());
        let (_, from_unit) = split_while(after_digits, |character| GO_SPACES.contains(&character));
        let (unit, after_unit) = split_while(from_unit, |c| c.is_ascii_alphabetic() || c == 'µ');
        if unit.is_empty() {
            rest = after_digits;
            continue;
        }
        let Some(count) = number::parse_int(digits) else {
            return Err(format!("strconv.Atoi: parsing {}: value out of range", quote(digits)));
        };
        if let Some(nanos) = unit_nanos(&unit.to_lowercase()) {
            sum = Some(sum.unwrap_or_default().wrapping_add(count.wrapping_mul(nanos)));
        }
        rest = after_unit;
    }
    sum.map(Duration::from_nanos).ok_or_else(|| format!("unable to parse {text} as duration"))
}

/// The length of a unit by its spellings. Longer texts may begin with the prefix.
#[inline]
fn unit_nanos(unit: &str) -> Option<i64> {
    let is = |words: &[&str], prefix: &str| words.contains(&unit) || unit.starts_with(prefix);
    match () {
        () if is(&["ns"], "nano") => Some(1),
        () if is(&["us", "µs"], "micro") => Some(1_000),
        () if is(&["ms"], "milli") => Some(1_000_000),
        () if is(&["s"], "sec") => Some(1_000_000_000),
        () if is(&["m"], "min") => Some(60_000_000_000),
        () if is(&["h", "hr"], "hour") => Some(3_600_000_000_000),
        () if is(&["d"], "day") => Some(86_400_000_000_000),
        () if is(&["w", "wk"], "week") => Some(604_800_000_000_000),
        () => None,
    }
}

fn split_while(text: &str, is_in: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|character| !is_in(character)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

const GO_SPACES: [char; 5] = ['\t', '\n', '\u{c}', '\r', ' '];

#[cfg(test)]
mod tests;
