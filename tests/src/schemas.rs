//! Schemas of CRDs, put to the command `cel-codegen check` and to the oracle.

use crate::{mutation, native};
use cel_codegen::{
    crd::{check, document, props::SchemaProps},
    decls::KubernetesVersion,
};
use cel_codegen_cli::{check::VersionReport, json};
use serde_json::{Map, Value, json};
use std::{env, error::Error, process::Command};

/// What the oracle says of schemas, roots of resources all.
///
/// # Errors
/// If the oracle, which `ORACLE` names, cannot be asked.
pub fn ask(schemas: &[Value]) -> Result<Vec<Value>, Box<dyn Error>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let requests = schemas
        .iter()
        .map(|schema| json!({"id": 0, "schema": schema, "isResourceRoot": true, "only": ["crd", "rules"]}));
    native::talk(Command::new(oracle).args(["-mode", "schema", "-stable"]), requests)
}

/// What the command says of a schema.
pub fn ours(schema: &Value) -> Value {
    let text = schema.to_string();
    let documents = document::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (props, shape) = SchemaProps::read(&documents[0]);
    let schema = check::check(&props, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    json::version("", &VersionReport { shape, schema, ..VersionReport::default() })
}

/// In what two answers differ. Of two texts about an expression the first error counts,
/// of a syntax error only its place.
pub fn differences(theirs: &Value, ours: &Value) -> Vec<String> {
    let (theirs_refuse, ours_refuse) =
        (theirs.get("schema_error").is_some(), ours.get("schema_error").is_some());
    if theirs_refuse || ours_refuse {
        let equal = theirs_refuse == ours_refuse;
        return if equal {
            Vec::new()
        } else {
            vec![format!("schema_error: {:?} {:?}", theirs["schema_error"], ours["schema_error"])]
        };
    }
    let mut found = Vec::new();
    if theirs["total_static_cost"] != ours["total_static_cost"] {
        found.push(format!("total: {} {}", theirs["total_static_cost"], ours["total_static_cost"]));
    }
    for part in ["crd_errors", "crd_other_errors", "rules"] {
        let (theirs, ours) = (entries(theirs, part), entries(ours, part));
        for i in 0..theirs.len().max(ours.len()) {
            let (theirs, ours) = (theirs.get(i).copied(), ours.get(i).copied());
            let is_syntax = theirs.is_some_and(|entry| entry.to_string().contains(": Syntax error: "));
            let comparable = |entry: Option<&Value>| entry.map(|entry| comparable(entry, is_syntax));
            let (theirs, ours) = (comparable(theirs), comparable(ours));
            if theirs != ours {
                let shown =
                    |entry: &Option<Value>| entry.as_ref().map_or_else(String::new, ToString::to_string);
                found.push(format!("theirs: {}\n  ours:   {}", shown(&theirs), shown(&ours)));
            }
        }
    }
    found
}

fn entries<'v>(answer: &'v Value, part: &str) -> Vec<&'v Value> {
    answer[part].as_array().into_iter().flatten().collect()
}

fn comparable(entry: &Value, is_syntax: bool) -> Value {
    let fields = entry.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| !OTHER_FIELDS.contains(&key.as_str()));
    let fields = fields.map(|(key, value)| {
        let text = value.as_str().map(|text| Value::String(first_error(text, is_syntax)));
        (key.clone(), text.unwrap_or_else(|| value.clone()))
    });
    Value::Object(fields.collect::<Map<_, _>>())
}

/// What is not asked of the command.
const OTHER_FIELDS: [&str; 3] = ["stored_differs", "stored_compile_error", "id"];

/// The first error of a text about an expression; of syntax errors the place of the first, whatever else the server found in what
/// it could read.
fn first_error(text: &str, is_syntax: bool) -> String {
    let mut errors = text.split("ERROR: <input>:");
    let before = errors.next().unwrap_or_default();
    let errors: Vec<&str> = errors.collect();
    let syntax = errors.iter().find(|error| error.contains(": Syntax error: ")).or(errors.first());
    match (syntax, errors.first()) {
        (Some(error), _) if is_syntax => {
            format!("{before}{}", error.splitn(3, ':').take(2).collect::<Vec<_>>().join(":"))
        }
        (_, Some(first)) => format!("{before}{}", first.trim_end_matches('\n')),
        _ => text.to_owned(),
    }
}

/// The schemas of all CRDs in a text of YAML, each with the CRD's name and the version's.
///
/// # Panics
/// If the text is no YAML.
pub fn of_text(text: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for document in document::read(text).expect("YAML") {
        let crd = document.to_json();
        if crd["kind"] != "CustomResourceDefinition" {
            continue;
        }
        for version in crd["spec"]["versions"].as_array().into_iter().flatten() {
            let name = format!("{} {}", crd["metadata"]["name"], version["name"]);
            found.push((name, version["schema"]["openAPIV3Schema"].clone()));
        }
    }
    found
}

/// All texts of rules in a schema.
pub fn rules(schema: &mut Value) -> Vec<&mut String> {
    let mut found = Vec::new();
    collect(schema, &mut found);
    found
}

fn collect<'s>(schema: &'s mut Value, found: &mut Vec<&'s mut String>) {
    let Some(fields) = schema.as_object_mut() else { return };
    for (key, value) in fields {
        match key.as_str() {
            "properties" => {
                value.as_object_mut().into_iter().flatten().for_each(|(_, schema)| collect(schema, found));
            }
            "items" | "additionalProperties" => collect(value, found),
            "x-kubernetes-validations" => {
                let rules = value.as_array_mut().into_iter().flatten();
                found.extend(rules.filter_map(|rule| match &mut rule["rule"] {
                    Value::String(text) => Some(text),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
}

/// The schema with an accident in each of its rules.
pub fn with_mutants(schema: &Value, random: &mut mutation::Random) -> Value {
    let mut schema = schema.clone();
    for rule in rules(&mut schema) {
        *rule = mutation::mutant(random, &[rule.as_str()]);
    }
    schema
}
