//! The API's answer to a write that rules refuse.

use super::{ErrorList, FieldError};
use serde::Serialize;

/// A `Status` of the API (`v1`), as the server answers a write of an invalid object; it serializes as such.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub struct Status {
    api_version: &'static str,
    metadata: Metadata,
    status: &'static str,
    /// What a client prints.
    pub message: String,
    reason: &'static str,
    /// The object, and each error of it.
    pub details: StatusDetails,
    /// The HTTP status code.
    pub code: u16,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Metadata {}

/// Which object is invalid, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields of those names")]
pub struct StatusDetails {
    pub name: String,
    pub group: String,
    pub kind: String,
    /// One for each error; equal ones are kept.
    pub causes: Vec<StatusCause>,
}

/// An error of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatusCause {
    /// Its kind, `FieldValueInvalid` for example.
    pub reason: &'static str,
    /// Its text without the field.
    pub message: String,
    /// The field; `<nil>` for the object itself.
    pub field: String,
}

impl From<&FieldError> for StatusCause {
    fn from(error: &FieldError) -> Self {
        StatusCause {
            reason: error.reason().as_str(),
            message: error.message().to_owned(),
            field: error.field().to_string(),
        }
    }
}

impl ErrorList {
    /// The server's answer to a write of an object that has these errors.
    pub fn status(&self, group: &str, kind: &str, name: &str) -> Status {
        Status {
            api_version: "v1",
            metadata: Metadata {},
            status: "Failure",
            message: self.status_message(&format!("{kind}.{group}"), name),
            reason: "Invalid",
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
