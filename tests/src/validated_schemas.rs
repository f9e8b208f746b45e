//! Random CRDs whose schemas have restrictions of all kinds beside rules, and random objects of them, from a fixed seed.

mod restrictions;
mod texts;

use crate::{
    mutation::Random,
    objects::{Objects, Pool},
    oracle,
    ruled_schemas::Schemas,
};
use restrictions::restrict;
use serde_json::{Map, Value, json};
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Makes CRDs and writes of their objects.
pub struct Crds {
    random: Random,
    schemas: Schemas,
}

/// An object that is sent, and the object that it replaces.
pub struct Sent {
    /// The object.
    pub object: Value,
    /// The stored object, for an update.
    pub old: Option<Value>,
    /// True if only the status is written.
    pub is_status: bool,
}

impl Crds {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        Crds { random: Random::new(seed), schemas: Schemas::new(seed) }
    }

    /// Makes CRDs, and returns those that the server accepts. `ORACLE` is the path of the oracle's program.
    ///
    /// # Errors
    /// If the oracle cannot be asked.
    pub fn accepted(&mut self, count: usize) -> Result<Vec<Value>> {
        let crds = self.all(count)?;
        let answers = oracle::ask("crd", crds.iter().map(|crd| json!({"id": 0, "crd": crd})))?;
        let is_accepted = |answer: &Value| answer.get("panic").is_none() && answer["crd_errors"] == json!([]);
        Ok(crds
            .into_iter()
            .zip(answers)
            .filter(|(_, answer)| is_accepted(answer))
            .map(|(crd, _)| crd)
            .collect())
    }

    /// Makes CRDs. The server refuses many of them.
    ///
    /// # Errors
    /// If the oracle cannot be asked.
    pub fn all(&mut self, count: usize) -> Result<Vec<Value>> {
        let ruled = self.schemas.schemas(count)?;
        Ok(ruled.iter().map(|ruled| self.restricted(ruled.crd())).collect())
    }

    fn restricted(&mut self, mut crd: Value) -> Value {
        let schema = schema_of(&mut crd);
        if let Some(metadata) = schema.pointer_mut("/properties/metadata") {
            *metadata = json!({"type": "object"});
        }
        if let Some(rules) = schema["x-kubernetes-validations"].as_array_mut() {
            rules.retain(|rule| !reads_whole(rule["rule"].as_str().unwrap_or_default()));
        }
        self.nodes(schema, true);
        if self.random.below(3) == 0 {
            crd["spec"]["versions"][0]["subresources"] = json!({"status": {}});
        }
        if self.random.below(3) == 0 {
            crd["spec"]["scope"] = "Namespaced".into();
        }
        crd
    }

    /// Adds restrictions to a node and to everything below it.
    fn nodes(&mut self, schema: &mut Value, is_root: bool) {
        for (name, property) in schema["properties"].as_object_mut().into_iter().flatten() {
            if !(is_root && ["metadata", "kind", "apiVersion"].contains(&name.as_str())) {
                self.nodes(property, false);
            }
        }
        for key in ["items", "additionalProperties"] {
            if let Some(below) = schema.get_mut(key).filter(|below| below.is_object()) {
                self.nodes(below, false);
            }
        }
        remove_absent(schema);
        if !is_root {
            restrict(&mut self.random, schema);
        }
    }

    /// Objects of a CRD: this many creates, and as many updates.
    pub fn writes(&mut self, crd: &Value, count: usize) -> Vec<Sent> {
        let mut crd = crd.clone();
        let has_status = crd["spec"]["versions"][0]["subresources"].is_object();
        let schema = schema_of(&mut crd).clone();
        let pool = Pool::default();
        let mut writer = Objects::new(self.random.below(usize::MAX) as u64, &pool);
        let mut writes = Vec::new();
        for number in 0..count {
            let mut fitting = writer.value(&schema, 5);
            texts::fill(&mut self.random, &mut fitting, &schema);
            let new = if number % 3 == 0 { writer.accident(&fitting, &schema) } else { fitting };
            let mut old = match self.random.below(5) {
                0 => writer.value(&schema, 5),
                1 => writer.accident(&new, &schema),
                2 => new.clone(),
                _ => writer.successor(&new, &schema),
            };
            texts::fill_some(&mut self.random, &mut old, &schema);
            if [&new, &old].iter().any(|object| object.to_string().len() > MOST_BYTES) {
                continue;
            }
            writes.push(Sent { object: dressed(&new), old: None, is_status: false });
            let is_status = has_status && self.random.below(3) == 0;
            writes.push(Sent { object: dressed(&new), old: Some(dressed(&old)), is_status });
        }
        writes
    }
}

/// True if a rule reads `self` or `oldSelf` as a whole. At the root this is also the metadata that only the server knows, such as the
/// generation.
fn reads_whole(rule: &str) -> bool {
    let mut behind = rule.split("elf").skip(1);
    behind.any(|behind| !behind.starts_with('.') && !behind.starts_with('['))
}

/// The server takes no larger requests. Repeated changes of lists in lists make such objects.
const MOST_BYTES: usize = 1_000_000;

/// The schema of the CRD's one version.
pub fn schema_of(crd: &mut Value) -> &mut Value {
    &mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
}

/// Indexing adds nulls for keys that are not there.
fn remove_absent(schema: &mut Value) {
    if let Some(keywords) = schema.as_object_mut() {
        keywords.retain(|_, value| !value.is_null());
    }
}

/// An object with the type and the metadata of a resource.
fn dressed(object: &Value) -> Value {
    let mut fields = object.as_object().cloned().unwrap_or_else(Map::new);
    fields.insert("apiVersion".into(), "example.dev/v1".into());
    fields.insert("kind".into(), "Widget".into());
    fields.insert("metadata".into(), json!({"name": "web"}));
    fields.into()
}
