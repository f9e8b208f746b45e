//! Compares a CRD without rules, but with the webhook of the examples, with the CRD and its rules. Two real API servers get the
//! same creates and updates of Scalers, and must give the same answers.

use super::built;
use crate::{
    apiserver::{Request, Response, Server},
    endtoend::{
        random_objects, random_writes, remove_rules, subject, with_version_without_rules, without_times,
    },
    program::{Asked, Report, Result},
    server::{Cause, sort, status_message},
};
use examples::{Scaler, bundled, documents};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{self, Child, Command, Stdio},
    thread,
};
use tests_crds::{Crd, Write};

/// Compares this many writes.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let crd = Crd::of::<Scaler>(manifests()?);
    let certificates = Certificates::new()?;
    let webhook = Webhook::start(&certificates)?;
    let ruled = Server::start()?;
    ruled.install(&[with_version_without_rules(&crd).to_string()], &[path("v0"), path("v1")])?;
    let authority = certificates.file("authority.crt");
    let hooked = Server::start_with(&[("WEBHOOK_URL", &webhook.url), ("WEBHOOK_CA", &authority)])?;
    let mut definition = crd.definition.clone();
    remove_rules(&mut definition);
    hooked.install(&[definition.to_string()], &[path("v1")])?;

    let stored = store(&crd, &ruled, &hooked, asked.seed)?;
    let known: Vec<Value> = stored.iter().map(|[object, _]| object.clone()).collect();
    let creates = crd.objects.iter().map(|new| Write { new: new.clone(), old: None, of_status: false });
    let random = random_writes(&crd, &known, asked.seed, asked.count);
    let writes: Vec<Write> = creates.chain(random).take(asked.count).collect();
    let mut tally = Tally::default();
    let answers = [&ruled, &hooked].into_iter().enumerate().map(|(server, api)| {
        let requests = writes.iter().map(|write| request(write, &stored, server));
        api.send_all(&requests.collect::<Vec<_>>())
    });
    let answers = answers.collect::<Result<Vec<_>>>()?;
    for ((write, theirs), ours) in writes.iter().zip(&answers[0]).zip(&answers[1]) {
        for text in differences(&crd, write, theirs, ours, &mut tally)? {
            report.differs(format_args!("{}\n  old {:?}\n  {text}", write.new, write.old))?;
        }
    }
    println!("webhook and rules: {tally:?}");
    Ok(())
}

/// A folder for the files of the webhook's example `certificate`. It is removed when dropped.
struct Certificates(PathBuf);

