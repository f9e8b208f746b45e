//! Reads versions. The texts of errors are those of the server's library.

use super::Semver;
use cel_types::quote::quote;
use std::fmt;

/// The reason why a text is no version.
pub(super) enum Problem<'t> {
    /// The whole text of the error.
    Fixed(&'static str),
    /// The mistake in a part, and the part.
    With(&'static str, &'t str),
}

impl fmt::Display for Problem<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Fixed(text) => f.write_str(text),
            Problem::With(PARSE_UINT, "") => {
                write!(f, "{PARSE_UINT} \"\": invalid syntax")
            }
            Problem::With(PARSE_UINT, part) => write!(f, "{PARSE_UINT} {}: value out of range", quote(part)),
            Problem::With(text, part) => write!(f, "{text} {}", quote(part)),
        }
    }
}

/// The Go function that reads numbers, as errors name it.
const PARSE_UINT: &str = "strconv.ParseUint: parsing";

/// Reads a version. Its parts are checked in the server's order.
#[inline]
pub(super) fn version(text: &str) -> Result<Semver<'_>, Problem<'_>> {
    if text.is_empty() {
        return Err(Problem::Fixed("Version string empty"));
    }
    let parts = split(text, b'.').and_then(|(major, rest)| Some((major, split(rest, b'.')?)));
    let Some((major, (minor, patch))) = parts else {
        return Err(Problem::Fixed("No Major.Minor.Patch elements found"));
    };
    let major = number(major, &MAJOR)?;
    let minor = number(minor, &MINOR)?;
    let (patch, build) = optional_part(patch, b'+');
    let (patch, prerelease) = optional_part(patch, b'-');
    let patch = number(patch, &PATCH)?;
    prerelease.map_or(Ok(()), |part| part.split('.').try_for_each(check_prerelease))?;
    build.map_or(Ok(()), |part| part.split('.').try_for_each(check_build))?;
    let (prerelease, build) = (prerelease.unwrap_or_default(), build.unwrap_or_default());
    Ok(Semver { major, minor, patch, prerelease, build })
}

/// Normalizes a text: removes a leading `v` and leading zeros, and adds missing numbers.
#[inline]
pub(super) fn normalized(text: &str) -> Result<String, Problem<'_>> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<String> = text.splitn(3, '.').map(without_zeros).collect();
    if parts.len() < 3 {
        if parts.last().is_some_and(|last| last.contains(['+', '-'])) {
            return Err(Problem::Fixed("short version cannot contain PreRelease/Build meta data"));
        }
        parts.resize(3, "0".to_owned());
    }
    Ok(parts.join("."))
}

#[inline]
fn without_zeros(part: &str) -> String {
    if part.len() <= 1 {
        return part.to_owned();
    }
    let rest = part.trim_start_matches('0');
    let zero = if rest.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "0" };
    format!("{zero}{rest}")
}

/// The text before a mark, and the text after it.
#[inline]
fn optional_part(text: &str, mark: u8) -> (&str, Option<&str>) {
    split(text, mark).map_or((text, None), |(before, behind)| (before, Some(behind)))
}

/// `split_once` for texts so short that no search by vectors pays.
#[inline]
fn split(text: &str, mark: u8) -> Option<(&str, &str)> {
    let (before, behind) = text.split_at_checked(text.bytes().position(|byte| byte == mark)?)?;
    Some((before, behind.get(1..)?))
}

/// The errors for an invalid number and for a number with leading zeros.
struct NumberTexts {
    invalid: &'static str,
    zeros: &'static str,
}

const MAJOR: NumberTexts = NumberTexts {
    invalid: "Invalid character(s) found in major number",
    zeros: "Major number must not contain leading zeroes",
};
const MINOR: NumberTexts = NumberTexts {
    invalid: "Invalid character(s) found in minor number",
    zeros: "Minor number must not contain leading zeroes",
};
const PATCH: NumberTexts = NumberTexts {
    invalid: "Invalid character(s) found in patch number",
    zeros: "Patch number must not contain leading zeroes",
};

#[inline]
fn number<'t>(text: &'t str, texts: &NumberTexts) -> Result<u64, Problem<'t>> {
    if !is_number(text) {
        return Err(Problem::With(texts.invalid, text));
    }
    if has_leading_zeros(text) {
        return Err(Problem::With(texts.zeros, text));
    }
    text.parse().map_err(|_| Problem::With(PARSE_UINT, text))
}

#[inline]
fn check_prerelease(part: &str) -> Result<(), Problem<'_>> {
    if part.is_empty() {
        Err(Problem::Fixed("Prerelease is empty"))
    } else if is_number(part) {
        let zeros = "Numeric PreRelease version must not contain leading zeroes";
        number(part, &NumberTexts { zeros, ..PATCH }).map(|_| ())
    } else if is_identifier(part) {
        Ok(())
    } else {
        Err(Problem::With("Invalid character(s) found in prerelease", part))
    }
}

#[inline]
fn check_build(part: &str) -> Result<(), Problem<'_>> {
    if part.is_empty() {
        Err(Problem::Fixed("Build meta data is empty"))
    } else if is_identifier(part) {
        Ok(())
    } else {
        Err(Problem::With("Invalid character(s) found in build meta data", part))
    }
}

#[inline]
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[inline]
fn has_leading_zeros(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

#[inline]
fn is_identifier(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
