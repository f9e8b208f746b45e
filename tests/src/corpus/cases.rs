//! The examples of the corpus with random changes, as requests about objects.

use super::{Corpus, Version};
use crate::{native::schemas::Request, objects::Objects, oracle};
use serde_json::{Map, Value, json};
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An object and its changed copies.
pub struct Case {
    place: String,
    object: Value,
    changed: Vec<Value>,
    /// Number of copies that are valid without rules.
    pub valid: usize,
}

impl Case {
    /// Requests to create the object and its copies, and to update the object to each copy.
    pub fn requests(self, version: &Version<'_>) -> Vec<Request> {
        let request = |number: usize, new: &Value, old: Option<&Value>| {
            let id = format!("{} as {}, {number}", self.place, version.api_version());
            let mut fields = Map::new();
            fields.insert("id".into(), id.into());
            fields.insert("self".into(), new.clone());
            fields.insert("isResourceRoot".into(), true.into());
            fields.insert("only".into(), json!(["errors"]));
            if let Some(old) = old {
                fields.insert("oldSelf".into(), old.clone());
            }
            Request { schema: version.text.clone(), fields }
        };
        let mut requests = vec![request(0, &self.object, None)];
        for (i, changed) in self.changed.iter().enumerate() {
            requests.push(request(i + 1, changed, None));
            requests.push(request(i + 1, changed, Some(&self.object)));
        }
        requests
    }
}

/// The examples of a version, or random objects if it has none. Each gets `count` changes.
///
/// # Errors
/// If the oracle cannot be asked.
pub fn cases(
    corpus: &Corpus,
    version: &Version<'_>,
    objects: &mut Objects<'_>,
    count: usize,
) -> Result<Vec<Case>> {
    let mut examples = corpus.examples_of(version);
    if examples.is_empty() {
        let kind = &version.crd["spec"]["names"]["kind"];
        examples = (0..RANDOM_OBJECTS)
            .map(|i| {
                let mut object = objects.value(version.schema, 6);
                object["apiVersion"] = version.api_version().into();
                object["kind"] = kind.clone();
                object["metadata"] = json!({"name": "example"});
                (format!("random {kind} {i}"), object)
            })
            .collect();
    }
    let judge = SchemaJudge::new(version);
    let mut cases = Vec::new();
    for (place, object) in examples {
        let mut changed = judge.successors(objects, version, &object, count / 2)?;
        let valid = changed.len();
        while changed.len() < count {
            changed.push(objects.accident(&object, version.schema));
        }
        cases.push(Case { place, object, changed, valid });
    }
    Ok(cases)
}

/// Finds objects that are valid without rules.
struct SchemaJudge {
    /// The CRD without rules.
    crd: Value,
}

impl SchemaJudge {
    fn new(version: &Version<'_>) -> Self {
        let mut crd = version.crd.clone();
        remove_rules(&mut crd);
        SchemaJudge { crd }
    }

    /// Changed objects in the form in which the server would store them.
    fn successors(
        &self,
        objects: &mut Objects<'_>,
        version: &Version<'_>,
        object: &Value,
        count: usize,
    ) -> Result<Vec<Value>> {
        let mut found = Vec::new();
        for _ in 0..ATTEMPTS {
            let missing = count - found.len();
            if missing == 0 {
                break;
            }
            let candidates: Vec<Value> =
                (0..missing * 2).map(|_| objects.successor(object, version.schema)).collect();
            found.extend(self.stored(&candidates)?.into_iter().take(missing));
        }
        Ok(found)
    }

    fn stored(&self, candidates: &[Value]) -> Result<Vec<Value>> {
        let objects: Vec<Value> = candidates
            .iter()
            .enumerate()
            .map(|(i, object)| {
                let mut object = object.clone();
                // The server needs these fields. Their values do not matter to rules.
                if let Some(metadata) = object["metadata"].as_object_mut() {
                    metadata.entry("namespace").or_insert("default".into());
                }
                json!({"id": i, "object": object})
            })
            .collect();
        let request = json!({"id": 0, "crd": self.crd, "objects": objects});
        let answers = oracle::ask("crd", [request].into_iter())?;
        let answers = answers.first().and_then(|answer| answer["objects"].as_array()).cloned();
        let answers = answers.ok_or("the oracle judges no objects")?;
        Ok(answers.into_iter().map(|mut answer| answer["object"].take()).filter(Value::is_object).collect())
    }
}

fn remove_rules(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_rules),
        Value::Object(fields) => {
            fields.remove("x-kubernetes-validations");
            fields.values_mut().for_each(remove_rules);
        }
        _ => {}
    }
}

/// Number of objects for a version without examples.
const RANDOM_OBJECTS: usize = 3;

/// Number of tries for each change. Most changes keep an object valid, but some objects are invalid themselves.
const ATTEMPTS: usize = 6;
