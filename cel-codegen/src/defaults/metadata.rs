//! Properties of every resource, in default values of embedded resources (k8s: `schema/objectmeta`).

use super::object_meta;
use crate::{
    definition::{
        kind_problem,
        metadata::common,
        place::{Place, problems},
    },
    path::Path,
};
use cel_compiler::crd::{
    check::{ErrorType, FieldError, Room, go_value},
    document::{Entry, FileError, Node, Value},
    props::SchemaProps,
};
use cel_runtime::__private::library::format::dns1123_label;
use cel_types::quote::quote;

/// The errors of all embedded resources in a value. If one has a wrong form, only that error.
pub(super) fn validate(value: &Node, schema: &SchemaProps, path: &str) -> Vec<FieldError> {
    if let Some(error) = form(value, schema, path) {
        return vec![error];
    }
    let (mut errors, mut room) = (Vec::new(), Room::default());
    content(value, schema, path, &mut errors, &mut room);
    errors
}

/// The first embedded resource with a wrong form.
pub(crate) fn form(value: &Node, schema: &SchemaProps, path: &str) -> Option<FieldError> {
    let mut first = None;
    walk(value, schema, &Path::Whole(path), &mut |resource, path| {
        if first.is_none() {
            first = form_of(resource).map(|error| below(path, error));
        }
    });
    first
}

/// Adds the errors in the content of embedded resources.
pub(crate) fn content(
    value: &Node,
    schema: &SchemaProps,
    path: &str,
    errors: &mut Vec<FieldError>,
    room: &mut Room,
) {
    walk(value, schema, &Path::Whole(path), &mut |resource, path| {
        for error in content_of(resource) {
            room.push(errors, || below(path, error));
        }
    });
}

/// Joins the texts of errors.
pub(super) fn aggregate(errors: &[FieldError]) -> String {
    match errors {
        [error] => error.to_string(),
        errors => {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            format!("[{}]", texts.join(", "))
        }
    }
}

/// Puts the resource's path before the error's path.
fn below(path: &Path<'_>, error: FieldError) -> FieldError {
    FieldError { field: Path::Property(path, &error.field).to_string(), ..error }
}

/// Visits all resources in a value.
pub(crate) fn walk(
    value: &Node,
    schema: &SchemaProps,
    path: &Path<'_>,
    visit: &mut dyn FnMut(&Node, &Path<'_>),
) {
    match &value.value {
        Value::Object(entries) => {
            if schema.embedded_resource {
                visit(value, path);
            }
            for Entry { key, value, .. } in entries.iter() {
                if let Some(property) = schema.property(key) {
                    walk(value, property, &Path::Property(path, key), visit);
                } else if let Some(values) = schema.value_schema() {
                    walk(value, values, &Path::Key(path, key), visit);
                }
            }
        }
        Value::List(items) => {
            if let Some(schema) = schema.item_schema() {
                for (i, item) in items.iter().enumerate() {
                    walk(item, schema, &Path::Item(path, i), visit);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
}

fn form_of(resource: &Node) -> Option<FieldError> {
    resource.entries().iter().find_map(|Entry { key, value, .. }| {
        let detail = match &**key {
            "metadata" => object_meta::mismatch(value)?,
            "kind" | "apiVersion" if value.as_str().is_none() => FileError::new(value.at, "must be a string"),
            _ => return None,
        };
        let at = detail.at.unwrap_or(value.at);
        let error = FieldError::new(ErrorType::Invalid, at, &**key, detail.message);
        Some(error.with_value(go_value(value)))
    })
}

fn content_of(resource: &Node) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for key in ["apiVersion", "kind"] {
        let Some(text) = resource.field(key) else {
            errors.push(FieldError::new(ErrorType::Required, resource.at, key, ""));
            continue;
        };
        let Some(value) = text.as_str() else { continue };
        let detail = match key {
            _ if value.is_empty() => Some("must not be empty".to_owned()),
            "kind" => kind_problem(value),
            _ => (value.matches('/').count() > 1).then(|| format!("unexpected GroupVersion string: {value}")),
        };
        if let Some(detail) = detail {
            let error = FieldError::new(ErrorType::Invalid, text.at, key, detail);
            errors.push(error.with_value(quote(value)));
        }
    }
    errors.extend(metadata_of(&Place::root(resource).field("metadata")));
    errors
}

/// Checks names without their kind. They may be missing.
fn metadata_of(metadata: &Place<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for key in ["generateName", "name"] {
        let name = metadata.field(key);
        errors.extend(path_segment(name.text(), key == "generateName").iter().map(|text| name.invalid(text)));
    }
    let namespace = metadata.field("namespace");
    if !namespace.text().is_empty() {
        let problems = problems(dns1123_label(), namespace.text());
        errors.extend(problems.iter().map(|problem| namespace.invalid(problem)));
    }
    let generation = metadata.field("generation");
    if generation.node().is_some_and(|node| matches!(node.value, Value::Int(number) if number < 0)) {
        errors.push(generation.invalid("must be greater than or equal to 0"));
    }
    errors.extend(common(metadata));
    for entry in metadata.field("managedFields").items() {
        let (operation, form) = (entry.field("operation"), entry.field("fieldsType"));
        match operation.text() {
            "" => errors.push(operation.required("must not be empty")),
            _ => errors.extend(operation.one_of(&["Apply", "Update"])),
        }
        if !matches!(form.text(), "" | "FieldsV1") {
            errors.push(form.invalid("must be `FieldsV1`"));
        }
    }
    errors
}

/// Why a name or the prefix of a name cannot be a part of a URL's path.
fn path_segment(name: &str, is_prefix: bool) -> Vec<String> {
    if !is_prefix && matches!(name, "." | "..") {
        return vec![format!("may not be '{name}'")];
    }
    let forbidden = ["/", "%"].iter().filter(|part| name.contains(**part));
    forbidden.map(|part| format!("may not contain '{part}'")).collect()
}
