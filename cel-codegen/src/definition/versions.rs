//! Checks `spec.versions`: names, storage, and the parts of a version outside of its schema.

use super::place::Place;
use cel_compiler::{
    crd::{
        check::{ErrorType, FieldError},
        document::{Node, Value},
        props::SchemaProps,
    },
    schema::field_path::tokens,
};
use cel_runtime::__private::library::format::dns1035_label;
use cel_types::quote::{is_printable, quote};
use std::collections::BTreeSet;

pub(super) fn errors(spec: &Place<'_>) -> Vec<FieldError> {
    let list = spec.field("versions");
    let versions: Vec<Place<'_>> = list.items().collect();
    let mut errors: Vec<FieldError> = versions.iter().flat_map(version).collect();
    let names: Vec<Place<'_>> = versions.iter().map(|version| version.field("name")).collect();
    let distinct = names.iter().map(Place::text).collect::<BTreeSet<_>>().len();
    // This error shows the whole list, with the schemas of all versions.
    if distinct < names.len() {
        errors.push(list.error(ErrorType::Invalid, "must contain unique version names"));
    }
    if versions.iter().filter(|version| version.field("storage").is_true()).count() != 1 {
        let detail = "must have exactly one version marked as storage version";
        errors.push(list.error(ErrorType::Invalid, detail));
    }
    for columns in hoisted(&versions, "additionalPrinterColumns") {
        errors.extend(columns.items().flat_map(|column| printer_column(&column)));
    }
    for subresources in hoisted(&versions, "subresources") {
        errors.extend(scale(&subresources.field("scale")));
    }
    errors.extend(selectable_fields(&versions));
    errors
}

/// The places of a part. If all versions have an equal part, the server puts it at the top of `spec`, as older
/// API versions do.
fn hoisted<'n>(versions: &[Place<'n>], key: &str) -> Vec<Place<'n>> {
    let fields: Vec<Place<'n>> = versions.iter().map(|version| version.field(key)).collect();
    match fields.first() {
        Some(first) if are_alike(versions, key) => vec![first.clone().named(&format!("spec.{key}"))],
        _ => fields,
    }
}

/// True if all versions have the same schema. Then the server puts it at the top of `spec`.
pub(crate) fn have_one_schema(crd: &Place<'_>) -> bool {
    are_alike(&crd.field("spec").field("versions").items().collect::<Vec<_>>(), "schema")
}

fn are_alike(versions: &[Place<'_>], key: &str) -> bool {
    let pairs = versions.iter().zip(versions.iter().skip(1));
    let mut contents = pairs.map(|(version, next)| (content(version, key), content(next, key)));
    contents.all(|contents| match contents {
        (Some(content), Some(next)) => content.is_same_json(next),
        (content, next) => content.is_none() && next.is_none(),
    })
}

/// The content of a field. An empty list counts as none.
fn content<'n>(version: &Place<'n>, key: &str) -> Option<&'n Node> {
    let is_empty = |node: &Node| matches!(&node.value, Value::List(items) if items.is_empty());
    version.field(key).node().filter(|node| !is_empty(node))
}

fn version(version: &Place<'_>) -> Vec<FieldError> {
    let name = version.field("name");
    let mut errors = Vec::from_iter(name.problems(dns1035_label(), name.text()));
    let schema = version.field("schema").field("openAPIV3Schema");
    if schema.node().is_none() {
        errors.push(schema.required(""));
    }
    let warning = version.field("deprecationWarning");
    if warning.node().is_some() {
        errors.extend(deprecation_warning(&warning, version.field("deprecated").is_true()));
    }
    errors
}

fn deprecation_warning(warning: &Place<'_>, is_deprecated: bool) -> Option<FieldError> {
    let text = warning.text();
    if !is_deprecated {
        return Some(warning.invalid("can only be set for deprecated versions"));
    }
    if text.is_empty() {
        return Some(warning.invalid("must not be an empty string"));
    }
    if text.len() > 256 {
        return Some(warning.invalid("must be <= 256 characters long"));
    }
    let (i, _) = text.char_indices().find(|(_, c)| !is_printable(*c))?;
    let detail =
        format!("must only contain printable UTF-8 characters; non-printable character found at index {i}");
    Some(warning.invalid(&detail))
}

fn printer_column(column: &Place<'_>) -> Vec<FieldError> {
    let types = format!("must be one of {}", COLUMN_TYPES.join(","));
    let ty = column.field("type");
    let mut errors = Vec::from_iter(column.field("name").required_unless_given());
    if ty.text().is_empty() {
        errors.push(ty.required(&types));
    } else if !COLUMN_TYPES.contains(&ty.text()) {
        errors.push(ty.invalid(&types));
    }
    let format = column.field("format");
    if !format.text().is_empty() && !COLUMN_FORMATS.contains(&format.text()) {
        errors.push(format.invalid(&format!("must be one of {}", COLUMN_FORMATS.join(","))));
    }
    // The server's errors use the field name of an older API version.
    let path = column.field("jsonPath").renamed("jsonPath", "JSONPath");
    errors.extend(path.required_unless_given().or_else(|| simple_path(&path, &[""], "")));
    errors
}

