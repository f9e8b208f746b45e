//! Answers of a real API server about unknown fields of a CRD, and how `cel-codegen check` must agree with them.

use crate::{
    apiserver::{CRDS, Request, Response, Server},
    mutation::Random,
    server::Cause,
};
use cel_codegen::{check::FileReport, fields::FieldValidation};
use cel_compiler::library::KubernetesVersion;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A CRD in the form that is sent, and the answers.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Case {
    /// A name.
    pub id: String,
    /// Its topic.
    pub why: String,
    /// Kind of the body: `json` or `yaml`.
    pub kind: String,
    /// The text.
    pub body: String,
    /// The server's answer in each mode of [`MODES`].
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// The server's answer.
#[derive(Clone, Serialize, Deserialize, Debug, Default, PartialEq)]
pub struct Answer {
    /// The HTTP status code.
    pub code: u16,
    /// The decoding error, if the server cannot decode the CRD.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub decoding_error: String,
    /// Its errors, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
    /// The warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The modes, with their names in a request.
pub const MODES: [(FieldValidation, &str); 3] = [
    (FieldValidation::Strict, "Strict"),
    (FieldValidation::Warn, "Warn"),
    (FieldValidation::Ignore, "Ignore"),
];

/// Asks a server in each mode.
///
/// # Errors
/// If there is no answer.
pub fn ask(server: &Server, case: &Case) -> Result<Vec<Answer>> {
    let requests = MODES.map(|(_, mode)| Request {
        method: "POST",
        path: format!("{CRDS}?dryRun=All&fieldValidation={mode}"),
        kind: if case.kind == "json" { "json" } else { "yaml" },
        body: case.body.clone(),
    });
    Ok(server.send_all(&requests)?.iter().map(Answer::of_server).collect())
}

impl Answer {
    fn of_server(response: &Response) -> Self {
        let causes = serde_json::from_value(response.body["details"]["causes"].clone());
        let mut causes: Vec<Cause> = causes.unwrap_or_default();
        sort(&mut causes);
        let message = response.body["message"].as_str().unwrap_or_default();
        Answer {
            code: response.code,
            decoding_error: if response.code == 400 { message.to_owned() } else { String::new() },
            causes,
            warnings: response.warnings.clone(),
        }
    }

    /// Our answer.
    ///
    /// # Errors
    /// If the text cannot be read, or does not have exactly one CRD.
    pub fn of_ours(case: &Case, mode: FieldValidation) -> Result<Self> {
        let report = FileReport::with_fields(
            case.id.clone(),
            case.body.clone(),
            KubernetesVersion::NEW_EXPRESSIONS,
            mode,
        );
        report.content.as_ref().map_err(ToString::to_string)?;
        let first = report.versions().next().ok_or("no CRD")?;
        if report.versions().any(|version| !version.shape.is_empty()) {
            return Ok(Answer { code: 400, ..Answer::default() });
        }
        if let Some(error) = first.fields.decoding_error() {
            let prefix = "CustomResourceDefinition in version \"v1\" cannot be handled as a CustomResourceDefinition: ";
            return Ok(Answer { code: 400, decoding_error: format!("{prefix}{error}"), ..Answer::default() });
        }
        let mut causes = Vec::new();
        for version in report.versions() {
            causes.extend(version.errors().map(|error| Cause {
                reason: error.ty.as_str().to_owned(),
                message: error.body(),
                field: version.field(&error.field).into_owned(),
            }));
        }
        sort(&mut causes);
        if report.versions().count() > 1 {
            // An error in a schema that all versions share appears once for each version.
            causes.dedup();
        }
        let mut warnings: Vec<String> = first.fields.told().map(|mistake| mistake.text.clone()).collect();
        warnings.extend(
            report
                .versions()
                .flat_map(|version| &version.server_warnings)
                .map(|warning| warning.text.clone()),
        );
        let code = if report.versions().all(|version| version.is_accepted()) { 201 } else { 422 };
        Ok(Answer { code, causes, warnings, ..Answer::default() })
    }

    /// The differences between the server's answer and ours.
    pub fn differences(&self, ours: &Answer) -> Vec<String> {
        let mut found = Vec::new();
        // Only strict decoding errors have the server's own words.
        let is_strict = self.decoding_error.contains("strict decoding error");
        if self.code != ours.code || is_strict && self.decoding_error != ours.decoding_error {
            found.push(format!(
                "theirs {} {} {:?}\n  ours {} {} {:?}",
                self.code, self.decoding_error, self.causes, ours.code, ours.decoding_error, ours.causes
            ));
        } else if self.code != 400 {
            if self.causes != ours.causes {
                found.push(format!("theirs {:?}\n  ours {:?}", self.causes, ours.causes));
            }
            // The server cuts long lists.
            let length: usize = self.warnings.iter().map(String::len).sum();
            let warnings = [self, ours].map(|answer| in_order(&answer.warnings));
            if warnings[0] != warnings[1] && length < 3_000 {
                found.push(format!("theirs {:?}\n  ours {:?}", self.warnings, ours.warnings));
            }
        }
        found
    }
}

/// The warnings with those about formats at the end, sorted: the server visits the properties of a schema in a random order.
fn in_order(warnings: &[String]) -> Vec<&String> {
    let (mut formats, mut others): (Vec<_>, Vec<_>) =
        warnings.iter().partition(|warning| warning.starts_with("unrecognized format "));
    formats.sort();
    others.append(&mut formats);
    others
}

fn sort(causes: &mut [Cause]) {
    causes.sort_by(|a, b| (&a.field, &a.reason, &a.message).cmp(&(&b.field, &b.reason, &b.message)));
}

/// The text of a CRD with a few random errors in its keys.
pub fn with_accidents(crd: &Value, random: &mut Random, kind: &str) -> String {
    let mut writer = Writer { text: String::new(), random, left: 6, rate: 1 };
    writer.rate = count(crd) / 4 + 1;
    // A text that begins with a comment is YAML.
    if kind == "yaml" {
        writer.text.push_str("# YAML\n");
    }
    writer.value(crd);
    writer.text.push('\n');
    writer.text
}

fn count(value: &Value) -> usize {
    match value {
        Value::Object(entries) => 1 + entries.values().map(count).sum::<usize>(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

struct Writer<'w> {
    text: String,
    random: &'w mut Random,
    /// Number of errors that are still to be made.
    left: usize,
    /// One of this many objects gets an error.
    rate: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Object(entries) => {
                let mut entries: Vec<(String, Value)> = entries.clone().into_iter().collect();
                if self.left > 0 && self.random.below(self.rate) == 0 {
                    self.left -= 1;
                    self.accident(&mut entries);
                }
                self.text.push('{');
                for (i, (key, value)) in entries.iter().enumerate() {
                    let separator = if i == 0 { "" } else { "," };
                    self.text += &format!("{separator}\n{}: ", Value::from(key.as_str()));
                    if self.random.below(10) == 0 {
                        self.text.push('\n');
                    }
                    self.value(value);
                }
                self.text.push('}');
            }
            Value::Array(items) => {
                self.text.push('[');
                for (i, item) in items.iter().enumerate() {
                    self.text.push_str(if i == 0 { "" } else { ",\n" });
                    self.value(item);
                }
                self.text.push(']');
            }
            scalar => self.text += &scalar.to_string(),
        }
    }

    fn accident(&mut self, entries: &mut Vec<(String, Value)>) {
        let at = self.random.below(entries.len() + 1);
        let known = entries.get(self.random.below(entries.len())).cloned();
        let Some((key, value)) = known else {
            entries.push(("spce".to_owned(), Value::Null));
            return;
        };
        match self.random.below(5) {
            // Repeats the key, perhaps with another value.
            0 | 1 => entries.insert(at, (key, value)),
            2 if key.len() > 1 => entries.insert(at, (key[1..].to_owned(), value)),
            3 => entries.insert(at, (format!("{key}s"), value)),
            _ => {
                let names =
                    ["x-kubernetes-validation", "Type", "description", "a b", "\u{e9}\"", "properties"];
                let name = (*self.random.pick(&names.map(|name| name))).to_owned();
                let value = if name == "description" { Value::from("d") } else { serde_json::json!({}) };
                entries.insert(at, (name, value));
            }
        }
    }
}
