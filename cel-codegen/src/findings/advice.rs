//! Advice about errors of CRDs. The server gives none.

use cel_compiler::{
    checker::nearest,
    crd::check::{ErrorType, FieldError},
};
use std::borrow::Cow;

/// Advice about an error of a field.
pub(super) fn of_error(error: &FieldError) -> Option<String> {
    let value = error.bad_value.as_deref()?.strip_prefix('"')?.strip_suffix('"')?;
    match error.ty {
        ErrorType::NotSupported => of_choice(&error.field, value, &error.detail),
        ErrorType::Invalid | ErrorType::TypeInvalid if error.detail.contains(" in body must be of type ") => {
            let (_, types) = error.detail.split_once(" in body must be of type ")?;
            let help = match types {
                "string: \"boolean\"" | "string: \"integer\"" | "string: \"number\"" => "put it in quotes",
                "boolean: \"string\"" | "integer: \"string\"" | "number: \"string\"" => {
                    "write it without quotes"
                }
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

/// Advice about a value of the wrong type, by the text of its error.
pub(super) fn of_type(message: &str) -> Option<&'static str> {
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
        (_, "a string, found a boolean" | "a string, found an integer" | "a string, found a number") => {
            "put it in quotes"
        }
        (_, "a boolean, found a string" | "an integer, found a string" | "a number, found a string") => {
            "write it without quotes"
        }
        (_, "a list, found a string") => "write it as a list: `[..]`",
        _ => return None,
    })
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
