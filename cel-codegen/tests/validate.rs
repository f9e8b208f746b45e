//! `cel-codegen validate`: what it prints of objects and updates, in each format, and its exit code.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [max]
            x-kubernetes-validations:
            - {rule: self.replicas <= self.max, message: replicas must not exceed max}
            - {rule: self.max >= oldSelf.max, message: max must not shrink}
            properties:
              replicas: {type: integer, default: 1, minimum: 0}
              max: {type: integer}
              name: {type: string, pattern: '^[a-z]+$'}
";

fn object(spec: &str) -> String {
    format!("apiVersion: example.dev/v1\nkind: Widget\nmetadata: {{name: web}}\nspec: {spec}\n")
}

/// A folder of its own with files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("validate").join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("created");
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("written");
    }
    folder
}

fn run(folder: &PathBuf, arguments: &[&str]) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
    let output = command.args(arguments).current_dir(folder).output().expect("ran");
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.clone(), printed.into_owned())
}

/// Validates an object, or an update; the exit code must be this, and what is printed must contain that.
fn check(name: &str, new: &str, old: Option<&str>, options: &[&str], code: i32, expected: &str) {
    let new = object(new);
    let old = old.map(object).unwrap_or_default();
    let folder = folder(name, &[("crd.yaml", CRD), ("new.yaml", &new), ("old.yaml", &old)]);
    let mut arguments = vec!["validate", "--crd", "crd.yaml", "new.yaml"];
    if !old.is_empty() {
        arguments.extend(["--old", "old.yaml"]);
    }
    arguments.extend(options);
    let (output, printed) = run(&folder, &arguments);
    assert_eq!(output.status.code(), Some(code), "{new}{printed}");
    assert!(printed.contains(expected), "{new}{printed}");
}

/// As the server says it: a part of `allOf` and the schema itself have the same pattern.
#[test]
fn the_same_mistake_is_reported_once() {
    let crd = CRD.replace("'^[a-z]+$'}", "'^[a-z]+$', allOf: [{pattern: '^[a-z]+$'}]}");
    let folder = folder("once", &[("crd.yaml", &crd), ("new.yaml", &object("{max: 2, name: '1'}"))]);
    let (_, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "new.yaml"]);
    assert_eq!(printed.matches("spec.name in body should match '^[a-z]+$'").count(), 1, "{printed}");
    assert!(printed.contains("must validate all the schemas (allOf). None validated"), "{printed}");
}

#[test]
fn new_objects() {
    check("good", "{max: 2}", None, &[], 0, "1 object: all accepted");
    check(
        "rule",
        "{max: 2, replicas: 3}",
        None,
        &[],
        1,
        "error: Invalid value: replicas must not exceed max",
    );
    check("default", "{max: 0}", None, &[], 1, "replicas must not exceed max");
    check("required", "{}", None, &[], 1, "spec.max: Required value");
    check(
        "unchecked",
        "{}",
        None,
        &[],
        1,
        "some validation rules were not checked because the object was invalid",
    );
    check("type", "{max: many}", None, &[], 1, "spec.max in body must be of type integer: \"string\"");
    check("pattern", "{max: 2, name: A}", None, &[], 1, "spec.name in body should match '^[a-z]+$'");
    check("bound", "{max: 2, replicas: -1}", None, &[], 1, "should be greater than or equal to 0");
}

#[test]
fn names_that_the_server_makes() {
    let rule = "        x-kubernetes-validations:\n        - rule: self.metadata.name.matches('^web-.{5}$')\n          message: not of web\n";
    let crd = CRD.replace(
        "        type: object\n        properties:\n          spec:",
        &format!("        type: object\n{rule}        properties:\n          spec:"),
    );
    let cases = [
        ("web-", 0, "1 object: all accepted"),
        ("db-", 1, "error: Invalid value: not of web"),
        ("-", 1, "Invalid value: \"-\": a lowercase RFC 1123 subdomain"),
        // The server says nothing of the prefix, and then refuses the name that it makes.
        ("web_-", 1, "Invalid value: \"web_-xxxxx\": a lowercase RFC 1123 subdomain"),
    ];
    for (prefix, code, expected) in cases {
        let object = object("{max: 2}").replace("name: web", &format!("generateName: '{prefix}'"));
        let folder = folder("names", &[("crd.yaml", &crd), ("object.yaml", &object)]);
        let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "object.yaml"]);
        assert!(output.status.code() == Some(code) && printed.contains(expected), "{prefix}: {printed}");
    }
}

