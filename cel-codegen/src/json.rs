//! Reports as JSON. The oracle of the tests uses the same names.

use crate::{
    check::VersionReport, fields::FieldMistake, findings::Rules, lints::LintReport,
    server_warnings::ServerWarning,
};
use cel_compiler::crd::{
    check::{FieldError, RuleReport},
    document::{Node, Position},
    lines::Lines,
    place,
};
use serde_json::{Map, Value, json};

/// One version of a CRD. It always has `file`, `crd`, `version`, `crd_errors` (about rules),
/// `crd_other_errors`, `rules` and `total_static_cost`. It can also have:
///
/// - `schema_error` if the schema cannot be decoded or has a keyword that no CRD may have,
/// - `hidden_errors`: mistakes in rules that the server reports when the other errors are corrected,
/// - `warnings` about mistakes that only server-side apply refuses,
/// - `server_warnings` that the server sends when it has created the CRD,
/// - `lints`: findings in rules that the server accepts,
/// - `fields` that the server does not know, and repeated keys; `decoding_error` if it refuses the CRD for them,
/// - `dropped_fields`, which the server drops without an error,
/// - `request_error` if the CRD is too large for the server, `store_error` if it is too large for etcd.
#[must_use]
pub fn version(file: &str, report: &VersionReport, lines: &Lines<'_>) -> Value {
    let rules = &Rules::new(report);
    let errors = |found: &mut dyn Iterator<Item = &FieldError>| -> Value {
        let named =
            |error: &FieldError| FieldError { field: report.field(&error.field).into(), ..error.clone() };
        found.map(|error| self::error(&named(error), rules.place(error, lines))).collect()
    };
    let mut line = json!({
        "file": file,
        "crd": report.crd,
        "version": report.version,
        "crd_errors": errors(&mut report.schema.crd_errors.iter()),
        "crd_other_errors": errors(&mut report.definition.iter().chain(&report.schema.crd_other_errors)),
        "rules": report.schema.rules.iter().map(|found| rule(found, &report.field(&found.path))).collect::<Value>(),
        "total_static_cost": report.schema.total_static_cost,
    });
    if !report.schema.hidden_errors.is_empty() {
        line["hidden_errors"] = errors(&mut report.schema.hidden_errors.iter());
    }
    if !report.warnings.is_empty() {
        line["warnings"] = errors(&mut report.warnings.iter());
    }
    if !report.server_warnings.is_empty() {
        line["server_warnings"] =
            report.server_warnings.iter().map(|warning| server_warning(warning, report)).collect();
    }
    if !report.lints.is_empty() {
        line["lints"] = report.lints.iter().map(|found| lint(found, report, lines)).collect();
    }
    let fields: Vec<Value> = report.fields.told().map(field).collect();
    let dropped: Vec<Value> = report.fields.dropped.iter().map(field).collect();
    for (key, found) in [("fields", fields), ("dropped_fields", dropped)] {
        if !found.is_empty() {
            line[key] = found.into();
        }
    }
    if let Some(error) = report.fields.decoding_error() {
        line["decoding_error"] = error.into();
    }
    let too_large = [
        ("request_error", report.size.refusal()),
        ("store_error", report.size.store_error().map(str::to_owned)),
    ];
    for (key, error) in too_large {
        if let Some(error) = error {
            line[key] = error.into();
        }
    }
    let shape: Vec<String> = report.shape.iter().map(ToString::to_string).collect();
    let schema_error =
        if shape.is_empty() { report.schema.schema_error.clone() } else { Some(shape.join("\n")) };
    if let Some(error) = schema_error {
        line["schema_error"] = error.into();
    }
    line
}

/// A lint's finding. `edit` is the changed text of the rule.
fn lint(found: &LintReport, report: &VersionReport, lines: &Lines<'_>) -> Value {
    let finding = &found.finding;
    let at = place::locate(lines, found.begin, &found.source, finding.offset).at;
    let mut lint = json!({
        "lint": finding.lint.name,
        "level": found.level.name(),
        "field": report.field(&found.path),
        "text": finding.text,
        "line": at.line,
        "column": at.column,
    });
    if let Some(help) = &finding.help {
        lint["help"] = help.as_str().into();
    }
    if let Some(edit) = &finding.edit {
        lint["edit"] = edit.apply(&found.source).into();
    }
    if let Some(witness) = &found.witness {
        let old = witness.old_object.as_ref().map(Node::to_json);
        lint["witness"] = json!({"object": witness.object.to_json(), "error": witness.error});
        if let Some(old) = old {
            lint["witness"]["old_object"] = old;
        }
    }
    lint
}

/// A warning of the server.
fn server_warning(warning: &ServerWarning, report: &VersionReport) -> Value {
    json!({
        "warning": warning.text,
        "field": report.field(&warning.field),
        "line": warning.at.line,
        "column": warning.at.column,
        "help": warning.help,
    })
}

/// A field that the server does not know.
fn field(mistake: &FieldMistake) -> Value {
    json!({"error": mistake.text, "line": mistake.at.line, "column": mistake.at.column, "help": mistake.help})
}

/// An error with its place in the file.
#[must_use]
pub fn error(error: &FieldError, at: Position) -> Value {
    json!({
        "error": error.to_string(),
        "type": error.ty.as_str(),
        "field": error.field,
        "detail": error.detail,
        "line": at.line,
        "column": at.column,
    })
}

/// A rule. Empty texts and false flags are left out.
fn rule(report: &RuleReport, path: &str) -> Value {
    let mut rule = Map::new();
    rule.insert("path".into(), path.into());
    rule.insert("rule".into(), report.props().rule.as_str().into());
    let texts = [
        ("compile_error", report.compile_error()),
        ("message_expression_error", report.message_error()),
        ("normalized_field_path", Some(report.normalized_field_path.clone()).filter(|path| !path.is_empty())),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            rule.insert(key.into(), text.into());
        }
    }
    let message_cost = report.registration.message_expression_max_cost;
    let costs = [
        ("static_max_cost", report.registration.max_cost),
        ("max_cardinality", report.max_cardinality),
        ("estimated_cost", report.estimated_cost),
    ];
    rule.extend(costs.map(|(key, cost)| (key.to_owned(), cost.into())));
    if message_cost > 0 {
        rule.insert("message_expression_max_cost".into(), message_cost.into());
    }
    if report.registration.uses_old_self {
        rule.insert("uses_old_self".into(), true.into());
    }
    Value::Object(rule)
}
