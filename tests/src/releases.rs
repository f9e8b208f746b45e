//! All recorded expressions and schemas as schemas of CRDs: for comparisons with other releases of Kubernetes.

use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// A schema for each recorded expression and for each recorded schema, with its file and line.
///
/// # Errors
/// If the recorded cases cannot be read.
pub fn recorded() -> Result<Vec<(String, Value)>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let json = |name: &str| -> Result<Value, Box<dyn Error>> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.join(name))?)?)
    };
    let environments = json("checker_envs.json")?;
    let (of_costs, of_values) = (json("cost_schemas.json")?, json("eval_schemas.json")?);
    let mut found = Vec::new();
    for file in FILES {
        for (i, line) in fs::read_to_string(folder.join(file))?.lines().enumerate() {
            let case: Value = serde_json::from_str(line)?;
            let schema = match (&case["schema"], &case["expr"]) {
                (schema @ Value::Object(_), _) => below_root(schema),
                (Value::Number(_), _) => ruled(&of_costs, &case),
                (Value::String(name), Value::String(text)) => {
                    with_variables(text, &json!({"self": {"type": of_values[name]}}))
                }
                (_, Value::String(text)) => match case["env"].as_str() {
                    Some(env) if environments[env].is_object() => with_variables(text, &environments[env]),
                    _ => with_variables(text, &case["vars"]),
                },
                _ => continue,
            };
            found.push((format!("{file}:{}", i + 1), schema));
        }
    }
    Ok(found)
}

const FILES: [&str; 10] = [
    "checker_cases.jsonl",
    "expr_cases.jsonl",
    "cost_cases.jsonl",
    "cost_vectors.jsonl",
    "eval_vectors.jsonl",
    "parser_cases.jsonl",
    "golden.jsonl",
    "schema_cases.jsonl",
    "check_schemas.jsonl",
    "corner_schemas.jsonl",
];

fn below_root(schema: &Value) -> Value {
    match schema["properties"].get("spec").or(schema["properties"].get("apiVersion")) {
        Some(_) => schema.clone(),
        None => json!({"type": "object", "properties": {"self": schema}}),
    }
}

/// The schema of a case, with its rule and the rule's other keys.
fn ruled(schemas: &Value, case: &Value) -> Value {
    let index = case["schema"].as_u64().and_then(|i| usize::try_from(i).ok()).unwrap_or_default();
    let mut schema = schemas[index].clone();
    let keys = ["rule", "message", "messageExpression", "optionalOldSelf"];
    let rule = keys.iter().filter_map(|key| Some(((*key).to_owned(), case.get(*key)?.clone())));
    schema["x-kubernetes-validations"] = json!([rule.collect::<Map<_, _>>()]);
    json!({"type": "object", "properties": {"self": schema}})
}

/// A schema with rules that contain an expression with variables, like those in requests to the oracle: one rule for its cost, and
/// one for the largest size of its value.
///
/// If `self` has a schema, the rules are at that node. Other variables become properties, and macros give them names:
/// `[self.v_x].all(x, [x + 1].size() != 0)`.
#[must_use]
pub fn with_variables(text: &str, variables: &Value) -> Value {
    let used: Vec<(&String, &Value)> =
        variables.as_object().into_iter().flatten().filter(|(name, _)| uses(text, name)).collect();
    let only_self = used.iter().all(|(name, var)| *name == "self" && var["type"].is_object());
    let (mut node, mut names) = (json!({"type": "object", "properties": {}}), Vec::new());
    if let (true, [(_, of_self)]) = (only_self, used.as_slice()) {
        node = of_self["type"].clone();
    } else {
        for (name, variable) in used {
            let (schema, value) = variable_of(&variable["type"], &format!("self.v_{name}"));
            node["properties"][format!("v_{name}")] = schema;
            names.push((name, value));
        }
    }
    let named = |rule: String| {
        names.iter().rev().fold(rule, |rule, (name, value)| format!("[{value}].all({name}, {rule})"))
    };
    let rules = [format!("[{text}].size() != 0"), format!("[{text}] == [{text}]"), text.to_owned()];
    node["x-kubernetes-validations"] = rules.map(|rule| json!({"rule": named(rule)})).into_iter().collect();
    json!({"type": "object", "properties": {"self": node}})
}

