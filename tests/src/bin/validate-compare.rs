//! Compares what `cel-codegen validate` says of objects and updates with the answers of a real API server.
//!
//! `validate-compare [COUNT [SEED]]`: the examples of the corpus, each with COUNT random changes, created and written over the example, which
//! is stored through a version that takes everything. `APISERVER_BIN` names the server's program.

use cel_codegen::objects::{Answer, Resources};
use cel_compiler::{
    crd::{definition::CrdFile, document},
    decls::KubernetesVersion,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, error::Error, process::ExitCode};
use tests::{
    apiserver::{CRDS, Request, Response, Server},
    corpus::{Corpus, Version},
    objects::{Objects, Pool},
    server::{Cause, status_message},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().map_or(4, |count| *count as usize);
    let seed = numbers.get(1).copied().unwrap_or(1);
    let Some(folder) = Corpus::folder() else {
        println!("no corpus here: nothing is compared");
        return Ok(ExitCode::SUCCESS);
    };
    let corpus = Corpus::read(&folder)?;
    let server = Server::start()?;
    let mut tally = Tally::default();
    for crd in &corpus.crds {
        let answer = server.send("POST", CRDS, "json", &with_loose_version(crd).to_string())?;
        if answer.code != 201 {
            return Err(format!("{}: {}", crd["metadata"]["name"], answer.body["message"]).into());
        }
    }
    let mut pool = Pool::default();
    corpus.examples.iter().for_each(|(_, object)| pool.add(object));
    let mut objects = Objects::new(seed, &pool);
    for (index, version) in corpus.versions().enumerate() {
        let run = Run { server: &server, version: &version, resources: resources(&version)?, index };
        run.compare(&corpus, &mut objects, count, &mut tally)?;
    }
    println!(
        "{} creates, {} updates, {} refused, {} with warnings: {} differences",
        tally.creates, tally.updates, tally.refused, tally.warned, tally.differences
    );
    tally.shapes.iter().for_each(|(shape, times)| println!("  {times} {shape}"));
    Ok(if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A CRD with a version through which everything can be stored.
fn with_loose_version(crd: &Value) -> Value {
    let mut crd = crd.clone();
    let schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let loose =
        json!({"name": "vloose", "served": true, "storage": false, "schema": {"openAPIV3Schema": schema}});
    let versions = crd["spec"]["versions"].as_array_mut().expect("versions");
    versions.iter_mut().for_each(|version| version["served"] = true.into());
    versions.push(loose);
    // There is nothing here that converts.
    crd["spec"]["conversion"] = json!({"strategy": "None"});
    crd
}

fn resources(version: &Version<'_>) -> Result<Resources> {
    Ok(Resources::of(&CrdFile::read(&version.crd.to_string())?))
}

#[derive(Default)]
struct Tally {
    creates: usize,
    updates: usize,
    refused: usize,
    warned: usize,
    differences: usize,
    /// Kinds of differences.
    shapes: BTreeMap<String, usize>,
}

struct Run<'r> {
    server: &'r Server,
    version: &'r Version<'r>,
    resources: Resources,
    index: usize,
}

/// The object that is sent, and the one that it replaces.
struct Write {
    object: Value,
    old: Option<Value>,
    is_strict: bool,
}

impl Run<'_> {
    fn compare(
        &self,
        corpus: &Corpus,
        objects: &mut Objects<'_>,
        count: usize,
        tally: &mut Tally,
    ) -> Result<()> {
        let mut writes = Vec::new();
        let mut examples: Vec<Value> =
            corpus.examples_of(self.version).into_iter().map(|(_, object)| object).collect();
        examples.truncate(25);
        if examples.is_empty() {
            examples.extend((0..3).map(|_| objects.value(self.version.schema, 6)));
        }
        self.wait()?;
        for (i, example) in examples.iter().enumerate() {
            let name = format!("c{}-{i}", self.index);
            let example = self.dressed(example, &name);
            let old = self.stored(&example, &name)?;
            let object = self.dressed(&example, &format!("{name}-new"));
            writes.push(Write { object, old: None, is_strict: i % 2 == 0 });
            for n in 0..count {
                let changed = match n % 2 {
                    0 => objects.accident(&example, self.version.schema),
                    _ => objects.successor(&example, self.version.schema),
                };
                let object = self.dressed(&changed, &name);
                let is_strict = n % 4 == 0;
                let created = objects.accident(&object, self.version.schema);
                let created = self.dressed(&created, &format!("{name}-new"));
                writes.push(Write { object: created, old: None, is_strict });
                if let Some(old) = &old {
                    let mut object = object;
                    object["metadata"] = old["metadata"].clone();
                    writes.push(Write { object, old: Some(old.clone()), is_strict });
                }
            }
            if let Some(old) = &old {
                // Only metadata changes.
                let mut object = old.clone();
                object["metadata"]["labels"]["x"] = "y".into();
                writes.push(Write { object, old: Some(old.clone()), is_strict: false });
            }
        }
        let requests: Vec<Request> = writes.iter().map(|write| self.request(write)).collect();
        let responses = self.server.send_all(&requests)?;
        for (write, response) in writes.iter().zip(&responses) {
            self.judge(write, response, tally);
        }
        Ok(())
    }

    fn path(&self, version: &str) -> String {
        let spec = &self.version.crd["spec"];
        let scope = if spec["scope"] == "Namespaced" { "namespaces/default/" } else { "" };
        let (group, plural) =
            (spec["group"].as_str().unwrap_or(""), spec["names"]["plural"].as_str().unwrap_or(""));
        format!("apis/{group}/{version}/{scope}{plural}")
    }

    fn wait(&self) -> Result<()> {
        for _ in 0..100 {
            if self.server.send("GET", &self.path(self.version.name), "json", "")?.code == 200 {
                return Ok(());
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        Err(format!("{} is not served", self.path(self.version.name)).into())
    }

    fn dressed(&self, object: &Value, name: &str) -> Value {
        let mut object = if object.is_object() { object.clone() } else { json!({}) };
        object["apiVersion"] = self.version.api_version().into();
        object["kind"] = self.version.crd["spec"]["names"]["kind"].clone();
        object["metadata"] = json!({"name": name});
        object
    }

    fn stored(&self, object: &Value, name: &str) -> Result<Option<Value>> {
        let mut object = object.clone();
        object["apiVersion"] =
            self.version.api_version().replace(&format!("/{}", self.version.name), "/vloose").into();
        let answer = self.server.send("POST", &self.path("vloose"), "json", &object.to_string())?;
        if answer.code != 201 {
            println!("not stored: {}", answer.body["message"]);
            return Ok(None);
        }
        let path = format!("{}/{name}", self.path(self.version.name));
        Ok(Some(self.server.send("GET", &path, "json", "")?.body))
    }

    fn request(&self, write: &Write) -> Request {
        let mode = if write.is_strict { "Strict" } else { "Warn" };
        let (method, name) = match &write.old {
            None => ("POST", String::new()),
            Some(old) => ("PUT", format!("/{}", old["metadata"]["name"].as_str().unwrap_or_default())),
        };
        let path = format!("{}{name}?dryRun=All&fieldValidation={mode}", self.path(self.version.name));
        Request { method, path, kind: "json", body: write.object.to_string() }
    }

    fn judge(&self, write: &Write, response: &Response, tally: &mut Tally) {
        let read = |value: &Value| document::read(&value.to_string()).expect("JSON").remove(0);
        let object = read(&write.object);
        let old = write.old.as_ref().map(read);
        let resource = self.resources.of_object(&object).expect("the CRD's own");
        let answer = resource.judge(&object, old.as_ref(), KubernetesVersion::NEW_EXPRESSIONS);
        let found = self.differences(write, response, &answer);
        match write.old {
            Some(_) => tally.updates += 1,
            None => tally.creates += 1,
        }
        tally.refused += usize::from(response.code >= 300);
        tally.warned += usize::from(!response.warnings.is_empty());
        tally.differences += usize::from(!found.is_empty());
        for text in &found {
            *tally.shapes.entry(text.chars().take(110).collect()).or_default() += 1;
        }
        if !found.is_empty() {
            println!(
                "{} {}\n  old {:?}",
                self.path(self.version.name),
                write.object,
                write.old.as_ref().map(ToString::to_string)
            );
            found.iter().for_each(|text| println!("  {text}"));
        }
    }

    fn differences(&self, write: &Write, response: &Response, answer: &Answer) -> Vec<String> {
        let kind = write.object["kind"].as_str().unwrap_or_default();
        let name = write.object["metadata"]["name"].as_str().unwrap_or_default();
        let message = response.body["message"].as_str().unwrap_or_default();
        if let Some(text) = answer.decoding_error(write.is_strict) {
            let ours =
                format!("{kind} in version {:?} cannot be handled as a {kind}: {text}", self.version.name);
            return if ours == message {
                Vec::new()
            } else {
                vec![format!("decoding: ours {ours}, theirs {message}")]
            };
        }
        let mut theirs: Vec<Cause> =
            serde_json::from_value(response.body["details"]["causes"].clone()).unwrap_or_default();
        let group = self.version.crd["spec"]["group"].as_str().unwrap_or_default();
        let subject = format!("{kind}.{group} {name:?}");
        let mut found = Vec::new();
        if response.code >= 300 && status_message(&subject, &theirs) != message {
            found.push(format!("message {} {message}", response.code));
        }
        let mut ours: Vec<Cause> = answer
            .errors
            .iter()
            .map(|error| Cause {
                reason: error.ty.as_str().to_owned(),
                message: error.body(),
                field: error.field.clone(),
            })
            .collect();
        let key = |cause: &Cause| (cause.field.clone(), cause.reason.clone(), cause.message.clone());
        theirs.sort_by_key(key);
        ours.sort_by_key(key);
        found.extend(only(&ours, &theirs).map(|cause| format!("only ours: {cause:?}")));
        found.extend(only(&theirs, &ours).map(|cause| format!("only theirs: {cause:?}")));
        if found.is_empty() && ours.len() != theirs.len() {
            found.push("the same errors, another number of times".to_owned());
        }
        // A refused write has no warnings about unknown fields.
        let mut our_warnings: Vec<String> =
            answer.unknown.iter().map(|unknown| format!("unknown field {:?}", unknown.path)).collect();
        our_warnings.extend(answer.warnings.iter().cloned());
        let (mut a, mut b) = (our_warnings, response.warnings.clone());
        a.sort();
        a.dedup();
        b.sort();
        if a != b {
            found.push(format!("warnings: ours {a:?}, theirs {b:?}"));
        }
        found
    }
}

fn only<'c>(of: &'c [Cause], others: &'c [Cause]) -> impl Iterator<Item = &'c Cause> {
    of.iter().filter(|cause| !others.contains(cause))
}
