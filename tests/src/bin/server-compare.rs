//! Compares our verdicts on the bundled manifests with those of a real API server and the oracle's costs.
//!
//! Starts `tests/oracle/apiserver`, installs the CRD, creates every object. `ORACLE` names the oracle's program,
//! `APISERVER_BIN` the server's. With `--record` the answers are also written to `tests/data`.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tests::server::{Answer, Case, Cause, cases, differences, record, sort, status_message};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let cases = cases()?;
    let crd = examples::crd_yaml()?;
    let server = Server::start()?;
    server.install(&crd)?;
    let costs = costs(&server.schema()?, &cases)?;
    let mut answers = Vec::new();
    let mut failures = Vec::new();
    for (case, costs) in cases.iter().zip(costs) {
        let object = serde_json::to_value(&case.object)?;
        let (causes, complaints) =
            server.judge(case, &object).map_err(|error| format!("{}: {error}", case.place))?;
        let answer = Answer { place: case.place.clone(), object, causes, costs };
        let found = complaints.into_iter().chain(differences(&case.object, &answer));
        failures.extend(found.map(|text| format!("{}: {text}", case.place)));
        answers.push(answer);
    }
    if env::args().any(|argument| argument == "--record") {
        let lines: Vec<String> =
            answers.iter().map(serde_json::to_string).collect::<serde_json::Result<_>>()?;
        fs::write(record(), lines.join("\n") + "\n")?;
    }
    failures.iter().for_each(|failure| println!("{failure}"));
    let refused = answers.iter().filter(|answer| !answer.causes.is_empty()).count();
    println!("{} objects, {refused} refused: {} differences", answers.len(), failures.len());
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A running API server, stopped when dropped
struct Server {
    url: String,
    certificate: String,
    directory: String,
}

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/oracle/apiserver");
const CRDS: &str = "apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SCALERS: &str = "apis/example.dev/v1/namespaces/default/scalers";

impl Server {
    fn start() -> Result<Self> {
        let output = Command::new(Path::new(SCRIPTS).join("start.sh")).stderr(Stdio::inherit()).output()?;
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

    /// The status code and the body of the answer.
    fn send(&self, method: &str, path: &str, kind: &str, body: &str) -> Result<(u16, Value)> {
        let mut curl = Command::new("curl")
            .args(["-sS", "--cacert", &self.certificate, "-X", method, "-w", "\n%{http_code}"])
            .args(["-H", &format!("Content-Type: application/{kind}"), "--data-binary", "@-"])
            .arg(format!("{}/{path}", self.url))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        curl.stdin.take().ok_or("curl without input")?.write_all(body.as_bytes())?;
        let text = String::from_utf8(curl.wait_with_output()?.stdout)?;
        let (body, code) = text.rsplit_once('\n').ok_or("no answer")?;
        Ok((code.parse()?, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    fn install(&self, crd: &str) -> Result<()> {
        let (code, answer) = self.send("POST", CRDS, "yaml", crd)?;
        if code != 201 {
            return Err(format!("the server refuses the CRD: {}", answer["message"]).into());
        }
        // The resource is served a moment after its CRD is there.
        for _ in 0..100 {
            if self.send("GET", SCALERS, "json", "")?.0 == 200 {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("the server does not serve the resource".into())
    }

    fn schema(&self) -> Result<Value> {
        let (_, crd) = self.send("GET", &format!("{CRDS}/scalers.example.dev"), "json", "")?;
        Ok(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone())
    }

    /// What the server finds in an object, and what is wrong with its answer beyond that.
    ///
    /// A status is not looked at when an object is created, so it is set afterwards.
    fn judge(&self, case: &Case, ours: &Value) -> Result<(Vec<Cause>, Vec<String>)> {
        let (mut code, mut answer) = self.send("POST", SCALERS, "yaml", &case.text)?;
        let item = format!("{SCALERS}/{}", ours["metadata"]["name"].as_str().ok_or("no name")?);
        let created = code == 201;
        if created && ours.get("status").is_some() {
            answer["status"] = ours["status"].clone();
            (code, answer) = self.send("PUT", &format!("{item}/status"), "json", &answer.to_string())?;
        }
        if created {
            self.send("DELETE", &item, "json", "")?;
        }
        match code {
            200 | 201 => Ok((Vec::new(), stored_differs(&answer, ours))),
            422 => causes(&answer),
            _ => Err(format!("status code {code}: {}", answer["message"]).into()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stopped = Command::new(Path::new(SCRIPTS).join("stop.sh")).arg(&self.directory).status();
        if !stopped.is_ok_and(|status| status.success()) {
            eprintln!("could not stop the server in {}", self.directory);
        }
    }
}

fn causes(answer: &Value) -> Result<(Vec<Cause>, Vec<String>)> {
    let mut causes: Vec<Cause> = serde_json::from_value(answer["details"]["causes"].clone())?;
    let name = answer["details"]["name"].as_str().unwrap_or_default();
    let (theirs, built) = (answer["message"].as_str().unwrap_or_default(), status_message(name, &causes));
    let mut complaints = Vec::new();
    if theirs != built {
        complaints.push(format!("message: theirs {theirs}\n  not of the causes {built}"));
    }
    sort(&mut causes);
    Ok((causes, complaints))
}

/// What is stored must be what serde writes: else the rules looked at something else.
fn stored_differs(stored: &Value, ours: &Value) -> Vec<String> {
    let part = |name: &str| match (stored.get(name), ours.get(name)) {
        (theirs, ours) if same(theirs.unwrap_or(&Value::Null), ours.unwrap_or(&Value::Null)) => None,
        (theirs, ours) => Some(format!("stored {name}: ours {ours:?}, theirs {theirs:?}")),
    };
    ["spec", "status"].into_iter().filter_map(part).collect()
}

/// Equality of JSON in which a null in an object is as good as nothing and 1.0 is 1.
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

/// The costs that the oracle finds for each object when it is asked many times.
fn costs(schema: &Value, cases: &[Case]) -> Result<Vec<BTreeSet<i64>>> {
    let oracle = env::var_os("ORACLE").ok_or("ORACLE must name the oracle's program")?;
    let mut requests = String::new();
    for case in cases {
        let request =
            json!({"schema": schema, "self": case.object, "isResourceRoot": true, "only": ["errors"]});
        requests.extend(std::iter::repeat_n(format!("{request}\n"), ASKED));
    }
    let mut child = Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("oracle without input")?;
    let writer = thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = String::from_utf8(child.wait_with_output()?.stdout)?;
    writer.join().map_err(|_| "writing to the oracle failed")??;
    let mut all = Vec::new();
    for line in output.lines() {
        let answer: Value = serde_json::from_str(line)?;
        all.push(answer["runtime_cost"].as_i64().ok_or_else(|| format!("no cost: {answer}"))?);
    }
    if all.len() != cases.len() * ASKED {
        return Err(
            format!("{} answers of the oracle for {} requests", all.len(), cases.len() * ASKED).into()
        );
    }
    Ok(all.chunks(ASKED).map(|costs| costs.iter().copied().collect()).collect())
}

/// Enough to meet every order of eight keys that matters.
const ASKED: usize = 200;
