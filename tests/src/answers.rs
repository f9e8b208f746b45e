//! Answers of the compiler and of native code, in the form of the server's answers.

use cel_compiler::{
    checker::check,
    diagnostic::{Diagnostic, Display},
    env::Env,
    parser::parse,
};

use crate::structural::go_name;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The type of an expression in Go's spelling, or all errors as the server lists them.
pub fn check_text(source: &str, env: &Env<'_>) -> Result<String, String> {
    let checked = parse(source).and_then(|expr| check(expr, env));
    checked
        .map(|checked| go_name(checked.result_type()))
        .map_err(|diagnostics| display(source, &diagnostics.into_sorted()))
}

/// The server's text for several errors.
pub fn display(source: &str, diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<String> =
        diagnostics.iter().map(|diagnostic| Display { source, diagnostic }.to_string()).collect();
    texts.join("\n")
}

/// The parts of an answer in `-mode expr` that must be equal, in a uniform spelling.
pub fn comparable(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let Some(fields) = answer.as_object_mut() else { return answer };
    fields.retain(|key, _| !matches!(key.as_str(), "id" | "static_cost"));
    if fields.contains_key("compile_error") {
        fields.remove("type");
    }
    if let Some(value) = fields.get_mut("value") {
        normalize(value);
    }
    answer
}

/// True if the server's answer and ours agree. Our syntax errors have other words. So if the server lists syntax errors, only the
/// place of our first error is compared: it must be one of the server's places.
pub fn same(theirs: &Value, ours: &Value) -> bool {
    let errors = theirs["compile_error"].as_str().filter(|errors| errors.contains(SYNTAX_ERROR));
    match errors.and_then(|errors| errors.lines().next()) {
        Some(first) => {
            let expected = first.split_once(SYNTAX_ERROR).map_or(first, |(place, _)| place);
            ours["compile_error"].as_str().is_some_and(|error| error.starts_with(expected))
        }
        None => comparable(theirs) == comparable(ours),
    }
}

const SYNTAX_ERROR: &str = "Syntax error: ";

/// Writes doubles as bits, and sorts the entries of maps.
fn normalize(value: &mut Value) {
    if value["type"] == "double"
        && let Some(double) = value["value"].as_f64()
    {
        value["value"] = format!("{:x}", double.to_bits()).into();
    }
    // Expressions cannot see the text of these values.
    const UNSEEN: [&str; 4] = [
        "kubernetes.Quantity",
        "kubernetes.NamedFormat",
        "google.protobuf.Empty",
        "google.protobuf.Struct.FieldsEntry",
    ];
    if UNSEEN.iter().any(|name| value["type"] == *name) {
        value["value"] = Value::Null;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(normalize),
        Value::Object(fields) => fields.values_mut().for_each(normalize),
        _ => {}
    }
    if value["type"] == "map"
        && let Some(entries) = value["value"].as_array_mut()
    {
        entries.sort_by_key(ToString::to_string);
    }
}

/// Result of an expression.
pub fn kind(answer: &Value) -> &'static str {
    match answer["error"].as_str() {
        Some("operation cancelled: actual cost limit exceeded") => "cancelled",
        Some(_) => "errors",
        None if answer.get("compile_error").is_some() => "refused",
        None => "values",
    }
}

/// The parts of an answer in `-mode schema` about an object that must be equal. Errors are sorted by field; at one field they keep
/// the server's order. Warnings are sorted by text.
pub fn comparable_verdict(answer: &Value) -> Value {
    const OF_THE_SCHEMA: [&str; 6] =
        ["id", "schema_error", "crd_errors", "crd_other_errors", "rules", "total_static_cost"];
    let mut answer = answer.clone();
    let Some(fields) = answer.as_object_mut() else { return answer };
    fields.retain(|key, _| !OF_THE_SCHEMA.contains(&key.as_str()));
    if let Some(errors) = fields.get_mut("errors").and_then(Value::as_array_mut) {
        errors.iter_mut().for_each(shorten_compile_error);
        errors.sort_by(|a, b| a["field"].as_str().cmp(&b["field"].as_str()));
    }
    if let Some(warnings) = fields.get_mut("warnings").and_then(Value::as_array_mut) {
        warnings.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    }
    answer
}

/// Shortens the error of a rule that does not compile. Its texts are compared where the schema is judged.
fn shorten_compile_error(error: &mut Value) {
    const FAILED: &str = "rule compile error: compilation failed: ";
    if error["detail"].as_str().is_some_and(|detail| detail.starts_with(FAILED)) {
        error["detail"] = FAILED.into();
        error["error"] = Value::Null;
    }
}

/// The same without the flag for schemas without rules.
pub fn comparable_report(answer: &Value) -> Value {
    let mut answer = comparable_verdict(answer);
    answer.as_object_mut().map(|fields| fields.remove("no_validator"));
    answer
}

