//! Estimates and costs against the API server's recorded answers.

use cel_compiler::{
    cost::{EXPRESSION_COST_LIMIT, advice::Cause},
    crd::check::{self, Costs},
    env::Env,
    library::KubernetesVersion,
    rule::{Registration, register},
    schema::{Schema, Step, ValidationRule, steps_text},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::{
    costs::{self, schemas::Schemas},
    growth::{EXCEPTIONS, Exception},
    native::objects::{Validator, judge},
    recorded::cases,
};

#[allow(clippy::all, non_snake_case, dead_code, reason = "generated")]
mod native {
    use super::*;
    use cel_runtime::__private::Shape;
    include!(concat!(env!("OUT_DIR"), "/costs.rs"));
}

#[test]
fn the_docs_list_what_takes_longer_than_it_is_charged() {
    let row = |exception: &Exception| {
        let Exception { expr, parts: [few, many], seconds: [short, long] } = exception;
        format!("| `{expr}` | {few} | {short} | {many} | {long} |")
    };
    let rows: Vec<String> = EXCEPTIONS.iter().map(row).collect();
    let docs = include_str!("../../docs/costs.md").lines();
    let table = docs.skip_while(|line| !line.starts_with("| expression | parts |")).skip(2);
    assert_eq!(table.take_while(|line| line.starts_with('|')).collect::<Vec<_>>(), rows);
}

#[test]
fn vectors_have_the_recorded_estimates() {
    let schemas: Value = serde_json::from_str(include_str!("../data/cost_schemas.json")).unwrap();
    let mut compared = 0;
    let mut different = Vec::new();
    for case in cases("cost_vectors.jsonl") {
        let row = &case.line;
        let number = usize::try_from(row["schema"].as_u64().unwrap()).unwrap();
        let found = registered(row, &schemas[number]);
        compared += 1;
        if found != expected(row) {
            different.push(format!("{case}\n  is       {found}\n  recorded {row}"));
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
    let max_cardinality = cel_compiler::cost::Sizes::new(&env).max_cardinality(&node);
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
fn vectors_have_the_recorded_costs_at_run_time() {
    let (mut compared, mut different) = (0, Vec::new());
    for (case, validator) in cases("cost_vectors.jsonl").iter().zip(native::CASES) {
        let row = &case.line;
        let Some(validator) = validator else {
            assert!(row.get("compile_error").is_some(), "{case}");
            continue;
        };
        compared += 1;
        let request = json!({
            "self": row["self"],
            "oldSelf": row["oldSelf"],
            "perCallLimit": row["limit"],
            "ratcheting": false,
        });
        let answer = judge(&request, *validator);
        if answer["runtime_cost"] != cost(row) || !is_verdict(&answer["errors"], row) {
            different.push(format!("{case}\n  is       {answer}\n  recorded {row}"));
        }
    }
    assert!(different.is_empty(), "{} of {compared}:\n{}", different.len(), different.join("\n"));
    assert_eq!(compared, 296);
}

/// Of the rule, and of the message if it is violated. At its limit an evaluation takes all of the budget; what it has cost until
/// then is recorded with the expressions.
fn cost(row: &Value) -> u64 {
    if row["error"] == "operation cancelled: actual cost limit exceeded" {
        return 10_000_001;
    }
    let message = if row["result"] == false { row["message_runtime_cost"].as_u64() } else { None };
    row["runtime_cost"].as_u64().unwrap() + message.unwrap_or(0)
}

fn is_verdict(errors: &Value, row: &Value) -> bool {
    let details = errors.as_array().unwrap().iter().map(|error| error["detail"].as_str().unwrap());
    let rule = row["rule"].as_str().unwrap().trim();
    let error = row["error"].as_str();
    match (details.collect::<Vec<_>>().as_slice(), row["result"].as_bool()) {
        ([], Some(true)) => true,
        ([detail], Some(false)) => match row["message"].as_str() {
            Some(message) => *detail == message,
            None => *detail == format!("failed rule: {rule}"),
        },
        ([detail], None) => detail.contains(error.unwrap()) && detail.ends_with(rule),
        _ => false,
    }
}

#[test]
fn expressions_and_schemas_have_the_recorded_estimates() {
    for case in cases("cost_cases.jsonl") {
        let line = &case.line;
        let (ours, theirs) = match line.get("schema") {
            Some(_) => (costs::of_schema(line), costs::of_rules(&line["answer"])),
            None => (costs::of_expression(line), costs::of_answer(&line["answer"])),
        };
        assert_eq!(ours, theirs, "{case}");
    }
}

/// Each remedy is tried: its bound brings the expression below its limit, and none that is larger.
#[test]
fn remedies_of_random_rules() {
    let mut schemas = Schemas::new(11);
    let (mut dear, mut helped) = (0, 0);
    for schema in (0..300).map(|_| schemas.schema()) {
        let props = costs::props(&schema);
        let report = check::check(&props, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
        let costs = Costs::new(&props, &report, KubernetesVersion::NEW_EXPRESSIONS);
        for costed in costs.expressions() {
            let cost = costed.expression.cost();
            assert_eq!(costs_of(&schema).get(&costed.path), Some(&cost), "{schema}");
            if cost <= EXPRESSION_COST_LIMIT {
                continue;
            }
            dear += 1;
            let Some(remedy) = costs.advice(&costed.expression).remedy else { continue };
            helped += 1;
            let cost = |max| costs_of(&bounded(&schema, &remedy.causes, max))[&costed.path];
            let paths: Vec<String> = remedy.causes.iter().map(|cause| steps_text(&cause.path)).collect();
            let costs = [cost(remedy.max), cost(remedy.max + 1)];
            assert!(
                costs[0] <= EXPRESSION_COST_LIMIT
                    && (costs[1] > EXPRESSION_COST_LIMIT || remedy.max == REQUEST_BYTES),
                "{schema}\n{paths:?} {}: {costs:?}",
                remedy.max
            );
        }
    }
    assert!(dear >= 100 && helped >= 80, "{helped} of {dear}");
}

/// Costs of the expressions of a schema, by path.
fn costs_of(schema: &Value) -> BTreeMap<String, u64> {
    let report = check::check(&costs::props(schema), KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    let rules = report.rules.iter().flat_map(|rule| {
        let [cost, message] = rule.costs();
        let message_path = rule.path.replace("].rule", "].messageExpression");
        [(rule.path.clone(), cost), (message_path, message)]
    });
    rules.collect()
}

/// A schema with bounds where it has none or larger ones.
fn bounded(schema: &Value, causes: &[Cause<'_>], max: u64) -> Value {
    let mut schema = schema.clone();
    for cause in causes {
        let node = cause.path.iter().fold(&mut schema, |schema, step| match step {
            Step::Field(name) => &mut schema["properties"][name],
            Step::Items => &mut schema["items"],
            Step::Values => &mut schema["additionalProperties"],
        });
        let bound = &mut node[cause.bounded().keyword()];
        *bound = bound.as_u64().map_or(max, |own| own.min(max)).into();
    }
    schema
}

/// No more is ever said.
const REQUEST_BYTES: u64 = 3 << 20;