fn uses(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

/// A schema for a variable of a type, and the expression that turns a value of that schema into the variable.
fn variable_of(ty: &Value, value: &str) -> (Value, String) {
    let Some(text) = ty.as_str() else {
        let schema = if ty.is_object() { ty.clone() } else { json!({"x-kubernetes-int-or-string": true}) };
        return (schema, value.to_owned());
    };
    if let Some(schema) = schema_of(text) {
        return (schema, value.to_owned());
    }
    let arguments = text.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or_default();
    let part = |of: &str| variable_of(&Value::String(of.trim().to_owned()), value);
    if text.starts_with("list(") {
        let (schema, value) = part(arguments);
        return (schema, format!("[{value}]"));
    }
    if text.starts_with("optional_type(") {
        let (schema, value) = part(arguments);
        return (schema, format!("optional.of({value})"));
    }
    if let Some((key, of)) = arguments.split_once(',').filter(|_| text.starts_with("map(")) {
        let (schema, value) = part(of);
        let key = match key {
            "string" => "'a'",
            "int" => "1",
            _ => "dyn(true)",
        };
        return (schema, format!("{{{key}: {value}}}"));
    }
    let string = json!({"type": "string", "maxLength": 30});
    match text {
        "uint" => (json!({"type": "integer"}), format!("uint({value})")),
        "net.IP" => (string, format!("ip({value})")),
        "net.CIDR" => (string, format!("cidr({value})")),
        "kubernetes.URL" => (string, format!("url({value})")),
        _ => (json!({"type": "boolean"}), "null".to_owned()),
    }
}

/// A schema for values of a type.
fn schema_of(ty: &str) -> Option<Value> {
    let string = |format: &str| json!({"type": "string", "format": format});
    if let Some(items) = ty.strip_prefix("list(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(json!({"type": "array", "maxItems": 5, "items": schema_of(items)?}));
    }
    if let Some(map) = ty.strip_prefix("map(").and_then(|rest| rest.strip_suffix(')')) {
        let values = map.strip_prefix("string,")?.trim_start();
        return Some(
            json!({"type": "object", "maxProperties": 5, "additionalProperties": schema_of(values)?}),
        );
    }
    Some(match ty {
        "int" => json!({"type": "integer"}),
        "double" => json!({"type": "number"}),
        "bool" => json!({"type": "boolean"}),
        "string" => json!({"type": "string", "maxLength": 30}),
        "bytes" => string("byte"),
        "timestamp" => string("date-time"),
        "duration" => string("duration"),
        "dyn" => json!({"x-kubernetes-int-or-string": true}),
        _ => return None,
    })
}

/// Errors that only one of two answers about a schema has: `ours refuses spec..rule: self.a > 1: no such ..`. Nothing for a schema
/// that makes the server panic.
#[must_use]
pub fn refused_by_one(theirs: &Value, ours: &Value) -> Vec<String> {
    let cannot_prune =
        theirs["schema_error"].as_str().is_some_and(|error| error.starts_with("failed to prune"));
    if cannot_prune || theirs.get("panic").is_some() {
        return Vec::new();
    }
    let (by_them, by_us) = (refused(theirs), refused(ours));
    // If the server cannot read a schema, it does not check the rest of it.
    if [&by_them, &by_us].iter().all(|refused| refused.contains_key("schema")) {
        return Vec::new();
    }
    let only = |who: &str, these: &BTreeMap<String, String>, others: &BTreeMap<String, String>| {
        let fields = these.iter().filter(|(field, _)| !others.contains_key(*field));
        fields.map(|(field, text)| format!("{who} refuses {field}: {text}")).collect::<Vec<_>>()
    };
    [only("ours", &by_us, &by_them), only("theirs", &by_them, &by_us)].concat()
}

/// The fields that have errors, with the rule at the field and the first error.
fn refused(answer: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Some(error) = answer["schema_error"].as_str() {
        found.insert("schema".to_owned(), error.to_owned());
    }
    let errors = ["crd_errors", "crd_other_errors"].map(|part| answer[part].as_array());
    for error in errors.into_iter().flatten().flatten() {
        let field = error["field"].as_str().unwrap_or_default();
        let rule = answer["rules"].as_array().into_iter().flatten().find(|rule| rule["path"] == field);
        let rule = rule.map_or(&Value::Null, |rule| &rule["rule"]);
        found.entry(field.to_owned()).or_insert_with(|| format!("{rule}: {}", error["detail"]));
    }
    found
}
