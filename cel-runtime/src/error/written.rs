//! Errors as JSON: a cause of a [`Status`](super::Status) with a detail and a rule.

use super::{FieldError, Reason};
use crate::field_path::FieldPath;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The fields of an error in JSON.
#[derive(Serialize, Deserialize)]
struct Written<'a> {
    field: Cow<'a, FieldPath>,
    reason: Reason,
    message: Cow<'a, str>,
    /// Missing in the causes of a server.
    detail: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Cow<'a, str>>,
}

impl Serialize for FieldError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            field: Cow::Borrowed(self.field()),
            reason: self.reason(),
            message: self.message().into(),
            detail: Some(self.detail().into()),
            rule: self.rule().map(Cow::from),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FieldError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Written::deserialize(deserializer).map(FieldError::from)
    }
}

impl From<Written<'_>> for FieldError {
    #[inline]
    fn from(written: Written<'_>) -> Self {
        let Written { field, reason, message, detail, rule } = written;
        let body = message.strip_prefix(reason.label()).and_then(|rest| rest.strip_prefix(": "));
        let detail = detail.filter(|detail| message.ends_with(&**detail));
        // Without the detail the end of the value is unknown, so the whole body is the detail.
        let detail_length = detail.or(body.map(Cow::from)).map_or(0, |detail| detail.len());
        let value = body.and_then(|body| body.len().checked_sub(detail_length));
        FieldError {
            error: format!("{field}: {message}"),
            reason,
            shows_value: value.is_some_and(|length| length > 0),
            field: field.into_owned(),
            detail_length,
            rule: rule.map(|rule| Cow::Owned(rule.into_owned())),
        }
    }
}
