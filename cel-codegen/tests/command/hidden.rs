//! Mistakes in rules beside other errors. The server compiles no rule of a schema with another error.

use super::{crd, run};

#[test]
fn mistakes_behind_others_are_told() {
    let schema = "{type: object, properties: {tags: {type: array}, size: {type: integer}}, x-kubernetes-validations: [{rule: self.sizes > 0}]}";
    let output = run(&["check", "-"], &crd(schema));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.matches("error: ").count(), 2, "{printed}");
    assert!(printed.contains("= note: the API server reports this when"), "{printed}");
    let output = run(&["check", "-", "--format", "json"], &crd(schema));
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(line["hidden_errors"][0]["detail"].as_str().is_some_and(|detail| detail.contains("'sizes'")));
    assert_eq!(line["crd_errors"], serde_json::json!([]));
}