impl Certificates {
    fn new() -> Result<Self> {
        let certificates = Certificates(env::temp_dir().join(format!("certificates-{}", process::id())));
        fs::create_dir_all(&certificates.0)?;
        let status = Command::new(built("certificate")?).arg(&certificates.0).status()?;
        if status.success() { Ok(certificates) } else { Err("there are no certificates".into()) }
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Certificates {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The webhook's process. It is ended when dropped.
struct Webhook {
    process: Child,
    url: String,
}

impl Webhook {
    fn start(certificates: &Certificates) -> Result<Self> {
        let mut process = Command::new(built("webhook")?)
            .env("LISTEN", "127.0.0.1:0")
            .env("CERTIFICATE", certificates.file("tls.crt"))
            .env("KEY", certificates.file("tls.key"))
            .stderr(Stdio::piped())
            .spawn()?;
        let mut log = BufReader::new(process.stderr.take().ok_or("no log")?).lines();
        let url = log.by_ref().map_while(std::result::Result::ok).find_map(|line| {
            let at = line.find("https://")?;
            Some(format!("{}/validate", &line[at..]))
        });
        thread::spawn(|| log.for_each(drop));
        Ok(Webhook { process, url: url.ok_or("the webhook does not start")? })
    }
}

impl Drop for Webhook {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The parts of the bundled manifests that users write.
fn manifests() -> Result<Vec<Value>> {
    let mut parts = Vec::new();
    for file in bundled()? {
        for document in documents(&fs::read_to_string(file)?) {
            let object = document.read().map_err(|problem| problem.to_string())?;
            let mut object = serde_json::to_value(object)?;
            if let Some(entries) = object.as_object_mut() {
                entries.retain(|key, _| ["spec", "status"].contains(&key.as_str()));
            }
            parts.push(object);
        }
    }
    Ok(parts)
}

fn path(version: &str) -> String {
    format!("apis/example.dev/{version}/namespaces/default/scalers")
}

/// Stores objects without checking the rules, and returns the objects that each server has.
fn store(crd: &Crd, ruled: &Server, hooked: &Server, seed: u64) -> Result<Vec<[Value; 2]>> {
    let mut stored = Vec::new();
    let random = random_objects(crd, seed, 20);
    for (index, object) in crd.objects.iter().chain(&random).enumerate() {
        let mut object = object.clone();
        object["metadata"] = json!({"name": format!("stored-{index}")});
        // The first server stores through a version without rules, the second with a label that excludes the object from the webhook.
        let theirs = store_one(ruled, &object, "v0")?;
        object["metadata"]["labels"] = json!({"unchecked": "yes"});
        let ours = store_one(hooked, &object, "v1")?;
        let (Some(mut theirs), Some(_)) = (theirs, ours) else { continue };
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let unlabel = json!({"metadata": {"labels": null}}).to_string();
        let ours = hooked.send("PATCH", &format!("{}/{name}", path("v1")), "merge-patch+json", &unlabel)?;
        if ours.code == 200 {
            theirs["apiVersion"] = ours.body["apiVersion"].clone();
            stored.push([theirs, ours.body]);
        }
    }
    Ok(stored)
}

/// `None` if the schema forbids the object.
fn store_one(server: &Server, object: &Value, version: &str) -> Result<Option<Value>> {
    let mut object = object.clone();
    object["apiVersion"] = format!("example.dev/{version}").into();
    let mut answer = server.send("POST", &path(version), "json", &object.to_string())?;
    if answer.code == 201 && !object["status"].is_null() {
        answer.body["status"] = object["status"].take();
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let path = format!("{}/{name}/status", path(version));
        answer = server.send("PUT", &path, "json", &answer.body.to_string())?;
    }
    Ok(matches!(answer.code, 200 | 201).then_some(answer.body))
}

/// The request of a write for one of the servers. Each server has its own metadata for an object.
fn request(write: &Write, stored: &[[Value; 2]], server: usize) -> Request {
    let mut new = write.new.clone();
    let mut address = path("v1");
    if let Some(old) = &write.old
        && let Some(pair) = stored.iter().find(|[object, _]| object == old)
    {
        new["metadata"] = pair[server]["metadata"].clone();
        without_whole_floats(&mut new);
        address = format!("{address}/{}", new["metadata"]["name"].as_str().unwrap_or_default());
        if write.of_status {
            address.push_str("/status");
        }
    }
    let method = if write.old.is_some() { "PUT" } else { "POST" };
    Request { method, path: format!("{address}?dryRun=All"), kind: "json", body: new.to_string() }
}

/// Replaces `1.0` by `1`. For the server, an update from `1` to `1.0` is a change, because it reads them as different types; in the
/// webhook's request both are `1`.
fn without_whole_floats(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0) {
                *value = json!(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_whole_floats),
        Value::Object(entries) => entries.values_mut().for_each(without_whole_floats),
        _ => {}
    }
}

/// Counts of the run.
#[derive(Debug, Default)]
struct Tally {
    creates: usize,
    updates: usize,
    of_status: usize,
    refused: usize,
    warned: usize,
    break_the_schema: usize,
}

fn differences(
    crd: &Crd,
    write: &Write,
    theirs: &Response,
    ours: &Response,
    tally: &mut Tally,
) -> Result<Vec<String>> {
    let message = ours.body["message"].as_str().unwrap_or_default();
    if ours.code == 422 && !message.starts_with(PREFIX) {
        tally.break_the_schema += 1;
        return Ok(Vec::new());
    }
    match (&write.old, write.of_status) {
        (None, _) => tally.creates += 1,
        (Some(_), false) => tally.updates += 1,
        (Some(_), true) => tally.of_status += 1,
    }
    let mut found = Vec::new();
    let mut compare = |what: &str, theirs: String, ours: String| {
        if theirs != ours {
            found.push(format!("{what}\n  webhook {ours}\n  rules   {theirs}"));
        }
    };
    compare("code", code(theirs), code(ours));
    let (our_causes, their_causes) = (causes(ours)?, causes(theirs)?);
    compare("causes", serde_json::to_string(&their_causes)?, serde_json::to_string(&our_causes)?);
    let sorted = |response: &Response| {
        let mut warnings = response.warnings.clone();
        warnings.sort();
        warnings
    };
    compare("warnings", format!("{:?}", sorted(theirs)), format!("{:?}", sorted(ours)));
    tally.warned += usize::from(!ours.warnings.is_empty());
    if theirs.code != 422 {
        let what = |response: &Response| without_times(&response.body).to_string();
        compare("object", what(theirs), what(ours));
        return Ok(found);
    }
    tally.refused += 1;
    let part = |response: &Response, name: &str| response.body["details"][name].to_string();
    for name in ["name", "group", "kind"] {
        compare(name, part(theirs, name), part(ours, name));
    }
    // The server visits the fields in random order, so each message is compared with its own causes.
    let built = |response: &Response| -> Result<String> {
        let listed = response.body["details"]["causes"].clone();
        let causes: Vec<Cause> = serde_json::from_value(listed).unwrap_or_default();
        Ok(status_message(&subject(crd, &json!({"metadata": response.body["details"]})), &causes))
    };
    compare("the rules' message", theirs.body["message"].as_str().unwrap_or_default().into(), built(theirs)?);
    compare("the webhook's message", format!("{PREFIX}{}", built(ours)?), message.to_owned());
    Ok(found)
}

/// The API server's text before the text of a webhook.
const PREFIX: &str = "admission webhook \"rules.example.dev\" denied the request: ";

fn code(response: &Response) -> String {
    format!("{} {}", response.code, response.body["reason"])
}

fn causes(response: &Response) -> Result<Vec<Cause>> {
    let listed = &response.body["details"]["causes"];
    if !listed.is_array() {
        return Ok(Vec::new());
    }
    let mut causes: Vec<Cause> = serde_json::from_value(listed.clone())?;
    sort(&mut causes);
    Ok(causes)
}
