//! Keywords in `#[schemars(extend(..))]` that are nearly right: the API server drops a keyword that it does not know.

use super::{Entry, Value, entries, split};
use crate::{ctxt::Ctxt, literal::string_literal};
use cel_compiler::checker::nearest;
use std::borrow::Cow;
use syn::Attribute;

/// Reports misspelt keywords, and lists with keys that the server refuses.
pub(crate) fn check(cx: &Ctxt, attrs: &[Attribute]) {
    let extensions: Vec<Entry> = entries(attrs, "schemars")
        .into_iter()
        .filter_map(|entry| match entry.value {
            Value::List(list) if entry.name == "extend" => Some(split(list)),
            _ => None,
        })
        .flatten()
        .collect();
    for extension in &extensions {
        if let Some(meant) = meant(&extension.name) {
            let message = format!("schemas have no keyword `{}`", extension.name);
            cx.error_with_help(extension.span, message, format!("did you mean `{meant}`?"));
        }
        if NUMBERS.contains(&&*extension.name) && text(extension).is_some() {
            let message = format!("`{}` takes a number", extension.name);
            cx.error_with_help(extension.value_span(), message, "write it without quotes");
        }
    }
    check_list_type(cx, &extensions);
}

/// The value of `"type" = "string"`, if it is a literal.
fn text(extension: &Entry) -> Option<String> {
    match &extension.value {
        Value::Eq(value) => string_literal(value.clone()).map(|text| text.value()),
        Value::None | Value::List(_) => None,
    }
}

/// The keyword that is meant, if this is none.
fn meant(name: &str) -> Option<Cow<'static, str>> {
    let is_known = |known: &&&str| **known == name;
    if EXTENSIONS.iter().chain(KEYWORDS).any(|known| is_known(&known)) {
        return None;
    }
    let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let same = KEYWORDS.iter().find(|known| plain(known) == plain(name));
    let near = || nearest(name, EXTENSIONS.iter().map(|known| Cow::from(*known)));
    same.map(|known| Cow::from(*known)).or_else(|| name.starts_with("x-").then(near).flatten())
}

/// The type of a list and its keys belong together.
fn check_list_type(cx: &Ctxt, extensions: &[Entry]) {
    let find = |name: &str| extensions.iter().find(|extension| extension.name == name);
    let (list_type, keys) = (find("x-kubernetes-list-type"), find("x-kubernetes-list-map-keys"));
    match (list_type.map(|entry| (entry, text(entry))), keys) {
        (Some((entry, Some(ty))), _) if !LIST_TYPES.contains(&&*ty) => {
            let help = "the types of lists are `atomic`, `set` and `map`";
            cx.error_with_help(entry.value_span(), format!("unsupported list type `{ty}`"), help);
        }
        (Some((entry, Some(ty))), None) if ty == "map" => {
            let help =
                "add the properties that tell the items apart: `\"x-kubernetes-list-map-keys\" = [\"name\"]`";
            cx.error_with_help(entry.value_span(), "a list of the type `map` needs keys", help);
        }
        (None, Some(keys)) => {
            let help = "add `\"x-kubernetes-list-type\" = \"map\"`";
            cx.error_with_help(keys.span, "a list with keys has the type `map`", help);
        }
        (Some((entry, Some(ty))), Some(_)) if ty != "map" => {
            let help = "write `\"map\"`, or remove the keys";
            cx.error_with_help(entry.value_span(), "a list with keys has the type `map`", help);
        }
        _ => {}
    }
}

const LIST_TYPES: [&str; 3] = ["atomic", "set", "map"];

/// The server's own keywords.
const EXTENSIONS: &[&str] = &[
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

/// Keywords whose values are numbers.
const NUMBERS: &[&str] = &[
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
];

/// Those of JSON schema that the server knows.
const KEYWORDS: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "description",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
];
