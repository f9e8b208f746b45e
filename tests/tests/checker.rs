//! The checker against the API server's recorded answers.

use cel_compiler::{env::Env, library::KubernetesVersion};
use serde_json::Value;
use tests::{answers::check_text, recorded::cases, structural};

#[test]
fn evaluation_vectors() {
    let schemas: Value = serde_json::from_str(include_str!("../data/eval_schemas.json")).unwrap();
    let (mut wrong, mut compared) = (0, 0);
    for case in cases("eval_vectors.jsonl") {
        let row = &case.line;
        let source = row["expr"].as_str().unwrap();
        compared += 1;
        let node = row["schema"].as_str().map(|name| structural::node(&schemas[name]));
        let mut env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
        if let Some(node) = &node {
            let ty = env.type_of_node("selfType", node).unwrap();
            env = env.with_variable("self", ty.clone()).with_variable("oldSelf", ty);
        }
        let ours = check_text(source, &env);
        let same = match (&ours, row["compile_error"].as_str()) {
            (Ok(ty), None) => row["checked_type"] == **ty,
            (Err(text), Some(expected)) if expected.contains("Syntax error") => {
                place(text) == place(expected)
            }
            (Err(text), Some(expected)) => without_digits(expected) == *text,
            _ => false,
        };
        if !same {
            wrong += 1;
            println!("{case}\n  is       {ours:?}\n  recorded {row}");
        }
    }
    assert_eq!(wrong, 0, "of {compared} rows");
}

#[test]
fn random_expressions() {
    let envs: Value = serde_json::from_str(include_str!("../data/checker_envs.json")).unwrap();
    for case in cases("checker_cases.jsonl") {
        let row = &case.line;
        let source = row["expr"].as_str().unwrap();
        let variables = structural::variables(&envs[row["env"].as_str().unwrap()]);
        match check_text(source, &structural::env(&variables)) {
            Ok(ty) => assert_eq!(row["type"], *ty, "{case}"),
            Err(text) => assert_eq!(row["compile_error"], *text, "{case}"),
        }
    }
}

/// `ERROR: <input>:1:4`: syntax errors are in our own words.
fn place(text: &str) -> String {
    text.splitn(4, ':').take(3).collect()
}

/// `selfType` without the digits that the server adds.
fn without_digits(text: &str) -> String {
    let mut parts = text.split("selfType");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push_str("selfType");
        result.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    result
}
