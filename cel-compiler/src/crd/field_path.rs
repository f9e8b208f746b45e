//! `fieldPath` of rules in a CRD. Every declared property counts, even if rules cannot see it.

use super::props::SchemaProps;
use crate::schema::field_path::{self, FieldPathError};

/// The path in the form that is appended to the node's own.
///
/// # Errors
/// If the text is not a path, or names a property that does not exist.
pub fn resolve(schema: &SchemaProps, path: &str) -> Result<String, FieldPathError> {
    let mut node = Some(schema);
    let mut out = String::new();
    for name in field_path::segments(path)? {
        let not_found = || FieldPathError::NoField(name.clone());
        // On the server a path below `additionalProperties: true` ends the request.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crd::document;

    const SCHEMA: &str = "
type: object
properties:
  a: {type: string}
  free: {x-kubernetes-preserve-unknown-fields: true}
  open: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {k: {type: string}}}
  any: {type: object, additionalProperties: true}
  map: {type: object, additionalProperties: {type: object, properties: {q: {type: string}}}}
  list: {type: array, items: {type: object, properties: {z: {type: string}}}}
  port: {x-kubernetes-int-or-string: true}
  empty: {type: object}
  a-b/c: {type: string}
";

    /// `None` stands for the error `must be a valid path`.
    #[track_caller]
    fn check(path: &str, expected: Option<&str>) {
        let documents = document::read(SCHEMA).expect("YAML");
        let (schema, errors) = SchemaProps::read(&documents[0]);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(resolve(&schema, path).ok().as_deref(), expected, "{path}");
    }

    #[test]
    fn paths_lead_to_what_a_schema_declares() {
        check(".a", Some("a"));
        check(".free", Some("free"));
        check(".free.x", None);
        check(".open.k", Some("open.k"));
        check(".open.q", None);
        check(".any", Some("any"));
        check(".any.x", Some("any[x]"));
        check(".any['']", Some("any[]"));
        check(".any.x.y", None);
        check(".map['k.1'].q", Some("map[k.1].q"));
        check(".map.k.z", None);
        check(".list", Some("list"));
        check(".list.z", None);
        check(".port.a", None);
        check(".empty.a", None);
        check(".a-b/c", Some("a-b/c"));
        check("['a-b/c']", Some("a-b/c"));
        check(".a__dash__b__slash__c", None);
        check(".metadata.name", None);
        check(".apiVersion", None);
    }
}
