//! All errors of an object.

use super::{FieldError, Reason};
use crate::field_path::FieldPath;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeSet, fmt, ops::Deref, slice, vec};

/// All errors of an object, in the order the rules ran. It prints like the server: one error as it is, several in brackets,
/// each text once. It is a slice of [`FieldError`]. You can add errors of your own:
///
/// ```
/// use cel_runtime::{ErrorList, FieldError, XValidation};
///
/// #[derive(XValidation)]
/// #[x_validation(rule = "self.min <= self.max", field_path = ".min", manual_crd)]
/// struct Limits {
///     min: i32,
///     max: i32,
/// }
///
/// fn check(limits: &Limits) -> Result<(), ErrorList> {
///     let mut errors = limits.x_validate().err().unwrap_or_default();
///     if limits.max > 100 {
///         errors.push(FieldError::invalid("max", &limits.max, "this cluster has 100 nodes"));
///     }
///     errors.into_result()
/// }
///
/// # fn main() {
/// assert!(check(&Limits { min: 1, max: 2 }).is_ok());
/// let errors = check(&Limits { min: 300, max: 200 }).unwrap_err();
/// assert_eq!(errors.len(), 2);
/// assert_eq!(errors[0].field(), "min");
/// assert_eq!(errors[1].to_string(), "max: Invalid value: 200: this cluster has 100 nodes");
/// # }
/// ```
///
/// If the errors exceed [`Options::report_limit`](crate::Options::report_limit), the last error says how many were
/// left out: `<nil>: Invalid value: 95000 more failures are not shown`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ErrorList {
    errors: Vec<FieldError>,
    omitted: usize,
}

impl ErrorList {
    /// A list without errors.
    pub const fn new() -> Self {
        ErrorList { errors: Vec::new(), omitted: 0 }
    }

    /// Adds an error.
    pub fn push(&mut self, error: FieldError) {
        self.errors.push(error);
    }

    /// How many failures were left out. The last error of the rules says this number. A list that is read from JSON takes it from there.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// `Ok` if there is no error, for `?`.
    ///
    /// # Errors
    /// The list, if there is an error in it.
    pub fn into_result(self) -> Result<(), ErrorList> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    /// The `message` of the server's answer to a write: `kind_group` is `<Kind>.<group>`.
    ///
    /// ```
    /// use cel_runtime::{ErrorList, FieldError};
    ///
    /// let errors = ErrorList::from(FieldError::required("spec.zone", ""));
    /// let message = errors.status_message("Disk.example.dev", "a");
    /// assert_eq!(message, "Disk.example.dev \"a\" is invalid: spec.zone: Required value");
    /// ```
    pub fn status_message(&self, kind_group: &str, name: &str) -> String {
        let name = cel_types::quote::quote(name);
        if self.is_empty() {
            return format!("{kind_group} {name} is invalid");
        }
        format!("{kind_group} {name} is invalid: {self}")
    }

    /// Adds an error at the object's path that says how many failures were left out.
    pub(crate) fn omit(&mut self, omitted: usize, object: &FieldPath) {
        if omitted > 0 {
            self.omitted = omitted;
            self.push(FieldError::new(object, Reason::FieldValueInvalid, not_shown(omitted)));
        }
    }
}

/// Text of the error that counts the failures that were left out.
fn not_shown(omitted: usize) -> String {
    match omitted {
        1 => "1 more failure is not shown".to_owned(),
        several => format!("{several} more failures are not shown"),
    }
}

/// The number in such an error. The error has no rule.
fn omitted_by(error: &FieldError) -> Option<usize> {
    let omitted = error.detail().split(' ').next()?.parse().ok()?;
    (error.rule().is_none() && error.detail() == not_shown(omitted)).then_some(omitted)
}

impl fmt::Display for ErrorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut seen = BTreeSet::new();
        let distinct: Vec<&str> =
            self.iter().map(FieldError::error).filter(|text| seen.insert(*text)).collect();
        match &*distinct {
            [error] => f.write_str(error),
            [] => Ok(()),
            [first, others @ ..] => {
                write!(f, "[{first}")?;
                for other in others {
                    write!(f, ", {other}")?;
                }
                f.write_str("]")
            }
        }
    }
}

impl std::error::Error for ErrorList {}

impl Serialize for ErrorList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.errors.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ErrorList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let errors = Vec::<FieldError>::deserialize(deserializer)?;
        let omitted = errors.iter().rev().find_map(omitted_by).unwrap_or(0);
        Ok(ErrorList { errors, omitted })
    }
}

impl Deref for ErrorList {
    type Target = [FieldError];

    fn deref(&self) -> &[FieldError] {
        &self.errors
    }
}

impl From<Vec<FieldError>> for ErrorList {
    fn from(errors: Vec<FieldError>) -> Self {
        ErrorList { errors, omitted: 0 }
    }
}

impl From<FieldError> for ErrorList {
    fn from(error: FieldError) -> Self {
        ErrorList::from(vec![error])
    }
}

impl From<ErrorList> for Vec<FieldError> {
    fn from(list: ErrorList) -> Self {
        list.errors
    }
}

impl FromIterator<FieldError> for ErrorList {
    fn from_iter<I: IntoIterator<Item = FieldError>>(errors: I) -> Self {
        ErrorList::from(Vec::from_iter(errors))
    }
}

impl Extend<FieldError> for ErrorList {
    fn extend<I: IntoIterator<Item = FieldError>>(&mut self, errors: I) {
        self.errors.extend(errors);
    }
}

impl IntoIterator for ErrorList {
    type Item = FieldError;
    type IntoIter = vec::IntoIter<FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl<'a> IntoIterator for &'a ErrorList {
    type Item = &'a FieldError;
    type IntoIter = slice::Iter<'a, FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter()
    }
}
