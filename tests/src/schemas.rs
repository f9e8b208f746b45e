//! Compares the answers of `cel-codegen check` and of the oracle about schemas of CRDs.

use crate::{mutation, native, oracle};
use cel_codegen::{check::VersionReport, defaults, definition, json};
use cel_compiler::{
    crd::{
        check::{self, RuleReport},
        document,
        lines::Lines,
        props::SchemaProps,
    },
    library::KubernetesVersion,
    parser::Copies,
};
use serde_json::{Map, Value, json};
use std::{error::Error, path::Path, process::Command};

/// The oracle's answers about schemas. All are schemas of resources.
///
/// # Errors
/// If the oracle (`ORACLE`) cannot be asked.
pub fn ask(schemas: &[Value]) -> Result<Vec<Value>, Box<dyn Error>> {
    ask_program(&oracle::program()?, schemas)
}

/// The answers of another release's oracle.
///
/// # Errors
/// If this oracle cannot be asked.
pub fn ask_program(program: &Path, schemas: &[Value]) -> Result<Vec<Value>, Box<dyn Error>> {
    let requests = schemas
        .iter()
        .map(|schema| json!({"id": 0, "schema": schema, "isResourceRoot": true, "only": ["crd", "rules"]}));
    native::talk(Command::new(program).args(["-mode", "schema", "-stable"]), requests)
}

/// The oracle's errors about new CRDs (`{"id", "crd"}` each): type, field and detail, sorted. Without errors about schemas and
/// status, and without an answer for requests that are no CRD.
///
/// # Errors
/// If the oracle (`ORACLE`) cannot be asked.
pub fn ask_definitions(requests: &[Value]) -> Result<Vec<Option<Value>>, Box<dyn Error>> {
    let answers = oracle::ask("crd", requests.iter())?;
    let errors = |answer: Value| {
        let errors = answer["crd_errors"].as_array()?.iter().filter(|error| is_of_definition(error));
        let text = |error: &Value, key: &str| error[key].as_str().unwrap_or_default().to_owned();
        Some(sorted_errors(errors.map(|error| ["type", "field", "detail"].map(|key| text(error, key)))))
    };
    Ok(answers.into_iter().map(errors).collect())
}

/// Excludes `spec.version`, which older versions of the API have beside `spec.versions`.
fn is_of_definition(error: &Value) -> bool {
    let field = error["field"].as_str().unwrap_or_default();
    let is_of_schema = field.contains("openAPIV3Schema") && error["type"] != "FieldValueRequired"
        || field.contains("openAPIV3Schema.");
    !is_of_schema && !field.starts_with("status.") && field != "spec.version"
}

/// The command's errors about a CRD, in the same form.
pub fn definition_errors(crd: &Value) -> Value {
    let documents = document::read(&crd.to_string()).unwrap_or_default();
    let errors = documents.iter().flat_map(definition::judge);
    sorted_errors(errors.map(|error| [error.ty.as_str().to_owned(), error.field, error.detail]))
}

fn sorted_errors(errors: impl Iterator<Item = [String; 3]>) -> Value {
    let mut errors: Vec<[String; 3]> = errors.collect();
    errors.sort();
    json!(errors)
}

/// The command's answer about a schema.
pub fn ours(schema: &Value) -> Value {
    let mut answer = ours_for(schema, KubernetesVersion::NEW_EXPRESSIONS);
    let stored = check::check(&read(schema).0, KubernetesVersion::STORED_EXPRESSIONS, &|_, _| Vec::new());
    let rules = answer["rules"].as_array_mut().into_iter().flatten();
    rules.zip(&stored.rules).for_each(|(rule, stored)| add_stored(rule, stored));
    answer
}

/// The command's answer about a schema for servers of a version.
pub fn ours_for(schema: &Value, kubernetes: KubernetesVersion) -> Value {
    let (props, shape) = read(schema);
    let schema = check::check(&props, kubernetes, &|schema, path| {
        defaults::judge(schema, path, kubernetes, &Copies::default())
    });
    let report = VersionReport { shape, schema, ..VersionReport::default() };
    let mut line = json::version("", &report, &Lines::new(""));
    for errors in ["crd_errors", "crd_other_errors"] {
        line[errors].as_array_mut().into_iter().flatten().for_each(without_place);
    }
    line
}

