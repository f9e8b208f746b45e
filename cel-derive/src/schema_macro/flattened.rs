//! Fields of flattened types by the name of another field. serde writes such a name twice.

use super::{
    nested::{NestedSchema, properties_of},
    unresolved::Unresolved,
};
use crate::input::{Content, Data};
use cel_compiler::schema::Encoding;
use std::collections::HashSet;

impl Unresolved<'_> {
    /// Reports each flattened type that has a field by the name of another one. Variants of an untagged enum may share fields.
    pub(super) fn check_flattened(&self, nested: &[NestedSchema<'_>]) {
        let Data::Object(properties) = &self.container.data else { return };
        let is_flat = |content: &Content| matches!(content, Content::Flatten(_));
        if self.container.is_untagged || !properties.iter().any(|property| is_flat(&property.content)) {
            return;
        }
        let own = properties.iter().filter(|property| !is_flat(&property.content) && !property.is_unwritten);
        let mut known: HashSet<String> = own.map(|property| property.name.clone()).collect();
        for property in properties {
            let Content::Flatten(typed) = &property.content else { continue };
            let Some((_, found)) = typed.nested() else { continue };
            let schema = nested.iter().find(|nested| nested.key == found.key).map(|nested| &nested.schema);
            let fields = schema.and_then(|schema| properties_of(schema, &schema.root));
            let fields = fields.into_iter().flat_map(|(fields, _)| fields);
            let written = fields.filter(|field| field.node.encoding != Encoding::Unwritten);
            let names = written.map(|field| field.name);
            // The rest of its names counts, too, for the next flattened type.
            let twice: Vec<String> = names.filter(|name| !known.insert(name.clone())).collect();
            if let Some(name) = twice.first() {
                let message = format!(
                    "this flattened type has a field named `{name}` in JSON, and another field has the name, too"
                );
                self.cx.error_with_help(property.span, message, RENAME);
            }
        }
    }
}

pub(super) const RENAME: &str = "give one of the two a name of its own: `#[serde(rename = \"..\")]`";
