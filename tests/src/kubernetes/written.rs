//! The text of the table: a line for each type, with the versions that have it and its fields.

use super::{
    MINORS, Result, k8s_openapi,
    source::{Field, Held, Shape, types},
};
use cel_types::kubernetes::snake;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

/// The form of each type in each version, by name and module.
type Table = BTreeMap<(String, String), BTreeMap<u8, Shape>>;

/// The path of the table.
const TABLE: &str = "../cel-types/src/kubernetes/types.txt";

/// Writes the table.
///
/// # Errors
/// If the source cannot be found or read.
pub fn write() -> Result<()> {
    let source = k8s_openapi()?;
    let mut table = Table::new();
    for minor in MINORS {
        for (key, shape) in types(&source.join(format!("v1_{minor}")))? {
            table.entry(key).or_default().insert(minor, shape);
        }
    }
    let (recursive, usual) = (recursive(&table), usual(&table));
    let mut out = String::new();
    for ((name, module), versions) in &table {
        let path = format!("{module}::{name}");
        let marks = [("*", &recursive), ("+", &usual)]
            .map(|(mark, paths)| if paths.contains(&path) { mark } else { "" });
        writeln!(out, "{}", line(name, module, versions, &marks.concat()))?;
    }
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE), out)?;
    println!("{} types", table.len());
    Ok(())
}

/// For each type, the types that its fields name.
fn named(table: &Table) -> BTreeMap<String, BTreeSet<String>> {
    let below = |shape: &Shape| -> Vec<String> {
        let Shape::Object(fields) = shape else { return Vec::new() };
        fields.iter().map(|field| field.ty.replace(['[', ']', '{', '}', '&'], "")).collect()
    };
    table
        .iter()
        .map(|((name, module), versions)| {
            (format!("{module}::{name}"), versions.values().flat_map(below).collect())
        })
        .collect()
}

/// Types that specs usually hold, with all types below them. For these a name alone is enough.
fn usual(table: &Table) -> BTreeSet<String> {
    let types = named(table);
    let mut next: Vec<&str> = USUAL.to_vec();
    let mut out = BTreeSet::new();
    while let Some(path) = next.pop() {
        if let Some((path, below)) = types.get_key_value(path)
            && out.insert(path.clone())
        {
            next.extend(below.iter().map(String::as_str));
        }
    }
    out
}

const USUAL: &[&str] = &[
    "api::apps::v1::DaemonSetSpec",
    "api::apps::v1::DeploymentSpec",
    "api::apps::v1::StatefulSetSpec",
    "api::autoscaling::v2::HorizontalPodAutoscalerSpec",
    "api::batch::v1::CronJobSpec",
    "api::core::v1::ObjectReference",
    "api::core::v1::PersistentVolumeClaimSpec",
    "api::core::v1::PodTemplateSpec",
    "api::core::v1::SecretReference",
    "api::core::v1::ServiceSpec",
    "api::networking::v1::IngressSpec",
    "api::networking::v1::NetworkPolicySpec",
    "api::policy::v1::PodDisruptionBudgetSpec",
    "api::rbac::v1::PolicyRule",
    "apimachinery::pkg::apis::meta::v1::Condition",
    "apimachinery::pkg::apis::meta::v1::LabelSelector",
    "apimachinery::pkg::apis::meta::v1::MicroTime",
    "apimachinery::pkg::apis::meta::v1::ObjectMeta",
];

/// The types that contain themselves, and the types that contain one of these.
fn recursive(table: &Table) -> BTreeSet<String> {
    let types = named(table);
    let reaches_itself = |start: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
        while let Some(found) = next.pop().and_then(|found| types.get(found)) {
            next.extend(found.iter().filter(|below| seen.insert(*below)));
        }
        seen.contains(start)
    };
    let mut out: BTreeSet<String> = types.keys().filter(|name| reaches_itself(name)).cloned().collect();
    // A union is one word in the table, and each contains a type that contains itself.
    out.extend(types.keys().filter(|name| name.contains("JSONSchemaPropsOr")).cloned());
    loop {
        let more: Vec<String> = types
            .iter()
            .filter(|(name, below)| !out.contains(*name) && !below.is_disjoint(&out))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return out;
        }
        out.extend(more);
    }
}

/// `Name module 33-37 field:type ..`
fn line(name: &str, module: &str, versions: &BTreeMap<u8, Shape>, marks: &str) -> String {
    let mut fields: BTreeMap<&Field, Vec<u8>> = BTreeMap::new();
    let mut out =
        format!("{name} {module} {}{marks}", numbers(&versions.keys().copied().collect::<Vec<_>>()));
    for (minor, shape) in versions {
        match shape {
            Shape::Object(of_version) => {
                of_version.iter().for_each(|field| fields.entry(field).or_default().push(*minor));
            }
            Shape::Other(word) if versions.first_key_value().is_some_and(|(first, _)| first == minor) => {
                out += &format!(" !{word}");
            }
            Shape::Other(_) => {}
        }
    }
    for (field, minors) in fields {
        let rust = match &field.rust {
            Held::Field(rust) if *rust == snake(&field.name) => String::new(),
            Held::Field(rust) => format!("={rust}"),
            Held::Text(text) => format!("~{text}"),
        };
        let optional = if field.optional { "?" } else { "" };
        out += &format!(" {}{rust}{optional}:{}", field.name, field.ty);
        if minors.len() < versions.len() {
            out += &format!("@{}", numbers(&minors));
        }
    }
    out
}

/// `33-37` or `34,36-37`
fn numbers(minors: &[u8]) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for minor in minors {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *minor => *last = *minor,
            _ => runs.push((*minor, *minor)),
        }
    }
    let text = |(first, last): &(u8, u8)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(",")
}
