//! Finds the definition that a reference names.

use super::{DeclKind, DeclType, Schema, kubernetes};

/// Follows references. `None` if a definition is missing.
#[must_use]
#[inline]
pub fn resolve<'s>(schema: Option<&'s Schema>, mut node: &'s DeclType) -> Option<&'s DeclType> {
    while let DeclKind::Ref(id) = &node.kind {
        node = definition(schema, id)?;
    }
    Some(node)
}

/// The definition with an id: a definition of the schema, or a type of k8s-openapi.
#[must_use]
#[inline]
pub fn definition<'s>(schema: Option<&'s Schema>, id: &str) -> Option<&'s DeclType> {
    let of_schema = schema.and_then(|schema| schema.definitions.get(id));
    of_schema.map(|definition| &definition.node).or_else(|| kubernetes::definition(id))
}
