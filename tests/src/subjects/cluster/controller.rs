//! Runs the controller of the examples with a real API server: an invalid `Cache` never becomes a `Volume`, and its status has the
//! reason.
//!
//! The CRD of caches is installed without its rules. So invalid caches can be stored, like objects that are older than their rules.

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

/// Runs all steps with one controller and one server.
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

        // After a correction, the volume is applied.
        self.change("bad", cache(1, 100))?;
        self.expect("bad", "Applied", "")?;
        self.expect_volume("bad", Some(100))?;

        // If the cache becomes invalid, the volume stays the same.
        self.change("good", cache(20_000, 60_000))?;
        let large = "spec.entries: Invalid value: a cache has at most 1 GB";
        self.expect("good", "Invalid", large)?;
        self.expect_volume("good", Some(200))?;

        // The cache is valid, but the API server would refuse the change of its volume.
        self.change("good", cache(5, 20))?;
        self.expect("good", "VolumeInvalid", "spec.bytes: Invalid value: 100: a volume only grows")?;
        self.expect_volume("good", Some(200))?;
        Ok(())
    }

    /// With the rules installed, the status of an invalid object can still be written, because its spec does not change.
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
        // The server needs a moment before it applies the rules.
        for _ in 0..100 {
            if self.post("probe", cache(0, 20))? == 422 {
                return Ok(());
            }
            self.server.send("DELETE", &format!("{OBJECTS}/caches/probe"), "json", "")?;
            thread::sleep(Duration::from_millis(100));
        }
        Err("the server does not know the rules".into())
    }

    /// Waits until the status is about the newest spec, and checks it.
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

    /// Checks the size of the volume with this name, or that there is no volume.
    fn expect_volume(&self, name: &str, bytes: Option<i64>) -> Result<()> {
        let answer = self.server.send("GET", &format!("{OBJECTS}/volumes/{name}"), "json", "")?;
        let found = answer.body["spec"]["bytes"].as_i64();
        if found == bytes && (bytes.is_some() || answer.code == 404) {
            return Ok(());
        }
        Err(format!("{name}: expected a volume of {bytes:?}, there is {}", answer.body).into())
    }
}

/// The controller's process. It is ended when dropped.
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
