//! `include_crd!` with properties and versions by odd names: each judged as the server does. What the server's code said is recorded;
//! `cargo oracle record odd-keys` asks it again.

mod keys {
    cel_runtime::include_crd!("tests/odd_keys/keys.yaml");
}

use cel_compiler::crd::document;
use cel_runtime::{FieldError, Options, Report};
use serde_json::{Map, Value, json};
use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

type Evaluate = fn(&Value, Option<&Value>, &Options) -> Report;

const VERSIONS: [(&str, Evaluate); 5] = [
    ("v1alpha1", keys::v1alpha1::evaluate),
    ("v1beta1", keys::v1beta1::evaluate),
    ("crd-self", keys::crd_self::evaluate),
    ("self", keys::crd_self_::evaluate),
    ("type", keys::r#type::evaluate),
];

#[test]
fn verdicts_are_the_servers() {
    let text = fs::read_to_string(file("keys.yaml")).expect("a CRD");
    let crd = document::read(&text).expect("YAML").remove(0).to_json();
    let mut requests = Vec::new();
    let mut ours = Vec::new();
    for (n, (name, evaluate)) in VERSIONS.iter().enumerate() {
        let version = &crd["spec"]["versions"][n];
        assert_eq!(version["name"], *name);
        let schema = &version["schema"]["openAPIV3Schema"];
        for (new, old) in objects(schema) {
            ours.push(said(&evaluate(&new, old.as_ref(), &Options::default())));
            requests.push(json!({"schema": schema, "self": new, "oldSelf": old, "isResourceRoot": true, "only": ["errors"]}));
        }
    }
    let recorded = recorded(&requests);
    assert_eq!(recorded.len(), ours.len(), "objects have come or gone since the answers were recorded");
    for ((request, ours), answer) in requests.iter().zip(ours).zip(recorded) {
        assert_eq!(ours, answer, "{} {}", request["self"], request["oldSelf"]);
    }
}

/// Objects that break the rules on a property each, then on all of them; the last with the one that it replaces.
fn objects(schema: &Value) -> Vec<(Value, Option<Value>)> {
    let names = schema["properties"]["spec"]["properties"].as_object().expect("properties");
    let object = |names: &[&String], n: i64| {
        let all = |value: &dyn Fn(&str) -> Value| -> Map<String, Value> {
            names.iter().map(|name| ((*name).clone(), value(name))).collect()
        };
        json!({
            "apiVersion": "example.dev/v1", "kind": "Key", "metadata": {"name": "k"},
            "spec": all(&|_| n.into()),
            "objects": all(&|name| json!({name: if n < 5 { "x" } else { "y" }})),
            "map": all(&|_| n.into()),
        })
    };
    let every: Vec<&String> = names.keys().collect();
    let mut objects: Vec<_> = every.iter().map(|name| (object(&[*name], 0), None)).collect();
    objects.extend((0..12).map(|n| (object(&every, n), None)));
    objects.push((object(&every, 0), Some(object(&every, 0))));
    objects.push((object(&every, 0), Some(object(&every, 7))));
    objects
}

fn said(report: &Report) -> Value {
    let mut errors: Vec<String> = report.errors.iter().map(FieldError::error).map(Into::into).collect();
    let mut warnings: Vec<String> = report.warnings.iter().map(FieldError::error).map(Into::into).collect();
    // The server visits properties in any order.
    errors.sort();
    warnings.sort();
    json!({"errors": errors, "warnings": warnings, "runtime_cost": report.runtime_cost})
}

fn recorded(requests: &[Value]) -> Vec<Value> {
    let file = file("answers.jsonl");
    if let (Some(oracle), Some(_)) = (env::var_os("ORACLE"), env::var_os("RECORD")) {
        let answers: String =
            ask(Path::new(&oracle), requests).iter().map(|answer| format!("{answer}\n")).collect();
        fs::write(&file, answers).expect("written");
    }
    let recorded = fs::read_to_string(file).expect("recorded answers");
    recorded.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn ask(oracle: &Path, requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut child =
        Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the oracle");
    let mut input = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("answers").stdout;
    writer.join().expect("a thread").expect("written");
    let answers = String::from_utf8(output).expect("text");
    answers.lines().map(|line| answer(&serde_json::from_str(line).expect("JSON"))).collect()
}

fn answer(answer: &Value) -> Value {
    assert!(answer["runtime_cost"].is_i64(), "{answer}");
    let texts = |list: &Value| {
        let list = list.as_array().into_iter().flatten();
        let mut texts: Vec<_> = list
            .map(|error| error.get("error").unwrap_or(error).as_str().expect("text").to_owned())
            .collect();
        texts.sort();
        texts
    };
    json!({
        "errors": texts(&answer["errors"]),
        "warnings": texts(&answer["warnings"]),
        "runtime_cost": answer["runtime_cost"],
    })
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odd_keys").join(name)
}
