//! CRDs that a server does not read or store.

use super::{folder, run};
use serde_json::{Value, json};

/// A CRD with a wrong rule and so many bytes of JSON.
fn crd(bytes: usize) -> String {
    let described = |description: String| {
        let rules = json!([{"rule": "self.b > 1"}]);
        let schema = json!({"type": "object", "x-kubernetes-validations": rules, "description": description});
        let version =
            json!({"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}});
        let names =
            json!({"kind": "Widget", "plural": "widgets", "singular": "widget", "listKind": "WidgetList"});
        let spec =
            json!({"group": "example.dev", "scope": "Namespaced", "names": names, "versions": [version]});
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.dev"}, "spec": spec,
        })
    };
    let without = described(String::new()).to_string().len();
    described("d".repeat(bytes - without)).to_string()
}

#[test]
fn crds_that_are_too_large() {
    const REFUSED: &str = "Request entity too large: limit is 3145728";
    const NOT_STORED: &str = "etcdserver: request is too large";
    let undefined = "undefined field 'b'";
    for (bytes, expected, others) in [
        (3 << 19, undefined, [REFUSED, NOT_STORED]),
        ((3 << 19) + 1, NOT_STORED, [REFUSED, REFUSED]),
        (3 << 20, undefined, [REFUSED, REFUSED]),
        // The server does not come to the rule.
        ((3 << 20) + 1, REFUSED, [undefined, NOT_STORED]),
    ] {
        let folder = folder("size", &[("crd.json", &crd(bytes))]);
        let path = folder.join("crd.json");
        let path = path.to_str().expect("UTF-8");
        let output = run(&["check", path], "");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{bytes}: {printed:.1000}");
        assert!(printed.contains(expected) && printed.len() < 3_000, "{bytes}: {printed:.1000}");
        assert!(others.iter().all(|text| !printed.contains(text)), "{bytes}: {printed:.1000}");
        let output = run(&["check", "--format", "json", path], "");
        let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let is = |text: &str| if printed.contains(text) { json!(text) } else { Value::Null };
        assert_eq!([&line["request_error"], &line["store_error"]], [&is(REFUSED), &is(NOT_STORED)]);
    }
}
