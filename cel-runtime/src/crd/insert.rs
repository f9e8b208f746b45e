//! Inserts rules into a generated schema.

use schemars::Schema;
use serde_json::{Map, Value};

/// One step from a schema node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A property, by its name in JSON.
    Property(&'static str),
    /// The items of a list.
    Items,
    /// The values of a map.
    Values,
}

/// Appends rules to the nodes at these paths. Each path has a JSON array of entries for `x-kubernetes-validations`, which may be empty.
///
/// This is a transform of the type's own schema. A node may already have the rules of its type and of `schemars(extend(..))`; they stay in
/// front. A rule that exists is not added again, so a transform may be written twice. A path without a node is skipped, and
/// `assert_matches_crd` reports it.
pub fn insert_rules(schema: &mut Schema, nodes: &[(&[Step], &str)]) {
    for (steps, entries) in nodes {
        let entries: Vec<Value> = serde_json::from_str(entries).unwrap_or_default();
        insert(schema.ensure_object(), steps, &entries);
    }
}

/// The schema itself, or the non-null variant of its `anyOf`. schemars writes an `Option` of an enum or a reference so; `kube` unwraps it.
pub(super) fn non_null(node: &Map<String, Value>) -> Option<&Map<String, Value>> {
    match non_null_variant(node) {
        None => Some(node),
        Some(index) => node.get(ANY_OF)?.get(index)?.as_object(),
    }
}

fn insert(node: &mut Map<String, Value>, steps: &[Step], entries: &[Value]) -> bool {
    if let Some(index) = non_null_variant(node) {
        let variant =
            node.get_mut(ANY_OF).and_then(|variants| variants.get_mut(index)).and_then(Value::as_object_mut);
        let Some(variant) = variant else { return false };
        if !steps.is_empty() {
            return insert(variant, steps, entries);
        }
        // If both have rules, kube drops the rules beside `anyOf`. It would also drop the rules that `x_kube` adds there later.
        if let Some(Value::Array(of_type)) = variant.remove(VALIDATIONS) {
            let beside = node.insert(VALIDATIONS.to_owned(), Value::Array(of_type));
            append(node, beside.as_ref().and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default());
        }
        return append(node, entries);
    }
    let Some((step, rest)) = steps.split_first() else { return append(node, entries) };
    if *step == Step::Values && !node.get("additionalProperties").is_some_and(Value::is_object) {
        return insert_in_properties(node, rest, entries) || insert_in_variants(node, steps, entries);
    }
    let next = match step {
        Step::Property(name) => node.get_mut("properties").and_then(|properties| properties.get_mut(name)),
        Step::Items => node.get_mut("items"),
        Step::Values => node.get_mut("additionalProperties"),
    };
    match next.and_then(Value::as_object_mut) {
        Some(next) => insert(next, rest, entries),
        None => insert_in_variants(node, steps, entries),
    }
}

/// The values of a map whose keys are the variants of an enum. The schema has a property for each key.
fn insert_in_properties(node: &mut Map<String, Value>, steps: &[Step], entries: &[Value]) -> bool {
    let mut found = false;
    for property in
        node.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut)
    {
        found |= property.as_object_mut().is_some_and(|property| insert(property, steps, entries));
    }
    found
}

/// The properties of an enum are in the schemas of its variants. Inserts the rules into each variant that has the property.
fn insert_in_variants(node: &mut Map<String, Value>, steps: &[Step], entries: &[Value]) -> bool {
    let mut found = false;
    for key in [ANY_OF, "oneOf", "allOf"] {
        for variant in node.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            found |= variant.as_object_mut().is_some_and(|variant| insert(variant, steps, entries));
        }
    }
    found
}

fn append(node: &mut Map<String, Value>, entries: &[Value]) -> bool {
    if entries.is_empty() {
        return true;
    }
    let rules = node.entry(VALIDATIONS).or_insert_with(|| Value::Array(Vec::new()));
    match rules.as_array_mut() {
        Some(rules) => {
            for entry in entries {
                if !rules.contains(entry) {
                    rules.push(entry.clone());
                }
            }
            true
        }
        None => false,
    }
}

/// The index of the schema that is not null, if `anyOf` has two and the other one is null.
fn non_null_variant(node: &Map<String, Value>) -> Option<usize> {
    match node.get(ANY_OF)?.as_array()?.as_slice() {
        [other, null] if is_null(null) && !is_null(other) => Some(0),
        [null, other] if is_null(null) && !is_null(other) => Some(1),
        _ => None,
    }
}

fn is_null(schema: &Value) -> bool {
    let only_null = |values: &Value| values.as_array().is_some_and(|values| *values == [Value::Null]);
    schema.get("type").is_some_and(|of_type| of_type == "null") || schema.get("enum").is_some_and(only_null)
}

pub(super) const VALIDATIONS: &str = "x-kubernetes-validations";
const ANY_OF: &str = "anyOf";
