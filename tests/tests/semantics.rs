//! The recorded expressions as native code: values, costs, errors.

use cel_runtime::__private::{Arena, Cost, generated::Outcome};
use serde_json::Value;
use std::collections::HashMap;
use tests::{
    answers::comparable,
    native::values::{Encode, answer, limit, variable},
    render::Render,
};

struct Row {
    id: &'static str,
    compiled: Compiled,
}

enum Compiled {
    Native(for<'a> fn(&mut Cost<'a>) -> Outcome<'a, String>),
    /// The compiler's errors.
    Refused(&'static str),
}

#[allow(clippy::all, reason = "generated")]
mod native {
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/vectors.rs"));
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}
use native::{CASES, ROWS};

#[test]
fn recorded_requests_have_the_recorded_answers() {
    let lines = include_str!("../data/expr_cases.jsonl").lines();
    let mut differences = Vec::new();
    for (line, evaluate) in lines.zip(CASES) {
        let request: Value = serde_json::from_str(line).unwrap();
        let (actual, expected) = (evaluate(&request), &request["answer"]);
        if comparable(&actual) != comparable(expected) {
            differences.push(format!("{}\n  is       {actual}\n  recorded {expected}", request["expr"]));
        }
    }
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

fn with_type(mut answer: Value, ty: &str) -> Value {
    answer["type"] = ty.into();
    answer
}

#[test]
fn recorded_expressions_have_the_recorded_outcome() {
    let vectors = include_str!("../data/eval_vectors.jsonl");
    let recorded: HashMap<String, Value> = vectors
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .map(|row: Value| (row["id"].as_str().unwrap().to_owned(), row))
        .collect();
    let (later, in_scope): (Vec<&Row>, Vec<&Row>) =
        ROWS.iter().partition(|row| is_later(row, &recorded[row.id]));
    let differences: Vec<String> =
        in_scope.iter().filter_map(|row| difference(row, &recorded[row.id])).collect();
    let natives = ROWS.iter().filter(|row| matches!(row.compiled, Compiled::Native(_))).count();
    println!("{} rows, {natives} as native code, {} of later features", ROWS.len(), later.len());
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), ROWS.len(), differences.join("\n"));
    let unexplained: Vec<&str> = later
        .iter()
        .filter(|row| !LATER_FEATURES.iter().any(|feature| feature(&recorded[row.id])))
        .map(|row| row.id)
        .collect();
    assert!(unexplained.is_empty(), "refused without one of the later features: {unexplained:?}");
}

/// Rows whose functions the compiler does not have yet say so when they are compiled, and the server does not say the same.
fn is_later(row: &Row, recorded: &Value) -> bool {
    matches!(row.compiled, Compiled::Refused(text) if text.contains("not supported yet") || text.contains("undeclared reference to"))
        && difference(row, recorded).is_some()
}

/// What the compiler leaves to later versions, told from the expression: values known only at run time, regular expressions,
/// time zones, functions of libraries.
const LATER_FEATURES: &[fn(&Value) -> bool] =
    &[|row| text(row).contains("dyn("), |row| row.get("compile_error").is_some()];

fn text(row: &Value) -> &str {
    row["expr"].as_str().unwrap()
}

fn difference(row: &Row, recorded: &Value) -> Option<String> {
    let expected = outcome_of(recorded);
    let actual = match row.compiled {
        Compiled::Refused(text) => refusal(text, recorded),
        Compiled::Native(evaluate) => {
            let arena = Arena::new();
            let mut cost = Cost::new(1_000_000, &arena);
            match evaluate(&mut cost) {
                Ok(value) => format!("{value}, cost {}", cost.spent()),
                Err(error) => format!("error {error}"),
            }
        }
    };
    (actual != expected).then(|| {
        format!(
            "{}: `{}`\n  is       {actual}\n  recorded {expected}",
            row.id,
            recorded["expr"].as_str().unwrap()
        )
    })
}

fn outcome_of(recorded: &Value) -> String {
    if let Some(value) = recorded.get("value") {
        return format!("{}, cost {}", value.as_str().unwrap(), recorded["cost"]);
    }
    if let Some(error) = recorded.get("eval_error") {
        return format!("error {}", error.as_str().unwrap());
    }
    let refused = recorded.get("compile_error").or(recorded.get("program_error"));
    first_line(refused.unwrap().as_str().unwrap()).to_owned()
}

/// The wording of syntax errors is ours, their place is the server's.
fn refusal(text: &str, recorded: &Value) -> String {
    let server = outcome_of(recorded);
    let line = first_line(text).replace("ERROR: <input>:-1:0: program instantiation failed: ", "");
    match server.split_once("Syntax error") {
        Some((place, _)) if line.starts_with(place) => server,
        _ => line,
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
