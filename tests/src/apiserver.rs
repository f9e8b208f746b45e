//! A real API server, asked through `curl`

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A running API server, stopped when dropped
pub struct Server {
    url: String,
    certificate: String,
    directory: String,
}

/// The request
pub struct Request {
    /// `GET`, `POST`, ..
    pub method: &'static str,
    /// The path after the server's address, without the first slash
    pub path: String,
    /// The kind of the body: `json` or `yaml`
    pub kind: &'static str,
    /// An object, or nothing
    pub body: String,
}

/// The response
#[derive(Debug)]
pub struct Response {
    /// The HTTP status code
    pub code: u16,
    /// The JSON in it, or null
    pub body: Value,
    /// The texts of the `Warning` headers
    pub warnings: Vec<String>,
}

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/oracle/apiserver");

/// Where CRDs are installed
pub const CRDS: &str = "apis/apiextensions.k8s.io/v1/customresourcedefinitions";

impl Server {
    /// Starts one. `APISERVER_BIN` names the program, or it is `target/oracle/apiserver`.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start() -> Result<Self> {
        Server::start_with(&[])
    }

    /// Starts one that asks a webhook (`WEBHOOK_URL`, `WEBHOOK_CA`).
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_with(environment: &[(&str, &str)]) -> Result<Self> {
        let mut start = Command::new(Path::new(SCRIPTS).join("start.sh"));
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/oracle/apiserver");
        if env::var_os("APISERVER_BIN").is_none() && built.is_file() {
            start.env("APISERVER_BIN", built);
        }
        let output = start.envs(environment.iter().copied()).stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8(output.stdout)?;
        let assigned = |name: &str| {
            let value =
                text.split([';', ' ', '\n']).find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.map(str::to_owned).ok_or(format!("start.sh says no {name}"))
        };
        Ok(Server {
            url: assigned("APISERVER_URL")?,
            certificate: assigned("APISERVER_CA")?,
            directory: assigned("APISERVER_DIR")?,
        })
    }

    /// The file that clients use to find the server.
    #[must_use]
    pub fn kubeconfig(&self) -> PathBuf {
        Path::new(&self.directory).join("kubeconfig")
    }

    /// Sends one request.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn send(&self, method: &'static str, path: &str, kind: &'static str, body: &str) -> Result<Response> {
        let request = Request { method, path: path.to_owned(), kind, body: body.to_owned() };
        self.send_all(&[request])?.pop().ok_or_else(|| "no answer".into())
    }

    /// Sends requests one after the other through one connection.
    ///
    /// # Errors
    /// If one of them has no answer.
    pub fn send_all(&self, requests: &[Request]) -> Result<Vec<Response>> {
        let folder = Path::new(&self.directory).join("requests");
        fs::create_dir_all(&folder)?;
        let mut config = String::new();
        for (index, request) in requests.iter().enumerate() {
            let [sent, head, body] = Self::files(&folder, index);
            fs::write(&sent, &request.body)?;
            let separator = if index > 0 { "next\n" } else { "" };
            writeln!(config, "{separator}silent\nshow-error\ngloboff\ncacert = {:?}", self.certificate)?;
            writeln!(config, "url = \"{}/{}\"\nrequest = {}", self.url, request.path, request.method)?;
            writeln!(config, "header = \"Content-Type: application/{}\"", request.kind)?;
            writeln!(
                config,
                "data-binary = \"@{}\"\noutput = {body:?}\ndump-header = {head:?}",
                sent.display()
            )?;
        }
        let mut curl = Command::new("curl").args(["-K", "-"]).stdin(Stdio::piped()).spawn()?;
        curl.stdin.take().ok_or("curl without input")?.write_all(config.as_bytes())?;
        curl.wait()?;
        let answers = (0..requests.len()).map(|index| Response::read(&Self::files(&folder, index)));
        let answers = answers.collect::<Result<_>>()?;
        fs::remove_dir_all(&folder)?;
        Ok(answers)
    }

    fn files(folder: &Path, index: usize) -> [PathBuf; 3] {
        ["sent", "head", "body"].map(|name| folder.join(format!("{index}.{name}")))
    }

    /// Installs CRDs, as YAML or JSON, and waits until objects are served at these paths.
    ///
    /// # Errors
    /// If the server refuses one.
    pub fn install(&self, crds: &[String], paths: &[String]) -> Result<()> {
        let mut refusals = Vec::new();
        for crd in crds {
            let answer = self.send("POST", CRDS, "yaml", crd)?;
            if answer.code != 201 {
                refusals.push(format!("the server refuses a CRD: {}", answer.body["message"]));
            }
        }
        if !refusals.is_empty() {
            return Err(refusals.join("\n").into());
        }
        paths.iter().try_for_each(|path| self.wait_for(path))
    }

    /// Waits until a resource is served. That is a moment after its CRD is installed.
    fn wait_for(&self, path: &str) -> Result<()> {
        for _ in 0..100 {
            if self.send("GET", path, "json", "")?.code == 200 {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(format!("the server does not serve {path}").into())
    }
}

/// Compares the stored object with the one that serde writes. If they differ, the rules have seen something else.
pub fn stored_differs(stored: &Value, ours: &Value) -> Vec<String> {
    let part = |name: &str| match (stored.get(name), ours.get(name)) {
        (theirs, ours) if same(theirs.unwrap_or(&Value::Null), ours.unwrap_or(&Value::Null)) => None,
        (theirs, ours) => Some(format!("stored {name}: ours {ours:?}, theirs {theirs:?}")),
    };
    ["spec", "status"].into_iter().filter_map(part).collect()
}

/// Equality of JSON where a null in an object counts as absent, and 1.0 equals 1.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter()
                .all(|key| same(a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Number(a), Value::Number(b)) => {
            a == b || (a.is_f64() || b.is_f64()) && a.as_f64() == b.as_f64()
        }
        _ => a == b,
    }
}

impl Response {
    fn read([_, head, body]: &[PathBuf; 3]) -> Result<Self> {
        let head = fs::read_to_string(head)?;
        // An interim response ("continue") may come before the answer.
        let head = head.trim_end().rsplit("\r\n\r\n").next().unwrap_or_default();
        let code = head.split_whitespace().nth(1).ok_or("no status code")?.parse()?;
        let warnings = head.lines().filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("warning").then(|| warning(value)).flatten()
        });
        let warnings = warnings.collect();
        let body = fs::read_to_string(body).unwrap_or_default();
        Ok(Response { code, body: serde_json::from_str(&body).unwrap_or(Value::Null), warnings })
    }
}

/// The text in `299 - "text"`.
fn warning(value: &str) -> Option<String> {
    let quoted = value.trim().strip_prefix("299 - \"")?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        text.push(if character == '\\' { characters.next()? } else { character });
    }
    Some(text)
}

impl Drop for Server {
    fn drop(&mut self) {
        let stopped = Command::new(Path::new(SCRIPTS).join("stop.sh")).arg(&self.directory).status();
        if !stopped.is_ok_and(|status| status.success()) {
            eprintln!("could not stop the server in {}", self.directory);
        }
    }
}
