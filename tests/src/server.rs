//! Answers of a real API server about the bundled manifests, and how they must agree with ours

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cel_runtime::FieldError;
use examples::{Scaler, Verdict, bundled, documents};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A document of the bundled manifests
pub struct Case {
    /// Directory, file and number of the document in it
    pub place: String,
    /// Its YAML
    pub text: String,
    /// The object that was read from it
    pub object: Scaler,
}

/// Every document of the bundled manifests.
pub fn cases() -> Result<Vec<Case>, Box<dyn Error>> {
    let mut all = Vec::new();
    for file in bundled()? {
        let name: PathBuf = file.components().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
        for (index, document) in documents(&fs::read_to_string(&file)?).iter().enumerate() {
            let place = format!("{}#{}", name.display(), index + 1);
            let object = document.read().map_err(|problem| format!("{place}: {problem}"))?;
            all.push(Case { place, text: document.text().to_owned(), object });
        }
    }
    Ok(all)
}

/// The answers of the API server and the oracle about one object
#[derive(Serialize, Deserialize, Debug)]
pub struct Answer {
    /// Directory and file of the manifest, number of the document in it
    pub place: String,
    /// The object, as serde writes it
    pub object: Value,
    /// The server's findings; empty: it accepted the object. Sorted by field, in the server's order at each
    pub causes: Vec<Cause>,
    /// Every cost that the oracle found: a rule over a map may end early, at a place that differs from run to run
    pub costs: BTreeSet<i64>,
}

/// A cause in the server's status
#[derive(Serialize, Deserialize, PartialEq, Eq, Clone, Debug)]
pub struct Cause {
    /// Type of the error
    pub reason: String,
    /// Text without the field
    pub message: String,
    /// Where
    pub field: String,
}

/// The server visits fields and map keys in random order: only the order at one field counts.
pub fn sort(causes: &mut [Cause]) {
    causes.sort_by(|a, b| a.field.cmp(&b.field));
}

/// The message of the server's status, made of its causes; `subject` is `Kind.group "name"`.
pub fn status_message(subject: &str, causes: &[Cause]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for cause in causes {
        let text = format!("{}: {}", cause.field, cause.message);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let texts = if let [text] = texts.as_slice() { text.clone() } else { format!("[{}]", texts.join(", ")) };
    format!("{subject} is invalid: {texts}")
}

/// The object that a status is about.
pub fn subject(name: &str) -> String {
    format!("Scaler.example.dev \"{name}\"")
}

/// In which way our verdict differs from the answer; nothing if it does not.
pub fn differences(object: &Scaler, answer: &Answer) -> Vec<String> {
    let mut found = Vec::new();
    let verdict = Verdict::of(object);
    let mut ours: Vec<Cause> = verdict.report.errors.iter().map(cause).collect();
    if status_message(&subject(&verdict.name), &ours) != verdict.message() && !verdict.accepted() {
        found.push(format!("message: ours    {}\n         not the errors' {ours:#?}", verdict.message()));
    }
    sort(&mut ours);
    for cause in ours.iter().filter(|cause| !answer.causes.contains(cause)) {
        found.push(format!("only ours:   {}", line(cause)));
    }
    for cause in answer.causes.iter().filter(|cause| !ours.contains(cause)) {
        found.push(format!("only theirs: {}", line(cause)));
    }
    if found.is_empty() && ours != answer.causes {
        let lines = |causes: &[Cause]| causes.iter().map(line).collect::<Vec<_>>().join("\n    ");
        found.push(format!("order or number:\n  ours\n    {}", lines(&ours)));
        found.push(format!("  theirs\n    {}", lines(&answer.causes)));
    }
    if !answer.costs.contains(&verdict.report.runtime_cost) {
        found.push(format!("cost: ours {}, theirs {:?}", verdict.report.runtime_cost, answer.costs));
    }
    found
}

fn line(cause: &Cause) -> String {
    format!("{} [{}] {}", cause.field, cause.reason, cause.message)
}

fn cause(error: &FieldError) -> Cause {
    Cause {
        reason: error.reason().to_string(),
        message: error.message().to_owned(),
        field: error.field().to_string(),
    }
}

/// Where the answers are recorded
pub fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scaler_server.jsonl")
}
