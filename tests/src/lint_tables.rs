//! Tables of wrong and right rules (`tests/data/lints`), and the server's answers about objects that lints show.

use crate::{oracle, program::Result, recorded::data};
use cel_codegen::{
    check::FileReport,
    lints::{LintReport, Lints},
};
use cel_compiler::{
    crd::{
        definition::CrdFile,
        document::{self, Node},
    },
    library::KubernetesVersion,
    lints::Shows,
};
use serde_json::{Value, json};
use std::fs;

/// Rules of the tables for one schema.
pub struct Entry {
    /// The entry as in the file.
    pub json: Value,
    /// The rules, with a value for each name of a table.
    pub rules: Vec<String>,
}

/// The entries of a table, with their rules written out.
///
/// # Panics
/// If the file cannot be read.
pub fn entries(file: &str) -> Vec<Entry> {
    let text = fs::read_to_string(data(&format!("lints/{file}"))).unwrap();
    let documents = document::read(&text).unwrap();
    let table = documents.first().map(Node::to_json).unwrap();
    let entries = table.as_array().unwrap().iter().map(|json| {
        let rules = json["rules"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap().to_owned());
        Entry {
            json: json.clone(),
            rules: rules.flat_map(|rule| written_out(rule, &json["tables"])).collect(),
        }
    });
    entries.collect()
}

/// Replaces the name of a table in a rule: one rule for each value of the table.
fn written_out(rule: String, tables: &Value) -> Vec<String> {
    let named =
        tables.as_object().into_iter().flatten().find(|(name, _)| rule.contains(&format!("{{{name}}}")));
    let Some((name, values)) = named else { return vec![rule] };
    let values = values.as_array().unwrap().iter().map(|value| value.as_str().unwrap());
    values.flat_map(|value| written_out(rule.replace(&format!("{{{name}}}"), value), tables)).collect()
}

/// A CRD with rules on `spec`, or around it.
pub fn crd(entry: &Value, rules: &[&str], has_message: bool) -> String {
    let rules = rules.iter().map(|rule| match has_message {
        true => json!({"rule": rule, "message": "no"}),
        false => json!({"rule": rule}),
    });
    let mut node = entry["schema"].clone();
    node["x-kubernetes-validations"] = rules.collect();
    let item = |item: Value| json!({"type": "array", "maxItems": 9, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": item});
    let spec = match entry["around"].as_str() {
        Some("item") => item(node),
        Some(_) => item(json!({"type": "object", "required": ["name"], "properties": {"name": node}})),
        None => node,
    };
    let schema = json!({"type": "object", "required": ["spec"], "properties": {"spec": spec}});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.dev"},
        "spec": {
            "group": "example.dev", "scope": "Namespaced", "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    })
    .to_string()
}

impl Entry {
    /// A rule, after the one that stands beside it.
    pub fn with_first<'e>(&'e self, rule: &'e str) -> Vec<&'e str> {
        self.json["first"].as_str().into_iter().chain([rule]).collect()
    }

    /// The CRD of a rule.
    pub fn crd(&self, rule: &str) -> String {
        crd(&self.json, &self.with_first(rule), self.json["lint"] != "message_missing")
    }
}

/// An object that shows a lint's finding.
pub struct Shown {
    /// The lint's finding.
    pub lint: LintReport,
    /// What the oracle is asked in `-mode crd`.
    pub request: Value,
}

/// The objects that lints show for the CRDs in a file.
pub fn shown(text: &str) -> Vec<Shown> {
    let file = CrdFile::read(text).unwrap_or_default();
    file.crds.iter().flat_map(|crd| shown_of(&crd.node.to_json().to_string())).collect()
}

fn shown_of(text: &str) -> Vec<Shown> {
    let report = FileReport::new("crd.json".to_owned(), text.to_owned(), KubernetesVersion::NEW_EXPRESSIONS);
    let report = report.with_lints(&Lints::default());
    let found = report.versions().flat_map(|version| &version.lints);
    let shown = found.filter_map(|lint| {
        let witness = lint.witness.as_ref()?;
        let object = witness.object.to_json();
        let mut asked = json!({"id": 0, "object": object});
        match &witness.old_object {
            Some(old) => asked["oldObject"] = old.to_json(),
            None if witness.is_of_status => {
                asked["subresource"] = "status".into();
                asked["oldObject"] = object;
                asked["oldObject"].as_object_mut().map(|old| old.remove("status"));
            }
            None => {}
        }
        Some(Shown { lint: lint.clone(), request: json!({"id": 0, "crd": text, "objects": [asked]}) })
    });
    shown.collect()
}

/// The difference between the server's answer and the lint's claim, if there is one.
pub fn difference(shown: &Shown, answer: &Value) -> Option<String> {
    let answer = &answer["objects"][0];
    let errors: Vec<&str> = answer["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|error| error["error"].as_str())
        .collect();
    let witness = shown.lint.witness.as_ref()?;
    let is_right = match &shown.lint.finding.shows {
        Some(Shows::Missing(key)) => {
            let said = witness.error.as_deref().unwrap_or_default();
            said.contains(&format!("no such key: {key}")) && errors.contains(&said)
        }
        Some(Shows::Always(true)) => errors.is_empty(),
        Some(Shows::Always(false)) => witness.error.as_deref().is_some_and(|said| errors.contains(&said)),
        None => true,
    };
    (!is_right).then(|| format!("{}\n{}\nthe server: {answer}", shown.lint.source, witness.text()))
}

/// The server's answers about objects. `ORACLE` names the oracle's program.
///
/// # Errors
/// If the oracle cannot be asked.
pub fn answers(shown: &[Shown]) -> Result<Vec<Value>> {
    oracle::ask("crd", shown.iter().map(|shown| shown.request.to_string()))
}
