//! The static part of answers about schemas: what rules may cost.

use super::schemas::Request;
use cel_codegen::{
    crd::{
        check::{self, RuleReport},
        document,
        props::{Property, SchemaProps},
    },
    decls::KubernetesVersion,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The estimates of schemas, each made once.
#[derive(Default)]
pub struct Estimates(HashMap<(String, bool), Estimate>);

/// What the rules of a schema may cost.
struct Estimate {
    /// `path`, `rule` and the costs of each.
    rules: Vec<Value>,
    total: u64,
}

impl Estimates {
    /// Adds them to an answer, if the request wants them: to its `rules`, as far as it has them, and the total.
    pub fn add(&mut self, request: &Request, answer: &mut Value) {
        let only = request.field("only").as_array();
        if answer.get("schema_error").is_some() || only.is_some_and(|only| !only.contains(&json!("rules"))) {
            return;
        }
        let is_resource_root = request.field("isResourceRoot") == true;
        let key = (request.schema.to_string(), is_resource_root);
        let Some(estimate) = self.of(key) else { return };
        // The oracle names none where there are none.
        if !estimate.rules.is_empty() && !answer["rules"].is_array() {
            answer["rules"] = vec![json!({}); estimate.rules.len()].into();
        }
        let rules = answer.get_mut("rules").and_then(Value::as_array_mut);
        for (rule, costs) in rules.into_iter().flatten().zip(&estimate.rules) {
            for (key, value) in costs.as_object().into_iter().flatten() {
                rule[key] = value.clone();
            }
        }
        answer["total_static_cost"] = estimate.total.into();
    }

    fn of(&mut self, key: (String, bool)) -> Option<&Estimate> {
        if !self.0.contains_key(&key) {
            let nodes = document::read(&key.0).ok()?;
            let (schema, _) = SchemaProps::read(nodes.first()?);
            let estimate = estimate(&if key.1 { schema } else { as_property(schema) });
            self.0.insert(key.clone(), estimate);
        }
        self.0.get(&key)
    }
}

fn estimate(schema: &SchemaProps) -> Estimate {
    let report = check::check(schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    Estimate { rules: report.rules.iter().map(rule).collect(), total: report.total_static_cost }
}

/// Where the oracle puts a schema that is no resource root.
fn as_property(schema: SchemaProps) -> SchemaProps {
    let property = Property { name: "self".into(), at: schema.at, schema };
    SchemaProps { ty: "object".into(), properties: vec![property], ..SchemaProps::default() }
}

fn rule(report: &RuleReport) -> Value {
    let mut rule = json!({
        "path": report.path,
        "rule": report.props.rule,
        "static_max_cost": report.registration.max_cost,
        "max_cardinality": report.max_cardinality,
        "estimated_cost": report.estimated_cost,
    });
    let message_cost = report.registration.message_expression_max_cost;
    if message_cost > 0 {
        rule["message_expression_max_cost"] = message_cost.into();
    }
    rule
}

/// Of an answer's rules what is said of their costs.
pub fn comparable(rules: &Value) -> Value {
    let rule = |rule: &Value| {
        let costs = COSTS.iter().filter_map(|key| Some(((*key).to_owned(), rule.get(*key)?.clone())));
        costs.collect::<Value>()
    };
    rules.as_array().into_iter().flatten().map(rule).collect()
}

const COSTS: [&str; 5] =
    ["path", "static_max_cost", "max_cardinality", "estimated_cost", "message_expression_max_cost"];