#[test]
fn unknown_fields() {
    let strict = "strict decoding error: unknown field \"spec.replica\"";
    check("unknown", "{max: 2, replica: 1}", None, &[], 1, strict);
    check("meant", "{max: 2, replica: 1}", None, &[], 1, "did you mean `replicas`?");
    check(
        "boolean",
        "{max: 2, on: 1}",
        None,
        &[],
        1,
        "help: YAML reads y, n, yes, no, on and off as booleans",
    );
    let warning = "warning: unknown field \"spec.replica\"";
    check("warned", "{max: 2, replica: 1}", None, &["--field-validation", "warn"], 0, warning);
    check("ignored", "{max: 2, replica: 1}", None, &["--field-validation", "ignore"], 0, "all accepted\n");
}

/// The server's text is Go's. The place is the value's.
#[test]
fn metadata_of_other_types() {
    let quotes = "put it in quotes";
    let time = "a time is written as in `2026-01-31T00:00:00Z`";
    for (metadata, column, message, help) in [
        (
            "name: web, labels: {a: 5}",
            35,
            "cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
            quotes,
        ),
        ("name: web, annotations: {a: true}", 40, "cannot unmarshal bool into Go struct field", quotes),
        (
            "name: 5",
            18,
            "cannot unmarshal number into Go struct field ObjectMeta.name of type string",
            quotes,
        ),
        ("name: web, namespace: 5", 34, "ObjectMeta.namespace of type string", quotes),
        ("name: web, creationTimestamp: yesterday", 42, "parsing time \"yesterday\"", time),
    ] {
        let object = object("{max: 2}").replace("name: web", metadata);
        let folder = folder("metadata", &[("crd.yaml", CRD), ("object.yaml", &object)]);
        let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "object.yaml"]);
        let help = format!("= help: {help}");
        let place = format!("--> object.yaml:3:{column}");
        let is_told = [message, &place, &help].iter().all(|part| printed.contains(part));
        assert!(output.status.code() == Some(1) && is_told, "{metadata}: {printed}");
    }
}

/// Who takes one for the other learns which file has what.
#[test]
fn crds_and_objects_exchanged() {
    let files = [("crd.yaml", CRD), ("object.yaml", &*object("{max: 2}"))];
    let folder = folder("exchanged", &files);
    let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "crd.yaml"]);
    let crd = "crd.yaml: no object of a CRD in it, but the CustomResourceDefinition \"widgets.example.dev\" of apiextensions.k8s.io/v1: `cel-codegen check crd.yaml` judges CRDs";
    assert!(output.status.code() == Some(2) && printed.contains(crd), "{printed}");
    let (output, printed) = run(&folder, &["validate", "--crd", "object.yaml", "crd.yaml"]);
    let object = "no CustomResourceDefinition in what `--crd` names: object.yaml has a `Widget`";
    assert!(output.status.code() == Some(2) && printed.contains(object), "{printed}");
    let both = ["validate", "--crd", "object.yaml", "--crd", "crd.yaml", "crd.yaml", "object.yaml"];
    let (output, printed) = run(&folder, &both);
    let object = "warning: no CustomResourceDefinition: object.yaml has a `Widget`";
    assert!(output.status.code() == Some(2) && printed.contains(object), "{printed}");
}

