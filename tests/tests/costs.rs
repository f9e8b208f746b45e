//! The static estimate against the API server's recorded answers.

use cel_codegen::{
    decls::KubernetesVersion,
    env::Env,
    rule::{Registration, register},
    schema::{Schema, ValidationRule},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::costs;

#[test]
fn vectors_have_the_recorded_estimates() {
    let schemas: Value = serde_json::from_str(include_str!("../data/cost_schemas.json")).unwrap();
    let mut compared = 0;
    let mut different = Vec::new();
    for line in include_str!("../data/cost_vectors.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let number = usize::try_from(row["schema"].as_u64().unwrap()).unwrap();
        let found = registered(&row, &schemas[number]);
        compared += 1;
        if found != expected(&row) {
            different.push(format!("{row}\n  is {found}"));
        }
    }
    assert!(different.is_empty(), "{} of {compared}:\n{}", different.len(), different.join("\n"));
    assert_eq!(compared, 299);
}

fn registered(row: &Value, schema: &Value) -> Value {
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    let rule = ValidationRule {
        rule: text("rule").unwrap(),
        message_expression: text("messageExpression"),
        optional_old_self: row["optionalOldSelf"].as_bool(),
        ..ValidationRule::default()
    };
    let node = costs::node(schema, row["root"] == true);
    let definitions = Schema { root: String::new(), definitions: BTreeMap::new() };
    let env = Env::for_json_node(&definitions, &node).with_version(KubernetesVersion::STORED_EXPRESSIONS);
    let max_cardinality = cel_codegen::cost::Sizes::new(&env).max_cardinality(&node);
    match register(env.clone(), &node, &rule) {
        Registration { error: Some(error), .. } => {
            let detail = error.detail(&rule.rule);
            json!({"compile_error": detail.lines().next().unwrap_or_default()})
        }
        found => json!({
            "static_cost": found.max_cost,
            "max_cardinality": max_cardinality,
            "message_static_cost": found.message_expression_max_cost,
        }),
    }
}

fn expected(row: &Value) -> Value {
    match row["compile_error"].as_str() {
        Some(error) => json!({"compile_error": error.lines().next().unwrap_or_default()}),
        None => json!({
            "static_cost": row["static_cost"],
            "max_cardinality": row["max_cardinality"],
            "message_static_cost": if row["message_static_cost"].is_null() { json!(0) } else { row["message_static_cost"].clone() },
        }),
    }
}

#[test]
fn former_differences_have_the_recorded_estimates() {
    for line in include_str!("../data/cost_cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (ours, theirs) = match case.get("schema") {
            Some(_) => (costs::of_schema(&case), costs::of_rules(&case["answer"])),
            None => (costs::of_expression(&case), costs::of_answer(&case["answer"])),
        };
        assert_eq!(ours, theirs, "{line}");
    }
}
