//! Compares the schemas in the table with those that k8s-openapi gives to schemars.

use super::{Result, k8s_openapi, source::types};
use crate::program::Report;
use cel_types::kubernetes::{Entry, Field, RustType, Shape, at, entries};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

/// The schema of a type in a version of Kubernetes, without texts. Named types are inlined. A type that contains itself stays a
/// name, as in schemars.
pub fn schema(entry: Entry, minor: Option<u8>) -> Value {
    match entry.shape(minor) {
        Shape::Object(fields) => object(&fields, minor),
        Shape::Untyped => json!({"type": "object"}),
        Shape::Quantity | Shape::IntOrString => json!({"x-kubernetes-int-or-string": true}),
        Shape::Time | Shape::MicroTime => json!({"type": "string", "format": "date-time"}),
        Shape::Union => json!({"oneOf": true}),
    }
}

fn object(fields: &[Field], minor: Option<u8>) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), of_type(&field.ty, minor))).collect();
    let required: Vec<&str> =
        fields.iter().filter(|field| field.is_required()).map(|field| field.name).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

fn of_type(ty: &RustType, minor: Option<u8>) -> Value {
    match ty {
        RustType::String => json!({"type": "string"}),
        RustType::Bool => json!({"type": "boolean"}),
        RustType::I32 => json!({"type": "integer", "format": "int32"}),
        RustType::I64 => json!({"type": "integer", "format": "int64"}),
        RustType::F64 => json!({"type": "number", "format": "double"}),
        RustType::Bytes => json!({"type": "string", "format": "byte"}),
        RustType::Vec(items) => json!({"type": "array", "items": of_type(items, minor)}),
        RustType::Map(values) => json!({"type": "object", "additionalProperties": of_type(values, minor)}),
        RustType::Box(inner) => of_type(inner, minor),
        RustType::Named(entry) if entry.is_recursive() => json!({"$ref": entry.path()}),
        RustType::Named(entry) => schema(*entry, minor),
    }
}

/// The schema of a type with names for the types of its fields, as schemars writes it.
fn shallow(entry: Entry, minor: u8) -> Value {
    let Shape::Object(fields) = entry.shape(Some(minor)) else { return schema(entry, Some(minor)) };
    let mut schema = object(&fields, Some(minor));
    for field in &fields {
        schema["properties"][field.name] = named(&field.ty);
    }
    schema
}

fn named(ty: &RustType) -> Value {
    match ty {
        RustType::Vec(items) => json!({"type": "array", "items": named(items)}),
        RustType::Map(values) => json!({"type": "object", "additionalProperties": named(values)}),
        RustType::Box(inner) => named(inner),
        RustType::Named(entry) => json!({"$ref": entry.path()}),
        RustType::String
        | RustType::Bool
        | RustType::I32
        | RustType::I64
        | RustType::F64
        | RustType::Bytes => of_type(ty, None),
    }
}

/// The differences between the table and k8s-openapi's own types, which are given with path, name and schema.
pub fn differences(minor: u8, types: &[(String, String, Value)]) -> Vec<String> {
    let paths: BTreeMap<&str, &str> =
        types.iter().map(|(path, name, _)| (name.as_str(), path.as_str())).collect();
    let mut out = Vec::new();
    for (path, _, schema) in types {
        let found = stated(schema, &paths);
        let expected = at(path).filter(|entry| entry.is_in(minor)).map(|entry| shallow(entry, minor));
        if Some(&found) != expected.as_ref() {
            out.push(format!("1.{minor} {path}: {found}, in the table {}", expected.unwrap_or_default()));
        }
    }
    let known: BTreeSet<&str> = types.iter().map(|(path, ..)| path.as_str()).collect();
    let only_ours = entries().filter(|entry| entry.is_in(minor) && !known.contains(entry.path().as_str()));
    out.extend(only_ours.map(|entry| format!("1.{minor} {}: only in the table", entry.path())));
    out
}

/// A schema without texts. References become paths.
fn stated(schema: &Value, paths: &BTreeMap<&str, &str>) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let kept = schema.iter().filter(|(key, _)| *key != "description").map(|(key, value)| {
        let value = match key.as_str() {
            "$ref" => {
                let name = value.as_str().unwrap_or_default().trim_start_matches("#/$defs/");
                paths.get(name).copied().unwrap_or(name).into()
            }
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                properties
                    .map(|(name, schema)| (name.clone(), stated(schema, paths)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            "items" | "additionalProperties" => stated(value, paths),
            "oneOf" => true.into(),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(kept.collect())
}

/// Asks k8s-openapi itself, once for each version. A program beside the workspace prints the schemas of all its types.
///
/// # Errors
/// If such a program cannot be built.
pub fn compare(minors: &[u8], report: &mut Report) -> Result<()> {
    for &minor in minors {
        let types = asked(minor)?;
        let differences = differences(minor, &types);
        println!("1.{minor}: {} types", types.len());
        differences.iter().try_for_each(|difference| report.differs(difference))?;
    }
    Ok(())
}

fn asked(minor: u8) -> Result<Vec<(String, String, Value)>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let folder = workspace.join("target/k8s-openapi").join(format!("v1_{minor}"));
    fs::create_dir_all(folder.join("src"))?;
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::write(folder.join("Cargo.toml"), MANIFEST.replace("MINOR", &minor.to_string()))?;
    // The types come from the source, not from the table. So a type that the table lacks is a difference.
    let types = types(&k8s_openapi()?.join(format!("v1_{minor}")))?;
    let calls: String = types
        .keys()
        .map(|(name, module)| format!("print::<k8s_openapi::{module}::{name}>(\"{module}::{name}\");\n"))
        .collect();
    fs::write(folder.join("src/main.rs"), PROGRAM.replace("CALLS", &calls))?;
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--target-dir"])
        .arg(workspace.join("target/k8s-openapi"))
        .current_dir(&folder)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?)
}

const MANIFEST: &str = r#"[package]
name = "k8s-openapi-schemas"
version = "0.1.0"
edition = "2024"

[dependencies]
k8s-openapi = { version = "0.29", features = ["v1_MINOR", "schemars"] }
schemars = { version = "1", default-features = false }
serde_json = "1"

[workspace]
"#;

const PROGRAM: &str = r#"use schemars::{JsonSchema, generate::SchemaSettings};

fn print<T: JsonSchema>(path: &str) {
    let schema = T::json_schema(&mut SchemaSettings::default().into_generator());
    println!("{}", serde_json::json!([path, T::schema_name(), schema]));
}

fn main() {
CALLS}
"#;
