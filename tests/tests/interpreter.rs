//! The recorded expressions interpreted: values, costs, errors.

use cel_codegen::interpreter::{Program, Reader};
use cel_compiler::{
    env::{Env, OLD_SELF, SELF, SELF_TYPE},
    library::KubernetesVersion,
    rule::{Key, check},
};
use cel_runtime::__private::{Arena, Cost, SERVER, value};
use serde_json::Value;
use tests::{
    answers::{comparable, display},
    interpreted,
    recorded::cases,
    render::Render,
    structural,
};

#[test]
fn recorded_requests_have_the_recorded_answers() {
    let cases = cases("expr_cases.jsonl");
    let requests: Vec<Value> = cases.iter().map(|case| case.line.clone()).collect();
    let answers = interpreted::answers(&requests).unwrap();
    let mut different = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        let recorded = &case.line["answer"];
        if comparable(answer) != comparable(recorded) {
            different.push(format!("{case}\n  is       {answer}\n  recorded {recorded}"));
        }
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
}

#[test]
fn recorded_expressions_have_the_recorded_outcome() {
    let schemas: Value = serde_json::from_str(include_str!("../data/eval_schemas.json")).unwrap();
    let values: Value = serde_json::from_str(include_str!("../data/eval_values.json")).unwrap();
    let mut different = Vec::new();
    for case in cases("eval_vectors.jsonl") {
        let (is, recorded) = (outcome(&case.line, &schemas, &values), recorded(&case.line));
        if is != recorded {
            different.push(format!("{case}\n  is       {is}\n  recorded {recorded}"));
        }
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
}

fn outcome(row: &Value, schemas: &Value, values: &Value) -> String {
    let expr = row["expr"].as_str().unwrap();
    let node = row["schema"].as_str().map(|name| structural::node(&schemas[name]));
    let env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
    let env = match &node {
        Some(node) => {
            env.with_json_variable(SELF, SELF_TYPE, node).with_json_variable(OLD_SELF, SELF_TYPE, node)
        }
        None => env,
    };
    let checked = match check(expr, &env) {
        Ok(checked) => checked,
        Err(diagnostics) => return refusal(&display(expr, &diagnostics), row),
    };
    let program = match Program::new(checked, Key::Rule) {
        Ok(program) => program,
        Err(error) => return error.detail(expr).replace("program instantiation failed: ", ""),
    };
    let arena = Arena::new();
    let object = row["self"].as_str().map(|name| &values[name]);
    let this = node.as_ref().zip(object).map(|(node, object)| {
        Reader::new(&arena, None).read(node, object.into()).unwrap_or_else(value::Value::Error)
    });
    let mut cost = Cost::new(&SERVER, &arena);
    match program.evaluate(&[(SELF, this), (OLD_SELF, None)], &mut cost) {
        Ok(value) => format!("{}, cost {}", value.render(), cost.spent()),
        Err(error) => format!("error {error}"),
    }
}

fn recorded(row: &Value) -> String {
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    if let Some(value) = text("value") {
        return format!("{value}, cost {}", row["cost"]);
    }
    if let Some(error) = text("eval_error") {
        return format!("error {error}");
    }
    first_line(text("compile_error").or(text("program_error")).unwrap()).to_owned()
}

/// The wording of syntax errors is ours, their place is the server's.
fn refusal(text: &str, row: &Value) -> String {
    let server = recorded(row);
    match server.split_once("Syntax error") {
        Some((place, _)) if text.starts_with(place) => server,
        _ => first_line(text).to_owned(),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
