//! The API server's answer to a write that rules refuse.

use super::{ErrorList, FieldError};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeSet, fmt};

/// The server's answer to a write of an invalid object: a `Status` (`v1`). It serializes as the server writes it.
///
/// ```
/// # use cel_runtime::{XValidation, ErrorList};
/// # #[derive(XValidation, schemars::JsonSchema)]
/// # #[schemars(transform = Limits::x_validations)]
/// # #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max", field_path = ".min")]
/// # struct Limits { min: i32, max: i32 }
/// # fn main() {
/// let errors = Limits { min: 3, max: 2 }.x_validate().unwrap_err();
/// let status = serde_json::to_value(errors.status("example.dev", "Limits", "small")).unwrap();
/// assert_eq!(status["message"], "Limits.example.dev \"small\" is invalid: min: Invalid value: min must not exceed max");
/// assert_eq!(status["details"]["causes"][0]["field"], "min");
/// assert_eq!(status["code"], 422);
/// # }
/// ```
///
/// It prints as `kubectl` prints the answer:
///
/// ```
/// use cel_runtime::{ErrorList, FieldError};
///
/// let errors = ErrorList::from(vec![
///     FieldError::required("spec.zone", "disks are in a zone"),
///     FieldError::invalid("spec.size", &0, "disks have a size"),
/// ]);
/// let shown = "The Disk \"a\" is invalid: \n\
///              * spec.zone: Required value: disks are in a zone\n\
///              * spec.size: Invalid value: 0: disks have a size";
/// assert_eq!(errors.status("example.dev", "Disk", "a").to_string(), shown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[non_exhaustive]
pub struct Status {
    api_version: Cow<'static, str>,
    #[serde(default)]
    metadata: Metadata,
    status: Cow<'static, str>,
    /// The error as one line.
    pub message: String,
    reason: Cow<'static, str>,
    /// The object and its errors.
    pub details: StatusDetails,
    /// The HTTP status code.
    pub code: u16,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Metadata {}

/// The invalid object and its errors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StatusDetails {
    /// The object's name.
    #[serde(default)]
    pub name: String,
    /// The group of its kind.
    #[serde(default)]
    pub group: String,
    /// Its kind.
    #[serde(default)]
    pub kind: String,
    /// One cause for each error; equal ones are kept.
    #[serde(default)]
    pub causes: Vec<StatusCause>,
}

/// An error of one field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StatusCause {
    /// Its reason, `FieldValueInvalid` for example.
    pub reason: Cow<'static, str>,
    /// Its text without the field.
    pub message: String,
    /// The field; `<nil>` for the object itself.
    #[serde(default)]
    pub field: String,
}

/// `field: message`
impl fmt::Display for StatusCause {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// kubectl: `pkg/cmd/util/helpers.go`, without the line break at the end.
impl fmt::Display for Status {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatusDetails { name, kind, causes, .. } = &self.details;
        write!(f, "The {kind} {} is invalid", cel_types::quote::quote(name))?;
        let mut seen = BTreeSet::new();
        let texts = causes.iter().map(StatusCause::to_string);
        let distinct: Vec<String> = texts.filter(|text| seen.insert(text.clone())).collect();
        match &*distinct {
            [] => Ok(()),
            [text] => write!(f, ": {text}"),
            several => {
                f.write_str(": ")?;
                several.iter().try_for_each(|text| write!(f, "\n* {text}"))
            }
        }
    }
}

impl std::error::Error for Status {}

impl From<&FieldError> for StatusCause {
    #[inline]
    fn from(error: &FieldError) -> Self {
        StatusCause {
            reason: error.reason().as_str().into(),
            message: error.message().to_owned(),
            field: error.field().to_string(),
        }
    }
}

impl ErrorList {
    /// The server's answer to a write of an object with these errors.
    #[inline]
    pub fn status(&self, group: &str, kind: &str, name: &str) -> Status {
        Status {
            api_version: "v1".into(),
            metadata: Metadata {},
            status: "Failure".into(),
            message: self.status_message(&format!("{kind}.{group}"), name),
            reason: "Invalid".into(),
            details: StatusDetails {
                name: name.to_owned(),
                group: group.to_owned(),
                kind: kind.to_owned(),
                causes: self.iter().map(StatusCause::from).collect(),
            },
            code: 422,
        }
    }
}
