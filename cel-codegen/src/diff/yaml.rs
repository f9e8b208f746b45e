//! Objects as YAML for people.

use cel_compiler::crd::{
    check::go_json_text,
    document::{Node, Value},
};

/// Lines of YAML, each with its line break.
pub(super) fn lines(node: &Node) -> String {
    let mut text = String::new();
    block(node, 0, &mut text);
    text
}

/// Writes a value after a key or an item. A list or object that is not empty starts on a new line.
fn block(node: &Node, depth: usize, text: &mut String) {
    match &node.value {
        Value::Object(entries) if !entries.is_empty() => {
            for (i, entry) in entries.iter().enumerate() {
                if i > 0 || text.ends_with('\n') {
                    indent(depth, text);
                }
                *text += &scalar_text(&entry.key);
                text.push(':');
                text.push_str(if is_block(&entry.value) { "\n" } else { " " });
                block(&entry.value, depth + 1, text);
            }
        }
        Value::List(items) if !items.is_empty() => {
            for item in items.iter() {
                if text.ends_with('\n') {
                    indent(depth.saturating_sub(1), text);
                }
                *text += "- ";
                block(item, depth, text);
            }
        }
        Value::String(value) => *text += &(scalar_text(value) + "\n"),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::List(_)
        | Value::Object(_) => {
            *text += &(node.to_json().to_string() + "\n");
        }
    }
}

fn indent(depth: usize, text: &mut String) {
    text.extend(std::iter::repeat_n("  ", depth));
}

fn is_block(node: &Node) -> bool {
    match &node.value {
        Value::Object(entries) => !entries.is_empty(),
        Value::List(items) => !items.is_empty(),
        _ => false,
    }
}

/// A text, in quotes if YAML might read it as something else.
fn scalar_text(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if is_plain { text.to_owned() } else { go_json_text(text) }
}

/// Texts that YAML may read as a boolean, null or a number.
const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"];
