//! The API server's answer about the parts of a CRD outside of its schemas (k8s: `apiextensions/validation`,
//! `ValidateCustomResourceDefinition`): names, versions, what tools show of objects, conversion.
//!
//! `status` is not checked: the server writes it itself.

mod conversion;
pub(crate) mod metadata;
pub(crate) mod place;
mod versions;

pub(crate) use versions::have_one_schema;

use cel_compiler::crd::{check::FieldError, document::Node};
use cel_runtime::__private::library::format::{dns1035_label, dns1123_subdomain};
use place::Place;

/// All mistakes of a CRD outside of its schemas, sorted by field.
#[must_use]
pub fn judge(crd: &Node) -> Vec<FieldError> {
    let spec = Place::root(crd).field("spec");
    let mut errors = metadata::errors(&Place::root(crd).field("metadata"), &spec);
    errors.extend(group(&spec.field("group")));
    errors.extend(spec.field("scope").one_of(&["Cluster", "Namespaced"]));
    errors.extend(names(&spec.field("names")));
    errors.extend(versions::errors(&spec));
    errors.extend(conversion::errors(&spec));
    let preserves = spec.field("preserveUnknownFields");
    if preserves.is_true() {
        errors.push(preserves.invalid("cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"));
    }
    errors.sort_by(|a, b| a.field.cmp(&b.field));
    errors
}

fn group(group: &Place<'_>) -> Option<FieldError> {
    if group.text().is_empty() {
        return Some(group.required(""));
    }
    let problem = group.problems(dns1123_subdomain(), group.text());
    let has_dot = group.text().contains('.');
    problem.or_else(|| (!has_dot).then(|| group.invalid("should be a domain with at least one dot")))
}

fn names(names: &Place<'_>) -> Vec<FieldError> {
    let kind = names.field("kind");
    let singular = names.field("singular").or_text(kind.text().to_lowercase());
    let list_kind = match kind.text() {
        "" => names.field("listKind"),
        kind => names.field("listKind").or_text(format!("{kind}List")),
    };
    let mut errors = Vec::new();
    for name in [&names.field("plural"), &singular] {
        errors.extend(name.required_unless_given().or_else(|| name.problems(dns1035_label(), name.text())));
    }
    for name in [&kind, &list_kind] {
        errors.extend(name.required_unless_given().or_else(|| mixed_case(name)));
    }
    for list in ["shortNames", "categories"] {
        errors
            .extend(names.field(list).items().filter_map(|name| name.problems(dns1035_label(), name.text())));
    }
    if !kind.text().is_empty() && kind.text() == list_kind.text() {
        errors.push(list_kind.invalid("kind and listKind may not be the same"));
    }
    errors
}

fn mixed_case(name: &Place<'_>) -> Option<FieldError> {
    Some(name.invalid(&kind_problem(name.text())?))
}

/// Why a text is not a valid kind, if it is not.
pub(crate) fn kind_problem(kind: &str) -> Option<String> {
    let problems = place::problems(dns1035_label(), &kind.to_lowercase());
    let text = || format!("may have mixed case, but should otherwise match: {}", problems.join(","));
    (!problems.is_empty()).then(text)
}
