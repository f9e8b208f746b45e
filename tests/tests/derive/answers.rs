//! Objects of a derived type, judged here and by the server's code. What that said is recorded in `tests/data`;
//! `cargo oracle record derive` asks it again.

use cel_runtime::{__private::schema_in_crd, FieldError, Options, Report, XValidation};
use kube::CustomResourceExt;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};
use tests::recorded::{Case, cases, data};

/// Compares reports of specs with those in `tests/data/<name>.jsonl`.
pub(crate) fn compare<R: CustomResourceExt, S: XValidation + DeserializeOwned + Serialize>(
    name: &str,
    specs: &[Value],
) {
    let cases: Vec<_> = specs.iter().map(|spec| (spec.clone(), Options::default())).collect();
    compare_with::<R, S>(name, &cases);
}

/// The same with the limits of each validation.
pub(crate) fn compare_with<R: CustomResourceExt, S: XValidation + DeserializeOwned + Serialize>(
    name: &str,
    cases: &[(Value, Options)],
) {
    let schema = schema_in_crd(&R::crd())["properties"]["spec"].clone();
    let specs: Vec<S> = cases.iter().map(|(spec, _)| serde_json::from_value(spec.clone()).unwrap()).collect();
    let requests: Vec<Value> =
        specs.iter().zip(cases).map(|(spec, (_, options))| request(spec, options)).collect();
    let answers = recorded(name, &schema, &requests);
    for (((spec, request), answer), (_, options)) in specs.iter().zip(&requests).zip(&answers).zip(cases) {
        assert_same(answer, request, &spec.x_evaluate(None, options));
    }
}

/// The same for updates: pairs of the new spec and the old one.
pub(crate) fn compare_updates<R: CustomResourceExt, S: XValidation + DeserializeOwned + Serialize>(
    name: &str,
    pairs: &[[Value; 2]],
) {
    let schema = schema_in_crd(&R::crd())["properties"]["spec"].clone();
    let read = |spec: &Value| serde_json::from_value::<S>(spec.clone()).unwrap();
    let pairs: Vec<[S; 2]> = pairs.iter().map(|[new, old]| [read(new), read(old)]).collect();
    let request = |[new, old]: &[S; 2]| json!({ "self": written(new), "oldSelf": written(old) });
    let requests: Vec<Value> = pairs.iter().map(request).collect();
    let answers = recorded(name, &schema, &requests);
    for (([new, old], request), answer) in pairs.iter().zip(&requests).zip(&answers) {
        assert_same(answer, request, &new.x_evaluate(Some(old), &Options::default()));
    }
}

/// The same for whole objects, each with the one that it replaces, if there is one.
pub(crate) fn compare_roots<R>(name: &str, cases: &[(Value, Option<Value>)])
where
    R: CustomResourceExt + XValidation + DeserializeOwned + Serialize,
{
    let schema = schema_in_crd(&R::crd());
    let read = |object: &Value| serde_json::from_value::<R>(object.clone()).unwrap();
    let cases: Vec<(R, Option<R>)> =
        cases.iter().map(|(new, old)| (read(new), old.as_ref().map(read))).collect();
    let request = |(new, old): &(R, Option<R>)| {
        let old = old.as_ref().map(written);
        json!({ "self": written(new), "oldSelf": old, "isResourceRoot": true })
    };
    let requests: Vec<Value> = cases.iter().map(request).collect();
    let answers = recorded(name, &schema, &requests);
    for (((new, old), request), answer) in cases.iter().zip(&requests).zip(&answers) {
        assert_same(answer, request, &new.x_evaluate(old.as_ref(), &Options::default()));
    }
}

/// Compares the report of a recorded object, read as this type, with what the server's code said of it as JSON.
#[cfg(feature = "long")]
pub(crate) fn assert_recorded<T: XValidation + DeserializeOwned + Serialize>(id: &str) {
    let recorded = cases("schema_cases.jsonl").into_iter().find(|case| case.id == id);
    let recorded = recorded.unwrap_or_else(|| panic!("no case {id}"));
    let case = &recorded.line;
    let read = |value: &Value| serde_json::from_value::<T>(value.clone()).unwrap();
    let old = case.get("oldSelf").filter(|old| !old.is_null()).map(read);
    let server = Options::default();
    let options = Options {
        ratcheting: case["ratcheting"].as_bool().unwrap_or(true),
        budget: case["budget"].as_i64().unwrap_or(server.budget),
        per_call_limit: case["perCallLimit"].as_u64().unwrap_or(server.per_call_limit),
        ..server
    };
    let report = read(&case["self"]).x_evaluate(old.as_ref(), &options);
    let ours = comparable(&server_form(&report));
    let answers = case["answers"].as_array().unwrap();
    // The server goes over maps in random order: all that it was seen to say is recorded.
    let is_recorded = answers.iter().any(|answer| comparable(answer) == ours);
    assert!(is_recorded, "{recorded}\n  is       {ours}\n  recorded {}", case["answers"]);
}

