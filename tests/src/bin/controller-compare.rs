//! The controller of the examples against a real API server: a `Cache` that breaks its rules never becomes a `Volume`, and its status says why.
//!
//! `APISERVER_BIN` names the server's program, `CONTROLLER` that of the controller. The CRD of caches is installed without its rules, so that
//! invalid ones can be stored, as those are that are older than their rules.

use std::env;
use std::error::Error;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tests::apiserver::{CRDS, Server};
use tests::endtoend::remove_rules;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const OBJECTS: &str = "apis/example.dev/v1/namespaces/default";

fn main() -> Result<()> {
    let server = Server::start()?;
    let [caches, volumes] = crds()?;
    let mut loose = caches.clone();
    remove_rules(&mut loose);
    let paths = ["caches", "volumes"].map(|plural| format!("{OBJECTS}/{plural}"));
    server.install(&[loose.to_string(), volumes.to_string()], &paths)?;
    let controller = Controller::start(&server)?;
    let cluster = Cluster { server: &server };

    cluster.create("good", cache(10, 20))?;
    cluster.expect("good", "Applied", "")?;
    cluster.expect_volume("good", Some(200))?;

    let wrong = "[spec.entries: Invalid value: 0: a cache holds at least one entry, \
                 spec.entryBytes: Invalid value: 70000: an entry has 1 to 65536 bytes]";
    cluster.create("bad", cache(0, 70_000))?;
    cluster.expect("bad", "Invalid", wrong)?;
    cluster.expect_volume("bad", None)?;

    // What is corrected is applied.
    cluster.change("bad", cache(1, 100))?;
    cluster.expect("bad", "Applied", "")?;
    cluster.expect_volume("bad", Some(100))?;

    // What becomes invalid changes nothing: the volume stays as it was.
    cluster.change("good", cache(20_000, 60_000))?;
    let large = "spec.entries: Invalid value: a cache has at most 1 GB";
    cluster.expect("good", "Invalid", large)?;
    cluster.expect_volume("good", Some(200))?;

    // A valid cache whose volume may not become so: the API server would refuse it.
    cluster.change("good", cache(5, 20))?;
    cluster.expect("good", "VolumeInvalid", "spec.bytes: Invalid value: 100: a volume only grows")?;
    cluster.expect_volume("good", Some(200))?;

    // With the rules in place the status of an object that breaks them is still written: the spec is not what changes.
    cluster.create("old", cache(0, 20))?;
    cluster.expect("old", "Invalid", "spec.entries: Invalid value: 0: a cache holds at least one entry")?;
    cluster.put_rules(&caches)?;
    cluster.refuses("new", cache(0, 20))?;
    cluster.change("old", cache(3, 20))?;
    cluster.expect("old", "Applied", "")?;
    cluster.expect_volume("old", Some(60))?;
    drop(controller);
    println!("the controller wrote 3 volumes, none of an invalid cache");
    Ok(())
}

struct Cluster<'s> {
    server: &'s Server,
}

impl Cluster<'_> {
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
    fn start(server: &Server) -> Result<Self> {
        let mut command = Command::new(env::var("CONTROLLER")?);
        Ok(Controller(command.env("KUBECONFIG", server.kubeconfig()).spawn()?))
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn crds() -> Result<[Value; 2]> {
    let output = Command::new(env::var("CONTROLLER")?).arg("crds").stderr(Stdio::inherit()).output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn cache(entries: i64, bytes: i64) -> Value {
    json!({"entries": entries, "entryBytes": bytes, "zone": "north"})
}
