//! The meaning of a file of YAML or JSON, against what `kubectl` would send (Go: `sigs.k8s.io/yaml` behind `apimachinery/pkg/util/yaml`).
//!
//! A line of `yaml_cases.jsonl` has the text, the documents that `kubectl` makes of it (null: it refuses the text), and under `here`
//! what is made of it here where that differs on purpose (`docs/corner-cases.md`, CRD files).

use cel_compiler::crd::document;
use serde_json::Value;
use tests::{recorded::cases, yaml::as_the_server_has_it};

#[test]
fn texts_are_read_as_kubectl_reads_them() {
    let mut different = Vec::new();
    let mut count = 0;
    for case in cases("yaml_cases.jsonl") {
        let text = case.line["text"].as_str().expect("a text");
        let documents = document::read(text);
        let found = documents.as_ref().map_or(Value::Null, |documents| {
            documents.iter().map(|document| as_the_server_has_it(&document.to_json())).collect()
        });
        let expected = as_the_server_has_it(case.line.get("here").unwrap_or(&case.line["kubectl"]));
        if found != expected {
            different.push(format!("{case}\n  {text:?}\n  is       {found}\n  recorded {expected}"));
        }
        count += 1;
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
    assert!(count > 1_000, "{count} cases");
}

/// Nothing is accepted that `kubectl` refuses but `{a}`, which is no CRD either.
#[test]
fn little_is_accepted_that_kubectl_refuses() {
    let cases = cases("yaml_cases.jsonl").into_iter().map(|case| case.line);
    let accepted = cases
        .filter(|case| case["kubectl"].is_null() && case.get("here").is_some_and(|here| !here.is_null()));
    assert_eq!(accepted.map(|case| case["text"].clone()).collect::<Vec<_>>(), ["{a}"]);
}
