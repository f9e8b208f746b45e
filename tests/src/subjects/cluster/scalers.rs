//! The bundled manifests with a real API server: its verdicts, and the oracle's costs.

use crate::{
    apiserver::{CRDS, Server, stored_differs},
    oracle,
    program::{Asked, Report, Result},
    server::{self, Answer, Case, Cause, cases, differences, sort, status_message, subject},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs};

/// Installs the CRD, and creates all objects.
pub fn compare(_: &Asked, report: &mut Report) -> Result<()> {
    answers(report).map(drop)
}

/// Does the same, and writes the answers to `tests/data`.
pub fn record(_: &Asked, report: &mut Report) -> Result<()> {
    let answers = answers(report)?;
    let lines = answers.iter().map(serde_json::to_string).collect::<serde_json::Result<Vec<_>>>()?;
    Ok(fs::write(server::record(), lines.join("\n") + "\n")?)
}

fn answers(report: &mut Report) -> Result<Vec<Answer>> {
    let cases = cases()?;
    let crd = examples::crd_yaml()?;
    let server = Server::start()?;
    server.install(&[crd], &[SCALERS.to_owned()])?;
    let costs = costs(&schema(&server)?, &cases)?;
    let mut answers = Vec::new();
    for (case, costs) in cases.iter().zip(costs) {
        let object = serde_json::to_value(&case.object)?;
        let (causes, complaints) =
            judge(&server, case, &object).map_err(|error| format!("{}: {error}", case.place))?;
        let answer = Answer { place: case.place.clone(), object, causes, costs };
        for text in complaints.into_iter().chain(differences(&case.object, &answer)) {
            report.differs(format_args!("{}: {text}", case.place))?;
        }
        answers.push(answer);
    }
    let refused = answers.iter().filter(|answer| !answer.causes.is_empty()).count();
    println!("{} objects, {refused} refused", answers.len());
    Ok(answers)
}

const SCALERS: &str = "apis/example.dev/v1/namespaces/default/scalers";

fn schema(server: &Server) -> Result<Value> {
    let crd = server.send("GET", &format!("{CRDS}/scalers.example.dev"), "json", "")?.body;
    Ok(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone())
}

/// The server's errors for an object, and other errors in its answer.
///
/// The server ignores the status of a new object, so the status is written afterwards.
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

/// The costs that the oracle reports for each object, when it is asked many times.
fn costs(schema: &Value, cases: &[Case]) -> Result<Vec<BTreeSet<i64>>> {
    let request = |case: &Case| json!({"schema": schema, "self": case.object, "isResourceRoot": true, "only": ["errors"]});
    let requests: Vec<Value> = cases.iter().map(request).collect();
    let asked = requests.iter().flat_map(|request| std::iter::repeat_n(request, ASKED));
    let answers = oracle::ask("schema", asked)?;
    let cost =
        |answer: &Value| answer["runtime_cost"].as_i64().ok_or_else(|| format!("no cost: {answer}").into());
    answers.chunks(ASKED).map(|answers| answers.iter().map(cost).collect()).collect()
}

/// Number of times. Enough to see every relevant order of eight keys.
const ASKED: usize = 200;
