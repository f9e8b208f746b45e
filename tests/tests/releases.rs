//! The answers of `cel-codegen check --kubernetes`, against recorded answers of the code of each release.
//!
//! `cargo oracle record releases --folder FOLDER` asks the programs in a folder again (`tests/oracle/releases`). A line
//! without answers is a new case; `except` names releases that are not told apart there (`docs/releases.md`).

use cel_compiler::library::KubernetesVersion;
use serde_json::{Map, Value, json};
use std::{env, fs, path::PathBuf};
use tests::schemas;

#[test]
fn rules_are_judged_as_each_release_does() {
    if env::var_os("RECORD").is_some() {
        record();
    }
    let (mut different, mut count) = (Vec::new(), 0);
    for case in cases() {
        for (release, recorded) in answers(&case) {
            if case["except"].as_array().is_some_and(|except| except.contains(&release.into())) {
                continue;
            }
            let version = KubernetesVersion::for_new_rules(release).expect("a release");
            let ours = answer(schemas::ours_for(&schema(&case), version));
            count += 1;
            if !are_equal(&ours, recorded) {
                let [id, why, rule] = ["id", "why", "rule"].map(|key| case[key].as_str().unwrap_or_default());
                different.push(format!("{id}: {why}\n  rule     {rule}\n  release  {release}\n  is       {ours}\n  recorded {recorded}"));
            }
        }
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
    assert!(count >= 550, "{count} answers");
}

/// Each release with its answer. Releases with the same answer stand together: `1.25 1.26`.
fn answers(case: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let answers = case["answers"].as_array().into_iter().flatten();
    answers.flat_map(|answer| {
        let releases = answer["releases"].as_str().unwrap_or_default();
        releases.split(' ').map(move |release| (release, answer))
    })
}

fn cases() -> Vec<Value> {
    let text = fs::read_to_string(data("releases.jsonl")).expect("recorded cases");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// The root of a resource whose `spec` has the rule.
fn schema(case: &Value) -> Value {
    let mut spec: Value = serde_json::from_str(include_str!("../data/releases_schema.json")).expect("JSON");
    let keys = ["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];
    let rule = keys.iter().filter_map(|key| Some(((*key).to_owned(), case.get(*key)?.clone())));
    spec["x-kubernetes-validations"] = json!([rule.collect::<Map<_, _>>()]);
    json!({"type": "object", "properties": {"spec": spec}})
}

/// Highest cost of an evaluation, and the mistakes.
fn answer(whole: Value) -> Value {
    let whole = schemas::without_values(whole);
    let errors = ["crd_errors", "crd_other_errors"].into_iter().flat_map(|part| whole[part].as_array());
    let mut details: Vec<&str> = errors.flatten().filter_map(|error| error["detail"].as_str()).collect();
    details.sort_unstable();
    json!({"cost": whole["rules"][0]["static_max_cost"], "errors": details})
}

/// Of a text about a syntax error only the place counts.
fn are_equal(ours: &Value, recorded: &Value) -> bool {
    let texts = |answer: &Value| -> Vec<String> {
        let texts = answer["errors"].as_array().into_iter().flatten();
        texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
    };
    let (ours_texts, theirs) = (texts(ours), texts(recorded));
    let same = |(ours, theirs): (&String, &String)| match theirs.split_once(" Syntax error: ") {
        Some((place, _)) => ours.starts_with(place),
        None => ours == theirs,
    };
    ours["cost"] == recorded["cost"]
        && ours_texts.len() == theirs.len()
        && ours_texts.iter().zip(&theirs).all(same)
}

fn record() {
    let folder = PathBuf::from(env::var_os("RELEASES").expect("RELEASES names the folder of the programs"));
    let (mut cases, mut asked) = (cases(), 0);
    let requests: Vec<Value> = cases.iter().map(schema).collect();
    for minor in 25..=37 {
        let release = format!("1.{minor}");
        let program = folder.join(&release);
        if !program.is_file() {
            continue;
        }
        let answers = schemas::ask_program(&program, &requests).expect("answers");
        for (case, theirs) in cases.iter_mut().zip(answers) {
            if asked == 0 {
                case["answers"] = json!([]);
            }
            add(&mut case["answers"], &release, answer(theirs));
        }
        asked += 1;
    }
    assert!(asked > 0, "no programs in {}", folder.display());
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    fs::write(data("releases.jsonl"), lines).expect("written");
}

/// Adds the answer of a release to those of the releases before it.
fn add(answers: &mut Value, release: &str, mut answer: Value) {
    let answers = answers.as_array_mut().expect("a list");
    match answers.last_mut().filter(|last| ["cost", "errors"].iter().all(|key| last[key] == answer[key])) {
        Some(last) => {
            let releases = last["releases"].as_str().unwrap_or_default();
            last["releases"] = format!("{releases} {release}").into();
        }
        None => {
            answer["releases"] = release.into();
            answers.push(answer);
        }
    }
}
