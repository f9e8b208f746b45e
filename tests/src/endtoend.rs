//! Writes of objects of `tests-crds`: how they are made, the answers of a real API server, and how ours must agree.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tests_crds::{Crd, Write};

use crate::mutation::Random;
use crate::server::{Cause, sort, status_message};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The server's answers about a CRD's objects
#[derive(Serialize, Deserialize)]
pub struct Record {
    /// The kind of the objects
    pub kind: String,
    /// Digest of the CRD at that time
    pub digest: String,
    /// The objects that were updated
    pub stored: Vec<Value>,
    /// Each write
    #[serde(skip)]
    pub answers: Vec<Answer>,
}

/// The server's answer about a write
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// The object that rules saw
    pub new: Value,
    /// Index of the stored object that it replaced
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<usize>,
    /// Its errors, sorted by field. At one field they keep the server's order
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
    /// Its warnings, sorted
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The CRDs whose objects are written: those that show each feature, and those of operators.
#[must_use]
pub fn crds() -> Vec<Crd> {
    tests_crds::all().into_iter().chain(tests_operators::all()).collect()
}

/// Where the records are
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/endtoend.jsonl")
}

/// Reads all records: a line for each CRD, and one for each write of its objects after it.
///
/// # Errors
/// If a line has another form.
pub fn records() -> Result<Vec<Record>> {
    let mut records: Vec<Record> = Vec::new();
    for line in fs::read_to_string(file())?.lines() {
        match records.last_mut() {
            Some(record) if line.starts_with("{\"new\"") => record.answers.push(serde_json::from_str(line)?),
            _ => records.push(serde_json::from_str(line)?),
        }
    }
    Ok(records)
}

/// Writes all records.
///
/// # Errors
/// If the file cannot be written.
pub fn write_records(records: &[Record]) -> Result<()> {
    let mut lines = String::new();
    for record in records {
        lines.push_str(&(serde_json::to_string(record)? + "\n"));
        for answer in &record.answers {
            lines.push_str(&(serde_json::to_string(answer)? + "\n"));
        }
    }
    Ok(fs::write(file(), lines)?)
}

