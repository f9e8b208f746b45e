//! Recorded answers of a real API server about the bundled manifests, and a comparison with our answers.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cel_runtime::FieldError;
use examples::{Scaler, Verdict, bundled, documents};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A document in the bundled manifests.
pub struct Case {
    /// Directory, file, and the document's number in it.
    pub place: String,
    /// Its YAML.
    pub text: String,
    /// The object in it.
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

/// The answers of the API server and of the oracle about one object.
#[derive(Serialize, Deserialize, Debug)]
pub struct Answer {
    /// Directory and file of the manifest, and the document's number in it.
    pub place: String,
    /// The object that serde writes.
    pub object: Value,
    /// The errors of the server, sorted by field; the errors of one field are in the server's order. Empty if it accepts the object.
    pub causes: Vec<Cause>,
    /// All costs that the oracle reports. There may be several, because a rule over a map may end early at a random entry.
    pub costs: BTreeSet<i64>,
}

/// A cause in the server's status.
#[derive(Serialize, Deserialize, PartialEq, Eq, Clone, Debug)]
pub struct Cause {
    /// Type of the error.
    pub reason: String,
    /// Text without the field.
    pub message: String,
    /// Path of the field.
    pub field: String,
}

/// Sorts by field. The server visits fields and map keys in random order, so only the order at one field matters.
pub fn sort(causes: &mut [Cause]) {
    causes.sort_by(|a, b| a.field.cmp(&b.field));
}

/// The message in the server's status, built from its causes. `subject` is `Kind.group "name"`.
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

/// The name of the object in a status.
pub fn subject(name: &str) -> String {
    format!("Scaler.example.dev \"{name}\"")
}

/// The differences between our verdict and the answer.
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

/// The file with the recorded answers.
pub fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scaler_server.jsonl")
}
