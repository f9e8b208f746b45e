//! Random structural schemas with rules at all kinds of nodes, from a fixed seed.

mod rules;

use crate::{
    expressions::Generator,
    mutation::Random,
    native::schemas::Request,
    objects::{Objects, Pool},
    oracle,
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, error::Error, sync::Arc};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A schema.
pub struct RuledSchema {
    schema: Value,
    /// True for the schema of a resource.
    is_root: bool,
}

/// Makes schemas.
pub struct Schemas {
    random: Random,
    expressions: Generator,
}

impl RuledSchema {
    /// A CRD with this schema.
    pub fn crd(&self) -> Value {
        let schema = match self.is_root {
            true => self.schema.clone(),
            false => json!({"type": "object", "properties": {"self": self.schema}}),
        };
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.dev"},
            "spec": {
                "group": "example.dev", "scope": "Cluster",
                "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
            },
        })
    }
}

impl Schemas {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        Schemas { random: Random::new(seed), expressions: Generator::new(seed) }
    }

    /// Makes this many schemas. In most of them the server accepts all rules. `ORACLE` is the path of the oracle's program.
    ///
    /// # Errors
    /// If the oracle cannot be asked.
    pub fn schemas(&mut self, count: usize) -> Result<Vec<RuledSchema>> {
        let mut schemas: Vec<RuledSchema> = (0..count).map(|_| self.ruled()).collect();
        let requests = schemas.iter().map(
            |RuledSchema { schema, is_root }| json!({"schema": schema, "isResourceRoot": is_root, "only": ["crd", "rules"]}),
        );
        let answers = oracle::ask("schema", requests)?;
        for (RuledSchema { schema, is_root }, answer) in schemas.iter_mut().zip(answers) {
            // If the server panics at a schema, all its rules are removed.
            if self.random.below(8) == 0 && answer.get("panic").is_none() {
                continue;
            }
            let rules = answer["rules"].as_array().into_iter().flatten();
            let faults = rules.map(|rule| (rule["path"].as_str().unwrap_or_default(), rule)).collect();
            let place = if *is_root { "" } else { ".properties[self]" };
            remove_refused(schema, &format!("spec.validation.openAPIV3Schema{place}"), &faults);
        }
        Ok(schemas)
    }

    fn ruled(&mut self) -> RuledSchema {
        let is_root = self.random.below(4) == 0;
        let mut schema = if is_root { self.root() } else { self.schema(3) };
        // The server's own validator needs a type at the root.
        while !has_type(&schema) {
            schema = self.schema(3);
        }
        // A root that is no resource has no fields for it.
        schema.as_object_mut().and_then(|keywords| keywords.remove("x-kubernetes-embedded-resource"));
        self.add_rules(&mut schema, true);
        if self.random.below(3) == 0 {
            self.add_defaults(&mut schema);
        }
        // The server refuses rules at the metadata.
        if let Some(metadata) = schema.pointer_mut("/properties/metadata").filter(|_| is_root) {
            metadata.as_object_mut().and_then(|keywords| keywords.remove("x-kubernetes-validations"));
        }
        RuledSchema { schema, is_root }
    }

    fn add_defaults(&mut self, schema: &mut Value) {
        let pool = Pool::default();
        let mut writer = Objects::new(self.random.below(usize::MAX) as u64, &pool);
        for (step, part) in parts(schema) {
            // The server drops the rules of embedded metadata.
            if step == ".properties[metadata]" {
                continue;
            }
            if self.random.below(4) == 0 {
                part["default"] = writer.value(part, 2);
            }
            self.add_defaults(part);
        }
    }

    /// Requests with objects for a schema: this many new objects, and as many updates of them. The first request asks about the
    /// schema, too.
    pub fn requests(&mut self, name: &str, ruled: &RuledSchema, objects: usize) -> Vec<Request> {
        let RuledSchema { schema, is_root } = ruled;
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
        options.insert("isResourceRoot".into(), (*is_root).into());
        if self.random.below(4) == 0 {
            options.insert("path".into(), "spec.x".into());
        }
        if self.random.below(3) == 0 {
            options.insert("default".into(), true.into());
        }
        let mut requests = Vec::new();
        for number in 0..objects {
            let fitting = self.complete(writer.value(schema, 4), *is_root);
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

    /// The schema of a resource, with the usual parts.
    fn root(&mut self) -> Value {
        let mut root = self.object(3);
        if let Some(keywords) = root.as_object_mut() {
            keywords.remove("x-kubernetes-embedded-resource");
        }
        if self.random.below(2) == 0 {
            root["properties"]["status"] = self.object(1);
        }
        match self.random.below(4) {
            0 => root["properties"]["metadata"] = json!({"type": "object"}),
            1 => {
                let name = json!({"type": "string", "maxLength": self.random.below(9)});
                root["properties"]["metadata"] = json!({"type": "object", "properties": {"name": name}});
            }
            _ => {}
        }
        if self.random.below(2) == 0 {
            root["properties"]["kind"] = json!({"type": "string"});
            root["properties"]["apiVersion"] = json!({"type": "string"});
        }
        root
    }

    /// Usually adds the fields that the server demands of a resource.
    fn complete(&mut self, mut object: Value, is_root: bool) -> Value {
        if is_root
            && self.random.below(4) > 0
            && let Some(fields) = object.as_object_mut()
        {
            fields.insert("kind".into(), "Pod".into());
            fields.insert("apiVersion".into(), "v1".into());
            fields.insert("metadata".into(), json!({"name": self.random.pick(&["web", "a"]), "uid": "u"}));
        }
        object
    }

    fn schema(&mut self, depth: usize) -> Value {
        let mut schema = match self.random.below(if depth == 0 { 9 } else { 18 }) {
            0 => json!({"type": "boolean"}),
            1 => json!({"type": "integer"}),
            2 => json!({"type": "number"}),
            3 | 4 => json!({"type": "string"}),
            5 | 6 => json!({"type": "string", "format": self.random.pick(FORMATS)}),
            7 => self.int_or_string(),
            8 => self.untyped(),
            9..=11 => self.list(depth - 1),
            12 | 13 => json!({"type": "object", "additionalProperties": self.schema(depth - 1)}),
            _ => self.object(depth - 1),
        };
        if self.random.below(6) == 0 {
            schema["nullable"] = true.into();
        }
        if self.random.below(4) == 0 {
            self.restrict(&mut schema);
        }
        schema
    }

    fn int_or_string(&mut self) -> Value {
        match self.random.below(3) {
            0 => {
                json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]})
            }
            _ => json!({"x-kubernetes-int-or-string": true}),
        }
    }

    /// Nodes without a type, for functions that take any value.
    fn untyped(&mut self) -> Value {
        match self.random.below(3) {
            0 => json!({"type": "object", "additionalProperties": true}),
            1 => json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}),
            _ => json!({"x-kubernetes-preserve-unknown-fields": true}),
        }
    }

    /// Adds bounds and other restrictions, which do not matter for rules.
    fn restrict(&mut self, schema: &mut Value) {
        let bound = self.random.below(30);
        match (schema["type"].as_str(), self.random.below(3)) {
            (Some("string"), 0) if schema["format"].is_null() => {
                schema["enum"] = json!(["a", "web", "", "é"])
            }
            (Some("string"), 1) => schema["pattern"] = "^[a-z]*$".into(),
            (Some("string"), _) => schema["maxLength"] = bound.into(),
            (Some("integer"), 0) => schema["format"] = self.random.pick(&["int32", "int64"]).into(),
            (Some("integer" | "number"), _) => schema["minimum"] = bound.into(),
            (Some("array"), _) => schema["maxItems"] = bound.into(),
            (Some("object"), _) => schema["maxProperties"] = bound.into(),
            _ => {}
        }
    }

    fn list(&mut self, depth: usize) -> Value {
        match self.random.below(5) {
            0 => json!({"type": "array", "items": self.schema(depth), "x-kubernetes-list-type": "set"}),
            1 => self.map_list(depth),
            2 => json!({"type": "array", "items": self.schema(depth), "x-kubernetes-list-type": "atomic"}),
            _ => json!({"type": "array", "items": self.schema(depth)}),
        }
    }

    fn map_list(&mut self, depth: usize) -> Value {
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

    fn object(&mut self, depth: usize) -> Value {
        let mut properties = Map::new();
        for _ in 0..1 + self.random.below(4) {
            let property = self.schema(depth);
            properties.insert(self.random.pick(NAMES).to_owned(), property);
        }
        let mut schema = json!({"type": "object", "properties": properties});
        match self.random.below(8) {
            0 => schema["x-kubernetes-preserve-unknown-fields"] = true.into(),
            1 => self.embed(&mut schema),
            2 => schema["x-kubernetes-map-type"] = "atomic".into(),
            _ => {}
        }
        schema
    }

    /// Turns an object into an embedded resource.
    fn embed(&mut self, schema: &mut Value) {
        schema["x-kubernetes-embedded-resource"] = true.into();
        match self.random.below(4) {
            0 => schema["x-kubernetes-preserve-unknown-fields"] = true.into(),
            1 => {
                for name in ["kind", "apiVersion"] {
                    schema["properties"][name] = json!({"type": "string"});
                }
                let name = json!({"type": "string"});
                let metadata = json!({"name": name, "generateName": name, "labels": {
                    "type": "object", "additionalProperties": {"type": "string"}}});
                schema["properties"]["metadata"] = json!({"type": "object", "properties": metadata});
            }
            _ => {}
        }
    }
}

fn has_type(schema: &Value) -> bool {
    let below = [&schema["items"], &schema["additionalProperties"]];
    below.into_iter().all(|below| !below.is_object() || has_type(below))
        && (schema["type"].is_string() || schema["x-kubernetes-int-or-string"] == true)
}

/// The subschemas of a schema, each with its part of the server's path.
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

/// Removes the rules and messages that the server refuses.
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

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "name",
    "a-b",
    "x.y",
    "for",
    "namespace",
    "in",
    "9x",
    "é",
    "__x",
    "q__dot__z",
    "spec",
    "a/b",
    "日本語",
    "true",
    "a_b",
    "A b",
];

const FORMATS: &[&str] = &[
    "byte",
    "duration",
    "date",
    "date-time",
    "byte",
    "duration",
    "date",
    "date-time",
    "ipv4",
    "uuid",
    "email",
    "uri",
    "password",
    "datetime",
    "hostname",
    "other",
];

const KEYS: &[&str] = &["k", "name", "my-key", "k!"];