/// The answer of the server's code about the rules of a schema.
pub(crate) fn recorded_costs(name: &str, request: &Value) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/{name}.json"));
    if let (Some(oracle), Some(_)) = (env::var_os("ORACLE"), env::var_os("RECORD")) {
        let mut request = request.clone();
        request["only"] = json!(["rules"]);
        let answers = lines(Path::new(&oracle), format!("{request}\n"));
        fs::write(&file, format!("{:#}\n", answers[0])).unwrap();
    }
    serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap()
}

/// The answers of the server's code to these requests.
fn recorded(name: &str, schema: &Value, requests: &[Value]) -> Vec<Case> {
    let file = format!("{name}.jsonl");
    if let (Some(oracle), Some(_)) = (env::var_os("ORACLE"), env::var_os("RECORD")) {
        let answers = ask(Path::new(&oracle), schema, requests);
        let rows = requests.iter().zip(answers);
        let rows: Vec<String> = rows
            .map(|(request, answer)| json!({ "request": request, "answer": answer }).to_string() + "\n")
            .collect();
        fs::write(data(&file), rows.concat()).unwrap();
    }
    let rows = cases(&file);
    assert_eq!(
        rows.len(),
        requests.len(),
        "{name}: objects have come or gone since the answers were recorded"
    );
    for (request, row) in requests.iter().zip(&rows) {
        assert_eq!(row.line["request"], *request, "{}: changed since the answers were recorded", row.id);
    }
    rows
}

/// A difference shows the costs of all rules.
fn assert_same(case: &Case, request: &Value, report: &Report) {
    let ours = comparable(&server_form(report));
    assert_eq!(ours, case.line["answer"], "{case}\n{request}\n{:#?}", report.rules);
}

/// A report with the names of the server's evaluator.
fn server_form(report: &Report) -> Value {
    let error = |error: &FieldError| {
        json!({
            "error": error.error(),
            "type": error.reason(),
            "field": error.field(),
            "detail": error.detail(),
        })
    };
    json!({
        "errors": report.errors.iter().map(error).collect::<Value>(),
        "warnings": report.warnings.iter().map(error).collect::<Value>(),
        "runtime_cost": report.runtime_cost,
        "remaining_budget": report.remaining_budget,
    })
}

fn written(spec: &impl Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(spec).unwrap()).unwrap()
}

fn sorted(list: Value) -> Value {
    let mut list = list.as_array().cloned().unwrap_or_default();
    list.sort_by_key(ToString::to_string);
    list.into()
}

fn request(spec: &impl Serialize, options: &Options) -> Value {
    let mut request = json!({ "self": written(spec) });
    if *options != Options::default() {
        request["budget"] = options.budget.into();
        request["perCallLimit"] = options.per_call_limit.into();
    }
    if !options.path.is_root() {
        request["path"] = options.path.to_string().into();
    }
    request
}

/// The server visits the entries of maps in any order.
fn comparable(report: &Value) -> Value {
    let mut out = json!({
        "errors": sorted(report["errors"].clone()),
        "runtime_cost": report["runtime_cost"],
        "remaining_budget": report["remaining_budget"],
    });
    // Of warnings the server gives the text.
    let warnings = report["warnings"].as_array().into_iter().flatten();
    let warnings: Value = warnings.map(|warning| warning.get("error").unwrap_or(warning).clone()).collect();
    if warnings != json!([]) {
        out["warnings"] = sorted(warnings);
    }
    out
}

fn ask(oracle: &Path, schema: &Value, requests: &[Value]) -> Vec<Value> {
    let line = |request: &Value| {
        let mut line = request.clone();
        line["schema"] = schema.clone();
        line["only"] = json!(["errors"]);
        format!("{line}\n")
    };
    let answer = |answer: Value| {
        assert!(answer["runtime_cost"].is_i64(), "{answer}");
        comparable(&answer)
    };
    lines(oracle, requests.iter().map(line).collect()).into_iter().map(answer).collect()
}

/// The oracle's answers to lines.
fn lines(oracle: &Path, lines: String) -> Vec<Value> {
    let mut child =
        Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the oracle");
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap().stdout;
    writer.join().unwrap().unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