/// Removes line and column, which the server's errors do not have.
fn without_place(error: &mut Value) {
    if let Some(error) = error.as_object_mut() {
        error.retain(|key, _| !["line", "column"].contains(&key.as_str()));
    }
}

fn read(schema: &Value) -> (SchemaProps, Vec<document::FileError>) {
    let text = schema.to_string();
    let documents = document::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    SchemaProps::read(documents.first().unwrap_or(&document::Node::default()))
}

/// Adds the differences for a rule that is already stored: another meaning, or an error.
fn add_stored(rule: &mut Value, stored: &RuleReport) {
    let error = stored.compile_error();
    if error.is_some() != rule.get("compile_error").is_some()
        || rule["static_max_cost"] != stored.registration.max_cost
    {
        rule["stored_differs"] = true.into();
        if let Some(error) = error {
            rule["stored_compile_error"] = error.into();
        }
    }
}

/// The differences of two answers.
#[derive(Debug, Default)]
pub struct Differences {
    /// Entries that differ.
    pub entries: Vec<String>,
    /// Number of rules with a syntax error that the answers report at different places.
    pub places: usize,
}

/// Compares two answers. For an expression with syntax errors, only the place of the first error is compared.
pub fn differences(theirs: &Value, ours: &Value) -> Differences {
    // Skips schemas that make the server panic, or that only the oracle's own preparation refuses.
    let cannot_prune =
        theirs["schema_error"].as_str().is_some_and(|error| error.starts_with("failed to prune"));
    if cannot_prune || theirs.get("panic").is_some() {
        return Differences::default();
    }
    let (theirs_refuse, ours_refuse) =
        (theirs.get("schema_error").is_some(), ours.get("schema_error").is_some());
    if theirs_refuse || ours_refuse {
        let equal = theirs_refuse == ours_refuse;
        let entry = format!("schema_error: {:?} {:?}", theirs["schema_error"], ours["schema_error"]);
        return Differences { entries: Vec::from_iter((!equal).then_some(entry)), places: 0 };
    }
    let mut found = Differences::default();
    if theirs["total_static_cost"] != ours["total_static_cost"] {
        found.entries.push(format!("total: {} {}", theirs["total_static_cost"], ours["total_static_cost"]));
    }
    if contributions(theirs) != contributions(ours) {
        let (theirs, ours) = (contributions(theirs), contributions(ours));
        found.entries.push(format!("contributions: {theirs:?} {ours:?}"));
    }
    for part in ["crd_errors", "crd_other_errors", "rules"] {
        let (theirs, ours) = (entries(theirs, part), entries(ours, part));
        for i in 0..theirs.len().max(ours.len()) {
            let (theirs, ours) = (theirs.get(i).copied(), ours.get(i).copied());
            let places = theirs.map(syntax_errors).unwrap_or_default();
            let comparable = |entry: Option<&Value>| entry.map(|entry| comparable(entry, &places));
            let (theirs, ours) = (comparable(theirs), comparable(ours));
            if theirs == ours {
                continue;
            }
            if !places.is_empty() && without_texts(&theirs) == without_texts(&ours) {
                found.places += 1;
            } else {
                let shown =
                    |entry: &Option<Value>| entry.as_ref().map_or_else(String::new, ToString::to_string);
                found.entries.push(format!("theirs: {}\n  ours:   {}", shown(&theirs), shown(&ours)));
            }
        }
    }
    found
}

/// Removes the parts of an older release's answer that are not compared: full error texts, because such releases print values in
/// another way, and addresses, as in `expression: &{2 0xc000d9ae40}(2) old:list(_var0), ..`.
pub fn without_values(mut answer: Value) -> Value {
    for part in ["crd_errors", "crd_other_errors", "rules"] {
        for entry in answer[part].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            entry.remove("error");
            for key in ["detail", "compile_error", "message_expression_error"] {
                if let Some(Value::String(text)) = entry.get_mut(key) {
                    *text = without_addresses(text);
                }
            }
        }
    }
    answer
}

fn without_addresses(text: &str) -> String {
    let mut parts = text.split(INCOMPATIBLE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let types = part.find("old:").and_then(|at| part.get(at..)).unwrap_or(part);
        format!("{text}{INCOMPATIBLE}{types}")
    })
}