/// True if our verdict is possible when the server visits the maps of each rule in another order. `theirs` are some of its
/// verdicts. Each of our errors must be in one of them, and no error may be missing that is in all of them. At each field one of
/// them must have as many errors. The same holds for warnings. Other parts must be equal to those of one verdict. If the server has
/// several costs, ours may differ.
pub fn is_mixture(theirs: impl IntoIterator<Item = Value>, ours: &Value) -> bool {
    const LISTS: [&str; 2] = ["errors", "warnings"];
    let theirs: Vec<Value> = theirs.into_iter().collect();
    let varies = has_several_costs(&theirs);
    let without_lists = |verdict: &Value| {
        let budget = whole_budget(verdict).filter(|_| varies);
        let mut verdict = verdict.clone();
        if let Some(fields) = verdict.as_object_mut() {
            fields.retain(|key, _| {
                !LISTS.contains(&key.as_str()) && (budget.is_none() || !COSTS.contains(&key.as_str()))
            });
            fields.extend(budget.map(|budget| ("budget".to_owned(), budget.into())));
        }
        verdict
    };
    let rest = without_lists(ours);
    theirs.iter().any(|theirs| without_lists(theirs) == rest)
        && LISTS.iter().all(|list| {
            let theirs: Vec<&[Value]> = theirs.iter().map(|theirs| entries(theirs, list)).collect();
            is_mixture_of_lists(&theirs, entries(ours, list))
        })
}

const COSTS: [&str; 2] = ["runtime_cost", "remaining_budget"];

/// True if the server's cost depends on the order in which it visits a map.
fn has_several_costs(theirs: &[Value]) -> bool {
    let costs: HashSet<u64> = theirs.iter().filter_map(|theirs| theirs["runtime_cost"].as_u64()).collect();
    costs.len() > 1
}

/// The budget before the rules ran. `None` if it was used up.
fn whole_budget(verdict: &Value) -> Option<i64> {
    let [cost, left] = COSTS.map(|key| verdict[key].as_i64());
    cost?.checked_add(left.filter(|left| *left >= 0)?)
}

/// Compares lists by looking entries up, since there may be thousands.
fn is_mixture_of_lists(theirs: &[&[Value]], ours: &[Value]) -> bool {
    let texts = |entries: &[Value]| entries.iter().map(ToString::to_string).collect::<HashSet<String>>();
    let said: Vec<HashSet<String>> = theirs.iter().map(|theirs| texts(theirs)).collect();
    let by_us = texts(ours);
    let mut always = said.first().into_iter().flatten();
    let is_always_said = |entry: &String| said.iter().all(|said| said.contains(entry));
    let counts: Vec<HashMap<&str, usize>> = theirs.iter().map(|theirs| count_by_field(theirs)).collect();
    let of_us = count_by_field(ours);
    let is_count = |field: &&str| {
        let count = of_us.get(field);
        counts.iter().any(|counts| counts.get(field) == count)
    };
    by_us.iter().all(|entry| said.iter().any(|said| said.contains(entry)))
        && always.all(|entry| !is_always_said(entry) || by_us.contains(entry))
        && of_us.keys().chain(counts.iter().flat_map(HashMap::keys)).all(is_count)
}

fn count_by_field(entries: &[Value]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for entry in entries {
        *counts.entry(entry["field"].as_str().unwrap_or_default()).or_default() += 1;
    }
    counts
}

fn entries<'v>(verdict: &'v Value, list: &str) -> &'v [Value] {
    verdict[list].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Result for an object.
pub fn verdict_kind(answer: &Value) -> &'static str {
    match answer["errors"].as_array().map(Vec::len) {
        _ if answer["remaining_budget"] == -1 => "stopped",
        _ if answer["no_validator"] == true => "without rules",
        Some(0) => "valid",
        Some(_) => "invalid",
        None => "refused",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn verdict(cost: i64) -> Value {
        json!({ "errors": [], "runtime_cost": cost, "remaining_budget": 100 - cost })
    }

    #[test]
    fn another_cost_is_a_mixture_only_of_several() {
        assert!(is_mixture([verdict(3), verdict(5)], &verdict(4)));
        assert!(is_mixture([verdict(3)], &verdict(3)));
        assert!(!is_mixture([verdict(3), verdict(3)], &verdict(4)));
        let other_budget = json!({ "errors": [], "runtime_cost": 4, "remaining_budget": 90 });
        assert!(!is_mixture([verdict(3), verdict(5)], &other_budget));
        let stopped = json!({ "errors": [], "runtime_cost": 4, "remaining_budget": -1 });
        assert!(!is_mixture([verdict(3), verdict(5)], &stopped));
    }
}
