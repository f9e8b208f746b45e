//! What a file of YAML or JSON means, against what `kubectl` would send (Go: `sigs.k8s.io/yaml` behind `apimachinery/pkg/util/yaml`).
//!
//! A line of `yaml_cases.jsonl` has the text, the documents that `kubectl` makes of it (null: it refuses the text), and under `here`
//! what is made of it here where that differs on purpose: a key that is there twice, what YAML 1.2 does not allow.

use cel_codegen::crd::document::{self, Node, Value as Content};
use serde_json::Value;

#[test]
fn texts_are_read_as_kubectl_reads_them() {
    let cases = include_str!("../data/yaml_cases.jsonl").lines();
    let mut different = Vec::new();
    let mut count = 0;
    for case in cases.map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let text = case["text"].as_str().expect("a text");
        let documents = document::read(text);
        let found =
            documents.as_ref().map_or(Value::Null, |documents| documents.iter().map(as_sent).collect());
        let expected = case.get("here").unwrap_or(&case["kubectl"]);
        if found != *expected {
            different.push(format!("{text:?}\n  is       {found}\n  expected {expected}"));
        }
        count += 1;
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
    assert!(count > 1_000, "{count} cases");
}

/// Nothing is accepted that `kubectl` refuses but what nobody can take for something else.
#[test]
fn little_is_accepted_that_kubectl_refuses() {
    let cases = include_str!("../data/yaml_cases.jsonl").lines();
    let cases = cases.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let accepted = cases
        .filter(|case| case["kubectl"].is_null() && case.get("here").is_some_and(|here| !here.is_null()));
    assert!(accepted.count() <= 20);
}

/// Numbers as they are once they are JSON: a whole one is the same with and without its fraction.
fn as_sent(node: &Node) -> Value {
    match &node.value {
        Content::Int(_) | Content::Float(_) => {
            node.value.as_integer().map_or_else(|| node.to_json(), Value::from)
        }
        Content::List(items) => items.iter().map(as_sent).collect(),
        Content::Object(entries) => {
            let entries = entries.iter().map(|entry| (entry.key.to_string(), as_sent(&entry.value)));
            Value::Object(entries.collect())
        }
        Content::Null | Content::Bool(_) | Content::String(_) => node.to_json(),
    }
}