/// A digest of the CRD, to notice changes (FNV-1a of its text).
pub fn digest(crd: &Crd) -> String {
    let text = crd.definition.to_string();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The differences between our verdict and the server's.
///
/// # Errors
/// If the objects do not have the CRD's type.
pub fn differences(crd: &Crd, answer: &Answer, old: Option<&Value>) -> Result<Vec<String>> {
    let verdict = crd.judge(&answer.new, old)?;
    let mut found = Vec::new();
    let status = serde_json::to_value(&verdict.status)?;
    let mut ours: Vec<Cause> = serde_json::from_value(status["details"]["causes"].clone())?;
    if !ours.is_empty() && verdict.status.message != status_message(&subject(crd, &answer.new), &ours) {
        found.push(format!("our message is not of our causes: {}", verdict.status.message));
    }
    sort(&mut ours);
    if ours != answer.causes {
        let of = |causes: &[Cause]| serde_json::to_string(causes);
        found.push(format!("causes\n  ours   {}\n  theirs {}", of(&ours)?, of(&answer.causes)?));
    }
    let warnings = verdict.report.warnings.iter().map(|warning| warning.error().to_owned());
    // A header cannot contain line breaks and other control characters. The server leaves such warnings out, and repeats none.
    let mut warnings: Vec<String> = warnings.filter(|text| !text.contains(char::is_control)).collect();
    warnings.sort();
    warnings.dedup();
    if warnings != answer.warnings {
        found.push(format!("warnings\n  ours   {warnings:?}\n  theirs {:?}", answer.warnings));
    }
    Ok(found)
}

/// `Kind.group "name"`: the start of a refusal's message.
pub fn subject(crd: &Crd, object: &Value) -> String {
    let group = crd.definition["spec"]["group"].as_str().unwrap_or_default();
    format!("{}.{group} {}", crd.kind(), object["metadata"]["name"])
}

/// The parts of a write that rules see.
pub fn seen(crd: &Crd, write: &Write) -> Value {
    let mut new = write.new.clone();
    match (&write.old, crd.has_status()) {
        (_, false) => {}
        (None, true) => {
            new.as_object_mut().map(|new| new.remove("status"));
        }
        (Some(old), true) if write.of_status => {
            let status = new["status"].take();
            new = old.clone();
            new["status"] = status;
        }
        (Some(old), true) => new["status"] = old["status"].clone(),
    }
    new
}

/// Random writes: objects with small changes, to be created or to replace one of `stored`.
pub fn random_writes(crd: &Crd, stored: &[Value], seed: u64, count: usize) -> Vec<Write> {
    let mut random = Random::new(seed);
    let mut writes = Vec::new();
    let parts = Parts::of(&crd.objects);
    // Small types do not have so many different changes.
    for _ in 0..count * 20 {
        let is_update = random.pick_bool() && !stored.is_empty();
        let from = if is_update { stored } else { &crd.objects };
        let base = &from[random.below(from.len())];
        let Some(new) = parts.mutant(crd, base, &mut random) else { continue };
        let of_status = is_update && crd.has_status() && random.pick_bool();
        let write = Write { new, old: is_update.then(|| base.clone()), of_status };
        if writes.len() < count && !writes.contains(&write) {
            writes.push(write);
        }
    }
    writes
}

/// Random objects to store. They may break rules.
pub fn random_objects(crd: &Crd, seed: u64, count: usize) -> Vec<Value> {
    let mut random = Random::new(seed);
    let parts = Parts::of(&crd.objects);
    let mut objects = Vec::new();
    while objects.len() < count {
        let base = &crd.objects[random.below(crd.objects.len())];
        objects.extend(parts.mutant(crd, base, &mut random));
    }
    objects
}

/// The values at each path of the objects. List indexes are not part of a path.
struct Parts(BTreeMap<String, Vec<Value>>);

impl Parts {
    fn of(objects: &[Value]) -> Self {
        let mut parts = Parts(BTreeMap::new());
        objects.iter().for_each(|object| parts.collect("", object));
        parts
    }

    fn collect(&mut self, path: &str, value: &Value) {
        let parts = self.0.entry(path.to_owned()).or_default();
        if !parts.contains(value) {
            parts.push(value.clone());
        }
        match value {
            Value::Object(entries) => {
                entries.iter().for_each(|(key, value)| self.collect(&format!("{path}/{key}"), value));
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect(&format!("{path}/#"), item)),
            _ => {}
        }
    }

    /// The object with up to three changes; `None` if the schema refuses the result.
    fn mutant(&self, crd: &Crd, object: &Value, random: &mut Random) -> Option<Value> {
        let mut mutant = object.clone();
        for _ in 0..random.below(4) {
            let part = match crd.has_status() && random.pick_bool() {
                true => "status".to_owned(),
                false => pick_part(&mutant, random)?,
            };
            self.mutate(&format!("/{part}"), mutant.get_mut(&part)?, random);
        }
        let mutant = crd.read(&mutant).ok()?;
        let schema = &crd.definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
        is_allowed(schema, &mutant).then_some(mutant)
    }

    fn mutate(&self, path: &str, value: &mut Value, random: &mut Random) {
        let is_inner = match value {
            Value::Object(entries) => !entries.is_empty() && random.below(5) > 0,
            Value::Array(items) => !items.is_empty() && random.pick_bool(),
            _ => false,
        };
        match value {
            Value::Object(entries) if is_inner => {
                let at = random.below(entries.len());
                if let Some((key, value)) = entries.iter_mut().nth(at) {
                    self.mutate(&format!("{path}/{key}"), value, random);
                }
            }
            Value::Array(items) if is_inner => {
                let at = random.below(items.len());
                self.mutate(&format!("{path}/#"), &mut items[at], random);
            }
            _ => self.replace(path, value, random),
        }
    }

    fn replace(&self, path: &str, value: &mut Value, random: &mut Random) {
        if random.below(3) == 0
            && let Some(parts) = self.0.get(path)
        {
            *value = parts[random.below(parts.len())].clone();
            return;
        }
        match value {
            Value::Null => {}
            Value::Bool(flag) => *flag = !*flag,
            Value::Number(number) => *value = other_number(number, random),
            Value::String(text) => *value = other_text(text, random).into(),
            Value::Array(items) => {
                let at = random.below(items.len().max(1));
                match (random.below(4), items.is_empty()) {
                    (_, true) | (0, _) => {
                        let parts = self.0.get(&format!("{path}/#"));
                        items.extend(parts.map(|parts| parts[random.below(parts.len())].clone()));
                    }
                    (1, _) => drop(items.remove(at)),
                    (2, _) => items.reverse(),
                    _ => items.push(items[at].clone()),
                }
            }
            Value::Object(entries) => {
                let at = random.below(entries.len().max(1));
                let Some(key) = entries.keys().nth(at).cloned() else { return };
                match random.below(4) {
                    0 => drop(entries.insert(key, Value::Null)),
                    1 | 2 => drop(entries.remove(&key)),
                    _ => {
                        let value = entries[&key].clone();
                        entries.insert(other_text(&key, random), value);
                    }
                }
            }
        }
    }
}

fn other_number(number: &serde_json::Number, random: &mut Random) -> Value {
    match (number.as_i64(), number.as_f64()) {
        (Some(number), _) => {
            let (more, less) = (number.wrapping_add(1), number.wrapping_sub(1));
            let (minus, twice) = (number.wrapping_neg(), number.wrapping_mul(2));
            let others = [more, less, minus, 0, 1, 7, 13, 100, twice, i64::from(i32::MAX)];
            others[random.below(others.len())].into()
        }
        // Never a whole number: storage would make it an integer.
        (None, Some(number)) => [number + 1.0, -number, 0.1, 1_000_000.5, 1e-7][random.below(5)].into(),
        (None, None) => Value::Null,
    }
}

fn other_text(text: &str, random: &mut Random) -> String {
    match random.below(8) {
        0 => String::new(),
        1 => text.to_uppercase(),
        2 => text.chars().skip(1).collect(),
        3 => text.chars().rev().collect(),
        4 => format!("{text}x"),
        5 => format!("{text}é\"\u{1f600}"),
        6 => "bad".to_owned(),
        _ => "x".to_owned(),
    }
}

/// True if the schema's limits hold: no list has a forbidden repeated item, and nothing is too long. Otherwise the server would
/// report more than failures of rules.
fn is_allowed(schema: &Value, value: &Value) -> bool {
    let most = |name: &str, length: usize| schema[name].as_u64().is_none_or(|most| length as u64 <= most);
    match value {
        Value::Object(entries) => {
            most("maxProperties", entries.len())
                && (schema["x-kubernetes-embedded-resource"] != true || is_resource(value))
                && entries.iter().all(|(key, value)| {
                    let property = &schema["properties"][key];
                    is_allowed(
                        if property.is_null() { &schema["additionalProperties"] } else { property },
                        value,
                    )
                })
        }
        Value::Array(items) => {
            let keys = &schema["x-kubernetes-list-map-keys"];
            let key = |item: &Value| match keys.as_array() {
                Some(keys) => keys.iter().map(|key| item[key.as_str().unwrap_or_default()].clone()).collect(),
                None => item.clone(),
            };
            let is_unique = matches!(schema["x-kubernetes-list-type"].as_str(), Some("set" | "map"));
            let is_first =
                |(at, item): (usize, &Value)| !items[..at].iter().any(|other| key(other) == key(item));
            most("maxItems", items.len())
                && (!is_unique || items.iter().enumerate().all(is_first))
                && items.iter().all(|item| is_allowed(&schema["items"], item))
        }
        Value::String(text) => most("maxLength", text.chars().count()),
        _ => true,
    }
}

/// True if the server accepts an embedded object as a resource. An empty name is not a name.
fn is_resource(object: &Value) -> bool {
    let is_kind = |kind: &str| !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphabetic());
    object["kind"].as_str().is_some_and(is_kind)
        && object["apiVersion"].as_str().is_some_and(|version| version.is_ascii() && !version.is_empty())
        && object["metadata"]["name"].as_str() != Some("")
}