#[test]
fn a_crd_twice() {
    let other = CRD.replace("minimum: 0", "minimum: 1");
    let again = format!("# the same\n{CRD}");
    let files =
        [("a.yaml", CRD), ("b.yaml", &*other), ("c.yaml", &*again), ("object.yaml", &*object("{max: 2}"))];
    let folder = folder("twice", &files);
    let warning = "warning: b.yaml:1:1: `widgets.example.dev` has other schemas at a.yaml:1:1";
    for arguments in [
        &["validate", "--crd", "a.yaml", "--crd", "b.yaml", "object.yaml"][..],
        &["check", "a.yaml", "b.yaml"],
    ] {
        let (output, printed) = run(&folder, arguments);
        assert!(output.status.success() && printed.contains(warning), "{printed}");
    }
    let (_, printed) = run(&folder, &["check", "a.yaml", "c.yaml"]);
    assert!(!printed.contains("has other schemas"), "{printed}");
}

#[test]
fn a_misspelled_field_of_all_resources() {
    for (right, wrong) in [("metadata", "metdata"), ("apiVersion", "apiversion")] {
        let object = object("{max: 2}") + &format!("{wrong}: {{}}\n");
        let folder = folder("misspelled", &[("crd.yaml", CRD), ("object.yaml", &object)]);
        let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "object.yaml"]);
        let help = format!("= help: did you mean `{right}`?");
        assert!(output.status.code() == Some(1) && printed.contains(&help), "{printed}");
    }
}

#[test]
fn updates() {
    check("grown", "{max: 3}", Some("{max: 2}"), &[], 0, "all accepted");
    check("shrunk", "{max: 1}", Some("{max: 2}"), &[], 1, "max must not shrink");
    let warning = "warning: spec: Invalid value: replicas must not exceed max";
    check("unchanged", "{max: 2, replicas: 3}", Some("{max: 2, replicas: 3}"), &[], 0, warning);
    check("ratcheted", "{max: 2, name: A}", Some("{max: 1, name: A}"), &[], 0, "all accepted");
    check("changed", "{max: 2, name: B}", Some("{max: 1, name: A}"), &[], 1, "should match");
}

