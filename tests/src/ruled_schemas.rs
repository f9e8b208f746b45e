//! Random structural schemas with rules at all kinds of nodes, from a fixed seed.

mod rules;

use crate::{
    expressions::Generator,
    mutation::Random,
    native::{schemas::Request, talk},
    objects::{Objects, Pool},
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, env, error::Error, process::Command, sync::Arc};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Writes schemas.
pub struct Schemas {
    random: Random,
    expressions: Generator,
}

impl Schemas {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        Schemas { random: Random::new(seed), expressions: Generator::new(seed) }
    }

    /// As many schemas; of most of them the server accepts all rules. `ORACLE` names the oracle's program.
    ///
    /// # Errors
    /// If the oracle cannot be asked.
    pub fn schemas(&mut self, count: usize) -> Result<Vec<Value>> {
        let mut schemas: Vec<Value> = (0..count)
            .map(|_| {
                let mut schema = self.schema(3);
                // Of a schema that is no resource's nothing asks for it.
                schema.as_object_mut().and_then(|keywords| keywords.remove("x-kubernetes-embedded-resource"));
                self.add_rules(&mut schema, true);
                if self.random.below(3) == 0 {
                    self.add_defaults(&mut schema);
                }
                schema
            })
            .collect();
        let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
        let requests = schemas.iter().map(|schema| json!({"schema": schema, "only": ["rules"]}));
        let answers = talk(&mut Command::new(oracle), requests)?;
        for (schema, answer) in schemas.iter_mut().zip(answers) {
            // Of a schema at which the server panics no rule is kept.
            if self.random.below(8) == 0 && answer.get("panic").is_none() {
                continue;
            }
            let rules = answer["rules"].as_array().into_iter().flatten();
            let faults = rules.map(|rule| (rule["path"].as_str().unwrap_or_default(), rule)).collect();
            remove_refused(schema, "spec.validation.openAPIV3Schema.properties[self]", &faults);
        }
        Ok(schemas)
    }

    fn add_defaults(&mut self, schema: &mut Value) {
        let pool = Pool::default();
        let mut writer = Objects::new(self.random.below(usize::MAX) as u64, &pool);
        for (_, part) in parts(schema) {
            if self.random.below(4) == 0 {
                part["default"] = writer.value(part, 2);
            }
            self.add_defaults(part);
        }
    }

    /// Requests about objects of a schema: as many new ones, and as many updates of these. The first asks about the schema, too.
    pub fn requests(&mut self, name: &str, schema: &Value, objects: usize) -> Vec<Request> {
        let pool = Pool::default();
        let mut writer = Objects::new(self.random.below(usize::MAX) as u64, &pool);
        let text: Arc<str> = schema.to_string().into();
        let mut options = Map::new();
        if self.random.below(6) == 0 {
            options.insert("budget".into(), self.random.below(300).into());
        }
        if self.random.below(6) == 0 {
            options.insert("perCallLimit".into(), self.random.below(60).into());
        }
        if schema["properties"].is_object() && self.random.below(4) == 0 {
            options.insert("isResourceRoot".into(), true.into());
        }
        if self.random.below(4) == 0 {
            options.insert("path".into(), "spec.x".into());
        }
        if self.random.below(3) == 0 {
            options.insert("default".into(), true.into());
        }
        let mut requests = Vec::new();
        for number in 0..objects {
            let fitting = writer.value(schema, 4);
            let new = if number % 2 == 0 { fitting.clone() } else { writer.accident(&fitting, schema) };
            let old = match self.random.below(4) {
                0 => writer.value(schema, 4),
                1 => writer.accident(&fitting, schema),
                _ => writer.successor(&new, schema),
            };
            let mut fields = options.clone();
            fields.insert("id".into(), format!("{name}.{number}").into());
            fields.insert("self".into(), new);
            requests.push(Request { schema: text.clone(), fields: fields.clone() });
            options.insert("only".into(), json!(["errors"]));
            fields.insert("only".into(), json!(["errors"]));
            fields.insert("id".into(), format!("{name}.{number} update").into());
            fields.insert("oldSelf".into(), old);
            requests.push(Request { schema: text.clone(), fields });
        }
        requests
    }

    fn schema(&mut self, depth: usize) -> Value {
        let mut schema = match self.random.below(if depth == 0 { 8 } else { 16 }) {
            0 => json!({"type": "boolean"}),
            1 => json!({"type": "integer"}),
            2 => json!({"type": "number"}),
            3 | 4 => json!({"type": "string"}),
            5 | 6 => {
                let format = self.random.pick(&["byte", "duration", "date", "date-time", "ipv4"]);
                json!({"type": "string", "format": format})
            }
            7 => json!({"x-kubernetes-int-or-string": true}),
            8..=10 => self.list(depth - 1),
            11 | 12 => json!({"type": "object", "additionalProperties": self.schema(depth - 1)}),
            _ => self.object(depth - 1),
        };
        if self.random.below(6) == 0 {
            schema["nullable"] = true.into();
        }
        schema
    }

    fn list(&mut self, depth: usize) -> Value {
        match self.random.below(4) {
            0 => json!({"type": "array", "items": self.schema(depth), "x-kubernetes-list-type": "set"}),
            1 => {
                let mut items = self.object(depth);
                let names: Vec<&str> = (0..=self.random.below(2)).map(|_| self.random.pick(KEYS)).collect();
                for name in &names {
                    let types = [
                        json!({"type": "string"}),
                        json!({"type": "integer"}),
                        json!({"type": "number"}),
                        json!({"type": "boolean"}),
                        json!({"x-kubernetes-int-or-string": true}),
                    ];
                    items["properties"][*name] = types[self.random.below(types.len())].clone();
                }
                items["required"] = names.clone().into();
                json!({"type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": names})
            }
            _ => json!({"type": "array", "items": self.schema(depth)}),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut properties = Map::new();
        for _ in 0..1 + self.random.below(4) {
            let property = match self.random.below(12) {
                0 => json!({"x-kubernetes-preserve-unknown-fields": true}),
                1 => json!({"type": "object", "additionalProperties": true}),
                _ => self.schema(depth),
            };
            properties.insert(self.random.pick(NAMES).to_owned(), property);
        }
        let mut schema = json!({"type": "object", "properties": properties});
        match self.random.below(8) {
            0 => schema["x-kubernetes-preserve-unknown-fields"] = true.into(),
            1 => schema["x-kubernetes-embedded-resource"] = true.into(),
            2 => schema["x-kubernetes-map-type"] = "atomic".into(),
            _ => {}
        }
        schema
    }
}

