//! `cel-codegen check` on random schemas, against recorded answers of the API server's code.
//!
//! `ORACLE=.. RECORD=1 cargo test -p tests --test check` asks again.

use serde_json::{Value, json};
use std::{env, fs, path::PathBuf};
use tests::{mutation::Random, random_schemas, schemas};

fn record() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/check_schemas.jsonl")
}

#[test]
fn random_schemas_are_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        record_answers();
    }
    let text = fs::read_to_string(record()).expect("recorded answers");
    let (mut count, mut accepted) = (0, 0);
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let ours = schemas::ours(&line["schema"]);
        let found = schemas::differences(&line["answer"], &ours);
        assert!(found.entries.is_empty(), "{}\n{}", line["schema"], found.entries.join("\n"));
        count += 1;
        accepted += usize::from(ours["crd_errors"] == json!([]) && ours["crd_other_errors"] == json!([]));
    }
    assert!(count >= 200 && accepted >= 30, "{count} schemas, {accepted} accepted");
}

#[test]
fn definitions_are_judged_as_the_server_does() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/definition_cases.jsonl");
    let text = fs::read_to_string(&file).expect("recorded cases");
    let mut cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    if env::var_os("RECORD").is_some() {
        let answers = schemas::ask_definitions(&cases).expect("answers");
        let answered = cases.into_iter().zip(answers).filter_map(|(mut case, answer)| {
            case["errors"] = answer?;
            Some(case)
        });
        cases = answered.collect();
        let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
        fs::write(&file, lines).expect("written");
    }
    let mut different = Vec::new();
    for case in &cases {
        let ours = schemas::definition_errors(&case["crd"]);
        if ours != case["errors"] {
            different.push(format!("{}\n  is       {ours}\n  recorded {}", case["id"], case["errors"]));
        }
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
}

/// Schemas that the server panics at are left out.
fn record_answers() {
    let mut random = Random::new(7);
    let schemas: Vec<Value> = (0..240).map(|_| random_schemas::schema(&mut random)).collect();
    let answers = schemas::ask(&schemas).expect("answers");
    let lines = schemas.iter().zip(answers).filter(|(_, answer)| answer.get("panic").is_none());
    let lines: String =
        lines.map(|(schema, answer)| format!("{}\n", json!({"schema": schema, "answer": answer}))).collect();
    fs::write(record(), lines).expect("written");
}
