//! The texts of failures (k8s: `schema/cel/validation.go`). Rules are trimmed as the server trims them. A message arrives as it was
//! written, empty if there is none. Only stored CRDs can have a blank message; it is shown as an empty text.

use std::borrow::Cow;

/// A violation without the text of a `messageExpression`.
pub fn violation<'m>(rule: &str, message: &'m str) -> Cow<'m, str> {
    match message {
        "" => ["failed rule: ", rule].concat().into(),
        message => trimmed(message).into(),
    }
}

/// `text.trim()`. Most texts begin and end with a character that shows at once that there is nothing to trim.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

/// An evaluation that failed.
pub fn evaluation_error(error: &str, rule: &str, message: &str) -> String {
    let name = name(rule, message);
    if error.starts_with("no such overload") {
        format!(
            "'{error}': call arguments did not match a supported operator, function or macro signature for rule: {name}"
        )
    } else {
        format!("{error} evaluating rule: {name}")
    }
}

/// An evaluation that exceeded its limit.
pub fn cancelled(error: &str, rule: &str, message: &str) -> String {
    let name = name(rule, message);
    format!(
        "'{error}': no further validation rules will be run due to call cost exceeds limit for rule: {name}"
    )
}

/// An evaluation that was stopped for a reason that the server does not have.
pub fn interrupted(error: &str, rule: &str, message: &str) -> String {
    let name = name(rule, message);
    format!("'{error}': no further validation rules will be run after rule: {name}")
}

/// The server's name of a rule.
fn name<'t>(rule: &'t str, message: &'t str) -> &'t str {
    if message.is_empty() { rule } else { message.trim() }
}

/// The text of a `messageExpression`, if the server would use it.
pub fn usable(text: &str) -> Option<String> {
    let text = text.trim();
    let is_usable = !text.is_empty() && text.len() <= MAX_MESSAGE_BYTES && !text.contains('\n');
    is_usable.then(|| text.to_owned())
}

/// A `messageExpression` that exceeded the limit of an evaluation.
pub fn message_cancelled(message_expression: &str) -> String {
    let source = cel_types::quote::quote(message_expression);
    format!(
        "no further validation rules will be run due to call cost exceeds limit for messageExpression: {source}"
    )
}

/// A `messageExpression` that was stopped for a reason that the server does not have.
pub fn message_interrupted(error: &str, message_expression: &str) -> String {
    let source = cel_types::quote::quote(message_expression);
    format!("'{error}': no further validation rules will be run after messageExpression: {source}")
}

/// The budget is not enough for a rule or for a node with rules.
pub const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// The budget is not enough for a `messageExpression`.
pub const MESSAGE_OUT_OF_BUDGET: &str = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

const MAX_MESSAGE_BYTES: usize = 5120;
