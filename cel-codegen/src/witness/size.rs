//! Measures the size of an object.

use cel_compiler::crd::document::{Node, Value};

/// The number of values, and the length of their texts and numbers.
pub(crate) fn size(node: &Node) -> (usize, usize) {
    let add = |(a, b): (usize, usize), (c, d): (usize, usize)| (a + c, b + d);
    match &node.value {
        Value::List(items) => items.iter().map(size).fold((1, 0), add),
        Value::Object(entries) => {
            entries.iter().map(|entry| add((0, entry.key.len()), size(&entry.value))).fold((1, 0), add)
        }
        Value::String(text) => (1, text.len() + usize::from(text.is_empty())),
        Value::Int(number) => (1, number.to_string().len()),
        Value::Float(number) => (1, number.to_string().len() + 1),
        Value::Null | Value::Bool(_) => (1, 0),
    }
}
