//! Creates and updates of many CRDs with a real API server: fixed ones and random ones.

use crate::{
    apiserver::{Request, Response, Server, stored_differs},
    endtoend::{
        Answer, Record, crds, differences, digest, random_objects, random_writes, seen, subject,
        with_version_without_rules, without_times, write_records,
    },
    program::{Asked, Report, Result},
    server::{Cause, sort, status_message},
};
use serde_json::Value;
use tests_crds::{Crd, Write};

/// Compares this many random writes for each CRD.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    records(asked, report).map(drop)
}

/// Compares, and writes the answers to `tests/data`.
pub fn record(asked: &Asked, report: &mut Report) -> Result<()> {
    write_records(&records(asked, report)?)
}

fn records(asked: &Asked, report: &mut Report) -> Result<Vec<Record>> {
    let crds = crds();
    let server = Server::start()?;
    let definitions: Vec<String> =
        crds.iter().map(|crd| with_version_without_rules(crd).to_string()).collect();
    let paths: Vec<String> =
        crds.iter().flat_map(|crd| ["v0", "v1"].map(|version| path(crd, version))).collect();
    server.install(&definitions, &paths)?;
    let mut tally = Tally::default();
    let mut records = Vec::new();
    for (index, crd) in crds.iter().enumerate() {
        let seed = asked.seed.wrapping_mul(1000) + index as u64;
        let run = Run { server: &server, crd, count: asked.count, seed };
        let record = run.compare(&mut tally, report);
        records.push(record.map_err(|error| format!("{}: {error}", crd.kind()))?);
    }
    println!("{} CRDs: {tally}", crds.len());
    Ok(records)
}

/// The path of the objects in the API.
fn path(crd: &Crd, version: &str) -> String {
    let spec = &crd.definition["spec"];
    let scope = if spec["scope"] == "Namespaced" { "namespaces/default/" } else { "" };
    let plural = spec["names"]["plural"].as_str().unwrap_or_default();
    format!("apis/{}/{scope}{plural}", crd.api_version(version))
}

/// Counts of the run.
#[derive(Default)]
struct Tally {
    creates: usize,
    updates: usize,
    refused: usize,
    warned: usize,
    not_ours: usize,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { creates, updates, refused, warned, not_ours } = self;
        write!(f, "{creates} creates, {updates} updates, {refused} refused, {warned} with warnings, ")?;
        write!(f, "{not_ours} that break the schema left out")
    }
}

/// The comparison of one CRD's objects.
struct Run<'r> {
    server: &'r Server,
    crd: &'r Crd,
    count: usize,
    seed: u64,
}

/// An object that is stored on the server.
struct Stored {
    /// The object as the server returns it.
    object: Value,
    /// The object as the write contained it.
    asked: Value,
}

