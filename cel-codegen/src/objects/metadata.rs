//! The metadata of custom resources (k8s: `apimachinery/pkg/api/validation`, `ValidateObjectMeta`).

use crate::{
    defaults::object_meta,
    definition::{
        metadata::{common, prefix_problems},
        place::{Place, problems},
    },
};
use cel_compiler::crd::{
    check::FieldError,
    document::{Entry, FileError, Node, Value},
};
use cel_runtime::__private::library::format::{dns1123_label, dns1123_subdomain, qualified_name};
use cel_types::quote::quote;
use std::collections::BTreeSet;

/// Why the server cannot decode an object's metadata.
pub(super) fn form(object: &Node) -> Option<FileError> {
    object.field("metadata").and_then(object_meta::mismatch)
}

/// A new object with the name that the server makes of `generateName` before it runs rules (k8s: `BeforeCreate`).
pub(super) fn named(object: Node) -> Node {
    let metadata = object.field("metadata");
    let text = |key: &str| metadata.and_then(|metadata| metadata.field(key)?.as_str()).unwrap_or_default();
    if text("generateName").is_empty() || !text("name").is_empty() {
        return object;
    }
    let name = made_name(text("generateName"));
    let entries = object.entries().iter().map(|entry| match &*entry.key {
        "metadata" => Entry { value: entry.value.with_missing(&[("name", &name)]), ..entry.clone() },
        _ => entry.clone(),
    });
    Node { value: Value::object(entries.collect()), at: object.at }
}

/// Errors of a new object. It may lack a namespace, which the request then gives.
pub(super) fn of_create(object: &Node, is_namespaced: bool) -> Vec<FieldError> {
    let metadata = Place::root(object).field("metadata");
    let mut errors = Vec::new();
    let (name, prefix) = (metadata.field("name"), metadata.field("generateName"));
    let of_name = |text: &str| problems(dns1123_subdomain(), text);
    let of_prefix = if prefix.text().is_empty() { Vec::new() } else { prefix_problems(prefix.text()) };
    errors.extend(of_prefix.iter().map(|problem| prefix.invalid(problem)));
    if name.text().is_empty() {
        errors.push(name.required("name or generateName is required"));
    } else if of_prefix.is_empty() || name.text() != made_name(prefix.text()) {
        errors.extend(of_name(name.text()).iter().map(|problem| name.invalid(problem)));
    }
    let namespace = metadata.field("namespace");
    if is_namespaced && !namespace.text().is_empty() {
        let problems = problems(dns1123_label(), namespace.text());
        errors.extend(problems.iter().map(|problem| namespace.invalid(problem)));
    }
    errors.extend(common(&metadata));
    errors
}

/// A name as the server makes it of a prefix, with `x` for its five random letters and digits (k8s: `SimpleNameGenerator`).
fn made_name(prefix: &str) -> String {
    let cut = prefix.as_bytes().get(..LONGEST_PREFIX).unwrap_or(prefix.as_bytes());
    format!("{}xxxxx", String::from_utf8_lossy(cut))
}

/// The bytes of a prefix that the server takes for a name.
const LONGEST_PREFIX: usize = 58;

/// Errors of an update. Names need no check: the server has found the old object by them.
pub(super) fn of_update(object: &Node, _old: &Node) -> Vec<FieldError> {
    common(&Place::root(object).field("metadata"))
}

/// The server's warnings about the names of new finalizers.
pub(super) fn warnings(object: &Node, old: Option<&Node>) -> Vec<String> {
    let finalizers = |object: &Node| -> BTreeSet<String> {
        let list = Place::root(object).field("metadata").field("finalizers");
        list.items().map(|item| item.text().to_owned()).collect()
    };
    let before = old.map(finalizers).unwrap_or_default();
    let finalizers = finalizers(object);
    let added = finalizers.difference(&before);
    added.flat_map(|name| of_finalizer(name)).collect()
}

fn of_finalizer(name: &str) -> Vec<String> {
    let warning = |text: &str| format!("metadata.finalizers: {}: {text}", quote(name));
    let mut warnings: Vec<String> =
        problems(qualified_name(), name).iter().map(|text| warning(text)).collect();
    if !name.contains('/') && !["orphan", "foregroundDeletion", "kubernetes"].contains(&name) {
        let path = if name.contains('.') { " including a path (/)" } else { "" };
        warnings.push(warning(&format!(
            "prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
        )));
    }
    warnings
}
