//! Finds repeated items in lists that are sets or have keys (k8s: `schema/listtype`).

use crate::path::Path;
use cel_compiler::crd::{
    check::{ErrorType, FieldError, Room, go_json, go_value},
    document::{Entry, Node, Value},
    props::SchemaProps,
};
use std::collections::HashMap;

/// True if no list has a repeated item.
pub(super) fn are_right(object: &Node, schema: &SchemaProps) -> bool {
    let (mut errors, mut room) = (Vec::new(), Room::default());
    collect(object, schema, &mut errors, &mut room);
    errors.is_empty()
}

/// Adds the errors of all lists in an object.
pub(super) fn collect(object: &Node, schema: &SchemaProps, errors: &mut Vec<FieldError>, room: &mut Room) {
    Lists { errors, room }.node(object, schema, &Path::Whole(""));
}

struct Lists<'e> {
    errors: &'e mut Vec<FieldError>,
    room: &'e mut Room,
}

impl Lists<'_> {
    fn node(&mut self, value: &Node, schema: &SchemaProps, path: &Path<'_>) {
        match &value.value {
            Value::Object(entries) => {
                for Entry { key, value, .. } in entries.iter() {
                    if let Some(values) = schema.value_schema() {
                        self.node(value, values, &Path::Key(path, key));
                    }
                    if let Some(property) = schema.property(key) {
                        self.node(value, property, &Path::Property(path, key));
                    }
                }
            }
            Value::List(items) => {
                match schema.list_type.as_deref() {
                    Some("set") => self.twice(items, path),
                    Some("map") => self.keys(items, schema, path),
                    _ => {}
                }
                if let Some(schema) = schema.item_schema() {
                    for (i, item) in items.iter().enumerate() {
                        self.node(item, schema, &Path::Item(path, i));
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
        }
    }

    fn keys(&mut self, items: &[Node], schema: &SchemaProps, path: &Path<'_>) {
        let is_item = |item: &Node| item.is_null() || matches!(item.value, Value::Object(_));
        if let Some((i, item)) = items.iter().enumerate().find(|(_, item)| !is_item(item)) {
            let detail = "must be an object for an array of list-type map";
            return self.room.push(self.errors, || {
                let field = Path::Item(path, i).to_string();
                FieldError::new(ErrorType::Invalid, item.at, field, detail).with_value(go_value(item))
            });
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
        self.twice(&keys, path);
    }

    /// Adds an error for each repeated value, at its second place.
    fn twice(&mut self, values: &[Node], path: &Path<'_>) {
        let mut seen: HashMap<String, usize> = HashMap::with_capacity(values.len());
        for (i, value) in values.iter().enumerate() {
            let kind = value.kind();
            let times = seen.entry(format!("{kind}{}", go_json(value))).or_default();
            *times += 1;
            if *times == 2 {
                self.room.push(self.errors, || {
                    let field = Path::Item(path, i).to_string();
                    FieldError::new(ErrorType::Duplicate, value.at, field, "").with_value(go_value(value))
                });
            }
        }
    }
}
