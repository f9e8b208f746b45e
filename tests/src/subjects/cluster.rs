//! The program `cluster`: compares this project with a real API server (`APISERVER_BIN`).

mod controller;
mod endtoend;
mod fields;
mod scalers;
mod validate;
mod webhook;

use crate::program::{Result, Subject, Verb};
use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

/// Actions of the program.
pub const VERBS: &[Verb] = &[
    Verb { name: "compare", about: "Compare with a real API server (APISERVER_BIN)", subjects: COMPARE },
    Verb { name: "record", about: "Compare, and write the server's answers to tests/data", subjects: RECORD },
];

const COMPARE: &[Subject] = &[
    Subject::new(
        "scalers",
        "The example's CRD and manifests, with the costs of the oracle (ORACLE)",
        scalers::compare,
    ),
    Subject::new(
        "endtoend",
        "Creates and updates of the CRDs in tests/crds and tests/operators",
        endtoend::compare,
    )
    .count(60),
    Subject::new(
        "controller",
        "The controller of the examples: an invalid object never reaches its child",
        controller::compare,
    ),
    Subject::new(
        "validate",
        "`validate` of objects of ours and of other projects, and random changes of them",
        validate::compare,
    )
    .count(2),
    Subject::new("fields", "`check` of CRDs with unknown and repeated fields", fields::compare).count(60),
    Subject::new(
        "webhook",
        "A CRD without rules behind the webhook of the examples, beside one with rules",
        webhook::compare,
    )
    .count(500),
];

const RECORD: &[Subject] = &[
    Subject::new("scalers", "tests/data/scaler_server.jsonl", scalers::record).by_hand(),
    Subject::new("endtoend", "tests/data/endtoend.jsonl", endtoend::record).count(60).by_hand(),
    Subject::new("validate", "tests/data/validate_cases.jsonl", validate::record).quiet(),
    Subject::new("fields", "tests/data/field_cases.jsonl", fields::record).by_hand(),
];

/// Builds the programs of the examples with the features of `.ci/run`, and returns the path of one. The example among them has the features
/// of the development dependencies, as the tests have. So what the tests have built is not built again.
fn built(program: &str) -> Result<PathBuf> {
    let features = "tests/long,webhook/long";
    let programs = ["--bin", "webhook", "--bin", "controller", "--example", "certificate"];
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--message-format=json", "--workspace", "--features", features])
        .args(programs)
        .stderr(Stdio::inherit())
        .output()?;
    let lines = String::from_utf8(output.stdout)?;
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = messages.filter(|message| message["target"]["name"] == program);
    let path = programs.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    path.filter(|_| output.status.success()).ok_or_else(|| format!("{program} cannot be built").into())
}