impl Run<'_> {
    fn compare(&self, tally: &mut Tally, report: &mut Report) -> Result<Record> {
        let stored = self.store()?;
        let writes = self.writes(&stored);
        let requests = writes.iter().map(|(write, old, _)| self.request(write, old.map(|old| &stored[old])));
        let responses = self.server.send_all(&requests.collect::<Vec<_>>())?;
        let objects: Vec<Value> = stored.iter().map(|stored| without_times(&stored.object)).collect();
        let mut answers = Vec::new();
        for ((write, old, is_random), response) in writes.iter().zip(&responses) {
            let answer = self.answer(write, *old, &objects, response)?;
            if answer.causes.iter().any(is_not_ours) {
                if !is_random {
                    let causes = serde_json::to_string(&answer.causes)?;
                    return Err(format!("{}: not only rules: {causes}", write.new).into());
                }
                tally.not_ours += 1;
                continue;
            }
            let old = old.map(|old| &objects[old]);
            let mut found = self.complaints(&answer, response);
            found.extend(differences(self.crd, &answer, old)?);
            for text in &found {
                let (kind, new, old) = (self.crd.kind(), &answer.new, old.unwrap_or(&Value::Null));
                report.differs(format_args!("{kind} {new}\n  old {old}\n  {text}"))?;
            }
            if old.is_some() {
                tally.updates += 1
            } else {
                tally.creates += 1
            }
            tally.refused += usize::from(!answer.causes.is_empty());
            tally.warned += usize::from(!answer.warnings.is_empty());
            answers.push(answer);
        }
        Ok(Record { kind: self.crd.kind().to_owned(), digest: digest(self.crd), stored: objects, answers })
    }

    /// Stores the objects that updates replace, through the version without rules.
    fn store(&self) -> Result<Vec<Stored>> {
        let mut asked: Vec<Value> = Vec::new();
        let written_down = self.crd.writes.iter().filter_map(|write| write.old.as_ref());
        for object in self.crd.objects.iter().chain(written_down) {
            if !asked.contains(object) {
                asked.push(object.clone());
            }
        }
        let certain = asked.len();
        asked.extend(random_objects(self.crd, self.seed, 5));
        let mut stored = Vec::new();
        for (index, asked) in asked.into_iter().enumerate() {
            match self.store_one(&asked, index)? {
                Ok(object) => stored.push(Stored { object, asked }),
                Err(message) if index < certain => return Err(format!("{asked}: {message}").into()),
                Err(_) => {} // a random one that the schema forbids
            }
        }
        Ok(stored)
    }

    fn store_one(&self, asked: &Value, index: usize) -> Result<std::result::Result<Value, Value>> {
        let path = path(self.crd, "v0");
        let mut object = asked.clone();
        object["apiVersion"] = self.crd.api_version("v0").into();
        if asked["metadata"]["name"].as_str().is_some_and(|name| name.starts_with("object-")) {
            object["metadata"]["name"] = format!("object-s{index}").into();
        }
        let mut answer = self.server.send("POST", &path, "json", &object.to_string())?;
        if answer.code == 201 && self.crd.has_status() && !asked["status"].is_null() {
            answer.body["status"] = asked["status"].clone();
            let name = object["metadata"]["name"].as_str().unwrap_or_default();
            answer = self.server.send(
                "PUT",
                &format!("{path}/{name}/status"),
                "json",
                &answer.body.to_string(),
            )?;
        }
        if !matches!(answer.code, 200 | 201) {
            return Ok(Err(answer.body["message"].take()));
        }
        answer.body["apiVersion"] = self.crd.api_version("v1").into();
        Ok(Ok(answer.body))
    }

    /// All writes, each with the index of the stored object that it replaces, and true if the write is random.
    fn writes(&self, stored: &[Stored]) -> Vec<(Write, Option<usize>, bool)> {
        let small = stored.iter().map(|stored| stored.object.clone());
        let small: Vec<Value> = small.filter(|object| object.to_string().len() < 4096).collect();
        let random = random_writes(self.crd, &small, self.seed, self.count).into_iter();
        let written_down = self.crd.writes.iter().cloned();
        let all = written_down.map(|write| (write, false)).chain(random.map(|write| (write, true)));
        all.map(|(mut write, is_random)| {
            let old = write.old.as_ref().and_then(|old| {
                stored.iter().position(|stored| stored.asked == *old || stored.object == *old)
            });
            if let Some(Stored { object, .. }) = old.map(|old| &stored[old]) {
                let mut metadata = object["metadata"].clone();
                if !write.new["metadata"]["labels"].is_null() {
                    metadata["labels"] = write.new["metadata"]["labels"].clone();
                }
                write.new["metadata"] = metadata;
                write.old = Some(object.clone());
            }
            (write, old, is_random)
        })
        .collect()
    }

    fn request(&self, write: &Write, old: Option<&Stored>) -> Request {
        let path = path(self.crd, "v1");
        let name = old.map(|old| old.object["metadata"]["name"].as_str().unwrap_or_default());
        let (method, path) = match (name, write.of_status) {
            (None, _) => ("POST", path),
            (Some(name), false) => ("PUT", format!("{path}/{name}")),
            (Some(name), true) => ("PUT", format!("{path}/{name}/status")),
        };
        Request { method, path: format!("{path}?dryRun=All"), kind: "json", body: write.new.to_string() }
    }

    fn answer(
        &self,
        write: &Write,
        old: Option<usize>,
        objects: &[Value],
        response: &Response,
    ) -> Result<Answer> {
        let write = Write { old: old.map(|old| objects[old].clone()), ..write.clone() };
        let mut new = without_times(&seen(self.crd, &write));
        if new["metadata"]["name"].is_null() {
            let made = [&response.body["metadata"]["name"], &response.body["details"]["name"]];
            new["metadata"]["name"] = made.into_iter().find(|name| name.is_string()).cloned().into();
        }
        let mut causes: Vec<Cause> = match response.code {
            200 | 201 => Vec::new(),
            422 => serde_json::from_value(response.body["details"]["causes"].clone())?,
            code => {
                return Err(format!("{}: status code {code}: {}", write.new, response.body["message"]).into());
            }
        };
        sort(&mut causes);
        let mut warnings = response.warnings.clone();
        warnings.sort();
        Ok(Answer { new, old, causes, warnings })
    }

    /// Errors in the server's answer other than the causes.
    fn complaints(&self, answer: &Answer, response: &Response) -> Vec<String> {
        if matches!(response.code, 200 | 201) {
            return stored_differs(&response.body, &answer.new);
        }
        let causes: Vec<Cause> =
            serde_json::from_value(response.body["details"]["causes"].clone()).unwrap_or_default();
        let (theirs, built) =
            (&response.body["message"], status_message(&subject(self.crd, &answer.new), &causes));
        if *theirs == *built {
            Vec::new()
        } else {
            vec![format!("message: theirs {theirs}\n  not of the causes {built}")]
        }
    }
}

/// True for errors of the schema. With such errors, the server may not have run the rules.
fn is_not_ours(cause: &Cause) -> bool {
    let ours = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
    !ours.contains(&&*cause.reason)
        || cause.message.contains(" in body ")
        || cause.message.contains("some validation rules were not checked")
}
