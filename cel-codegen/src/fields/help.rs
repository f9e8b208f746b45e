//! Advice about fields that the server does not know.

use super::shape::{Field, SCHEMA, Shape, VERSION};
use cel_compiler::{
    checker::nearest,
    crd::{
        document::{Entry, Node, Position, Value},
        keys::other_name,
    },
    library::KubernetesVersion,
};
use std::{borrow::Cow, iter, ptr};

/// Advice about a repeated key.
pub(super) fn repeated(first: Position) -> String {
    format!("the key is on line {} already; remove one of the two", first.line)
}

/// Advice about an unknown field. `around` is the object that has it.
pub(super) fn unknown(
    around: &Node,
    entry: &Entry,
    fields: &'static [Field],
    version: KubernetesVersion,
) -> Option<String> {
    let key = &*entry.key;
    if fields.iter().any(|field| field.name == key) {
        return Some("servers of that release do not know it yet".to_owned());
    }
    let is_schema = ptr::eq(fields, &SCHEMA[..]);
    if is_schema && entry.value.field("type").is_some_and(|ty| ty.as_str().is_some()) {
        let keyword = of_elements(around).and_then(|keyword| nearest(key, iter::once(Cow::from(keyword))));
        if let Some(meant) = keyword {
            return Some(format!("did you mean `{meant}`?"));
        }
        return Some(format!("a property stands below `properties`: `properties: {{{key}: ..}}`"));
    }
    if is_schema && matches!(key, "if" | "then" | "else") {
        return Some("a rule says what follows from what: `!has(self.a) || has(self.b)`".to_owned());
    }
    let names = fields.iter().filter(|field| field.since <= version).map(|field| Cow::from(field.name));
    if let Some(meant) = nearest(key, names) {
        return Some(format!("did you mean `{meant}`?"));
    }
    if let Some(meant) = other_name(key).filter(|meant| fields.iter().any(|field| field.name == *meant)) {
        return Some(format!("did you mean `{meant}`?"));
    }
    let is_spec = fields.iter().any(|field| field.name == "versions");
    if is_spec && VERSION.iter().any(|field| field.name == key) {
        return Some(format!("each entry of `spec.versions` has its own `{key}`"));
    }
    match (is_spec, key, &entry.value.value) {
        (true, "validation", _) => {
            Some("each entry of `spec.versions` has its own `schema.openAPIV3Schema`".to_owned())
        }
        (true, "version", Value::String(_)) => Some("versions stand below `spec.versions`".to_owned()),
        _ => elsewhere(key, is_schema)
            .or_else(|| is_below(key, fields).map(|below| format!("`{key}` stands in `{below}`"))),
    }
}

/// The keyword whose value is the schema of all elements: `items`, if the schema around it is a list's.
fn of_elements(schema: &Node) -> Option<&'static str> {
    match schema.field("type")?.as_str()? {
        "array" => Some("items"),
        "object" => Some("additionalProperties"),
        _ => None,
    }
}

/// The only field whose own fields have this name: `schema` for `openAPIV3Schema`.
fn is_below(key: &str, fields: &'static [Field]) -> Option<&'static str> {
    let has = |field: &&Field| match field.shape {
        Shape::Struct(inner) => inner.iter().any(|inner| inner.name == key),
        _ => false,
    };
    let mut found = fields.iter().filter(has);
    let first = found.next()?;
    found.next().is_none().then_some(first.name)
}

/// Where a field stands that is unknown here.
fn elsewhere(key: &str, is_schema: bool) -> Option<String> {
    let place = match key {
        "scope" | "group" | "versions" | "conversion" | "names" => {
            return Some(format!("`{key}` stands in `spec`"));
        }
        "rule" | "messageExpression" | "optionalOldSelf" | "fieldPath" if is_schema => {
            "a rule is an entry of `x-kubernetes-validations`: `- rule: ..`"
        }
        "conversionReviewVersions" => "it stands in `spec.conversion.webhook`",
        "webhookClientConfig" => "it is `spec.conversion.webhook.clientConfig`",
        "readOnly" | "immutable" if is_schema => "a rule refuses changes: `self == oldSelf`",
        _ if !is_schema && is_distinctive(key) => "keywords of schemas stand below `openAPIV3Schema`",
        _ => return None,
    };
    Some(place.to_owned())
}

/// A keyword that only schemas have.
fn is_distinctive(key: &str) -> bool {
    let is_shared =
        matches!(key, "description" | "type" | "format" | "title" | "id" | "default" | "example" | "not");
    !is_shared && SCHEMA.iter().any(|field| field.name == key)
}
