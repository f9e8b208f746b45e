//! `fieldPath` of rules in a CRD: every declared property counts, also where rules cannot see it.

use crate::{
    crd::props::SchemaProps,
    schema::field_path::{self, FieldPathError},
};

/// The path as it is appended to the node's own.
pub(super) fn resolve(schema: &SchemaProps, path: &str) -> Result<String, FieldPathError> {
    let mut node = Some(schema);
    let mut out = String::new();
    for name in field_path::segments(path)? {
        let not_found = || FieldPathError::NoField(name.clone());
        // What is below `additionalProperties: true` ends the server's request.
        let schema = node.ok_or_else(not_found)?;
        let is_property = !schema.properties.is_empty();
        if is_property {
            node = Some(schema.property(&name).ok_or_else(not_found)?);
        } else if schema.additional_properties.is_some() {
            node = schema.value_schema();
        } else {
            return Err(not_found());
        }
        if !is_property || name.is_empty() {
            out.push_str(&format!("[{name}]"));
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&name);
        }
    }
    Ok(out)
}
