//! The controller of the examples with a real API server: a `Cache` that breaks its rules never becomes a `Volume`, and its status says why.
//!
//! The CRD of caches is installed without its rules, so that invalid ones can be stored, as those are that are older than their rules.

use super::built;
use crate::{
    apiserver::{CRDS, Server},
    endtoend::remove_rules,
    program::{Asked, Report, Result},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

const OBJECTS: &str = "apis/example.dev/v1/namespaces/default";

/// One story, told to a controller and a server.
pub fn compare(_: &Asked, report: &mut Report) -> Result<()> {
    let server = Server::start()?;
    let program = built("controller")?;
    let [caches, volumes] = crds(&program)?;
    let mut loose = caches.clone();
    remove_rules(&mut loose);
    let paths = ["caches", "volumes"].map(|plural| format!("{OBJECTS}/{plural}"));
    server.install(&[loose.to_string(), volumes.to_string()], &paths)?;
    let controller = Controller::start(&program, &server)?;
    let cluster = Cluster { server: &server };
    let told = cluster.without_rules().and_then(|()| cluster.with_rules(&caches));
    drop(controller);
    match told {
        Ok(()) => println!("the controller wrote 3 volumes, none of an invalid cache"),
        Err(difference) => report.differs(difference)?,
    }
    Ok(())
}

struct Cluster<'s> {
    server: &'s Server,
}

impl Cluster<'_> {
    fn without_rules(&self) -> Result<()> {
        self.create("good", cache(10, 20))?;
        self.expect("good", "Applied", "")?;
        self.expect_volume("good", Some(200))?;

        let wrong = "[spec.entries: Invalid value: 0: a cache holds at least one entry, \
                     spec.entryBytes: Invalid value: 70000: an entry has 1 to 65536 bytes]";
        self.create("bad", cache(0, 70_000))?;
        self.expect("bad", "Invalid", wrong)?;
        self.expect_volume("bad", None)?;

        // What is corrected is applied.
        self.change("bad", cache(1, 100))?;
        self.expect("bad", "Applied", "")?;
        self.expect_volume("bad", Some(100))?;

        // What becomes invalid changes nothing: the volume stays as it was.
        self.change("good", cache(20_000, 60_000))?;
        let large = "spec.entries: Invalid value: a cache has at most 1 GB";
        self.expect("good", "Invalid", large)?;
        self.expect_volume("good", Some(200))?;

        // A valid cache whose volume may not become so: the API server would refuse it.
        self.change("good", cache(5, 20))?;
        self.expect("good", "VolumeInvalid", "spec.bytes: Invalid value: 100: a volume only grows")?;
        self.expect_volume("good", Some(200))?;
        Ok(())
    }

    /// With the rules in place the status of an object that breaks them is still written: the spec is not what changes.
    fn with_rules(&self, caches: &Value) -> Result<()> {
        self.create("old", cache(0, 20))?;
        self.expect("old", "Invalid", "spec.entries: Invalid value: 0: a cache holds at least one entry")?;
        self.put_rules(caches)?;
        self.refuses("new", cache(0, 20))?;
        self.change("old", cache(3, 20))?;
        self.expect("old", "Applied", "")?;
        self.expect_volume("old", Some(60))?;
        Ok(())
    }

    fn create(&self, name: &str, spec: Value) -> Result<()> {
        let code = self.post(name, spec)?;
        if code == 201 { Ok(()) } else { Err(format!("{name} is not created: {code}").into()) }
    }

    fn refuses(&self, name: &str, spec: Value) -> Result<()> {
        let code = self.post(name, spec)?;
        if code == 422 { Ok(()) } else { Err(format!("{name} is not refused: {code}").into()) }
    }

    fn post(&self, name: &str, spec: Value) -> Result<u16> {
        let metadata = json!({"name": name});
        let cache =
            json!({"apiVersion": "example.dev/v1", "kind": "Cache", "metadata": metadata, "spec": spec});
        Ok(self.server.send("POST", &format!("{OBJECTS}/caches"), "json", &cache.to_string())?.code)
    }

    fn change(&self, name: &str, spec: Value) -> Result<()> {
        let patch = json!({"spec": spec}).to_string();
        let answer =
            self.server.send("PATCH", &format!("{OBJECTS}/caches/{name}"), "merge-patch+json", &patch)?;
        if answer.code == 200 { Ok(()) } else { Err(format!("{name}: {}", answer.body["message"]).into()) }
    }

    fn put_rules(&self, crd: &Value) -> Result<()> {
        let path = format!("{CRDS}/caches.example.dev");
        let patch = json!({"spec": crd["spec"]}).to_string();
        let answer = self.server.send("PATCH", &path, "merge-patch+json", &patch)?;
        if answer.code != 200 {
            return Err(answer.body["message"].to_string().into());
        }
        // A moment passes until the server goes by them.
        for _ in 0..100 {
            if self.post("probe", cache(0, 20))? == 422 {
                return Ok(());
            }
            self.server.send("DELETE", &format!("{OBJECTS}/caches/probe"), "json", "")?;
            thread::sleep(Duration::from_millis(100));
        }
        Err("the server does not know the rules".into())
    }

    /// Waits until the status is of the newest spec, which must then say this.
    fn expect(&self, name: &str, reason: &str, message: &str) -> Result<()> {
        let mut seen = Value::Null;
        for _ in 0..200 {
            let cache = self.server.send("GET", &format!("{OBJECTS}/caches/{name}"), "json", "")?.body;
            seen = cache["status"]["conditions"][0].clone();
            if !seen.is_null() && seen["observedGeneration"] == cache["metadata"]["generation"] {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let status = if reason == "Applied" { "True" } else { "False" };
        if (&seen["status"], &seen["reason"], &seen["message"])
            == (&json!(status), &json!(reason), &json!(message))
        {
            return Ok(());
        }
        Err(format!("{name}: expected {reason} {message:?}, the status says {seen}").into())
    }

    /// The size of the volume of this name, or that there is none.
    fn expect_volume(&self, name: &str, bytes: Option<i64>) -> Result<()> {
        let answer = self.server.send("GET", &format!("{OBJECTS}/volumes/{name}"), "json", "")?;
        let found = answer.body["spec"]["bytes"].as_i64();
        if found == bytes && (bytes.is_some() || answer.code == 404) {
            return Ok(());
        }
        Err(format!("{name}: expected a volume of {bytes:?}, there is {}", answer.body).into())
    }
}

/// The controller's process, ended when dropped.
struct Controller(Child);

impl Controller {
    fn start(program: &Path, server: &Server) -> Result<Self> {
        let mut command = Command::new(program);
        Ok(Controller(command.env("KUBECONFIG", server.kubeconfig()).spawn()?))
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn crds(program: &Path) -> Result<[Value; 2]> {
    let output = Command::new(program).arg("crds").stderr(Stdio::inherit()).output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn cache(entries: i64, bytes: i64) -> Value {
    json!({"entries": entries, "entryBytes": bytes, "zone": "north"})
}
