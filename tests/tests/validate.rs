//! Objects and updates as `cel-codegen validate` judges them, against recorded answers of a real API server.
//!
//! `cargo run -p tests --bin validate-compare record` asks again.

use cel_compiler::crd::document::{self, Node};
use serde_json::Value;
use std::{fs, path::Path};
use tests::validate::{Case, Version};

fn data(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    fs::read_to_string(path).expect("recorded answers")
}

#[test]
fn objects_and_updates_are_judged_as_the_server_does() {
    let crds = document::read(&data("validate_crds.yaml")).expect("YAML");
    let crds: Vec<Value> = crds.iter().map(Node::to_json).collect();
    let (mut creates, mut updates) = (0, 0);
    let mut failures = Vec::new();
    for line in data("validate_cases.jsonl").lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let crd = crds.iter().find(|crd| crd["spec"]["names"]["kind"] == *case.kind).expect("its CRD");
        let version = Version::new(crd, "v1").expect("a CRD");
        let write = case.write.as_ref().unwrap_or_else(|| panic!("{}: record it", case.id));
        match write.old {
            Some(_) => updates += 1,
            None => creates += 1,
        }
        let found = version.differences(write, &case.answer).expect("an object");
        failures.extend(found.iter().map(|text| format!("{}, {}: {text}", case.id, case.why)));
    }
    assert!(creates >= 40 && updates >= 25, "{creates} creates, {updates} updates");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
