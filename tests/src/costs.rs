//! The compiler's estimates and those in the oracle's answers, in the same form.

pub mod limits;
pub mod schemas;

use crate::structural::{Variable, env, type_of, version};
use cel_compiler::{
    checker,
    cost::{CostEstimate, Sizes, estimate_with},
    crd::{
        check::{self, RuleReport},
        decl_type::decl_type,
        document,
        props::SchemaProps,
    },
    library::KubernetesVersion,
    parser,
    schema::DeclType,
};
use serde_json::{Map, Value, json};

/// The estimate of a request of `-mode expr`; null if its expression does not compile.
pub fn of_expression(request: &Value) -> Value {
    estimate(request).map_or(Value::Null, |cost| json!({"min": cost.min.number(), "max": cost.max.number()}))
}

/// The estimate in the oracle's answer.
pub fn of_answer(answer: &Value) -> Value {
    answer["static_cost"].clone()
}

/// The costs of a request of `-mode schema`.
pub fn of_schema(request: &Value) -> Value {
    let schema = props(&request["schema"]);
    let report = check::check(&schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    let rules: Value = report.rules.iter().map(of_rule).collect();
    json!({"rules": rules, "total": report.total_static_cost})
}

fn of_rule(rule: &RuleReport) -> Value {
    json!({
        "path": rule.path,
        "static_max_cost": rule.registration.max_cost,
        "max_cardinality": rule.max_cardinality,
        "estimated_cost": rule.estimated_cost,
        "message_expression_max_cost": rule.registration.message_expression_max_cost,
    })
}

/// The costs in the oracle's answer.
pub fn of_rules(answer: &Value) -> Value {
    let of_rule = |rule: &Value| {
        let number =
            |key: &str| (key.to_owned(), if rule[key].is_null() { 0.into() } else { rule[key].clone() });
        let numbers = ["static_max_cost", "max_cardinality", "estimated_cost", "message_expression_max_cost"]
            .map(number);
        numbers.into_iter().chain([("path".to_owned(), rule["path"].clone())]).collect::<Map<_, _>>().into()
    };
    let rules: Vec<Value> = answer["rules"].as_array().into_iter().flatten().map(of_rule).collect();
    json!({"rules": rules, "total": answer["total_static_cost"]})
}

/// A schema with its bounds multiplied by a factor, or without bounds.
pub fn with_bounds(schema: &Value, factor: Option<u64>) -> Value {
    match schema {
        Value::Object(fields) => {
            let fields = fields.iter().filter_map(|(key, value)| {
                let bound = value.as_u64().filter(|_| BOUNDS.contains(&key.as_str()));
                Some((
                    key.clone(),
                    match bound {
                        Some(bound) => (bound * factor?).into(),
                        None => with_bounds(value, factor),
                    },
                ))
            });
            fields.collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(|item| with_bounds(item, factor)).collect(),
        other => other.clone(),
    }
}

const BOUNDS: [&str; 3] = ["maxLength", "maxItems", "maxProperties"];

/// `None` if the expression does not compile.
fn estimate(request: &Value) -> Option<CostEstimate> {
    let variables = variables(&request["vars"]);
    let env = env(&variables).with_version(version(request));
    let expr = parser::parse_for(request["expr"].as_str()?, env.version()).ok()?;
    let checked = checker::check(expr, &env).ok()?;
    let sizes = Sizes::new(&env);
    let size_at = |path: &[&str]| {
        let (first, rest) = path.split_first()?;
        match variables.iter().find(|(name, _)| name == first)? {
            (_, Variable::Node(node)) => sizes.at(node, rest),
            (_, Variable::Type(_)) => None,
        }
    };
    Some(estimate_with(&checked, env.version(), &size_at))
}

/// The `vars` of a request with the bounds of their schemas.
fn variables(vars: &Value) -> Vec<(String, Variable)> {
    let vars = vars.as_object().into_iter().flatten();
    vars.map(|(name, var)| {
        let variable = match &var["type"] {
            Value::Null => Variable::Type(type_of("dyn")),
            Value::String(text) => Variable::Type(type_of(text)),
            schema => Variable::Node(node(schema, false)),
        };
        (name.clone(), variable)
    })
    .collect()
}

/// The node that a schema describes.
pub fn node(schema: &Value, is_resource_root: bool) -> DeclType {
    decl_type(&props(schema), is_resource_root)
}

/// Reads a schema as written in a CRD.
pub fn props(schema: &Value) -> SchemaProps {
    let text = schema.to_string();
    let documents = document::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (props, errors) = SchemaProps::read(&documents[0]);
    assert!(errors.is_empty(), "{errors:?}: {text}");
    props
}
