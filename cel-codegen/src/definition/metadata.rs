//! Checks `metadata`: the name, which must fit the names in `spec`, and the fields that every object has.

use super::place::{self, Place, problems};
use cel_compiler::crd::{
    check::{ErrorType, FieldError, go_json_text},
    document::Value,
};
use cel_runtime::__private::library::format::{dns1123_subdomain, label_value, qualified_name};
use cel_types::quote::quote;

pub(super) fn errors(metadata: &Place<'_>, spec: &Place<'_>) -> Vec<FieldError> {
    let name = metadata.field("name");
    let mut errors = Vec::new();
    if name.text().is_empty() {
        errors.push(name.required("name or generateName is required"));
    }
    let expected = format!("{}.{}", spec.field("names").field("plural").text(), spec.field("group").text());
    let prefix = metadata.field("generateName");
    let problems = [problems(dns1123_subdomain(), name.text()), prefix_problems(prefix.text())];
    for (name, problems) in [name, prefix].into_iter().zip(problems) {
        if name.text().is_empty() {
            continue;
        }
        errors.extend(problems.iter().map(|problem| name.invalid(problem)));
        if name.text() != expected {
            let found = name.invalid("must be spec.names.plural+\".\"+spec.group");
            // A part of the right name may be missing or wrong itself.
            let is_name = place::problems(dns1123_subdomain(), &expected).is_empty();
            errors.push(if is_name { found.with_help(format!("write `{expected}`")) } else { found });
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

/// Why the prefix of a name is none. The server reads `a` in place of a dash at the end and the character before it
/// (k8s: `maskTrailingDash`).
pub(crate) fn prefix_problems(prefix: &str) -> Vec<String> {
    let bytes = prefix.as_bytes();
    let masked = match bytes {
        [before @ .., _, b'-'] => [String::from_utf8_lossy(before), "a".into()].concat(),
        _ => prefix.to_owned(),
    };
    problems(dns1123_subdomain(), &masked)
}

/// Checks the metadata of any object, except for the names (k8s: `ValidateObjectMeta`).
pub(crate) fn common(metadata: &Place<'_>) -> Vec<FieldError> {
    let mut errors = labels(metadata);
    errors.extend(owners(&metadata.field("ownerReferences")));
    errors.extend(finalizers(&metadata.field("finalizers")));
    errors
}

fn owners(list: &Place<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut controller = None;
    let mut others = 0;
    for owner in list.items() {
        let fields = OF_OWNER.map(|key| owner.field(key));
        let missing = fields.iter().filter(|field| field.text().is_empty());
        errors.extend(missing.map(|field| field.required("must not be empty")));
        let [version, kind, name, _] = fields.each_ref().map(Place::text);
        if version.matches('/').count() > 1 || version.ends_with('/') {
            let [version, ..] = &fields;
            errors.push(version.invalid("must be <group>/<version> or <version>"));
        }
        if (version, kind) == ("v1", "Event") {
            let detail = "/v1, Kind=Event is disallowed from being an owner";
            errors.push(owner.invalid_value(owner_json(&owner), detail));
        }
        if !owner.field("controller").is_true() {
            continue;
        }
        let name = format!("{kind}/{name}");
        if let Some(first) = &controller {
            others += 1;
            if others > MOST_CONTROLLERS {
                continue;
            }
            let shown: Vec<String> = list.items().map(|owner| owner_json(&owner)).collect();
            let detail = format!(
                "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {name}"
            );
            errors.push(list.invalid_value(format!("[{}]", shown.join(",")), &detail));
        } else {
            controller = Some(name);
        }
    }
    errors
}

/// An owner as Go writes it: its fields have the order of the type.
fn owner_json(owner: &Place<'_>) -> String {
    let texts = OF_OWNER.map(|key| format!("{key:?}:{}", go_json_text(owner.field(key).text())));
    let flags = ["controller", "blockOwnerDeletion"].into_iter().filter_map(|key| {
        let Value::Bool(flag) = owner.field(key).node()?.value else { return None };
        Some(format!("{key:?}:{flag}"))
    });
    format!("{{{}}}", texts.into_iter().chain(flags).collect::<Vec<_>>().join(","))
}

/// Number of errors that show the whole list of owners. The server has no limit.
const MOST_CONTROLLERS: usize = 10;

/// The texts that an owner needs.
const OF_OWNER: [&str; 4] = ["apiVersion", "kind", "name", "uid"];

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
