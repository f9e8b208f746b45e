//! Answers requests about objects with the validators of their schema.
//!
//! This file uses only cel-runtime, since the crates that `native` writes contain a copy of it.

use cel_runtime::{
    __private::{
        Shape,
        json::{NodeFn, SerdeTrees, TextTrees, evaluate, evaluate_slice},
        serde_json::{Value, json},
    },
    ErrorList, FieldError, FieldPath, Options, Report,
};

/// The code of a schema for each kind of trees; `None` for a schema without rules.
pub type Validator = Option<(NodeFn<SerdeTrees>, NodeFn<TextTrees>, &'static Shape)>;

/// The answer of the oracle's `-mode schema` about `self`. An object that is read from its text
/// must have the same answer as a tree of `serde_json`.
pub fn judge(request: &Value, validator: Validator) -> Value {
    let defaults = Options::default();
    let old = Some(&request["oldSelf"]).filter(|old| !old.is_null());
    let options = Options {
        budget: request["budget"].as_i64().unwrap_or(defaults.budget),
        per_call_limit: request["perCallLimit"].as_u64().unwrap_or(defaults.per_call_limit),
        path: FieldPath::from(request["path"].as_str().unwrap_or_default()),
        ratcheting: request["ratcheting"].as_bool().unwrap_or(defaults.ratcheting),
        ..defaults
    };
    let Some((of_tree, of_text, shape)) = validator else {
        return json!({"errors": [], "runtime_cost": 0, "remaining_budget": options.budget, "no_validator": true});
    };
    let answer = answer(&evaluate::<SerdeTrees>(&request["self"], old, &options, of_tree, shape));
    let (text, old) = (request["self"].to_string(), old.map(Value::to_string));
    match evaluate_slice(text.as_bytes(), old.as_ref().map(String::as_bytes), &options, of_text, shape) {
        Ok(report) if self::answer(&report) == answer => answer,
        of_text => {
            json!({"of_tree": answer, "of_text": of_text.map_or(Value::Null, |report| self::answer(&report))})
        }
    }
}

fn answer(report: &Report) -> Value {
    let mut answer = json!({
        "errors": server_errors(&report.errors),
        "runtime_cost": report.runtime_cost,
        "remaining_budget": report.remaining_budget,
    });
    if !report.warnings.is_empty() {
        answer["warnings"] = report.warnings.iter().map(|warning| warning.error()).collect();
    }
    answer
}

/// Errors with the names of the server's evaluator.
fn server_errors(errors: &ErrorList) -> Value {
    let error = |error: &FieldError| {
        json!({
            "error": error.error(),
            "type": error.reason(),
            "field": error.field(),
            "detail": error.detail(),
        })
    };
    errors.iter().map(error).collect()
}
