//! Answers to requests about objects, given by the validators of their schema.
//!
//! Knows cel-runtime only: the crates that `native` writes contain a copy of this file.

use cel_runtime::{
    __private::{
        json::{NodeFn, evaluate},
        serde_json::{Value, json},
    },
    FieldPath, Options,
};

/// What the oracle's `-mode schema` says of `self`; without a validator the schema has no rules.
pub fn judge(request: &Value, validator: Option<NodeFn>) -> Value {
    let defaults = Options::default();
    let options = Options {
        budget: request["budget"].as_i64().unwrap_or(defaults.budget),
        per_call_limit: request["perCallLimit"].as_u64().unwrap_or(defaults.per_call_limit),
        path: FieldPath::from(request["path"].as_str().unwrap_or_default()),
        ratcheting: false,
    };
    let Some(validator) = validator else {
        return json!({"errors": [], "runtime_cost": 0, "remaining_budget": options.budget, "no_validator": true});
    };
    let old = Some(&request["oldSelf"]).filter(|old| !old.is_null());
    let report = evaluate(&request["self"], old, &options, validator);
    json!({
        "errors": report.errors,
        "runtime_cost": report.runtime_cost,
        "remaining_budget": report.remaining_budget,
    })
}