#[test]
fn what_cannot_be_judged() {
    let folder = folder(
        "unjudged",
        &[
            ("crd.yaml", CRD),
            ("other.yaml", "apiVersion: v1\nkind: Other\n"),
            ("broken.yaml", "a: ["),
            ("good.yaml", &object("{max: 2}")),
        ],
    );
    for (arguments, code, expected) in [
        (&["--crd", "crd.yaml", "other.yaml"][..], 2, "no CRD here is for Other"),
        (&["--crd", "crd.yaml", "broken.yaml"], 2, "not valid YAML"),
        (&["--crd", "other.yaml", "good.yaml"], 2, "no CustomResourceDefinition in what `--crd` names"),
        (
            &["--crd", "crd.yaml", "--old", "other.yaml", "good.yaml"],
            2,
            "is not in the file that `--old` names",
        ),
        (
            &["--crd", "crd.yaml", "--old", "other.yaml", "good.yaml"],
            2,
            "0 objects: nothing to validate, 1 not judged",
        ),
        (
            &["--crd", "-", "-"],
            2,
            "only one of the CRDs, the objects and the old objects can be standard input",
        ),
        (&["--crd", "crd.yaml", "no-such.yaml"], 2, "No such file"),
        (&["good.yaml"], 2, "--crd <PATH>"),
    ] {
        let arguments: Vec<&str> = ["validate"].iter().chain(arguments).copied().collect();
        let (output, printed) = run(&folder, &arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}

#[test]
fn objects_without_a_crd_of_theirs() {
    let files = [
        ("crd.yaml", CRD.to_owned()),
        ("objects/good.yaml", object("{max: 2}")),
        ("objects/kind.yaml", object("{max: 2}").replace("Widget", "Widgt")),
        ("objects/version.yaml", object("{max: 2}").replace("/v1", "/v2")),
        ("objects/service.yaml", "apiVersion: v1\nkind: Service\n".to_owned()),
        ("both.yaml", format!("{CRD}---\n{}", object("{max: 2}"))),
        ("list.yaml", "- a\n".to_owned()),
    ];
    let folder = folder("others", &[]);
    fs::create_dir_all(folder.join("objects")).expect("created");
    fs::create_dir_all(folder.join("none")).expect("created");
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("written"));
    let meant = "did you mean Widget of example.dev/v1?";
    for (arguments, code, expected) in [
        (&["objects"][..], 0, "1 object: all accepted, 3 of kinds without a CRD here\n"),
        (&["objects"], 0, "warning: no CRD here is for Widgt \"web\" of example.dev/v1\n"),
        (&["objects"], 0, meant),
        (&["objects/kind.yaml"], 2, meant),
        (&["objects/version.yaml"], 2, meant),
        (&["both.yaml"], 0, "1 object: all accepted, 1 of kinds without a CRD here\n"),
        (&["list.yaml"], 2, "error: no object: `apiVersion` and `kind` say what an object is\n"),
        (&["none"], 2, "0 objects: nothing to validate\n"),
        (&["none", "--format", "json"], 2, "error: no object of the CRDs in `--crd` was found"),
        (&["none", "--format", "github"], 2, "error: no object of the CRDs in `--crd` was found"),
        (&["none", "--format", "sarif"], 2, "error: no object of the CRDs in `--crd` was found"),
    ] {
        let all = [&["validate", "--crd", "crd.yaml"], arguments].concat();
        let (output, printed) = run(&folder, &all);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}

/// Its objects would be accepted unseen.
#[test]
fn a_crd_that_cannot_be_read_is_named() {
    let folder = folder("broken-crd", &[("new.yaml", &object("{max: 2}"))]);
    fs::create_dir_all(folder.join("crds")).expect("created");
    fs::write(folder.join("crds/crd.yaml"), CRD).expect("written");
    fs::write(folder.join("crds/other.yaml"), "a: [").expect("written");
    let (output, printed) = run(&folder, &["validate", "--crd", "crds", "new.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("warning: crds/other.yaml:1:"), "{printed}");
    assert!(printed.contains("; the file is passed over\n"), "{printed}");
    // As a server takes it that is not strict.
    fs::write(folder.join("crds/crd.yaml"), CRD.replace("  group:", "  group: x\n  group:"))
        .expect("written");
    let (output, printed) = run(&folder, &["validate", "--crd", "crds", "new.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{printed}");
}

#[test]
fn formats_for_programs() {
    let github =
        "::error file=new.yaml,line=4,col=7::Invalid value: replicas must not exceed max%0Aat spec\n";
    check("github", "{max: 2, replicas: 3}", None, &["--format", "github"], 1, github);
    check("json", "{max: 2, replicas: 3}", None, &["--format", "json"], 1, "\"accepted\":false");
    check("sarif", "{max: 2, replicas: 3}", None, &["--format", "sarif"], 1, "\"ruleId\": \"definition\"");
}

/// `tests/tests/sarif.rs` holds such a log against SARIF's own schema.
#[test]
fn sarif_is_one_log() {
    let folder =
        folder("sarif_is_one_log", &[("crd.yaml", CRD), ("my new.yaml", &object("{max: 2, replica: 3}"))]);
    let wrong = CRD.replace("self.replicas <=", "self.replica <=");
    fs::write(folder.join("wrong.yaml"), wrong).expect("written");
    for arguments in [
        &["validate", "--format", "sarif", "--crd", "crd.yaml", "my new.yaml"][..],
        &["check", "--format", "sarif", "wrong.yaml"],
    ] {
        let (output, _) = run(&folder, arguments);
        let log: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
        assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(1), "{arguments:?}");
    }
}

#[test]
fn keys_that_are_there_twice() {
    let twice = "{max: 5, replicas: 9, replicas: 2}";
    let error = "error: strict decoding error: line 4: key \"replicas\" already set in map";
    check("twice-strict", twice, None, &[], 1, error);
    let warning = "warning: line 4: key \"replicas\" already set in map";
    check("twice-warn", twice, None, &["--field-validation", "warn"], 0, warning);
    check("twice-ignore", twice, None, &["--field-validation", "ignore"], 0, "1 object: all accepted\n");
    let json = r#"{"kind": "List", "items": [{"apiVersion": "example.dev/v1", "kind": "Widget",
        "metadata": {"name": "web"}, "spec": {"max": 1, "max": 2}}]}"#;
    let folder = folder("twice-json", &[("crd.yaml", CRD), ("new.json", json)]);
    let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "new.json"]);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("duplicate field \"spec.max\"\n --> new.json:2:57\n"), "{printed}");
}

