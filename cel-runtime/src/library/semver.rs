//! Versions as defined by semver.org (k8s: `cel/library/semver.go`). Since Kubernetes 1.33.

mod parse;
#[cfg(test)]
mod tests;

use super::constant::FromConstant;
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{equality::Equal, ops::Outcome},
};
use parse::{Problem, normalized, version};
use std::{cmp::Ordering, fmt};

/// A version: CEL's `kubernetes.Semver`. Equality and order ignore its build metadata.
#[derive(Clone, Copy, Debug)]
pub struct Semver<'a> {
    major: u64,
    minor: u64,
    patch: u64,
    /// Identifiers separated by dots; empty if there are none.
    prerelease: &'a str,
    /// Identifiers after the `+`; empty if there are none.
    build: &'a str,
}

/// `semver(string) -> kubernetes.Semver`. Since 1.33.
///
/// # Errors
/// If the text is no version: `No Major.Minor.Patch elements found`, `Major number must not contain leading zeroes "01"` …
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{minor, semver}};
/// let arena = Arena::new();
/// assert_eq!(minor(semver(&arena, "1.2.3-rc.1+linux").unwrap()), 2);
/// let error = semver(&arena, "1.2").unwrap_err();
/// assert_eq!(error.to_string(), "No Major.Minor.Patch elements found");
/// ```
#[inline]
pub fn semver<'a>(arena: &'a Arena, text: &'a str) -> Outcome<'a, Semver<'a>> {
    version(text).map_err(|problem| error(arena, &problem))
}

/// A constant `semver('1.2.3')`.
pub type Constant = super::constant::Constant<Semver<'static>>;

impl FromConstant for Semver<'static> {
    type Value<'a> = Semver<'a>;

    #[inline]
    fn read(text: &'static str) -> Option<Self> {
        version(text).ok()
    }

    #[inline]
    fn value<'a>(self, _: &'a Arena) -> Semver<'a> {
        self
    }

    #[inline]
    fn convert<'a>(arena: &'a Arena, text: &'static str) -> Outcome<'a, Semver<'a>> {
        semver(arena, text)
    }
}

/// `semver(string, bool) -> kubernetes.Semver`: if `normalize`, also reads texts such as `v1.2` and `01.2.3`. Since 1.33.
///
/// # Errors
/// The errors of [`semver`], and `short version cannot contain PreRelease/Build meta data`.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{minor, semver_normalized}};
/// let arena = Arena::new();
/// assert_eq!(minor(semver_normalized(&arena, "v1.02", true).unwrap()), 2);
/// assert!(semver_normalized(&arena, "v1.02", false).is_err());
/// ```
#[inline]
pub fn semver_normalized<'a>(arena: &'a Arena, text: &'a str, normalize: bool) -> Outcome<'a, Semver<'a>> {
    if !normalize {
        return semver(arena, text);
    }
    let text = normalized(text).map_err(|problem| error(arena, &problem))?;
    semver(arena, arena.alloc_str(&text))
}

#[cold]
#[inline]
fn error<'a>(arena: &'a Arena, problem: &Problem) -> EvalError<'a> {
    EvalError::Text(bumpalo::format!(in arena, "{}", problem).into_bump_str())
}

/// `isSemver(string) -> bool`: true if [`semver`] can read the text. Since 1.33.
///
/// ```
/// # use cel_runtime::__private::library::semver::is_semver;
/// assert!(is_semver("1.0.0"));
/// assert!(!is_semver("v1.0.0"));
/// ```
#[inline]
pub fn is_semver(text: &str) -> bool {
    version(text).is_ok()
}

/// `isSemver(string, bool) -> bool`: true if [`semver_normalized`] can read the text. Since 1.33.
///
/// ```
/// # use cel_runtime::__private::library::semver::is_semver_normalized;
/// assert!(is_semver_normalized("v1", true));
/// ```
#[inline]
pub fn is_semver_normalized(text: &str, normalize: bool) -> bool {
    if normalize { normalized(text).is_ok_and(|text| is_semver(&text)) } else { is_semver(text) }
}

/// `kubernetes.Semver.major() -> int`. Numbers from 2^63 on become negative. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{major, semver}};
/// let arena = Arena::new();
/// assert_eq!(major(semver(&arena, "1.2.3").unwrap()), 1);
/// ```
#[inline]
pub fn major(version: Semver) -> i64 {
    version.major.cast_signed()
}

/// `kubernetes.Semver.minor() -> int`, like [`major`]. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{minor, semver}};
/// let arena = Arena::new();
/// assert_eq!(minor(semver(&arena, "1.2.3").unwrap()), 2);
/// ```
#[inline]
pub fn minor(version: Semver) -> i64 {
    version.minor.cast_signed()
}

/// `kubernetes.Semver.patch() -> int`, like [`major`]. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{patch, semver}};
/// let arena = Arena::new();
/// assert_eq!(patch(semver(&arena, "1.2.3").unwrap()), 3);
/// ```
#[inline]
pub fn patch(version: Semver) -> i64 {
    version.patch.cast_signed()
}

/// `kubernetes.Semver.isGreaterThan(kubernetes.Semver) -> bool`. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{is_greater_than, semver}};
/// let arena = Arena::new();
/// assert!(is_greater_than(semver(&arena, "1.10.0").unwrap(), semver(&arena, "1.9.0").unwrap()));
/// ```
#[inline]
pub fn is_greater_than(left: Semver, right: Semver) -> bool {
    left.order(right).is_gt()
}

/// `kubernetes.Semver.isLessThan(kubernetes.Semver) -> bool`. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{is_less_than, semver}};
/// let arena = Arena::new();
/// assert!(is_less_than(semver(&arena, "1.0.0-rc").unwrap(), semver(&arena, "1.0.0").unwrap()));
/// ```
#[inline]
pub fn is_less_than(left: Semver, right: Semver) -> bool {
    left.order(right).is_lt()
}

/// `kubernetes.Semver.compareTo(kubernetes.Semver) -> int`: -1, 0 or 1. Since 1.33.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::semver::{compare_to, semver}};
/// let arena = Arena::new();
/// assert_eq!(compare_to(semver(&arena, "1.0.0+a").unwrap(), semver(&arena, "1.0.0+b").unwrap()), 0);
/// ```
#[inline]
pub fn compare_to(left: Semver, right: Semver) -> i64 {
    match left.order(right) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

impl Semver<'_> {
    #[inline]
    fn order(self, right: Semver) -> Ordering {
        (self.major, self.minor, self.patch).cmp(&(right.major, right.minor, right.patch)).then_with(
            || match (self.prerelease, right.prerelease) {
                ("", "") => Ordering::Equal,
                ("", _) => Ordering::Greater,
                (_, "") => Ordering::Less,
                (left, right) => {
                    left.split('.').map(Identifier::of).cmp(right.split('.').map(Identifier::of))
                }
            },
        )
    }
}

/// A part of a prerelease: numbers come before text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Identifier<'a> {
    Number(u64),
    Text(&'a str),
}

impl Identifier<'_> {
    #[inline]
    fn of(text: &str) -> Identifier<'_> {
        text.parse().map_or(Identifier::Text(text), Identifier::Number)
    }
}

impl Equal for Semver<'_> {
    #[inline]
    fn equal(self, right: Self) -> bool {
        self.order(right).is_eq()
    }
}

impl fmt::Display for Semver<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (mark, part) in [('-', self.prerelease), ('+', self.build)] {
            if !part.is_empty() {
                write!(f, "{mark}{part}")?;
            }
        }
        Ok(())
    }
}
