//! Random schemas with random rules, from a fixed seed.

use crate::{expressions::Generator, mutation::Random, structural::type_of};
use cel_compiler::types::Type;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Writes schemas.
pub struct Schemas {
    random: Random,
    expressions: Generator,
}

/// How a rule reads the variables of an expression.
struct Reach {
    /// The text around the expression. `{}` stands for the expression.
    around: &'static str,
    /// The objects that have the variables as properties.
    of: &'static [&'static str],
}

impl Schemas {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        Schemas { random: Random::new(seed), expressions: Generator::new(seed) }
    }

    /// The schema of a resource with a rule or two somewhere in `spec`.
    pub fn schema(&mut self) -> Value {
        let mut node = self.node();
        for _ in 0..self.random.below(4) {
            node = self.wrapped(node);
            if self.random.below(6) == 0 {
                node["x-kubernetes-validations"] = json!([{"rule": "size(dyn(self)) < 3"}]);
            }
        }
        let mut root = json!({"type": "object", "properties": {"spec": node}});
        if self.random.below(8) == 0 {
            root["x-kubernetes-validations"] = json!([{"rule": "self.metadata.name != self.kind"}]);
        }
        root
    }

    /// A node with one rule.
    fn node(&mut self) -> Value {
        let (expr, variables) = self.expression();
        let reach = &REACHES[self.random.below(REACHES.len())];
        let expr = expr_with(&expr, |name| {
            variables.contains_key(name).then(|| format!("{}.{name}", self.random.pick(reach.of)))
        });
        let rule = reach.around.replace("{}", &expr);
        let object = self.object(&variables);
        let (list, map) = (self.list(object.clone()), self.map(object.clone()));
        let mut node = object;
        node["properties"]["o"] = node.clone();
        node["properties"]["l"] = list;
        node["properties"]["m"] = map;
        let message = if self.random.below(3) == 0 { "string(self.v0) + self.v1" } else { "" };
        node["x-kubernetes-validations"] = json!([{"rule": rule, "messageExpression": message}]);
        if message.is_empty() {
            node["x-kubernetes-validations"] = json!([{"rule": rule}]);
        }
        node
    }

    /// An expression and the schemas of its variables.
    fn expression(&mut self) -> (String, BTreeMap<String, Value>) {
        loop {
            let request = self.expressions.requests(0, 1).remove(0);
            let mut variables = BTreeMap::new();
            for (name, var) in request["vars"].as_object().into_iter().flatten() {
                let ty = type_of(var["type"].as_str().unwrap_or("dyn"));
                variables.insert(name.clone(), self.schema_of(&ty));
            }
            let known = variables.into_iter().filter_map(|(name, schema)| Some((name, schema?)));
            let variables: BTreeMap<String, Value> = known.collect();
            let expr = request["expr"].as_str().unwrap_or_default();
            if request["vars"].as_object().map_or(0, Map::len) == variables.len() && expr.len() < 2000 {
                return (format!("[{expr}].size() == 1"), variables);
            }
        }
    }

    /// A schema for values of a type; `None` if there is none.
    fn schema_of(&mut self, ty: &Type) -> Option<Value> {
        let mut schema = match ty {
            Type::Bool => json!({"type": "boolean"}),
            Type::Int => json!({"type": "integer"}),
            Type::Double => json!({"type": "number"}),
            Type::String => self.text(),
            Type::Bytes => json!({"type": "string", "format": "byte"}),
            Type::Timestamp => json!({"type": "string", "format": self.random.pick(&["date", "date-time"])}),
            Type::Duration => json!({"type": "string", "format": "duration"}),
            Type::Dyn => json!({"x-kubernetes-int-or-string": true}),
            Type::List(element) => {
                let items = self.schema_of(element)?;
                self.list(items)
            }
            Type::Map(entry) if entry.0 == Type::String => {
                let values = self.schema_of(&entry.1)?;
                self.map(values)
            }
            _ => return None,
        };
        if matches!(ty, Type::Bytes | Type::Dyn) {
            self.bound(&mut schema, "maxLength");
        }
        Some(schema)
    }

    fn text(&mut self) -> Value {
        let mut schema = json!({"type": "string"});
        self.bound(&mut schema, "maxLength");
        match self.random.below(8) {
            0 => schema["enum"] = json!(["a", "ab", "日本語"]),
            1 => schema["format"] = "email".into(),
            _ => {}
        }
        schema
    }

    fn list(&mut self, items: Value) -> Value {
        let mut schema = json!({"type": "array", "items": items});
        self.bound(&mut schema, "maxItems");
        schema
    }

    fn map(&mut self, values: Value) -> Value {
        let mut schema = json!({"type": "object", "additionalProperties": values});
        self.bound(&mut schema, "maxProperties");
        schema
    }

    /// An object with these properties and some others.
    fn object(&mut self, properties: &BTreeMap<String, Value>) -> Value {
        let mut properties: Map<String, Value> =
            properties.iter().map(|(name, schema)| (name.clone(), schema.clone())).collect();
        for name in ["namespace", "a-b", "äö", "x__y"] {
            if self.random.below(3) == 0 {
                let ty = type_of(self.random.pick(&["string", "int", "list(string)", "timestamp", "bool"]));
                properties.insert(name.to_owned(), self.schema_of(&ty).unwrap_or_default());
            }
        }
        if self.random.below(8) == 0 {
            properties.insert("free".into(), json!({"x-kubernetes-preserve-unknown-fields": true}));
        }
        for (_, schema) in &mut properties {
            if self.random.below(8) == 0 && schema["type"] == "integer" {
                schema["default"] = 1.into();
            }
        }
        let required: Vec<&String> = properties.keys().filter(|_| self.random.below(3) == 0).collect();
        let mut schema = json!({"type": "object", "required": required, "properties": properties});
        if required_is_empty(&schema) {
            schema.as_object_mut().map(|schema| schema.remove("required"));
        }
        schema
    }

    /// A list, a map or an object around a node.
    fn wrapped(&mut self, node: Value) -> Value {
        match self.random.below(6) {
            0 | 1 => self.list(node),
            2 => self.map(node),
            3 => json!({"type": "object", "required": ["p"], "properties": {"p": node}}),
            4 => json!({
                "type": "object", "x-kubernetes-embedded-resource": true, "required": ["metadata", "q"],
                "properties": {"q": node, "metadata": {"type": "object", "properties": {"name": {"type": "string"}}}},
            }),
            _ => json!({"type": "object", "properties": {"a-b": node}}),
        }
    }

    fn bound(&mut self, schema: &mut Value, key: &str) {
        let bounds = [0, 1, 3, 10, 63, 1000, 100_000, 10_000_000];
        if self.random.below(3) > 0 {
            schema[key] = bounds[self.random.below(bounds.len())].into();
        }
    }
}