/// The parts of a schema that are schemas, with what the server adds to its path for them.
fn parts(schema: &mut Value) -> Vec<(String, &mut Value)> {
    let Some(fields) = schema.as_object_mut() else { return Vec::new() };
    let mut parts = Vec::new();
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                parts
                    .extend(properties.iter_mut().map(|(name, part)| (format!(".properties[{name}]"), part)));
            }
            (key @ ("items" | "additionalProperties"), part @ Value::Object(_)) => {
                parts.push((format!(".{key}"), part));
            }
            _ => {}
        }
    }
    parts
}

/// Removes the rules, and the messages, with which the server finds fault.
fn remove_refused(schema: &mut Value, path: &str, faults: &BTreeMap<&str, &Value>) {
    if let Some(rules) = schema["x-kubernetes-validations"].as_array_mut() {
        let numbered: Vec<(usize, Value)> = rules.drain(..).enumerate().collect();
        for (number, mut rule) in numbered {
            let path = format!("{path}.x-kubernetes-validations[{number}].rule");
            let Some(found) = faults.get(&*path).filter(|found| found.get("compile_error").is_none()) else {
                continue;
            };
            if found.get("message_expression_error").is_some()
                && let Some(rule) = rule.as_object_mut()
            {
                rule.remove("messageExpression");
            }
            rules.push(rule);
        }
    }
    for (step, part) in parts(schema) {
        remove_refused(part, &format!("{path}{step}"), faults);
    }
}

const NAMES: &[&str] =
    &["a", "b", "c", "name", "a-b", "x.y", "for", "namespace", "in", "9x", "é", "__x", "q__dot__z", "spec"];

const KEYS: &[&str] = &["k", "name", "my-key", "k!"];