/// A part of an object that the user writes, other than the status: the `spec`, or a property of a resource without a spec.
fn pick_part(object: &Value, random: &mut Random) -> Option<String> {
    let of_all = ["apiVersion", "kind", "metadata", "status"];
    let parts: Vec<&String> =
        object.as_object()?.keys().filter(|key| !of_all.contains(&key.as_str())).collect();
    match parts.as_slice() {
        [part] => Some((*part).clone()),
        parts => Some(parts.get(random.below(parts.len()))?.to_string()),
    }
}

/// Metadata without the parts that are different each time.
pub fn without_times(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.retain(|key, _| matches!(key.as_str(), "name" | "generateName" | "labels" | "generation"));
    }
    object
}

/// The CRD with an additional version `v0` without rules. Objects that are stored through it may break the rules.
pub fn with_version_without_rules(crd: &Crd) -> Value {
    let mut definition = crd.definition.clone();
    remove_descriptions(&mut definition);
    let mut version = definition["spec"]["versions"][0].clone();
    version["name"] = "v0".into();
    version["storage"] = json!(false);
    remove_rules(&mut version);
    if let Some(versions) = definition["spec"]["versions"].as_array_mut() {
        versions.push(version);
    }
    definition
}

/// Removes descriptions. With the texts of several pod templates a CRD is too large for etcd.
fn remove_descriptions(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_descriptions),
        Value::Object(entries) => {
            // A property of that name is an object, not a text.
            entries.retain(|key, value| key != "description" || !value.is_string());
            entries.values_mut().for_each(remove_descriptions);
        }
        _ => {}
    }
}

/// Removes the rules of a schema and of everything below it.
pub fn remove_rules(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_rules),
        Value::Object(entries) => {
            entries.remove("x-kubernetes-validations");
            entries.values_mut().for_each(remove_rules);
        }
        _ => {}
    }
}
