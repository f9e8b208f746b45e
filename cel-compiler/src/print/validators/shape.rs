//! A schema as the text of a `Shape` of cel-runtime (`ratcheting/schema.rs` describes the text). Equal nodes occur once in it.

use crate::crd::{check::go_json_text, props::SchemaProps};
use std::collections::HashMap;

/// The text of a schema.
pub(super) fn text(schema: &SchemaProps) -> String {
    let mut table = Table::default();
    table.place("null".to_owned());
    let root = table.node(schema);
    if root + 1 < table.nodes.len() {
        let root = table.nodes[root].clone();
        table.nodes.push(root);
    }
    format!("[{}]", table.nodes.join(","))
}

#[derive(Default)]
struct Table {
    nodes: Vec<String>,
    places: HashMap<String, usize>,
}

impl Table {
    /// The place of the node with this text.
    fn place(&mut self, text: String) -> usize {
        let next = self.nodes.len();
        *self.places.entry(text).or_insert_with_key(|text| {
            self.nodes.push(text.clone());
            next
        })
    }

    fn node(&mut self, schema: &SchemaProps) -> usize {
        if let Some(values) = schema.value_schema() {
            let values = self.node(values);
            return self.place(values.to_string());
        }
        if let (Some("map"), Some(items)) = (schema.list_type.as_deref(), schema.item_schema()) {
            let mut text = format!("[{}", self.node(items));
            for key in &schema.list_map_keys {
                text.push(',');
                text.push_str(&go_json_text(key));
            }
            return self.place(text + "]");
        }
        if schema.properties.is_empty() {
            return LEAF;
        }
        let mut text = String::from("{");
        for property in &schema.properties {
            let node = self.node(&property.schema);
            let comma = if text.len() > 1 { "," } else { "" };
            text.push_str(&format!("{comma}{}:{node}", go_json_text(&property.name)));
        }
        self.place(text + "}")
    }
}

/// The place of the first node.
const LEAF: usize = 0;
