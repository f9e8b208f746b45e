//! Findings as SARIF 2.1.0, which tools for code scanning read.

use crate::findings::{Finding, Kind};
use cel_compiler::{crd::document::Position, lints::LINTS};
use serde_json::{Value, json};
use std::{fmt, sync::Arc};

/// The results of one file.
#[must_use]
pub fn results(file: &str, findings: &[Finding<'_>]) -> Vec<Entry> {
    let uri: Arc<str> = uri(file).into();
    findings.iter().map(|finding| Entry::new(&uri, finding)).collect()
}

/// All results as one log.
#[must_use]
pub fn log(results: Vec<Entry>) -> Log {
    Log(results)
}

/// A result. It becomes JSON only when the log is written, since there may be a hundred thousand of them.
#[derive(Debug)]
pub struct Entry {
    uri: Arc<str>,
    rule: &'static str,
    level: &'static str,
    text: String,
    at: Option<Position>,
    field: Option<String>,
}

impl Entry {
    fn new(uri: &Arc<str>, finding: &Finding<'_>) -> Self {
        let notes = finding.also.iter().copied().chain(finding.notes.iter().map(String::as_str));
        let help = finding.help.as_ref().map(|help| format!("help: {help}"));
        let texts = [finding.message.as_str()].into_iter().chain(notes).chain(help.as_deref());
        let rule = Kind::ALL.iter().find(|(kind, ..)| *kind == finding.kind);
        Entry {
            uri: Arc::clone(uri),
            rule: finding.lint.map_or(rule.map_or("unreadable", |(_, id, _)| id), |lint| lint.name),
            level: match finding {
                Finding { is_note: true, .. } => "note",
                Finding { is_warning: true, .. } => "warning",
                _ => "error",
            },
            text: texts.collect::<Vec<_>>().join("\n"),
            at: finding.at,
            field: finding.field.as_deref().map(str::to_owned),
        }
    }

    fn json(&self) -> Value {
        let mut location = json!({"physicalLocation": {"artifactLocation": {"uri": &*self.uri}}});
        if let Some(at) = self.at {
            location["physicalLocation"]["region"] = json!({"startLine": at.line, "startColumn": at.column});
        }
        if let Some(field) = &self.field {
            location["logicalLocations"] = json!([{"fullyQualifiedName": field}]);
        }
        json!({
            "ruleId": self.rule,
            "level": self.level,
            "message": {"text": self.text},
            "locations": [location],
        })
    }
}

/// A log, which prints as JSON.
#[derive(Debug)]
pub struct Log(Vec<Entry>);

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds =
            Kind::ALL.iter().filter(|(kind, ..)| *kind != Kind::Lint).map(|(_, id, text)| (*id, *text));
        let lints = LINTS.iter().map(|lint| (lint.name, lint.summary));
        let rule = |(id, text)| json!({"id": id, "shortDescription": {"text": text}});
        let rules: Vec<Value> = kinds.chain(lints).map(rule).collect();
        let empty = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {"name": "cel-codegen", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
                // GitHub counts characters as code points too.
                "columnKind": "unicodeCodePoints",
                "results": [],
            }],
        });
        let empty = format!("{empty:#}");
        let (before, after) = empty.split_once(RESULTS).unwrap_or((&empty, ""));
        write!(f, "{before}{}", RESULTS.trim_end_matches(']'))?;
        for (i, entry) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}\n        {}", format!("{:#}", entry.json()).replace('\n', "\n        "))?;
        }
        let close = if self.0.is_empty() { "]" } else { "\n      ]" };
        write!(f, "{close}{after}")
    }
}

/// The place for the results in the log.
const RESULTS: &str = "\"results\": []";

/// A file path as a relative reference. Characters with a meaning in references are escaped.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte))
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}
