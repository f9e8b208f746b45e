//! Compares our verdicts on the bundled manifests with those of a real API server and the oracle's costs.
//!
//! Starts `tests/oracle/apiserver`, installs the CRD, creates every object. `ORACLE` names the oracle's program,
//! `APISERVER_BIN` the server's. With `--record` the answers are also written to `tests/data`.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use serde_json::{Value, json};
use tests::apiserver::{CRDS, Server, stored_differs};
use tests::server::{Answer, Case, Cause, cases, differences, record, sort, status_message, subject};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let cases = cases()?;
    let crd = examples::crd_yaml()?;
    let server = Server::start()?;
    server.install(&[crd], &[SCALERS.to_owned()])?;
    let costs = costs(&schema(&server)?, &cases)?;
    let mut answers = Vec::new();
    let mut failures = Vec::new();
    for (case, costs) in cases.iter().zip(costs) {
        let object = serde_json::to_value(&case.object)?;
        let (causes, complaints) =
            judge(&server, case, &object).map_err(|error| format!("{}: {error}", case.place))?;
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

const SCALERS: &str = "apis/example.dev/v1/namespaces/default/scalers";

fn schema(server: &Server) -> Result<Value> {
    let crd = server.send("GET", &format!("{CRDS}/scalers.example.dev"), "json", "")?.body;
    Ok(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone())
}

/// The server's findings in an object, and mistakes in its answer beyond that.
///
/// A status is not looked at when an object is created, so it is set afterwards.
fn judge(server: &Server, case: &Case, ours: &Value) -> Result<(Vec<Cause>, Vec<String>)> {
    let mut answer = server.send("POST", SCALERS, "yaml", &case.text)?;
    let item = format!("{SCALERS}/{}", ours["metadata"]["name"].as_str().ok_or("no name")?);
    let created = answer.code == 201;
    if created && ours.get("status").is_some() {
        answer.body["status"] = ours["status"].clone();
        answer = server.send("PUT", &format!("{item}/status"), "json", &answer.body.to_string())?;
    }
    if created {
        server.send("DELETE", &item, "json", "")?;
    }
    match answer.code {
        200 | 201 => Ok((Vec::new(), stored_differs(&answer.body, ours))),
        422 => causes(&answer.body),
        code => Err(format!("status code {code}: {}", answer.body["message"]).into()),
    }
}

fn causes(answer: &Value) -> Result<(Vec<Cause>, Vec<String>)> {
    let mut causes: Vec<Cause> = serde_json::from_value(answer["details"]["causes"].clone())?;
    let name = answer["details"]["name"].as_str().unwrap_or_default();
    let (theirs, built) =
        (answer["message"].as_str().unwrap_or_default(), status_message(&subject(name), &causes));
    let mut complaints = Vec::new();
    if theirs != built {
        complaints.push(format!("message: theirs {theirs}\n  not of the causes {built}"));
    }
    sort(&mut causes);
    Ok((causes, complaints))
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
