//! Compares a CRD file of another project with the compiled schema.

use super::{CrdSchema, check_matches_crd, refusals::refusals};
use cel_compiler::crd::definition::{CrdFile, CustomResourceDefinition};
use serde_json::{Map, Value, json};
use std::{fs, path::Path};

/// Panics unless the CRD in a file has the schema for which the rules of a type were compiled. The panic has one line for each difference.
/// Call it in a test; there the path is relative to the folder of `Cargo.toml`. The type's `#[kube(..)]` selects the CRD and the version.
///
/// Parts that kube adds to each resource are not compared: `apiVersion`, `kind`, `metadata`, and the presence of a `status`.
///
/// # Panics
/// If there is a difference, or no such CRD.
#[expect(clippy::panic, reason = "an assertion")]
#[track_caller]
pub fn assert_matches_crd_file<T: CrdSchema>(path: impl AsRef<Path>) {
    let path = path.as_ref();
    match differences::<T>(path) {
        Ok(differences) if differences.is_empty() => {}
        Ok(differences) => {
            let (name, differences) = (path.display(), differences.join("\n"));
            panic!("{name} differs from the schema the rules were compiled against:\n{differences}");
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn differences<T: CrdSchema>(path: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let file = CrdFile::read(&text).map_err(|error| error.to_string())?;
    let (api_version, kind) = T::RESOURCE;
    let schema = schema(&file.crds, api_version, kind);
    let mut schema =
        schema.ok_or_else(|| format!("no version of a CRD in it is `{kind}` of `{api_version}`"))?;
    let refusals = refusals(&schema);
    without_resource_parts(&mut schema);
    as_rules_see(&mut schema);
    let differences = check_matches_crd(T::SCHEMA, T::BOUNDS, &schema);
    match (differences.as_slice(), refusals.as_slice()) {
        ([], [_, ..]) => Err(refusals.join("\n")),
        _ => Ok(differences),
    }
}

/// The schema of a version.
#[inline]
fn schema(crds: &[CustomResourceDefinition], api_version: &str, kind: &str) -> Option<Value> {
    let (group, version) = api_version.rsplit_once('/')?;
    let crd = crds.iter().find(|crd| crd.group == group && crd.kind == kind)?;
    let crd = crd.node.to_json();
    let versions = crd.pointer("/spec/versions")?.as_array()?;
    let version = versions.iter().find(|found| found.get("name").is_some_and(|name| name == version))?;
    version.pointer("/schema/openAPIV3Schema").cloned()
}

/// Adds the properties of an embedded resource that rules see even if the schema lacks them.
#[inline]
fn with_names(schema: &mut Map<String, Value>) {
    let is_embedded = schema.get("x-kubernetes-embedded-resource").is_some_and(|embedded| *embedded == true);
    let Some(Value::Object(properties)) = schema.get_mut("properties").filter(|_| is_embedded) else {
        return;
    };
    for name in ["apiVersion", "kind"] {
        properties.insert(name.to_owned(), json!({"type": "string"}));
    }
    let metadata = properties.entry("metadata").or_insert_with(|| json!({}));
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.insert("type".to_owned(), json!("object"));
        let names = metadata.entry("properties").or_insert_with(|| json!({}));
        let names = names.as_object_mut().into_iter();
        let added = names.flat_map(|names| ["name", "generateName"].map(|name| add_text(names, name)));
        if added.filter(|added| *added).count() > 0 {
            metadata.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
        }
    }
    let required = schema.entry("required").or_insert_with(|| json!([]));
    required
        .as_array_mut()
        .into_iter()
        .for_each(|required| required.extend([json!("apiVersion"), json!("kind")]));
}

/// Adds a property. Returns false if it existed.
#[inline]
fn add_text(properties: &mut Map<String, Value>, name: &str) -> bool {
    let is_new = !properties.contains_key(name);
    if is_new {
        properties.insert(name.to_owned(), json!({"type": "string"}));
    }
    is_new
}

/// Removes the parts that kube adds to every resource.
#[inline]
fn without_resource_parts(schema: &mut Value) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for name in ["apiVersion", "kind", "metadata"] {
            properties.remove(name);
        }
        if let Some(status) = properties.get_mut("status").and_then(Value::as_object_mut) {
            status.remove("default");
            status.remove("nullable");
        }
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required
            .retain(|name| name != "apiVersion" && name != "kind" && name != "metadata" && name != "status");
    }
}

/// Makes the schema show what rules see. Rules see a null property as absent, and they always see a property with a default. So `required`
/// has no meaning for these two.
#[inline]
fn as_rules_see(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    with_names(schema);
    let says_nothing = |properties: &Map<String, Value>, name: &str| {
        let property = properties.get(name);
        property.is_some_and(|property| {
            property.get("default").is_some() || property.get("nullable") == Some(&json!(true))
        })
    };
    if let Some(Value::Object(properties)) = schema.get("properties").cloned()
        && let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut)
    {
        required.retain(|name| !name.as_str().is_some_and(|name| says_nothing(&properties, name)));
    }
    for (_, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        as_rules_see(property);
    }
    for keyword in ["items", "additionalProperties"] {
        schema.get_mut(keyword).into_iter().for_each(as_rules_see);
    }
}
