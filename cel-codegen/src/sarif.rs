//! Findings as SARIF 2.1.0, which tools for code scanning read.

use crate::findings::{Finding, Kind};
use serde_json::{Value, json};

/// The results of one file.
#[must_use]
pub fn results(file: &str, findings: &[Finding<'_>]) -> Vec<Value> {
    findings.iter().map(|finding| result(file, finding)).collect()
}

/// All results as one log.
#[must_use]
pub fn log(results: Vec<Value>) -> Value {
    let rules = Kind::ALL.map(|(_, id, text)| json!({"id": id, "shortDescription": {"text": text}}));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "cel-codegen", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            // GitHub counts characters as code points too.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(file: &str, finding: &Finding<'_>) -> Value {
    let mut location = json!({"physicalLocation": {"artifactLocation": {"uri": uri(file)}}});
    if let Some(at) = finding.at {
        location["physicalLocation"]["region"] = json!({"startLine": at.line, "startColumn": at.column});
    }
    if let Some(field) = &finding.field {
        location["logicalLocations"] = json!([{"fullyQualifiedName": field}]);
    }
    let notes = finding.also.iter().copied().chain(finding.notes.iter().map(String::as_str));
    let help = finding.help.as_ref().map(|help| format!("help: {help}"));
    let texts = [finding.message.as_str()].into_iter().chain(notes).chain(help.as_deref());
    let text = texts.collect::<Vec<_>>().join("\n");
    let rule =
        Kind::ALL.iter().find(|(kind, ..)| *kind == finding.kind).map_or("unreadable", |(_, id, _)| id);
    let level = match finding {
        Finding { is_note: true, .. } => "note",
        Finding { is_warning: true, .. } => "warning",
        _ => "error",
    };
    json!({
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [location],
    })
}

/// A path as a relative reference; what has a meaning in references is escaped.
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
