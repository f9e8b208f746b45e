//! Errors of fields as the API server prints them (k8s: `apimachinery/pkg/util/validation/field`).

use crate::crd::document::{Node, Position, Value};
use cel_types::{number, quote::quote};
use std::fmt::{self, Write};

/// A mistake in one field of a CRD.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// The kind of error.
    pub ty: ErrorType,
    /// The path: `spec.validation.openAPIV3Schema.properties[a].type`.
    pub field: String,
    /// The printed value.
    pub bad_value: Option<String>,
    /// The text behind kind and value.
    pub detail: String,
    /// The place of the wrong part in the file.
    pub at: Position,
    /// Advice. The server gives none.
    pub help: Option<String>,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as the server calls them")]
pub enum ErrorType {
    Duplicate,
    Forbidden,
    Internal,
    Invalid,
    NotSupported,
    Required,
    TooLong,
    TooMany,
    TypeInvalid,
}

impl ErrorType {
    /// The name in the `causes` of the server's answer.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorType::Duplicate => "FieldValueDuplicate",
            ErrorType::Forbidden => "FieldValueForbidden",
            ErrorType::Internal => "InternalError",
            ErrorType::Invalid => "FieldValueInvalid",
            ErrorType::NotSupported => "FieldValueNotSupported",
            ErrorType::Required => "FieldValueRequired",
            ErrorType::TooLong => "FieldValueTooLong",
            ErrorType::TooMany => "FieldValueTooMany",
            ErrorType::TypeInvalid => "FieldValueTypeInvalid",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            ErrorType::Duplicate => "Duplicate value",
            ErrorType::Forbidden => "Forbidden",
            ErrorType::Internal => "Internal error",
            ErrorType::Invalid | ErrorType::TypeInvalid => "Invalid value",
            ErrorType::NotSupported => "Unsupported value",
            ErrorType::Required => "Required value",
            ErrorType::TooLong => "Too long",
            ErrorType::TooMany => "Too many",
        }
    }
}

impl FieldError {
    /// An error without a value.
    pub fn new(ty: ErrorType, at: Position, field: impl Into<String>, detail: impl Into<String>) -> Self {
        FieldError { ty, field: field.into(), bad_value: None, detail: detail.into(), at, help: None }
    }

    /// The same with a value, printed by [`go_value`] or another function of this file.
    #[must_use]
    pub fn with_value(mut self, printed: impl Into<String>) -> Self {
        self.bad_value = Some(printed.into());
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error about a value that is not one of the supported values.
    #[must_use]
    pub fn not_supported(at: Position, field: String, value: String, supported: &[&str]) -> Self {
        let supported: Vec<String> = supported.iter().map(|value| quote(value)).collect();
        let detail = match supported.as_slice() {
            [] => String::new(),
            supported => format!("supported values: {}", supported.join(", ")),
        };
        FieldError::new(ErrorType::NotSupported, at, field, detail).with_value(value)
    }

    /// The whole text without the path.
    #[must_use]
    pub fn body(&self) -> String {
        let mut text = self.ty.label().to_owned();
        for part in self.bad_value.iter().chain(Some(&self.detail).filter(|detail| !detail.is_empty())) {
            text.push_str(": ");
            text.push_str(part);
        }
        text
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

/// A value in the form of errors: numbers as Go's `%v`, texts quoted, everything else as JSON.
#[must_use]
pub fn go_value(node: &Node) -> String {
    match &node.value {
        Value::Float(value) => number::format_double(*value),
        Value::String(text) => quote(text),
        _ => go_json(node),
    }
}

/// A value as Go's `encoding/json` writes it.
#[must_use]
pub fn go_json(node: &Node) -> String {
    let mut out = String::new();
    write_json(&mut out, node);
    out
}

fn write_json(out: &mut String, node: &Node) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&json_float(*value)),
        Value::String(text) => out.push_str(&go_json_text(text)),
        Value::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_json(out, item);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_by(|a, b| a.key.cmp(&b.key));
            out.push('{');
            for (i, entry) in entries.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&go_json_text(&entry.key));
                out.push(':');
                write_json(out, &entry.value);
            }
            out.push('}');
        }
    }
}

/// A float in JSON. It has an exponent from 21 digits on, and below a millionth.
fn json_float(value: f64) -> String {
    if value == 0.0 || (1e-6..1e21).contains(&value.abs()) {
        return value.to_string();
    }
    let text = format!("{value:e}");
    // Go writes the sign of a positive exponent.
    match text.split_once('e') {
        Some((mantissa, exponent)) if !exponent.starts_with('-') => format!("{mantissa}e+{exponent}"),
        _ => text,
    }
}

/// Text as Go's `encoding/json` writes it: `<`, `>` and `&` are escaped too.
#[must_use]
pub fn go_json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let written = write!(out, "\\u{:04x}", u32::from(c));
                debug_assert!(written.is_ok(), "a String takes whatever is written");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of texts as Go's `encoding/json` writes it.
#[must_use]
pub(super) fn go_json_texts(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| go_json_text(text)).collect();
    format!("[{}]", texts.join(","))
}
