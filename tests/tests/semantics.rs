//! The recorded expressions as native code: values, costs, errors.

#![cfg_attr(
    clippy,
    allow(
        dead_code,
        unused_imports,
        reason = "clippy leaves out the generated code, which takes it minutes"
    )
)]

use cel_compiler::{env::Env, rule::compile_expression};
use cel_runtime::__private::{Arena, Cost, SERVER, ops::Outcome};
use serde_json::Value;
use std::{collections::HashMap, sync::LazyLock};
use tests::{
    answers::comparable,
    native::values::{Encode, answer, options, variable},
    recorded::{Case, cases},
    render::Render,
};

struct Row {
    id: &'static str,
    compiled: Compiled,
}

enum Compiled {
    Native(for<'a> fn(&'a Value, &mut Cost<'a>) -> Outcome<'a, String>),
    /// The compiler's errors.
    Refused(&'static str),
}

#[allow(clippy::all, non_snake_case, dead_code, reason = "generated")]
mod native {
    use super::*;
    #[cfg(not(clippy))]
    include!(concat!(env!("OUT_DIR"), "/vectors.rs"));
    #[cfg(not(clippy))]
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
    #[cfg(clippy)]
    pub(super) static CASES: &[fn(&Value) -> Value] = &[];
    #[cfg(clippy)]
    pub(super) static ROWS: &[Row] = &[];
}
use native::{CASES, ROWS};

#[test]
fn recorded_requests_have_the_recorded_answers() {
    let mut differences = Vec::new();
    for (case, evaluate) in cases("expr_cases.jsonl").iter().zip(CASES) {
        let (actual, expected) = (evaluate(&case.line), &case.line["answer"]);
        if comparable(&actual) != comparable(expected) {
            differences.push(format!("{case}\n  is       {actual}\n  recorded {expected}"));
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
    let recorded: HashMap<String, Case> =
        cases("eval_vectors.jsonl").into_iter().map(|case| (case.id.clone(), case)).collect();
    let differences: Vec<String> = ROWS.iter().filter_map(|row| difference(row, &recorded[row.id])).collect();
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), ROWS.len(), differences.join("\n"));
}

/// The release that brought it lets only stored rules use it.
#[test]
fn includes_is_refused_in_new_rules() {
    let expressions = cases("eval_vectors.jsonl").into_iter().map(|case| case.rule());
    let refused = expressions.filter(|expr| expr.contains(".includes(")).map(|expr| {
        let diagnostics = compile_expression(&expr, &Env::new()).expect_err(&expr);
        diagnostics.iter().map(|diagnostic| diagnostic.message.to_string()).collect::<Vec<_>>().join("\n")
    });
    assert_eq!(refused.collect::<Vec<_>>(), ["undeclared reference to 'includes' (in container '')"; 4]);
}

fn difference(row: &Row, case: &Case) -> Option<String> {
    let recorded = &case.line;
    let expected = outcome_of(recorded);
    let actual = match row.compiled {
        Compiled::Refused(text) => refusal(text, recorded),
        Compiled::Native(evaluate) => {
            let arena = Arena::new();
            let mut cost = Cost::new(&SERVER, &arena);
            let object = recorded["self"].as_str().map_or(&Value::Null, |name| &values()[name]);
            match evaluate(object, &mut cost) {
                Ok(value) => format!("{value}, cost {}", cost.spent()),
                Err(error) => format!("error {error}"),
            }
        }
    };
    (actual != expected).then(|| format!("{case}\n  is       {actual}\n  recorded {expected}"))
}

/// The objects of the vectors.
fn values() -> &'static Value {
    static VALUES: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(include_str!("../data/eval_values.json")).unwrap());
    &VALUES
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
