//! Recorded cases: the lines of the files in `tests/data`.
//!
//! A case has an id and a reason. For a file that a program recorded, the id of a case is its place, and the reason is in
//! `data/README.md`.

use serde_json::Value;
use std::{
    fmt::{self, Display, Formatter},
    fs,
    path::{Path, PathBuf},
};

/// A recorded case.
#[derive(Clone, Debug)]
pub struct Case {
    /// `constant-bytes-in-map`, or `golden.jsonl:7`.
    pub id: String,
    /// The reason for the case.
    pub why: String,
    /// The line.
    pub line: Value,
}

/// The cases of a file.
///
/// # Panics
/// If the file cannot be read, or has no reason.
pub fn cases(file: &str) -> Vec<Case> {
    let text = fs::read_to_string(data(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let why_of_file = why(file);
    let case = |(number, line)| {
        let place = format!("{file}:{}", number + 1);
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        let own = |key: &str| line[key].as_str().map(str::to_owned);
        let (id, why) = (own("id").unwrap_or(place), own("why").unwrap_or_else(|| why_of_file.clone()));
        Case { id, why, line }
    };
    text.lines().enumerate().map(case).collect()
}

/// The path of a file with recorded cases.
pub fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// The reason for the cases in a file: its row in `data/README.md`.
///
/// # Panics
/// If there is no such row.
pub fn why(file: &str) -> String {
    let rows = include_str!("../data/README.md").lines();
    let mut rows = rows.filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let row = rows.find(|(files, _)| files.split("`, `").any(|name| name == file));
    let (_, row) =
        row.unwrap_or_else(|| panic!("tests/data/README.md has no row for `{file}`: say why it is there"));
    row.split(" |").next().unwrap_or_default().to_owned()
}

impl Case {
    /// The expression, or all rules of the case.
    pub fn rule(&self) -> String {
        let own = ["expr", "rule"].iter().find_map(|key| self.line[*key].as_str());
        let mut found = own.map(str::to_owned).into_iter().collect();
        if own.is_none() {
            collect_rules(&self.line, &mut found);
        }
        found.join("\n           ")
    }
}

fn collect_rules(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_rules(item, found)),
        Value::Object(entries) => {
            let own = entries.get("x-kubernetes-validations").and_then(Value::as_array);
            let texts = own.into_iter().flatten().filter_map(|rule| rule["rule"].as_str());
            found.extend(texts.map(str::to_owned));
            entries.values().for_each(|value| collect_rules(value, found));
        }
        _ => {}
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.why)?;
        match self.rule() {
            rule if rule.is_empty() => Ok(()),
            rule => write!(f, "\n  rule     {rule}"),
        }
    }
}
