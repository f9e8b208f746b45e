//! JSON in the texts of errors.

use super::any::{AnyJson, Content};
use cel_types::{
    number::{format_double, format_json},
    quote::quote,
};
use std::fmt::Write;

/// A value as the server prints it. Lists and objects are printed as Go writes JSON; they appear only if the schema has another type.
#[inline]
pub(crate) fn bad_value(value: AnyJson<'_>) -> String {
    match value.content() {
        Content::Int(int) => int.to_string(),
        Content::Float(double) => format_double(double),
        Content::String(text) => quote(text),
        Content::Null | Content::Bool(_) | Content::Array(_) | Content::Object(_) => json(value),
    }
}

/// A value as JSON.
#[inline]
pub(crate) fn json(value: AnyJson<'_>) -> String {
    let mut out = String::new();
    push_json(value, &mut out);
    out
}

#[inline]
fn push_json(value: AnyJson<'_>, out: &mut String) {
    match value.content() {
        Content::Null => out.push_str("null"),
        Content::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Content::Int(int) => out.push_str(&int.to_string()),
        Content::Float(double) => out.push_str(&format_json(double)),
        Content::String(text) => push_text(text, out),
        Content::Array(items) => push_parts(['[', ']'], items.iter(), out, push_json),
        Content::Object(entries) => {
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

/// Go also escapes the characters that are special in HTML and JavaScript.
#[inline]
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
