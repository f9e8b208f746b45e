//! `fieldPath` of rules in a CRD. Every declared property counts, even if rules cannot see it.

use super::props::SchemaProps;
use crate::checker::nearest;
use crate::schema::{
    escaping::unescape,
    field_path::{self, FieldPathError},
};

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

/// Advice about a path that is not valid: the same path in the form of a `fieldPath`, or a property with nearly its name.
#[must_use]
pub fn advice(schema: &SchemaProps, path: &str) -> Option<String> {
    let names = in_form_of_path(path)?;
    let below_root = ["spec.", "status."].iter().find_map(|root| names.strip_prefix(root));
    let as_in_rules: Vec<_> =
        names.split('.').map(|name| unescape(name).unwrap_or_else(|| name.into())).collect();
    let as_in_rules = as_in_rules.join(".");
    let candidates = [Some(&*names), below_root, Some(&*as_in_rules)].into_iter().flatten().map(written);
    if let Some(path) = candidates.into_iter().find(|path| resolve(schema, path).is_ok()) {
        return Some(format!("write `{path}`"));
    }
    if let Some(list) = list_on_the_way(schema, &names) {
        return Some(format!("it cannot lead into a list: write `{}`", written(list)));
    }
    // Thousands of rules may stand on an object with thousands of properties.
    let properties = schema.properties.iter().filter(|_| schema.properties.len() <= MOST_SEARCHED);
    let properties = properties.map(|property| property.name.as_str().into());
    nearest(&names, properties).map(|near| format!("did you mean `.{near}`?"))
}

/// `.a` for `a`, and `['a-b']` for itself.
fn written(names: &str) -> String {
    if names.starts_with('[') { names.to_owned() } else { format!(".{names}") }
}

/// The first list on the way along plain names.
fn list_on_the_way<'n>(schema: &SchemaProps, names: &'n str) -> Option<&'n str> {
    let (mut node, mut length) = (schema, 0);
    for name in names.split('.') {
        node = node.property(name)?;
        length += name.len();
        if node.ty == "array" {
            return names.get(..length);
        }
        length += ".".len();
    }
    None
}

/// `$.a`, `/a`, `self.a` and `.a[0]` as `a`, and `labels["a"]` as `labels['a']`. A `fieldPath` names no items of lists.
fn in_form_of_path(path: &str) -> Option<String> {
    let is_pointer = path.starts_with('/');
    let path = path.trim_start_matches(['$', '/', '.']).trim_end_matches('.').replace('"', "'");
    let path = if is_pointer { path.replace('/', ".") } else { path };
    let mut rest = path.strip_prefix("self.").unwrap_or(&path);
    let mut names = String::new();
    while let Some((before, from)) = rest.split_once('[') {
        let (key, behind) = from.split_once(']')?;
        names.push_str(before);
        if !key.chars().all(|c| c.is_ascii_digit() || c == '*') {
            names.push_str(&format!("['{}']", key.trim_matches('\'')));
        }
        rest = behind;
    }
    Some(names + rest)
}

/// Number of properties that are searched for a name.
const MOST_SEARCHED: usize = 100;

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

    #[track_caller]
    fn helps(path: &str, expected: Option<&str>) {
        let (schema, _) = SchemaProps::read(&document::read(SCHEMA).expect("YAML")[0]);
        assert!(resolve(&schema, path).is_err(), "{path}");
        assert_eq!(advice(&schema, path).as_deref(), expected, "{path}");
    }

    #[test]
    fn paths_of_other_notations() {
        for path in ["a", "self.a", ".self.a", "$.a", "/a", ".a.", ".spec.a"] {
            helps(path, Some("write `.a`"));
        }
        helps(".list[0]", Some("write `.list`"));
        helps(".list[*]", Some("write `.list`"));
        helps(".list[0].z", Some("it cannot lead into a list: write `.list`"));
        helps(".list.z", Some("it cannot lead into a list: write `.list`"));
        helps("[\"a-b/c\"]", Some("write `['a-b/c']`"));
        helps(".a__dash__b__slash__c", Some("write `.a-b/c`"));
        helps(".map[\"k\"].q", Some("write `.map['k'].q`"));
        helps(".map[k].q", Some("write `.map['k'].q`"));
        helps(".lst", Some("did you mean `.list`?"));
        helps(".a['b", None);
        helps(".other", None);
    }
}
