//! Maps whose keys are the variants of an enum.

use super::{
    nested::{NestedSchema, unit_enums},
    unresolved::Unresolved,
};
use crate::{
    decl_type::{KEYS, STRING_KEYS, Typed},
    input::{Content, FREE_FORM, MAP_BESIDE_OTHERS, Property},
};
use cel_compiler::schema::{DeclKind, reference::definition};
use std::collections::BTreeSet;

impl Unresolved<'_> {
    /// True if the keys of all maps are texts or enums. Reports others.
    pub(super) fn has_keys(&self, nested: &[NestedSchema<'_>]) -> bool {
        let properties = self.container.properties();
        let keys: Vec<&Typed> =
            properties.into_iter().filter_map(Property::typed).flat_map(Typed::keys).collect();
        let mut are_known = true;
        for key in keys {
            let found =
                nested.iter().find(|nested| key.nested().is_some_and(|(_, key)| nested.key == key.key));
            if let Some(found) = found.filter(|found| found.unit_enum().is_none()) {
                are_known = false;
                if !found.is_reported() {
                    self.cx.error_in(&key.ty, KEYS, STRING_KEYS);
                }
            }
        }
        are_known && self.flattens_no_map(nested)
    }

    /// A flattened field beside other fields must be an object. A typed map is not.
    fn flattens_no_map(&self, nested: &[NestedSchema<'_>]) -> bool {
        for property in self.container.properties() {
            let Content::Flatten(typed) = &property.content else { continue };
            let found =
                typed.nested().and_then(|(_, key)| nested.iter().find(|nested| nested.key == key.key));
            let node = found.and_then(|found| definition(Some(&found.schema), &found.schema.root));
            if node.is_some_and(|node| matches!(node.kind, DeclKind::Map { .. })) {
                self.cx.error_in(&typed.ty, MAP_BESIDE_OTHERS, FREE_FORM);
                return false;
            }
        }
        true
    }
}

impl NestedSchema<'_> {
    /// True if its derive has reported an error.
    fn is_reported(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root);
        root.is_none_or(|root| matches!(root.node.kind, DeclKind::Error))
    }
}

/// The keys of enums whose variants have doc comments.
pub(super) fn documented(nested: &[NestedSchema<'_>]) -> BTreeSet<String> {
    unit_enums(nested).into_iter().filter(|(_, unit)| unit.is_documented).map(|(key, _)| key).collect()
}
