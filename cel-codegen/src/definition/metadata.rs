//! Checks `metadata`: the name, which must fit the names in `spec`, and the fields that every object has.

use super::place::{Place, problems};
use cel_compiler::crd::check::{ErrorType, FieldError};
use cel_runtime::__private::library::format::{dns1123_subdomain, label_value, qualified_name};
use cel_types::quote::quote;

pub(super) fn errors(metadata: &Place<'_>, spec: &Place<'_>) -> Vec<FieldError> {
    let name = metadata.field("name");
    let mut errors = Vec::new();
    if name.text().is_empty() {
        errors.push(name.required("name or generateName is required"));
    }
    let expected = format!("{}.{}", spec.field("names").field("plural").text(), spec.field("group").text());
    for name in [name, metadata.field("generateName")] {
        if name.text().is_empty() {
            continue;
        }
        let problems = problems(dns1123_subdomain(), name.text());
        errors.extend(problems.iter().map(|problem| name.invalid(problem)));
        if name.text() != expected {
            errors.push(name.invalid("must be spec.names.plural+\".\"+spec.group"));
        }
    }
    let namespace = metadata.field("namespace");
    if !namespace.text().is_empty() {
        errors.push(namespace.forbidden("not allowed on this type"));
    }
    errors.extend(common(metadata));
    errors.extend(approval(&metadata.field("annotations"), spec.field("group").text()));
    errors
}

/// Checks the metadata of any object, except for the names (k8s: `ValidateObjectMeta`).
pub(crate) fn common(metadata: &Place<'_>) -> Vec<FieldError> {
    let mut errors = labels(metadata);
    for owner in metadata.field("ownerReferences").items() {
        let fields = ["apiVersion", "kind", "name", "uid"].map(|key| owner.field(key));
        let missing = fields.iter().filter(|field| field.text().is_empty());
        errors.extend(missing.map(|field| field.required("must not be empty")));
        let [version, ..] = &fields;
        if version.text().matches('/').count() > 1 || version.text().ends_with('/') {
            errors.push(version.invalid("must be <group>/<version> or <version>"));
        }
    }
    errors.extend(finalizers(&metadata.field("finalizers")));
    errors
}

fn labels(metadata: &Place<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for map in ["labels", "annotations"] {
        let (map_place, mut size) = (metadata.field(map), 0);
        for (key, value) in map_place.entries() {
            let invalid = |text: &str, problem: &String| map_place.invalid_value(quote(text), problem);
            // The server converts keys of annotations to lower case before this check.
            let asked = if map == "labels" { key.to_owned() } else { key.to_lowercase() };
            errors.extend(problems(qualified_name(), &asked).iter().map(|problem| invalid(key, problem)));
            let text = value.text();
            if map == "labels" {
                errors.extend(problems(label_value(), text).iter().map(|problem| invalid(text, problem)));
            }
            size += key.len() + text.len();
        }
        if map == "annotations" && size > MOST_ANNOTATED {
            let detail = format!("may not be more than {MOST_ANNOTATED} bytes");
            errors.push(map_place.error(ErrorType::TooLong, &detail));
        }
    }
    errors
}

fn finalizers(list: &Place<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for finalizer in list.items() {
        let name = finalizer.text();
        let problems = problems(qualified_name(), name);
        errors.extend(problems.iter().map(|problem| list.invalid_value(quote(name), problem)));
    }
    let has = |name| list.items().any(|finalizer| finalizer.text() == name);
    if has("orphan") && has("foregroundDeletion") {
        errors.push(list.invalid("finalizer orphan and foregroundDeletion cannot be both set"));
    }
    errors
}

/// The approval that groups of Kubernetes itself need.
fn approval(annotations: &Place<'_>, group: &str) -> Option<FieldError> {
    let is_protected = ["k8s.io", "kubernetes.io"].iter().any(|domain| match group.strip_suffix(domain) {
        Some(before) => before.is_empty() || before.ends_with('.'),
        None => false,
    });
    if !is_protected {
        return None;
    }
    let approval = annotations.entry("api-approved.kubernetes.io");
    let text = approval.text();
    if text.is_empty() {
        let detail = format!("protected groups must have approval annotation {APPROVED}, {SEE}");
        return Some(approval.required(&detail));
    }
    let is_url = text.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && !rest.is_empty() && !rest.starts_with(['/', '?', '#'])
    });
    let detail = || {
        format!(
            "protected groups must have approval annotation {APPROVED} with either a URL or a reason starting with \"unapproved\", {SEE}"
        )
    };
    (!is_url && !text.starts_with("unapproved")).then(|| approval.invalid(&detail()))
}

/// Limit for all annotations of an object, in bytes.
const MOST_ANNOTATED: usize = 256 * 1024;
const APPROVED: &str = "\"api-approved.kubernetes.io\"";
const SEE: &str = "see https://github.com/kubernetes/enhancements/pull/1111";