const COLUMN_TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const COLUMN_FORMATS: [&str; 8] =
    ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

fn scale(scale: &Place<'_>) -> Vec<FieldError> {
    if scale.node().is_none() {
        return Vec::new();
    }
    let paths = [
        ("specReplicasPath", [".spec."].as_slice(), "should be a json path under .spec"),
        ("statusReplicasPath", &[".status."], "should be a json path under .status"),
    ];
    let mut errors: Vec<FieldError> = Vec::new();
    for (key, parents, detail) in paths {
        let path = scale.field(key);
        errors.extend(path.required_unless_given().or_else(|| simple_path(&path, parents, detail)));
    }
    let selector = scale.field("labelSelectorPath");
    if !selector.text().is_empty() {
        let detail = "should be a json path under either .spec or .status";
        errors.extend(simple_path(&selector, &[".spec.", ".status."], detail));
    }
    errors
}

/// Checks that a path begins with a dot and is below one of the parents.
fn simple_path(path: &Place<'_>, parents: &[&str], detail: &str) -> Option<FieldError> {
    if !path.text().starts_with('.') {
        return Some(path.invalid("must be a simple json path starting with ."));
    }
    let is_below = parents.iter().any(|parent| path.text().starts_with(parent));
    (!is_below).then(|| path.invalid(detail))
}

fn selectable_fields(versions: &[Place<'_>]) -> Vec<FieldError> {
    let lists = hoisted(versions, "selectableFields");
    let is_hoisted = lists.len() < versions.len() || versions.len() == 1;
    let mut errors = Vec::new();
    for (list, version) in lists.iter().zip(versions) {
        if list.items().next().is_none() {
            continue;
        }
        if is_hoisted && !are_alike(versions, "schema") {
            let detail = "may only be set when validations.schema is included";
            errors.push(list.invalid_value("\"\"".to_owned(), detail));
            continue;
        }
        // An equal schema is put at the top, where the server does not look for it.
        if !is_hoisted && are_alike(versions, "schema") {
            let detail = "may only be set when `version.schema.openAPIV3Schema` is not included";
            let help = "the server takes versions with equal schemas only with equal `selectableFields`: write the same list in each version";
            errors.push(list.invalid_value("\"\"".to_owned(), detail).with_help(help.to_owned()));
            continue;
        }
        let schema = version.field("schema").field("openAPIV3Schema");
        let Some((schema, _)) = schema.node().map(SchemaProps::read) else { continue };
        let fields: Vec<Place<'_>> = list.items().map(|field| field.field("jsonPath")).collect();
        let distinct = fields.iter().map(Place::text).collect::<BTreeSet<_>>().len();
        if distinct > MOST_SELECTABLE {
            let detail = format!("must have at most {MOST_SELECTABLE} items");
            errors.push(list.error(ErrorType::TooMany, &detail).with_value(distinct.to_string()));
        }
        for (i, field) in fields.iter().enumerate() {
            let is_known = fields.iter().take(i).any(|before| before.text() == field.text());
            errors.extend(selectable_field(field, &schema, is_known));
        }
    }
    errors
}

fn selectable_field(path: &Place<'_>, schema: &SchemaProps, is_known: bool) -> Option<FieldError> {
    const DETAIL: &str = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
    if path.text().is_empty() {
        return Some(path.required(""));
    }
    match selected(path.text(), schema) {
        Err(why) => Some(path.invalid(&format!("is an invalid path: {why}"))),
        Ok(field) if !["string", "boolean", "integer"].contains(&&*field.ty) => Some(path.invalid(DETAIL)),
        Ok(_) if is_known => Some(path.error(ErrorType::Duplicate, "").with_value(quote(path.text()))),
        Ok(_) => None,
    }
}

/// The schema of the field at a path.
fn selected<'s>(path: &str, mut schema: &'s SchemaProps) -> Result<&'s SchemaProps, String> {
    let mut tokens = tokens(path).into_iter();
    while let Some(token) = tokens.next() {
        match token {
            "." => {
                let name = tokens.next().ok_or("unexpected end of JSON path")?;
                let below = match schema.properties.is_empty() {
                    false => schema.property(name),
                    true => schema.value_schema(),
                };
                schema = below.ok_or("does not refer to a valid field")?;
            }
            "[" => return Err("array notation is not allowed".to_owned()),
            other => return Err(format!("expected [ or . but got: {other}")),
        }
    }
    Ok(schema)
}

const MOST_SELECTABLE: usize = 8;
