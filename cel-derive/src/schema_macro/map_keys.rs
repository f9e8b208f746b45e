//! Maps whose keys derive: enums of unit variants, and newtypes of texts.

use super::{
    nested::{NestedSchema, unit_enums},
    unresolved::Unresolved,
};
use crate::{
    decl_type::{KEYS, STRING_KEYS, TEXT_KEYS, Typed},
    expand,
    input::{Container, Content, FREE_FORM, MAP_BESIDE_OTHERS, Property},
};
use cel_compiler::schema::{
    DeclKind, Encoding, Schema,
    reference::{definition, resolve},
};
use std::collections::BTreeSet;

/// Marks the maps whose keys are newtypes of texts, by the schemas of the nested types.
pub(super) fn mark_text_keys(container: &mut Container<'_>, texts: &[String]) {
    if !container.properties().into_iter().filter_map(Property::typed).any(Typed::is_keyed) {
        return;
    }
    let schemas = expand::nested(container).into_iter().zip(texts);
    let newtypes = schemas.filter(|(_, text)| Schema::from_text(text).is_ok_and(|schema| is_text(&schema)));
    let newtypes = newtypes.map(|((_, nested), _)| nested.key.clone()).collect();
    container.for_each_type(&mut |typed| typed.mark_texts(&newtypes));
}

/// True for a text that rules read as it is: `struct Name(String)`.
fn is_text(schema: &Schema) -> bool {
    let root = definition(Some(schema), &schema.root).and_then(|node| resolve(Some(schema), node));
    root.is_some_and(|node| {
        matches!(node.kind, DeclKind::String)
            && node.encoding == Encoding::Native
            && node.enum_values.is_empty()
            && !node.nullable
    })
}

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
            let is_other = |found: &&NestedSchema<'_>| found.unit_enum().is_none() && !is_text(&found.schema);
            if let Some(found) = found.filter(is_other) {
                are_known = false;
                let root = found.schema.definitions.get(&found.schema.root);
                let help = match root.map(|root| &root.node.kind) {
                    None | Some(DeclKind::Error) => continue, // its derive has reported an error
                    Some(DeclKind::String) => TEXT_KEYS,
                    Some(_) => STRING_KEYS,
                };
                self.cx.error_in(&key.ty, KEYS, help);
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

/// The keys of enums whose variants have doc comments.
pub(super) fn documented(nested: &[NestedSchema<'_>]) -> BTreeSet<String> {
    unit_enums(nested).into_iter().filter(|(_, unit)| unit.is_documented).map(|(key, _)| key).collect()
}
