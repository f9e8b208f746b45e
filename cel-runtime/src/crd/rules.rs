//! Compares the rules of a CRD with the compiled rules.

use super::insert::VALIDATIONS;
use cel_types::schema::{DeclType, ValidationRule};
use serde_json::{Map, Value};

/// The rules of a node of the model, written as entries of the CRD.
#[inline]
pub(super) fn of_model(model: &DeclType) -> Vec<Value> {
    model.rules.iter().map(ValidationRule::entry).collect()
}

/// True if a node of the CRD has these rules in this order. If one of the entries has no text, other rules may stand between them.
#[inline]
pub(super) fn are_expected(expected: &[Value], found: &[Value]) -> bool {
    if !expected.iter().any(is_any) {
        return expected == found;
    }
    let mut found = found.iter();
    expected.iter().filter(|entry| !is_any(entry)).all(|entry| found.any(|other| other == entry))
}

/// True for the entry that stands for rules that only the CRD knows.
#[inline]
pub(super) fn is_any(entry: &Value) -> bool {
    entry.get("rule").is_some_and(|rule| rule == "")
}

/// All rules on a node of a CRD and below it, each with its path.
#[inline]
pub(super) fn below(path: &str, schema: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    if let Some(schema) = schema.as_object() {
        for rule in schema.get(VALIDATIONS).and_then(Value::as_array).into_iter().flatten() {
            found.push((path.to_owned(), rule.clone()));
        }
        found.extend(children(path, schema));
    }
    found
}

/// The rules below a node.
#[inline]
pub(super) fn children(path: &str, schema: &Map<String, Value>) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        found.extend(below(&path, property));
    }
    for (key, mark) in [("items", "[]"), ("additionalProperties", "[*]")] {
        found
            .extend(schema.get(key).into_iter().flat_map(|element| below(&format!("{path}{mark}"), element)));
    }
    found.extend(in_choices(path, schema));
    found
}

/// The rules below `anyOf`, `allOf`, `oneOf` and `not` of a node. A structural schema cannot have such rules.
#[inline]
pub(super) fn in_choices(path: &str, schema: &Map<String, Value>) -> Vec<(String, Value)> {
    let lists =
        ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    lists.chain(schema.get("not")).flat_map(|schema| below(path, schema)).collect()
}
