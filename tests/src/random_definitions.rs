//! Random CRDs with one to three versions, and with mistakes outside of the schemas, from a fixed seed.

use crate::mutation::Random;
use serde_json::{Value, json};

/// A CRD. The server accepts one in a few of them.
pub fn definition(random: &mut Random) -> Value {
    let count = [1, 2, 2, 3][random.below(4)];
    let versions: Vec<Value> = (1..=count).map(|number| version(random, number)).collect();
    let mut crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.dev"},
        "spec": {
            "group": "example.dev",
            "names": {"kind": "Widget", "plural": "widgets"},
            "scope": random.pick(&["Cluster", "Namespaced"]),
            "versions": versions,
        },
    });
    for _ in 0..random.below(4) {
        let (path, values) = PARTS[random.below(PARTS.len())];
        let value = text(random.pick(values));
        set(&mut crd, &path.replace(".N.", &format!(".{}.", random.below(count))), value);
    }
    crd
}

/// A version. The parts that may be equal in all versions have few forms.
fn version(random: &mut Random, number: usize) -> Value {
    let mut version = json!({"name": format!("v{number}"), "served": true, "storage": number == 1});
    version["schema"]["openAPIV3Schema"] = text(SCHEMAS[[0, 0, 0, 1, 2][random.below(5)]]);
    for (key, values) in OF_VERSION {
        if random.below(2) == 0 {
            version[*key] = text(random.pick(values));
        }
    }
    version
}

fn text(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Sets the value at a path. What is on the way there is made.
fn set(crd: &mut Value, path: &str, value: Value) {
    let place = path.split('.').fold(crd, |place, step| match step.parse::<usize>() {
        Ok(index) => &mut place[index],
        Err(_) => &mut place[step],
    });
    *place = value;
}

const SCHEMAS: [&str; 3] = [
    r#"{"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}}}}}"#,
    r#"{"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}}}"#,
    r#"{"type": "object"}"#,
];

/// Parts of a version that the server moves to the top if they are equal.
const OF_VERSION: &[(&str, &[&str])] = &[
    ("selectableFields", &["[]", r#"[{"jsonPath": ".spec.a"}]"#, r#"[{"jsonPath": ".spec.b"}]"#, "null"]),
    ("subresources", &["{}", r#"{"status": {}}"#, r#"{"scale": {"specReplicasPath": ".spec.a"}}"#, "null"]),
    (
        "additionalPrinterColumns",
        &["[]", r#"[{"name": "a", "type": "string", "jsonPath": ".spec.a"}]"#, r#"[{"name": "a"}]"#, "null"],
    ),
];

/// Paths, and values for them. `N` is the index of a version.
const PARTS: &[(&str, &[&str])] = &[
    ("metadata.name", &["null", "\"\"", "\"Widgets.example.dev\"", "\"widgets\""]),
    (
        "metadata.generateName",
        &["\"widgets-\"", "\"-\"", "\"W-\"", "\"a.-\"", "\"widgets.example.dev\"", "\"\""],
    ),
    ("metadata.namespace", &["\"\"", "\"x\""]),
    ("metadata.labels", &[r#"{"a/b/c": "x"}"#, r#"{"a": "-"}"#, r#"{"": ""}"#, "{}", r#"{"a": null}"#]),
    ("metadata.annotations", &[r#"{"A/b": "x"}"#, r#"{"a b": "-"}"#, "null"]),
    (
        "metadata.finalizers",
        &[r#"["a"]"#, r#"["a/b", "A B"]"#, r#"["kubernetes", "orphan", "foregroundDeletion"]"#],
    ),
    ("spec.group", &["\"\"", "\"example\"", "\"Example.dev\"", "\"x.k8s.io\"", "\"example.dev.\"", "null"]),
    ("spec.scope", &["\"\"", "\"cluster\"", "null"]),
    (
        "spec.names.kind",
        &["\"\"", "\"widget\"", "\"Wid-get\"", "\"Wid.get\"", "\"1W\"", "\"WidgetList\"", "null"],
    ),
    ("spec.names.listKind", &["\"\"", "\"Widget\"", "\"widgetlist\"", "\"Wid_L\"", "null"]),
    ("spec.names.plural", &["\"\"", "\"Widgets\"", "\"wid.gets\"", "null"]),
    ("spec.names.singular", &["\"\"", "\"Widget\"", "\"widgets\"", "null"]),
    ("spec.names.shortNames", &["[]", r#"["W"]"#, r#"["w", "w"]"#, r#"[""]"#, "null"]),
    ("spec.names.categories", &["[]", r#"["All"]"#, r#"["all", "all"]"#, "null"]),
    ("spec.preserveUnknownFields", &["true", "false", "null"]),
    ("spec.conversion", &["{}", "null", r#"{"strategy": "None"}"#, r#"{"strategy": "none"}"#]),
    ("spec.conversion", &[r#"{"strategy": "Webhook"}"#, r#"{"strategy": "None", "webhook": {}}"#]),
    (
        "spec.conversion",
        &[
            r#"{"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://a/b"}}}"#,
            r#"{"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v2", "v2"], "clientConfig": {"url": "http://u@a/b?c#d"}}}"#,
            r#"{"strategy": "Webhook", "webhook": {"conversionReviewVersions": [], "clientConfig": {"service": {"name": "", "namespace": "", "port": 0, "path": "a//b"}}}}"#,
            r#"{"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1beta1"], "clientConfig": {"url": "https://a", "caBundle": "YQ=="}}}"#,
        ],
    ),
    ("spec.versions.N.name", &["\"\"", "\"V1\"", "\"v1\"", "\"v1beta1\"", "\"1v\"", "\"v1.1\""]),
    ("spec.versions.N.served", &["false"]),
    ("spec.versions.N.storage", &["true", "false"]),
    ("spec.versions.N.deprecated", &["true", "false"]),
    ("spec.versions.N.deprecationWarning", &["\"x\"", "\"\"", "\"a\\nb\"", "null"]),
    ("spec.versions.N.schema", &["null", "{}", r#"{"openAPIV3Schema": null}"#]),
    (
        "spec.versions.N.subresources.scale",
        &[
            "{}",
            "null",
            r#"{"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.b"}"#,
            r#"{"specReplicasPath": "spec.a", "statusReplicasPath": ".spec.b", "labelSelectorPath": ".x"}"#,
        ],
    ),
    (
        "spec.versions.N.additionalPrinterColumns",
        &[
            r#"[{}]"#,
            r#"[{"name": "", "type": "foo", "jsonPath": "spec", "format": "x"}]"#,
            r#"[{"name": "a", "type": "date", "jsonPath": "..", "format": "int64", "priority": -1}]"#,
        ],
    ),
    (
        "spec.versions.N.selectableFields",
        &[
            r#"[{}]"#,
            r#"[{"jsonPath": ".spec"}, {"jsonPath": ".spec.a"}, {"jsonPath": ".spec.a"}]"#,
            r#"[{"jsonPath": "spec.a"}, {"jsonPath": ".spec['a']"}, {"jsonPath": ".metadata.name"}]"#,
        ],
    ),
];
