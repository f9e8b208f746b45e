//! Compares the answers of `cel-codegen validate` and of the server's code about objects and updates of random CRDs: errors,
//! warnings, and the object that is stored.

use crate::{
    oracle,
    program::{Asked, Report, Result},
    validated_schemas::{Crds, Sent},
};
use cel_codegen::objects::{Answer, Endpoint, FileObjects, Resources};
use cel_compiler::{
    crd::{definition::CrdFile, document},
    library::KubernetesVersion,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Compares this many CRDs, with some objects each.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut crds = Crds::new(asked.seed);
    let accepted = crds.accepted(asked.count)?;
    let writes: Vec<Vec<Sent>> = accepted.iter().map(|crd| crds.writes(crd, asked.inputs)).collect();
    let requests = accepted.iter().zip(&writes).map(|(crd, writes)| request(crd, writes));
    let requests: Vec<Value> = requests.collect();
    let mut answers = oracle::ask("crd", requests.iter())?;
    let mut tally = Tally::default();
    for ((crd, writes), (request, answer)) in
        accepted.iter().zip(&writes).zip(requests.iter().zip(&mut answers))
    {
        let resources = Resources::of(&CrdFile::read(&crd.to_string())?);
        for (i, sent) in writes.iter().enumerate() {
            let ours = judge(&resources, sent)?;
            let mut found = differences(&ours, &answer["objects"][i]);
            // The server visits maps in Go's random order, so an answer may differ between tries.
            for _ in 0..TRIES {
                if found.is_empty() {
                    break;
                }
                let again = oracle::ask("crd", std::iter::once(only(request, i)))?;
                found =
                    again.first().map(|again| differences(&ours, &again["objects"][0])).unwrap_or_default();
            }
            tally.add(&answer["objects"][i], &found);
            if !found.is_empty() {
                let found = found.join("\n  ");
                report.differs(format_args!("{}\n  {found}", only(request, i)))?;
            }
        }
    }
    println!("{} CRDs of {}: {tally:?}", accepted.len(), asked.count);
    Ok(())
}

const TRIES: usize = 40;

#[derive(Debug, Default)]
struct Tally {
    writes: usize,
    refused: usize,
    with_warnings: usize,
    undecoded: usize,
    kinds: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, theirs: &Value, found: &[String]) {
        self.writes += 1;
        self.undecoded += usize::from(theirs["code"].is_null() && theirs["message"].is_string());
        self.refused += usize::from(theirs["code"].is_number());
        self.with_warnings += usize::from(theirs["warnings"].is_array());
        for text in found {
            *self.kinds.entry(text.chars().take(60).collect()).or_default() += 1;
        }
    }
}

fn request(crd: &Value, writes: &[Sent]) -> Value {
    let object = |sent: &Sent| {
        let subresource = if sent.is_status { "status" } else { "" };
        json!({"id": 0, "object": sent.object, "oldObject": sent.old, "subresource": subresource})
    };
    json!({"id": 0, "crd": crd, "objects": writes.iter().map(object).collect::<Vec<_>>()})
}

/// The request with one of its objects.
fn only(request: &Value, i: usize) -> Value {
    json!({"id": 0, "crd": request["crd"], "objects": [request["objects"][i]]})
}

fn judge(resources: &Resources, sent: &Sent) -> Result<Answer> {
    let objects = FileObjects::read(&sent.object.to_string(), resources)?;
    let object = objects.iter().next().ok_or("no object")?;
    let old = sent.old.as_ref().map(|old| document::read(&old.to_string())).transpose()?;
    let old = old.as_ref().and_then(|read| read.first());
    let resource = resources.of_object(object.node).ok_or("an object of another CRD")?;
    let endpoint = if sent.is_status { Endpoint::Status } else { Endpoint::Main };
    Ok(resource.judge(object.node, old, endpoint, KubernetesVersion::NEW_EXPRESSIONS))
}

fn differences(ours: &Answer, theirs: &Value) -> Vec<String> {
    if is_incomparable(theirs) {
        return Vec::new();
    }
    let is_undecoded = theirs["code"].is_null() && theirs["message"].is_string();
    if is_undecoded || ours.decoding_error(false).is_some() {
        let same = is_undecoded == ours.decoding_error(false).is_some();
        let text = format!("decoding: ours {:?}, theirs {}", ours.decoding_error(false), theirs["message"]);
        return Vec::from_iter((!same).then_some(text));
    }
    let mut found = Vec::new();
    let errors =
        ours.errors.iter().map(|error| format!("{} {}: {}", error.ty.as_str(), error.field, error.body()));
    let errors = sorted(errors.collect());
    let expected = theirs["errors"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let expected = sorted(expected.map(|e| format!("{} {}", text(&e["type"]), text(&e["error"]))).collect());
    compare_texts("error", &errors, &expected, &mut found);
    // An answer of a server has each warning once.
    let mut warnings = sorted(ours.warnings.clone());
    warnings.dedup();
    let mut expected = sorted(theirs["warnings"].as_array().into_iter().flatten().map(text).collect());
    expected.dedup();
    compare_texts("warning", &warnings, &expected, &mut found);
    if found.is_empty() && theirs["object"].is_object() {
        let (ours, theirs) = (stored(ours.object.to_json()), stored(theirs["object"].clone()));
        if ours != theirs {
            found.push(format!("stored: ours {ours}, theirs {theirs}"));
        }
    }
    found
}

/// The server never stores an old object that it cannot decode. Where a message writes the whole object as text, the server fails at the
/// metadata that it has added, such as the uid. The command does not know them.
fn is_incomparable(theirs: &Value) -> bool {
    let is_of_old = theirs["message"].as_str().is_some_and(|message| message.starts_with("oldObject: "));
    let mut errors = theirs["errors"].as_array().into_iter().flatten();
    is_of_old
        || errors.any(|error| error["error"].as_str().is_some_and(|text| text.contains("runtime error")))
}

fn compare_texts(what: &str, ours: &[String], theirs: &[String], found: &mut Vec<String>) {
    found.extend(
        ours.iter().filter(|text| !theirs.contains(text)).map(|text| format!("only our {what}: {text}")),
    );
    found.extend(
        theirs.iter().filter(|text| !ours.contains(text)).map(|text| format!("only their {what}: {text}")),
    );
    if found.is_empty() && ours.len() != theirs.len() {
        found.push(format!("the same {what}s, another number of times"));
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// An object without the metadata, which the server completes. Go writes a float without a fraction as an integer.
fn stored(mut object: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.remove("metadata");
    }
    as_floats(&mut object);
    object
}

fn as_floats(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(as_floats),
        Value::Object(fields) => fields.values_mut().for_each(as_floats),
        Value::Number(_) => *value = value.as_f64().into(),
        _ => {}
    }
}