/// `kubectl` takes lists apart. If `items` is there twice, nobody sees the first ones.
#[test]
fn a_list_with_its_items_twice() {
    let items = r#"[{"apiVersion": "example.dev/v1", "kind": "Widget"}]"#;
    let list = format!("{{\"kind\": \"List\", \"items\": {items},\n\"items\": {items}}}");
    let error = "the key \"items\" of the list is already on line 1";
    for (file, text) in [("list.json", list.clone()), ("list.yaml", format!("# YAML\n{list}"))] {
        let folder = folder("twice-items", &[("crd.yaml", CRD), (file, &text)]);
        let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", file]);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(
            printed.contains(&error.replace('1', if file == "list.json" { "1" } else { "2" })),
            "{printed}"
        );
    }
}

#[test]
fn objects_that_are_too_large() {
    let large = |bytes: usize| {
        let begin = r#"{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"web"},"spec":{"max":2,"name":""#;
        format!("{begin}{}\"}}}}", "x".repeat(bytes - begin.len() - 3))
    };
    for (bytes, code, expected) in [
        (3 << 19, 0, "1 object: all accepted\n"),
        ((3 << 19) + 1, 0, "warning: etcdserver: request is too large"),
        (3 << 20, 0, "warning: etcdserver: request is too large"),
        ((3 << 20) + 1, 1, "error: Request entity too large: limit is 3145728"),
    ] {
        let folder = folder("large", &[("crd.yaml", CRD), ("new.json", &large(bytes))]);
        let (output, printed) = run(&folder, &["validate", "--crd", "crd.yaml", "new.json"]);
        assert_eq!(output.status.code(), Some(code), "{bytes}: {printed:.500}");
        assert!(printed.contains(expected) && printed.len() < 2_000, "{bytes}: {printed:.500}");
    }
}

#[test]
fn a_status_is_written_by_itself() {
    let status = "            x-kubernetes-validations: [{rule: self.ready >= 0, message: ready is a number of parts}]\n";
    let status = format!(
        "          status:\n            type: object\n            properties: {{ready: {{type: integer, maximum: 9}}}}\n{status}"
    );
    let plain = format!("{CRD}{status}");
    let crd = plain.replace("    schema:\n", "    subresources: {status: {}}\n    schema:\n");
    let write = |crd: &str, ready: i32, options: &[&str]| {
        let old = object("{max: 2}");
        let new = format!("{}status: {{ready: {ready}}}\n", object("{max: 1}"));
        let folder = folder("status", &[("crd.yaml", crd), ("old.yaml", &old), ("new.yaml", &new)]);
        let arguments = ["validate", "--crd", "crd.yaml", "new.yaml"];
        let (output, printed) = run(&folder, &[&arguments, options].concat());
        (output.status.code(), printed)
    };
    let options = ["--old", "old.yaml", "--subresource", "status"];
    assert_eq!(write(&crd, 3, &options), (Some(0), "1 object: all accepted\n".to_owned()));
    let (code, printed) = write(&crd, -1, &options);
    assert!(code == Some(1) && printed.contains("ready is a number of parts"), "{printed}");
    let (code, printed) = write(&crd, 10, &options);
    assert!(code == Some(1) && printed.contains("10: ready in body should be less than"), "{printed}");
    let (code, printed) = write(&crd, 10, &["--old", "old.yaml"]);
    assert!(
        code == Some(1) && printed.contains("max must not shrink") && !printed.contains("ready"),
        "{printed}"
    );
    let (code, printed) = write(&plain, 3, &options);
    assert!(code == Some(2) && printed.contains("has no subresource `status` in its CRD"), "{printed}");
    let (code, printed) = write(&crd, 3, &["--subresource", "status"]);
    assert!(code == Some(2) && printed.contains("--old <FILE>"), "{printed}");
}
