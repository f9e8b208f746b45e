//! Answers requests about objects with the validators of their schema.
//!
//! This file uses only cel-runtime, since the crates that `native` writes contain a copy of it.

use cel_runtime::{
    __private::{
        Shape,
        json::{NodeFn, evaluate},
        serde_json::{Value, json},
    },
    ErrorList, FieldError, FieldPath, Options,
};

/// The code of a schema; `None` for a schema without rules.
pub type Validator = Option<(NodeFn, &'static Shape)>;

/// The answer of the oracle's `-mode schema` about `self`.
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
    let Some((root, shape)) = validator else {
        return json!({"errors": [], "runtime_cost": 0, "remaining_budget": options.budget, "no_validator": true});
    };
    let report = evaluate(&request["self"], old, &options, root, shape);
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
