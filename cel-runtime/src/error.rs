//! Reports of validation, in the words of the API server.

mod list;
mod status;
mod written;

pub use self::{
    list::ErrorList,
    status::{Status, StatusCause, StatusDetails},
};

use crate::{field_path::FieldPath, json::shown::bad_value};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// The `reason` of a rule: the kind of error that it reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Reason {
    /// `Invalid value`, the default.
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

/// One error at one field. It comes from a rule, or from a check of your own ([`FieldError::new`] and the constructors after it).
///
/// It serializes as a cause in the server's answer with two more fields: `field`, `reason`, `message`, `detail`, `rule`. A cause from a
/// server can be deserialized if its reason is a [`Reason`].
///
/// ```
/// use cel_runtime::{FieldError, FieldPath, Reason};
///
/// let ports = FieldPath::from("spec.ports");
/// let error = FieldError::invalid(ports.index(1).child("port"), &80, "port 80 is taken");
/// assert_eq!(error.to_string(), "spec.ports[1].port: Invalid value: 80: port 80 is taken");
/// assert_eq!(error.message(), "Invalid value: 80: port 80 is taken");
/// assert_eq!((error.bad_value(), error.detail(), error.rule()), (Some("80"), "port 80 is taken", None));
/// assert_eq!(error.reason(), Reason::FieldValueInvalid);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldError {
    /// `<field>: <label>: <value>: <detail>`; the value and the detail may be missing.
    error: String,
    reason: Reason,
    field: FieldPath,
    shows_value: bool,
    detail_length: usize,
    rule: Option<Cow<'static, str>>,
}

impl FieldError {
    /// An error of your own, without a value: `field: Invalid value: detail`. A [`Reason::FieldValueDuplicate`] has no detail, as on the
    /// server.
    ///
    /// ```
    /// use cel_runtime::{FieldError, Reason};
    ///
    /// let error = FieldError::new("spec.zone", Reason::FieldValueForbidden, "zone b is closed");
    /// assert_eq!(error.to_string(), "spec.zone: Forbidden: zone b is closed");
    /// ```
    pub fn new(field: impl Into<FieldPath>, reason: Reason, detail: impl AsRef<str>) -> Self {
        FieldError::with_text(field.into(), reason, None, detail.as_ref())
    }

    /// `field: Invalid value: value: detail`
    ///
    /// ```
    /// let error = cel_runtime::FieldError::invalid("spec.zone", "b", "no such zone");
    /// assert_eq!(error.to_string(), "spec.zone: Invalid value: \"b\": no such zone");
    /// ```
    pub fn invalid<T>(field: impl Into<FieldPath>, value: &T, detail: impl AsRef<str>) -> Self
    where
        T: Serialize + ?Sized,
    {
        FieldError::with_text(field.into(), Reason::FieldValueInvalid, shown(value), detail.as_ref())
    }

    /// `field: Required value: detail`
    ///
    /// ```
    /// let error = cel_runtime::FieldError::required("spec.zone", "");
    /// assert_eq!(error.to_string(), "spec.zone: Required value");
    /// ```
    pub fn required(field: impl Into<FieldPath>, detail: impl AsRef<str>) -> Self {
        FieldError::new(field, Reason::FieldValueRequired, detail)
    }

    /// `field: Forbidden: detail`
    ///
    /// ```
    /// let error = cel_runtime::FieldError::forbidden("spec.zone", "zones cannot be changed");
    /// assert_eq!(error.to_string(), "spec.zone: Forbidden: zones cannot be changed");
    /// ```
    pub fn forbidden(field: impl Into<FieldPath>, detail: impl AsRef<str>) -> Self {
        FieldError::new(field, Reason::FieldValueForbidden, detail)
    }

    /// `field: Duplicate value: value`
    ///
    /// ```
    /// let error = cel_runtime::FieldError::duplicate("spec.ports[1].port", &80);
    /// assert_eq!(error.to_string(), "spec.ports[1].port: Duplicate value: 80");
    /// ```
    pub fn duplicate<T: Serialize + ?Sized>(field: impl Into<FieldPath>, value: &T) -> Self {
        FieldError::with_text(field.into(), Reason::FieldValueDuplicate, shown(value), "")
    }

    /// An error with a value that is already printed. Only some reasons show the value.
    pub(crate) fn with_text(
        field: FieldPath,
        reason: Reason,
        bad_value: Option<String>,
        detail: &str,
    ) -> Self {
        let (bad_value, detail) = match reason {
            Reason::FieldValueInvalid => (bad_value, detail),
            Reason::FieldValueDuplicate => (bad_value, ""),
            Reason::FieldValueForbidden | Reason::FieldValueRequired => (None, detail),
        };
        let shows_value = bad_value.is_some();
        let start = [field.as_str(), ": ", reason.label(), if shows_value { ": " } else { "" }];
        let end = [if detail.is_empty() { "" } else { ": " }, detail];
        let length = start.iter().chain(&end).map(|part| part.len()).sum();
        let mut error = match bad_value {
            None => {
                let mut error = String::with_capacity(length);
                start.into_iter().for_each(|part| error.push_str(part));
                error
            }
            // A value may be as long as the object, so its memory becomes the memory of the whole text.
            Some(mut error) => {
                error.reserve_exact(length);
                start.into_iter().rev().for_each(|part| error.insert_str(0, part));
                error
            }
        };
        end.into_iter().for_each(|part| error.push_str(part));
        FieldError { error, reason, field, shows_value, detail_length: detail.len(), rule: None }
    }

    /// Adds the rule that failed.
    pub(crate) fn of_rule(self, rule: impl Into<Cow<'static, str>>) -> Self {
        FieldError { rule: Some(rule.into()), ..self }
    }

    /// The whole text: path, kind, value and detail.
    pub fn error(&self) -> &str {
        &self.error
    }

    /// The kind of error.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The path of the field; the root prints as `<nil>`.
    pub fn field(&self) -> &FieldPath {
        &self.field
    }

    /// The rule that failed, as it is in the CRD. There is none if the error comes from a check of your own, if the budget was spent before
    /// a rule could run, or if the error says how many errors were left out.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    ///
    /// #[derive(XValidation)]
    /// #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max", manual_crd)]
    /// struct Limits {
    ///     min: i32,
    ///     max: i32,
    /// }
    ///
    /// # fn main() {
    /// let errors = Limits { min: 3, max: 2 }.x_validate().unwrap_err();
    /// assert_eq!(errors[0].rule(), Some("self.min <= self.max"));
    /// # }
    /// ```
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// The value as the text shows it: `80`, `"web"`, `true`. An object or a list is not shown. If a rule on it could not be evaluated, the
    /// text shows the type of the node instead: `"object"`.
    pub fn bad_value(&self) -> Option<&str> {
        let message = self.message();
        let end = match self.detail_length {
            0 => message.len(),
            length => message.len().saturating_sub(length).saturating_sub(2),
        };
        let start = self.reason.label().len().saturating_add(2);
        message.get(start..end).filter(|_| self.shows_value)
    }

    /// The rule's message, or the reason why the rule could not be evaluated.
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

/// A value as the server prints it in an error; `None` if serde cannot serialize it.
fn shown<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    serde_json::to_value(value).ok().map(|value| bad_value((&value).into()))
}

#[cfg(test)]
mod tests;
