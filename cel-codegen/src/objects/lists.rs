//! Lists that are sets or have keys: nothing is there twice (k8s: `schema/listtype`).

use cel_compiler::crd::{
    check::{ErrorType, FieldError, go_json, go_value},
    document::{Entry, Node, Value},
    props::SchemaProps,
};
use std::collections::HashMap;

/// The errors of all lists in an object.
pub(super) fn errors(object: &Node, schema: &SchemaProps) -> Vec<FieldError> {
    let mut errors = Vec::new();
    node(object, schema, "", &mut errors);
    errors
}

fn node(value: &Node, schema: &SchemaProps, path: &str, errors: &mut Vec<FieldError>) {
    match &value.value {
        Value::Object(entries) => {
            for Entry { key, value, .. } in entries.iter() {
                if let Some(values) = schema.value_schema() {
                    node(value, values, &format!("{path}[{key}]"), errors);
                }
                if let Some(property) = schema.property(key) {
                    let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
                    node(value, property, &path, errors);
                }
            }
        }
        Value::List(items) => {
            match schema.list_type.as_deref() {
                Some("set") => twice(items, path, errors),
                Some("map") => keys(items, schema, path, errors),
                _ => {}
            }
            if let Some(schema) = schema.item_schema() {
                for (i, item) in items.iter().enumerate() {
                    node(item, schema, &format!("{path}[{i}]"), errors);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
}

fn keys(items: &[Node], schema: &SchemaProps, path: &str, errors: &mut Vec<FieldError>) {
    let is_item = |item: &Node| item.is_null() || matches!(item.value, Value::Object(_));
    if let Some((i, item)) = items.iter().enumerate().find(|(_, item)| !is_item(item)) {
        let detail = "must be an object for an array of list-type map";
        let error = FieldError::new(ErrorType::Invalid, item.at, format!("{path}[{i}]"), detail);
        return errors.push(error.with_value(go_value(item)));
    }
    let keys: Vec<Node> = items
        .iter()
        .map(|item| {
            let of_key = |key: &String| item.entries().iter().find(|entry| *entry.key == **key).cloned();
            Node {
                value: Value::object(schema.list_map_keys.iter().filter_map(of_key).collect()),
                at: item.at,
            }
        })
        .collect();
    twice(&keys, path, errors);
}

/// Each value that is there more than once is an error at its second place.
fn twice(values: &[Node], path: &str, errors: &mut Vec<FieldError>) {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(values.len());
    for (i, value) in values.iter().enumerate() {
        let kind = value.kind();
        let times = seen.entry(format!("{kind}{}", go_json(value))).or_default();
        *times += 1;
        if *times == 2 {
            let error = FieldError::new(ErrorType::Duplicate, value.at, format!("{path}[{i}]"), "");
            errors.push(error.with_value(go_value(value)));
        }
    }
}
