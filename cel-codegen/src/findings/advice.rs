//! Advice about errors of CRDs. The server gives none.

use cel_compiler::{
    checker::nearest,
    crd::check::{ErrorType, FieldError},
};
use std::borrow::Cow;

/// Advice about an error of a field.
pub(super) fn of_error(error: &FieldError) -> Option<String> {
    let by_keyword = of_keyword(error).map(str::to_owned);
    by_keyword.or_else(|| of_value(error)).or_else(|| of_older_name(&error.field).map(str::to_owned))
}

/// Advice about a field that the server names as an older API version does.
fn of_older_name(field: &str) -> Option<&'static str> {
    let is_below = |name: &str| {
        field.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    OLDER_NAMES.iter().find(|(name, _)| is_below(name)).map(|(_, help)| *help)
}

const OLDER_NAMES: [(&str, &str); 2] = [
    ("spec.conversion.conversionReviewVersions", "it stands in `spec.conversion.webhook`"),
    ("spec.conversion.webhookClientConfig", "it is `spec.conversion.webhook.clientConfig`"),
];

/// Advice about a value.
fn of_value(error: &FieldError) -> Option<String> {
    let value = error.bad_value.as_deref()?.strip_prefix('"')?.strip_suffix('"')?;
    match error.ty {
        ErrorType::NotSupported => of_choice(&error.field, value, &error.detail),
        ErrorType::Invalid | ErrorType::TypeInvalid if error.detail.contains(" in body must be of type ") => {
            let (_, types) = error.detail.split_once(" in body must be of type ")?;
            let help = match types {
                "string: \"boolean\"" | "string: \"integer\"" | "string: \"number\"" => "put it in quotes",
                "boolean: \"string\"" | "integer: \"string\"" | "number: \"string\"" => UNQUOTED,
                _ => return None,
            };
            Some(help.to_owned())
        }
        ErrorType::Invalid if error.detail.starts_with("must be one of ") => {
            of_choice(&error.field, value, &error.detail)
        }
        ErrorType::Invalid if error.detail == "must be a simple json path starting with ." => {
            let path = value.trim_matches(['{', '}', '$']).trim_start_matches('.');
            is_path(path).then(|| format!("write `.{path}`"))
        }
        _ => None,
    }
}

/// Advice about a keyword that may not stand there, or is missing.
fn of_keyword(error: &FieldError) -> Option<&'static str> {
    use ErrorType::{Forbidden, Invalid, Required};
    let keyword = error.field.rsplit('.').next()?;
    Some(match (keyword, error.ty, &*error.detail) {
        ("additionalProperties", Forbidden, "additionalProperties and properties are mutual exclusive") => {
            "remove it: fields that `properties` does not name are dropped, or kept with `x-kubernetes-preserve-unknown-fields: true`"
        }
        ("$ref", Forbidden, _) => "write the schema in place of the reference",
        ("patternProperties", Forbidden, _) => {
            "`additionalProperties` has one schema for all values; a rule judges the keys: `self.all(key, key.matches('^a'))`"
        }
        ("items", Forbidden, "items must be a schema object and not an array") => {
            "one schema holds for all items: leave out the dash"
        }
        ("items", Required, "must be specified") => {
            "`items` has the schema of the items: `items: {type: string}`"
        }
        ("type", Required, "must not be empty for specified object fields") => {
            "each property has a type: `type: string`"
        }
        ("type", Required, "must not be empty for specified array items") => {
            "the items have a type: `items: {type: string}`"
        }
        ("type", Forbidden, "must be empty to be structural") => {
            "the type stands beside `oneOf`, `anyOf` or `allOf`; for an integer or a text it is `x-kubernetes-int-or-string: true`"
        }
        ("x-kubernetes-list-map-keys", Required, _) => {
            "it names the properties that tell the items apart: `x-kubernetes-list-map-keys: [name]`"
        }
        ("pattern", Invalid, detail) if LOOKAROUND.iter().any(|syntax| detail.contains(syntax)) => {
            "a pattern cannot look around; a rule can say it: `!self.matches('^a')`"
        }
        ("namespace", Required, "") if error.field.ends_with(".service.namespace") => {
            "the service has no `name`; the server confuses the two"
        }
        ("name", Required, "") if error.field.ends_with(".service.name") => {
            "the service has no `namespace`; the server confuses the two"
        }
        (_, Forbidden, detail) if detail.ends_with("but metadata is implicitly specified") => {
            "leave it out: the server knows the schema of `metadata`"
        }
        _ => return None,
    })
}

pub(super) const UNQUOTED: &str = "write it without quotes";

/// Patterns of Go have none of these.
const LOOKAROUND: [&str; 4] = ["`(?!", "`(?=", "`(?<!", "`(?<="];

