//! JSON in the texts of errors.

use super::Json;
use crate::node::Reported;
use cel_types::{
    number::{format_double, format_json},
    quote::quote,
};
use std::fmt::Write;

/// The value of a node that is JSON, with the `type` of the node's schema.
#[derive(Clone, Copy, Debug)]
pub struct JsonNode<'v> {
    value: &'v Json,
    old: Option<&'v Json>,
    schema_type: &'static str,
}

impl<'v> JsonNode<'v> {
    /// A value that is not null, and the one that it replaces; `schema_type` is empty for int-or-string.
    pub const fn new(value: &'v Json, old: Option<&'v Json>, schema_type: &'static str) -> Self {
        JsonNode { value, old, schema_type }
    }

    /// The value.
    #[inline]
    pub fn cel(&self) -> &'v Json {
        self.value
    }

    /// The value that it replaces, if there is one.
    #[inline]
    pub fn old(&self) -> Option<&'v Json> {
        self.old
    }
}

impl Reported for JsonNode<'_> {
    fn schema_type(&self) -> &'static str {
        self.schema_type
    }

    fn bad_value(&self) -> Option<String> {
        Some(bad_value(self.value))
    }
}

/// A value as the server prints it; lists and objects, which are to be something else where they are printed, as Go writes JSON.
pub(crate) fn bad_value(value: &Json) -> String {
    match value {
        Json::Number(number) => match number.as_i64() {
            Some(int) => int.to_string(),
            None => number.as_f64().map(format_double).unwrap_or_default(),
        },
        Json::String(text) => quote(text),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => {
            let mut out = String::new();
            push_json(value, &mut out);
            out
        }
    }
}

fn push_json(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => match number.as_i64() {
            Some(int) => out.push_str(&int.to_string()),
            None => out.push_str(&number.as_f64().map(format_json).unwrap_or_default()),
        },
        Json::String(text) => push_text(text, out),
        Json::Array(items) => push_parts(['[', ']'], items, out, push_json),
        Json::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            push_parts(['{', '}'], entries, out, |(key, value), out| {
                push_text(key, out);
                out.push(':');
                push_json(value, out);
            });
        }
    }
}

fn push_parts<T>(
    [open, close]: [char; 2],
    parts: impl IntoIterator<Item = T>,
    out: &mut String,
    push: impl Fn(T, &mut String),
) {
    out.push(open);
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        push(part, out);
    }
    out.push(close);
}

/// Go also escapes what HTML and JavaScript could stumble over.
fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..'\u{20}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character)); // a String takes any text
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests;