fn required_is_empty(schema: &Value) -> bool {
    schema["required"].as_array().is_none_or(Vec::is_empty)
}

/// Replaces words of an expression outside of its string literals.
fn expr_with(expr: &str, mut text_of: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::new();
    for (i, part) in expr.split('\'').enumerate() {
        if i > 0 {
            out.push('\'');
        }
        if i % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let mut rest = part;
        while !rest.is_empty() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(rest.chars().next().map_or(0, char::len_utf8)));
            out.push_str(&text_of(word).unwrap_or_else(|| word.to_owned()));
            rest = after;
        }
    }
    out
}

const REACHES: &[Reach] = &[
    Reach { around: "{}", of: &["self"] },
    Reach { around: "{}", of: &["self", "self.o"] },
    Reach { around: "{}", of: &["self.l[0]", "self.o", "self.m.a"] },
    Reach { around: "{}", of: &["self", "oldSelf", "oldSelf.o"] },
    Reach { around: "{}", of: &["dyn(self)", "self"] },
    Reach { around: "self.l.all(e, {})", of: &["e", "self"] },
    Reach { around: "self.l.exists(i, e, {})", of: &["e"] },
    Reach { around: "self.l.map(e, {}).size() == 2", of: &["e", "self.o"] },
    Reach { around: "self.m.all(k, {})", of: &["self.m[k]", "self"] },
    Reach { around: "self.m.all(k, e, {})", of: &["e", "self.m[k]"] },
    Reach { around: "self.m.exists_one(k, self.l.all(e, {}))", of: &["e", "self.m[k]"] },
    Reach { around: "self.l.all(e, self.l.exists(f, {}))", of: &["e", "f"] },
    Reach { around: "self.l.filter(e, {}).all(f, f.v0 == 1)", of: &["e", "self.l.filter(g, g.v0 == 1)[0]"] },
    Reach { around: "self.?o.optMap(e, {}).orValue(true)", of: &["e", "self"] },
    Reach { around: "(self.l + self.l).all(e, {})", of: &["e"] },
    Reach { around: "[self.o, self.l[1]].all(e, {})", of: &["e"] },
    Reach { around: "{'a': self.o}.all(k, e, {})", of: &["e", "{'b': self.o}[k]"] },
    Reach { around: "self.l.sortBy(e, e.v1).all(f, {})", of: &["f"] },
];
