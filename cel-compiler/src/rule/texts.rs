//! The texts of a rule that the API server checks before it compiles anything (k8s: `apiextensions/validation`, the checks on one
//! entry of `x-kubernetes-validations`).

use crate::schema::ValidationRule;
use std::fmt;

/// A key of an entry in `x-kubernetes-validations`. It prints as in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// `rule`
    Rule,
    /// `message`
    Message,
    /// `messageExpression`
    MessageExpression,
    /// `reason`
    Reason,
    /// `fieldPath`
    FieldPath,
    /// `optionalOldSelf`
    OptionalOldSelf,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Key::Rule => "rule",
            Key::Message => "message",
            Key::MessageExpression => "messageExpression",
            Key::Reason => "reason",
            Key::FieldPath => "fieldPath",
            Key::OptionalOldSelf => "optionalOldSelf",
        })
    }
}

/// The server's name for the kind of mistake in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextErrorKind {
    /// `Required value`
    Required,
    /// `Invalid value`, with the text
    Invalid,
    /// `Unsupported value`, with the text
    NotSupported,
}

/// Mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The key of the text.
    pub key: Key,
    /// The type of the server's error.
    pub kind: TextErrorKind,
    /// The server's words, without the place and the text itself.
    pub detail: String,
}

/// The reasons that the server knows, in its order.
pub const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// The server's errors about the texts of a rule alone, in its order. An empty text counts as absent, except a reason. They do not
/// say whether a path leads to a field: that is `must be a valid path`.
#[must_use]
pub fn text_errors(rule: &ValidationRule) -> Vec<TextError> {
    use TextErrorKind::{Invalid, NotSupported, Required};
    let mut errors = Vec::from_iter(message_error(rule));
    if is_blank(rule.message_expression.as_deref()) {
        let detail = "messageExpression must be non-empty if specified";
        errors.push(error(Key::MessageExpression, Required, detail));
    }
    if rule.reason.as_deref().is_some_and(|reason| !REASONS.contains(&reason)) {
        let supported = REASONS.map(|reason| format!("\"{reason}\"")).join(", ");
        errors.push(error(Key::Reason, NotSupported, &format!("supported values: {supported}")));
    }
    if is_blank(rule.field_path.as_deref()) {
        errors.push(error(Key::FieldPath, Invalid, "must be non-empty if specified"));
    }
    if rule.field_path.as_deref().is_some_and(has_line_break) {
        errors.push(error(Key::FieldPath, Invalid, "must not contain line breaks"));
    }
    errors
}

/// The first mistake in the texts of the rule and its message.
fn message_error(rule: &ValidationRule) -> Option<TextError> {
    use TextErrorKind::{Invalid, Required};
    let message = rule.message.as_deref().filter(|message| !message.is_empty());
    let (key, kind, detail) = match message.map(str::trim) {
        _ if rule.rule.trim().is_empty() => (Key::Rule, Required, "rule is not specified"),
        Some("") => (Key::Message, Invalid, "must be non-empty if specified"),
        Some(message) if has_line_break(message) => (Key::Message, Invalid, "must not contain line breaks"),
        None if has_line_break(rule.rule.trim()) => {
            (Key::Message, Required, "message must be specified if rule contains line breaks")
        }
        Some(_) | None => return None,
    };
    Some(error(key, kind, detail))
}

fn error(key: Key, kind: TextErrorKind, detail: &str) -> TextError {
    TextError { key, kind, detail: detail.to_owned() }
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.is_empty() && text.trim().is_empty())
}

fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}
