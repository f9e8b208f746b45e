//! Keys of schemas and rules that are nearly right. The API server drops a key that it does not know, and everything below it: the rules of
//! `x-kubernetes-validation` would never run.

use super::Lost;
use crate::{
    checker::nearest,
    crd::{
        document::{Entry, Node, Value},
        keys::{OF_RULES, OF_SCHEMAS, other_name},
    },
};
use std::borrow::Cow;

/// The misspelt keys in the schemas of a CRD.
pub(super) fn of_crd(crd: &Node) -> Vec<Lost> {
    let mut search = Search { found: Vec::new(), left: MOST_UNKNOWN };
    let versions = crd.field("spec").and_then(|spec| spec.field("versions"));
    for version in versions.map(items).unwrap_or_default() {
        let schema = version.field("schema").and_then(|schema| schema.field("openAPIV3Schema"));
        schema.into_iter().for_each(|schema| of_schema(schema, &mut search));
    }
    search.found
}

struct Search {
    found: Vec<Lost>,
    /// How many unknown keys are still compared with the known ones.
    left: usize,
}

impl Search {
    fn misspelt(&mut self, entry: &Entry, known: &'static [&'static str]) {
        if self.left > 0 && !known.contains(&&*entry.key) {
            self.left -= 1;
            self.found.extend(misspelt(entry, known));
        }
    }
}

/// A comparison takes a third of a millisecond where the derive is not optimised.
const MOST_UNKNOWN: usize = 1000;

fn of_schema(schema: &Node, search: &mut Search) {
    for entry in schema.entries() {
        let values = || entry.value.entries().iter().map(|entry| &entry.value);
        match &*entry.key {
            "properties" | "patternProperties" | "definitions" | "dependencies" => {
                values().for_each(|schema| of_schema(schema, search));
            }
            "items" | "additionalProperties" | "additionalItems" | "not" => of_schema(&entry.value, search),
            "allOf" | "anyOf" | "oneOf" => {
                items(&entry.value).iter().for_each(|schema| of_schema(schema, search));
            }
            RULES => {
                for rule in items(&entry.value) {
                    rule.entries().iter().for_each(|entry| search.misspelt(entry, OF_RULES));
                }
            }
            _ => match has_rules(entry) {
                Some(lost) => search.found.push(lost),
                None => search.misspelt(entry, OF_SCHEMAS),
            },
        }
    }
}

/// `rules: [{rule: "self.a > 1"}]`
fn has_rules(entry: &Entry) -> Option<Lost> {
    let has_rules = items(&entry.value).iter().any(|item| item.field("rule").is_some());
    (has_rules && !is_any_json(&entry.key)).then(|| lost(entry, RULES))
}

fn misspelt(entry: &Entry, known: &'static [&'static str]) -> Option<Lost> {
    let key = &*entry.key;
    let nearest = nearest(key, known.iter().map(|known| Cow::from(*known)));
    let other = || other_name(key).filter(|meant| known.contains(meant)).map(Cow::from);
    let meant = nearest.or_else(other)?;
    // JSON schema has the keywords `examples` and `const`. Rules run without them.
    let is_harmless =
        matches!(&*meant, "title" | "description" | "example" | "externalDocs" | "id" | "$schema" | "enum");
    (!is_harmless).then(|| lost(entry, &meant))
}

fn lost(entry: &Entry, meant: &str) -> Lost {
    Lost {
        at: entry.at,
        message: format!("API servers know no field `{}`, and drop it", entry.key.escape_debug()),
        help: Some(format!("did you mean `{meant}`?")),
        changes_types: meant != RULES && !OF_RULES.contains(&meant),
    }
}

/// A key of a value that may be any JSON.
fn is_any_json(key: &str) -> bool {
    matches!(key, "default" | "example" | "enum")
}

fn items(list: &Node) -> &[Node] {
    match &list.value {
        Value::List(items) => items,
        _ => &[],
    }
}

const RULES: &str = "x-kubernetes-validations";
