//! Questions to the API server's code about the objects in a report.

use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    env,
    io::Write as _,
    process::{Command, Stdio},
};

/// One create or update, and the expected answer.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) case: String,
    /// `old` or `new`
    pub(crate) crd: &'static str,
    pub(crate) object: Value,
    pub(crate) old_object: Option<Value>,
    /// The errors; none if it is accepted. `None` if it is refused for whatever reason.
    pub(crate) errors: Option<Vec<String>>,
}

/// The questions about all objects in a line of the report.
pub(crate) fn questions(case: &str, line: &Value) -> Vec<Question> {
    let mut questions = Vec::new();
    for change in line["changes"].as_array().into_iter().flatten() {
        for (key, from, to) in [("refused", "old", "new"), ("accepted", "new", "old")] {
            let found = &change[key];
            if found["object"].is_null() {
                continue;
            }
            let old = Some(&found["old_object"]).filter(|old| !old.is_null()).cloned();
            let ask = |crd, object: &Value, old: Option<&Value>, errors| Question {
                case: case.to_owned(),
                crd,
                object: object.clone(),
                old_object: old.cloned(),
                errors,
            };
            let object = &found["object"];
            questions.extend(old.as_ref().map(|old| ask(from, old, None, Some(Vec::new()))));
            questions.push(ask(from, object, old.as_ref(), Some(Vec::new())));
            questions.push(ask(to, object, old.as_ref(), Some(texts(&found["errors"]))));
            let stored = &found["stored"];
            if !stored.is_null() {
                let errors =
                    Some(if stored["accepted"] == true { Vec::new() } else { texts(&stored["errors"]) });
                questions.push(ask(to, &stored["update"], Some(&stored["object"]), errors));
                if !stored["refused_update"].is_null() {
                    questions.push(ask(to, &stored["refused_update"], Some(&stored["object"]), None));
                }
            }
        }
    }
    questions
}

fn texts(errors: &Value) -> Vec<String> {
    errors.as_array().into_iter().flatten().map(|error| error.as_str().expect("a text").to_owned()).collect()
}

impl Question {
    pub(crate) fn key(&self) -> Value {
        json!({"case": self.case, "crd": self.crd, "object": self.object, "old_object": self.old_object})
    }

    /// Panics with all that the server says in another way.
    pub(crate) fn compare(&self, answer: &Value) {
        let found = self.differences(answer);
        assert!(found.is_empty(), "{}\n{}", self.key(), found.join("\n"));
    }

    /// The differences between the server's answer and the expected one. The server knows no order of errors. Fields that it does not know it drops: `kubectl` asks it to
    /// refuse them.
    pub(crate) fn differences(&self, answer: &Value) -> Vec<String> {
        let mut errors = texts(&answer["errors"]);
        errors.sort();
        let Some(expected) = &self.errors else {
            return if errors.is_empty() { vec!["the server accepts it".to_owned()] } else { Vec::new() };
        };
        let (unknown, mut expected): (Vec<String>, Vec<String>) =
            expected.iter().cloned().partition(|error| error.starts_with("strict decoding error: "));
        expected.sort();
        let mut found = Vec::new();
        if errors != expected {
            found.push(format!("theirs {errors:?}\n  ours {expected:?}"));
        }
        // Of an object that is refused the server does not say what it dropped.
        let is_dropped = answer["dropped"] == true;
        if errors.is_empty() && is_dropped != (!unknown.is_empty() || self.drops(answer)) {
            found.push(format!("the server drops something: {is_dropped}; ours {unknown:?}"));
        }
        found
    }

    /// Updates of stored objects may have what the server drops.
    fn drops(&self, answer: &Value) -> bool {
        self.old_object.is_some() && answer["dropped"] == true
    }
}

/// The server's answers, each with its question.
pub(crate) fn ask(questions: &[Question], crd: impl Fn(&str, &str) -> String) -> Vec<Value> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Question>> = BTreeMap::new();
    for question in questions {
        groups.entry((&question.case, question.crd)).or_default().push(question);
    }
    let requests = groups.iter().flat_map(|((case, name), group)| {
        let crd = crd(case, name);
        // The server's code is asked about one CRD at a time.
        let crd = crd.split("\n---\n").next().unwrap_or_default().to_owned();
        let signs = ["subresources: {status: {}}", "\n      status: {}", "\"status\":{}"];
        let has_status = signs.iter().any(|sign| crd.contains(sign));
        group.iter().map(move |question| request(question, &crd, has_status)).collect::<Vec<_>>()
    });
    let requests: Vec<Value> = requests.collect();
    let answers = talk(&requests);
    let in_order = groups.values().flatten();
    let in_order = in_order.zip(requests.iter().zip(answers));
    let is_status = |request: &Value| request["objects"][0]["subresource"] == "status";
    in_order.map(|(question, (request, answer))| of_answer(question, is_status(request), &answer)).collect()
}

/// A status is written by its own endpoint where there is one.
fn request(question: &Question, crd: &str, has_status: bool) -> Value {
    let mut object = json!({"id": 0, "object": question.object});
    if let Some(old) = &question.old_object {
        object["oldObject"] = old.clone();
        if has_status && question.object["status"] != old["status"] {
            object["subresource"] = "status".into();
        }
    } else if has_status && !question.object["status"].is_null() {
        let mut old = question.object.clone();
        old.as_object_mut().expect("an object").remove("status");
        object["oldObject"] = old;
        object["subresource"] = "status".into();
    }
    json!({"id": 0, "crd": crd, "objects": [object]})
}

fn of_answer(question: &Question, is_status: bool, answer: &Value) -> Value {
    assert_eq!(answer["crd_errors"], json!([]), "{}: {answer}", question.case);
    let found = &answer["objects"][0];
    let errors: Vec<&str> = found["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|error| error["error"].as_str())
        .collect();
    assert_eq!(found["message"].is_null(), errors.is_empty(), "{found}");
    let kept = &found["object"];
    let is_dropped = errors.is_empty() && has_more(&question.object, kept);
    json!({"question": question.key(), "errors": errors, "dropped": is_dropped, "status": is_status})
}

/// True if one value has something that another lacks. The server drops nulls, too.
fn has_more(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), _) => one
            .iter()
            .any(|(key, value)| other.get(key).map_or(!value.is_null(), |other| has_more(value, other))),
        (Value::Array(one), _) => {
            one.iter().enumerate().any(|(i, value)| other.get(i).is_none_or(|other| has_more(value, other)))
        }
        _ => false,
    }
}

/// One line of JSON for each request.
fn talk(requests: &[Value]) -> Vec<Value> {
    let oracle = env::var_os("ORACLE").expect("ORACLE names the program");
    let mut command = Command::new(oracle);
    let mut child =
        command.args(["-mode", "crd"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("started");
    let mut input = child.stdin.take().expect("a pipe");
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("ran");
    writer.join().expect("joined").expect("written");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), requests.len());
    answers
}
