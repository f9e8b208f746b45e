//! Objects of a derived type, judged here and by the server's code. What that said is recorded in `tests/data`;
//! `ORACLE=.. RECORD=1 cargo test -p tests --test derive` asks it again.

use cel_runtime::{__private::schema_in_crd, Options, XValidation};
use kube::CustomResourceExt;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Compares verdicts, texts and costs of specs with those in `tests/data/<name>.jsonl`.
pub(crate) fn compare<R: CustomResourceExt, S: XValidation + DeserializeOwned + Serialize>(
    name: &str,
    specs: &[Value],
) {
    let schema = schema_in_crd(&R::crd())["properties"]["spec"].clone();
    let specs: Vec<S> = specs.iter().map(|spec| serde_json::from_value(spec.clone()).unwrap()).collect();
    let requests: Vec<Value> =
        specs.iter().map(|spec| json!({ "schema": schema, "self": spec, "only": ["errors"] })).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/{name}.jsonl"));
    if let (Some(oracle), Some(_)) = (env::var_os("ORACLE"), env::var_os("RECORD")) {
        let rows: Vec<String> = requests
            .iter()
            .zip(ask(Path::new(&oracle), &requests))
            .map(|(request, answer)| json!({ "self": request["self"], "answer": answer }).to_string() + "\n")
            .collect();
        fs::write(&file, rows.concat()).unwrap();
    }
    let recorded = fs::read_to_string(&file).unwrap();
    let rows: Vec<Value> = recorded.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), specs.len(), "{name}: objects have come or gone since the answers were recorded");
    for ((spec, request), row) in specs.iter().zip(&requests).zip(&rows) {
        assert_eq!(row["self"], request["self"], "{name}: changed since the answers were recorded");
        let report = spec.x_evaluate(None, &Options::default());
        let mut errors: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
        errors.sort();
        let ours = json!({ "errors": errors, "cost": report.runtime_cost });
        assert_eq!(ours, row["answer"], "{name}: {}\n{:#?}", request["self"], report.rules);
    }
}

fn ask(oracle: &Path, requests: &[Value]) -> Vec<Value> {
    let mut child =
        Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the oracle");
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap().stdout;
    writer.join().unwrap().unwrap();
    let answer = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap();
        let mut errors: Vec<&str> = answer["errors"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|error| error["error"].as_str().unwrap())
            .collect();
        errors.sort_unstable();
        assert!(answer["runtime_cost"].is_i64(), "{answer}");
        json!({ "errors": errors, "cost": answer["runtime_cost"] })
    };
    String::from_utf8(output).unwrap().lines().map(answer).collect()
}
