//! Finds the node of a CRD that `--at` names.

use cel_compiler::{
    checker::nearest,
    crd::{
        definition::{CrdFile, CustomResourceDefinition},
        props::{Property, SchemaProps},
    },
};
use std::borrow::Cow;

/// The schema of the node, in the first CRD of a text. In `spec.list[].name`, `[]` stands for the items of a
/// list or the values of a map.
///
/// # Errors
/// If there is no such node.
pub fn schema_at(text: &str, version: Option<&str>, at: &str) -> Result<(SchemaProps, bool), String> {
    let file = CrdFile::read(text).map_err(|error| error.to_string())?;
    let Some(crd) = file.crds.first() else {
        return Err(match file.unknown.first() {
            Some(error) => error.to_string(),
            None => "there is no CustomResourceDefinition in the file".to_owned(),
        });
    };
    let mut versions = crd.versions.iter();
    let found = versions.find(|known| version.is_none_or(|version| known.name == version));
    let mut schema = &found.ok_or_else(|| no_version(crd, version.unwrap_or_default()))?.schema;
    let mut passed = String::new();
    for segment in at.split('.').filter(|segment| !segment.is_empty()) {
        let name = segment.trim_end_matches("[]");
        if !name.is_empty() {
            schema = schema.property(name).ok_or_else(|| no_property(schema, name, &passed))?;
            let dot = if passed.is_empty() { "" } else { "." };
            passed += &format!("{dot}{name}");
        }
        for _ in 0..segment.matches("[]").count() {
            let inner = schema.item_schema().or(schema.value_schema());
            schema = inner.ok_or_else(|| format!("`{passed}` has no items, so there is no `{passed}[]`"))?;
            passed += "[]";
        }
    }
    let is_root = at.split('.').all(str::is_empty);
    Ok((schema.clone(), is_root))
}

fn no_version(crd: &CustomResourceDefinition, version: &str) -> String {
    let names: Vec<&str> = crd.versions.iter().map(|version| &*version.name).collect();
    match names.as_slice() {
        [] => format!("`{}` has no version with a schema", crd.name),
        names => format!("`{}` has no version `{version}`{}", crd.name, instead(version, names)),
    }
}

fn no_property(schema: &SchemaProps, name: &str, passed: &str) -> String {
    let inner = schema.item_schema().or(schema.value_schema());
    if inner.is_some_and(|inner| inner.property(name).is_some()) {
        return format!("`{passed}` is a list or a map: write `{passed}[].{name}`");
    }
    if let Some(inner) = inner {
        let names = inner.properties.iter().map(|Property { name, .. }| Cow::from(&**name));
        return match nearest(name, names) {
            Some(meant) => format!("`{passed}` is a list or a map: did you mean `{passed}[].{meant}`?"),
            None => format!("`{passed}` is a list or a map: write `{passed}[]` for all items or values"),
        };
    }
    let base = name.split('[').next().unwrap_or_default();
    if base != name && schema.property(base).is_some() {
        let dot = if passed.is_empty() { "" } else { "." };
        return format!(
            "`[]` stands for all items of a list and all values of a map: write `{passed}{dot}{base}[]`"
        );
    }
    let names: Vec<&str> = schema.properties.iter().map(|Property { name, .. }| &**name).collect();
    let place = if passed.is_empty() { String::new() } else { format!(" in `{passed}`") };
    format!("there is no `{name}`{place}{}", instead(name, &names))
}

/// `; did you mean `a`?`, or a list of the names.
fn instead(name: &str, names: &[&str]) -> String {
    if let Some(meant) = nearest(name, names.iter().map(|name| Cow::from(*name))) {
        return format!("; did you mean `{meant}`?");
    }
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > SHOWN { ", .." } else { "" };
    if shown.is_empty() { String::new() } else { format!("; there is {}{more}", shown.join(", ")) }
}

/// Number of names that are listed.
const SHOWN: usize = 10;
