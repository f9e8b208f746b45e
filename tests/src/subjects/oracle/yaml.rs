//! Compares the documents of random files with those that `kubectl` makes of them. What is refused here and not by `kubectl` is counted
//! (`docs/corner-cases.md`, CRD files). Nothing may be accepted that `kubectl` refuses. Documents that are a text or a number are left out:
//! nobody applies them.

use crate::{
    mutation::Random,
    oracle,
    program::{Asked, Report, Result},
    recorded::cases,
    yaml::{as_the_server_has_it, near_yaml},
};
use cel_compiler::crd::document;
use serde_json::{Value, json};

/// Compares texts like the recorded ones, and texts of random tokens.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let recorded = cases("yaml_cases.jsonl");
    let recorded: Vec<&str> = recorded.iter().filter_map(|case| case.line["text"].as_str()).collect();
    let mut random = Random::new(asked.seed);
    let (mut accepted, mut stricter) = (0, 0);
    for start in (0..asked.count).step_by(BATCH) {
        let end = asked.count.min(start + BATCH);
        let texts: Vec<String> = (start..end).map(|_| near_yaml(&mut random, &recorded)).collect();
        let requests = texts.iter().map(|text| json!({"id": 0, "text": text}));
        for (text, answer) in texts.iter().zip(oracle::ask("yaml", requests)?) {
            // Go's parser panics on some texts: `kubectl` crashes.
            let theirs = answer["documents"].as_array();
            let theirs = theirs.map(|theirs| comparable(theirs.iter()));
            let ours = document::read(text).ok().map(|documents| {
                let documents: Vec<Value> = documents.iter().map(document::Node::to_json).collect();
                comparable(documents.iter())
            });
            match (&ours, &theirs) {
                (None, None) => {}
                (None, Some(_)) => stricter += 1,
                (Some(_), _) => {
                    accepted += 1;
                    // A file without lists and objects is no matter, too.
                    let is_empty = theirs.is_none() && ours.as_ref().is_some_and(Vec::is_empty);
                    let is_known = is_one_key(text) && theirs.is_none()
                        || is_almost_json(text)
                        || is_json_behind_a_mark(text)
                        || has_number_and_text(text);
                    if ours != theirs && !is_empty && !is_known {
                        report.differs(json!({"text": text, "kubectl": theirs, "here": ours}))?;
                    }
                }
            }
        }
    }
    println!("{} texts, {accepted} accepted, {stricter} refused only here", asked.count);
    Ok(())
}

/// The lists and objects among documents.
fn comparable<'v>(documents: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    let documents = documents.filter(|document| document.is_array() || document.is_object());
    documents.map(as_the_server_has_it).collect()
}

/// True for `{"a": 1.}`: `kubectl` takes some of such texts for YAML, and some not, by the place of the mistake.
fn is_almost_json(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    document::is_json(text) && values.any(|value| value.is_err())
}

/// True for JSON behind a byte order mark: `kubectl` reads one object of it as YAML.
fn is_json_behind_a_mark(text: &str) -> bool {
    let json = text.trim_start_matches('\u{feff}');
    json.len() < text.len() && document::is_json(json)
}

/// True for `a: {<<: {1: b}, '1': c}`: in Go the keys are two, and either of them wins in JSON.
fn has_number_and_text(text: &str) -> bool {
    text.contains("<<: {1: b}")
}

/// `{a}` as a whole file.
fn is_one_key(text: &str) -> bool {
    let inside = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    inside.is_some_and(|inside| !inside.contains([',', ':', '{', '}']))
}

const BATCH: usize = 1_000;