const INCOMPATIBLE: &str = "incompatible type already exists for expression: ";

/// An entry about an expression, without the texts of its errors.
fn without_texts(entry: &Option<Value>) -> Option<Value> {
    let mut entry = entry.clone()?;
    for key in ["error", "detail", "compile_error", "message_expression_error"] {
        if let Some(text) = entry.get_mut(key) {
            *text = Value::Bool(true);
        }
    }
    Some(entry)
}

fn entries<'v>(answer: &'v Value, part: &str) -> Vec<&'v Value> {
    answer[part].as_array().into_iter().flatten().filter(|entry| !is_contribution(entry)).collect()
}

/// The costs of the expressions that are named for a total that is too large. If several have the same cost, the server names any
/// of them.
fn contributions(answer: &Value) -> Vec<Option<u64>> {
    let errors = answer["crd_errors"].as_array().into_iter().flatten().filter(|entry| is_contribution(entry));
    let cost = |error: &Value| {
        let field = error["field"].as_str()?;
        let (path, key) = match field.strip_suffix(".messageExpression") {
            Some(rule) => (format!("{rule}.rule"), "message_expression_max_cost"),
            None => (field.to_owned(), "estimated_cost"),
        };
        answer["rules"].as_array()?.iter().find(|rule| rule["path"] == *path)?[key].as_u64()
    };
    let mut costs: Vec<Option<u64>> = errors.map(cost).collect();
    costs.sort_unstable();
    costs
}

fn is_contribution(entry: &Value) -> bool {
    entry["detail"]
        .as_str()
        .is_some_and(|detail| detail.starts_with("contributed to estimated rule cost total"))
}

fn comparable(entry: &Value, places: &[String]) -> Value {
    let fields = entry.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| !OTHER_FIELDS.contains(&key.as_str()));
    let fields = fields.map(|(key, value)| {
        let text = value.as_str().filter(|_| !places.is_empty());
        let text = text.map(|text| Value::String(first_error(text, places)));
        (key.clone(), text.unwrap_or_else(|| value.clone()))
    });
    Value::Object(fields.collect::<Map<_, _>>())
}

/// If an expression in the server's entry has a syntax error: the places of the first error and of the first syntax error. Other
/// errors may come first, because the server checks the parts that it could read.
fn syntax_errors(entry: &Value) -> Vec<String> {
    let texts = ["detail", "compile_error", "message_expression_error"].map(|key| entry[key].as_str());
    let text = texts.into_iter().flatten().find(|text| text.contains(SYNTAX_ERROR));
    let errors: Vec<&str> = text.into_iter().flat_map(|text| text.split(ERROR).skip(1)).collect();
    let syntax = errors.iter().find(|error| error.contains(SYNTAX_ERROR));
    errors.first().into_iter().chain(syntax).map(|error| place(error)).collect()
}

/// Replaces the first error of a text by "at one of the places", if it is at one of them.
fn first_error(text: &str, places: &[String]) -> String {
    let mut errors = text.split(ERROR);
    let before = errors.next().unwrap_or_default();
    match errors.next() {
        None => text.to_owned(),
        Some(first) if places.contains(&place(first)) => format!("{before}{}", places.join(" ")),
        Some(first) => format!("{before}{}", first.trim_end_matches('\n')),
    }
}

/// `1:5`
fn place(error: &str) -> String {
    error.splitn(3, ':').take(2).collect::<Vec<_>>().join(":")
}

const ERROR: &str = "ERROR: <input>:";
const SYNTAX_ERROR: &str = ": Syntax error: ";

/// Parts of an answer that the command does not have.
const OTHER_FIELDS: [&str; 1] = ["id"];

/// The schemas of all CRDs in a YAML text, each with the names of the CRD and of the version.
///
/// # Panics
/// If the text is not valid YAML.
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

/// The texts of all rules in a schema.
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

/// A schema with a random change in each of its rules.
pub fn with_mutants(schema: &Value, random: &mut mutation::Random) -> Value {
    let mut schema = schema.clone();
    for rule in rules(&mut schema) {
        *rule = mutation::mutant(random, &[rule.as_str()]);
    }
    schema
}
