//! What validation reports, in the words of the API server.

mod status;

pub use status::{Status, StatusCause, StatusDetails};

use crate::field_path::FieldPath;
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::{collections::BTreeSet, fmt, slice, vec};

/// The `reason` of a rule: the kind of error it reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Reason {
    /// `Invalid value`, also without a reason.
    #[default]
    FieldValueInvalid,
    /// `Forbidden`
    FieldValueForbidden,
    /// `Required value`
    FieldValueRequired,
    /// `Duplicate value`; the server drops the rule's message.
    FieldValueDuplicate,
}

impl Reason {
    /// The name in `reason`, in the `type` of an error, and in the `causes` of a status.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::FieldValueInvalid => "FieldValueInvalid",
            Reason::FieldValueForbidden => "FieldValueForbidden",
            Reason::FieldValueRequired => "FieldValueRequired",
            Reason::FieldValueDuplicate => "FieldValueDuplicate",
        }
    }

    /// The words in the text of an error.
    const fn label(self) -> &'static str {
        match self {
            Reason::FieldValueInvalid => "Invalid value",
            Reason::FieldValueForbidden => "Forbidden",
            Reason::FieldValueRequired => "Required value",
            Reason::FieldValueDuplicate => "Duplicate value",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One error at one field. It serializes as `{error, type, field, detail}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The detail is at its end.
    error: String,
    reason: Reason,
    field: FieldPath,
    detail_length: usize,
}

impl FieldError {
    /// An error whose value, already printed, is shown where there is one and the reason shows values.
    pub(crate) fn new(field: FieldPath, reason: Reason, bad_value: Option<String>, detail: &str) -> Self {
        let (bad_value, detail) = match reason {
            Reason::FieldValueInvalid => (bad_value, detail),
            Reason::FieldValueDuplicate => (bad_value, ""),
            Reason::FieldValueForbidden | Reason::FieldValueRequired => (None, detail),
        };
        let start =
            if bad_value.is_some() { [": ", reason.label(), ": "] } else { [": ", reason.label(), ""] }
                .concat();
        // A path and a value may be as long as the object: their texts are not copied more often than they are shown.
        let path = field.as_str();
        let mut error = bad_value.unwrap_or_default();
        error.reserve_exact([path.len(), start.len(), detail.len(), 2].iter().sum());
        error.insert_str(0, &start);
        error.insert_str(0, path);
        if !detail.is_empty() {
            error.push_str(": ");
            error.push_str(detail);
        }
        FieldError { error, reason, field, detail_length: detail.len() }
    }

    /// The whole text: path, kind, value and detail.
    pub fn error(&self) -> &str {
        &self.error
    }

    /// The kind of error; `type` in JSON.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// Where it is; the root prints as `<nil>`.
    pub fn field(&self) -> &FieldPath {
        &self.field
    }

    /// The rule's message, or why it could not be evaluated.
    pub fn detail(&self) -> &str {
        let start = self.error.len().saturating_sub(self.detail_length);
        self.error.get(start..).unwrap_or_default()
    }

    /// The text without the path: `message` in the `causes` of a status.
    pub fn message(&self) -> &str {
        self.error
            .strip_prefix(self.field.as_str())
            .and_then(|rest| rest.strip_prefix(": "))
            .unwrap_or(&self.error)
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for FieldError {}

impl Serialize for FieldError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("FieldError", 4)?;
        fields.serialize_field("error", &self.error)?;
        fields.serialize_field("type", &self.reason)?;
        fields.serialize_field("field", &self.field)?;
        fields.serialize_field("detail", self.detail())?;
        fields.end()
    }
}

/// All errors of an object, in the order the rules ran. It prints like the server: a single error as it is, several in
/// brackets, each text once.
///
/// Where there are more than [`Options::report_limit`](crate::Options::report_limit) allows, the last error says how many were
/// left out: `<nil>: Invalid value: 95000 more failures are not shown`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorList {
    errors: Vec<FieldError>,
    omitted: usize,
}

impl ErrorList {
    /// How many errors there are here; one more than are shown if some were [left out](ErrorList::omitted).
    pub fn len(&self) -> usize {
        self.errors.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// The errors in order.
    pub fn iter(&self) -> slice::Iter<'_, FieldError> {
        self.errors.iter()
    }

    /// How many failures were left out, which the last error says.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// The `message` of the server's answer to a write: `kind_group` is `<Kind>.<group>`.
    pub fn status_message(&self, kind_group: &str, name: &str) -> String {
        let name = cel_types::quote::quote(name);
        if self.is_empty() {
            return format!("{kind_group} {name} is invalid");
        }
        format!("{kind_group} {name} is invalid: {self}")
    }

    fn push(&mut self, error: FieldError) {
        self.errors.push(error);
    }

    /// Says at the object's place that there were more.
    pub(crate) fn omit(&mut self, omitted: usize, object: &FieldPath) {
        let detail = match omitted {
            0 => return,
            1 => "1 more failure is not shown".to_owned(),
            several => format!("{several} more failures are not shown"),
        };
        self.omitted = omitted;
        self.push(FieldError::new(object.clone(), Reason::FieldValueInvalid, None, &detail));
    }
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

impl From<Vec<FieldError>> for ErrorList {
    fn from(errors: Vec<FieldError>) -> Self {
        ErrorList { errors, omitted: 0 }
    }
}

impl Serialize for ErrorList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.errors.serialize(serializer)
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
        self.iter()
    }
}

#[cfg(test)]
mod tests;