/// Advice about a value of the wrong type, by the text of its error.
pub(super) fn of_type(message: &str) -> Option<&'static str> {
    if let Some(help) = of_go(message) {
        return Some(help);
    }
    let (name, types) = message.strip_prefix('`')?.split_once("` must be ")?;
    let name = name.rsplit('.').next()?;
    Some(match (name, types) {
        ("a rule", "an object, found a string") => "write `rule:` in front of it",
        ("rule", "a string, found a list") => "each entry has one rule: `- rule: ..`",
        ("x-kubernetes-validations", "a list, found an object") => "a dash begins each rule: `- rule: ..`",
        ("x-kubernetes-validations", "a list, found a string") => "it is a list of rules: `- rule: ..`",
        ("versions", "a list, found an object") => "a dash begins each version: `- name: v1`",
        ("required", "a list, found a boolean") => {
            "the object around it lists its required properties: `required: [name]`"
        }
        ("type", "a string, found a list") => "a value that can be null has one type, and `nullable: true`",
        (
            "exclusiveMinimum" | "exclusiveMaximum",
            "a boolean, found an integer" | "a boolean, found a number",
        ) => "the bound is `minimum` or `maximum`, and this is `true` beside it",
        ("status", "an object, found a boolean") => "write `status: {}`",
        ("subresources", "an object, found a list" | "an object, found a string") => {
            "write `subresources: {status: {}}`"
        }
        ("conversion", "an object, found a string") => "write `conversion: {strategy: None}`",
        ("properties", "an object, found a list") => {
            "each property is a key: `properties: {name: {type: string}}`"
        }
        ("rule" | "message" | "messageExpression", "a string, found an object") => {
            "braces begin an object in YAML: put the text in quotes"
        }
        (_, "a string, found a boolean" | "a string, found an integer" | "a string, found a number") => {
            "put it in quotes"
        }
        (_, "a boolean, found a string" | "an integer, found a string" | "a number, found a string") => {
            UNQUOTED
        }
        (_, "a list, found a string") => "write it as a list: `[..]`",
        _ => return None,
    })
}

/// Advice about a value that Go does not decode.
fn of_go(message: &str) -> Option<&'static str> {
    let (_, error) = message.split_once("json: cannot unmarshal ").unwrap_or(("", message));
    match error.split_once(" into Go ") {
        Some(("bool" | "number", place)) if place.ends_with(" of type string") => Some("put it in quotes"),
        Some(_) => None,
        None => {
            error.starts_with("parsing time ").then_some("a time is written as in `2026-01-31T00:00:00Z`")
        }
    }
}

/// Advice about a value that is none of some values.
fn of_choice(field: &str, value: &str, detail: &str) -> Option<String> {
    let words = detail.split(|c: char| !c.is_ascii_alphanumeric());
    let choices = || words.clone().filter(|word| word.len() > 2);
    if let Some(written) = other_name(field, value) {
        return Some(format!("write {written}"));
    }
    if detail.len() > LONGEST_CHOICE || value.len() > LONGEST_CHOICE {
        return None;
    }
    let lower = value.to_ascii_lowercase();
    let is_end = |choice: &&str| lower.len() > 3 && choice.to_ascii_lowercase().ends_with(&lower);
    let near = choices().find(is_end).map(Cow::from);
    near.or_else(|| nearest(value, choices().map(Cow::from))).map(|name| format!("did you mean `{name}`?"))
}

/// Types as other languages and OpenAPI's formats name them.
fn other_name(field: &str, value: &str) -> Option<&'static str> {
    if !field.ends_with(".type") {
        return None;
    }
    let in_column = field.contains("additionalPrinterColumns");
    Some(match &*value.to_ascii_lowercase() {
        "int" | "long" => "`type: integer`",
        "int64" | "int32" if in_column => "`type: integer`",
        "int32" => "`type: integer` with `format: int32`",
        "int64" => "`type: integer` with `format: int64`",
        "float" | "double" | "decimal" => "`type: number`",
        "bool" => "`type: boolean`",
        "str" | "text" => "`type: string`",
        _ if in_column => return None,
        "list" | "slice" => "`type: array`",
        "map" | "dict" | "hash" => "`type: object` with `additionalProperties`",
        "struct" => "`type: object`",
        "date" | "date-time" | "datetime" | "time" | "timestamp" => "`type: string` with `format: date-time`",
        "any" => "`x-kubernetes-preserve-unknown-fields: true` in place of the type",
        _ => return None,
    })
}

fn is_path(path: &str) -> bool {
    path.starts_with(|c: char| c.is_ascii_alphabetic()) && path.len() < 200 && !path.contains([' ', '`'])
}

/// Bytes of a list that is searched for a value: there may be thousands of errors with thousands of values each.
const LONGEST_CHOICE: usize = 500;
