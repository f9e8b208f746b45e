//! Random objects for structural schemas, and changes to objects, from a fixed seed.

use crate::mutation::Random;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Writes and changes objects.
pub struct Objects<'p> {
    random: Random,
    /// Values of other objects, by the name of their property.
    pool: &'p Pool,
}

/// Values by the name of their property.
#[derive(Default)]
pub struct Pool(BTreeMap<String, Vec<Value>>);

impl Pool {
    /// Adds the values of all properties in an object.
    pub fn add(&mut self, object: &Value) {
        for (name, value) in object.as_object().into_iter().flatten() {
            let known = self.0.entry(name.clone()).or_default();
            if known.len() < MOST_KNOWN && !known.contains(value) {
                known.push(value.clone());
            }
        }
        children(object).for_each(|child| self.add(child));
    }
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// A part of an object: its place and its schema. The schema is null if there is none.
struct Part<'s> {
    pointer: String,
    schema: &'s Value,
}

impl<'p> Objects<'p> {
    /// A generator of objects like those in the pool.
    pub fn new(seed: u64, pool: &'p Pool) -> Self {
        Objects { random: Random::new(seed), pool }
    }

    /// A value that usually fits a schema.
    pub fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(values) = schema["enum"].as_array().filter(|values| !values.is_empty()) {
            return values[self.random.below(values.len())].clone();
        }
        if schema["nullable"] == true && self.one_in(6) {
            return Value::Null;
        }
        if schema["x-kubernetes-int-or-string"] == true {
            return if self.one_in(2) { self.integer(schema) } else { self.text(schema) };
        }
        match schema["type"].as_str() {
            Some("boolean") => self.one_in(2).into(),
            Some("integer") => self.integer(schema),
            Some("number") => self.number(schema),
            Some("string") => self.text(schema),
            Some("array") => {
                let most = schema["maxItems"].as_u64().map_or(4, |most| most.min(4) as usize);
                let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
                let size = self.random.below(most + 1).max(least);
                let size = if depth == 0 { least } else { size };
                (0..size).map(|_| self.value(&schema["items"], depth.saturating_sub(1))).collect()
            }
            Some("object") => self.object(schema, depth),
            _ => self.anything(2),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut fields = Map::new();
        if schema["additionalProperties"].is_object() {
            for _ in 0..self.random.below(if depth == 0 { 1 } else { 4 }) {
                let key = self.random.pick(KEYS).to_owned();
                fields.insert(key, self.value(&schema["additionalProperties"], depth.saturating_sub(1)));
            }
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = schema["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
            if is_required || depth > 0 && !self.one_in(3) {
                fields.insert(name.clone(), self.property(name, property, depth.saturating_sub(1)));
            }
        }
        let keeps_unknown =
            schema["x-kubernetes-preserve-unknown-fields"] == true || schema["additionalProperties"] == true;
        if keeps_unknown && self.one_in(2) {
            fields.insert(self.random.pick(KEYS).to_owned(), self.anything(2));
        }
        if schema["x-kubernetes-embedded-resource"] == true {
            fields.entry("apiVersion").or_insert(json!("v1"));
            fields.entry("kind").or_insert(json!("Pod"));
            let metadata = fields.entry("metadata").or_insert(json!({}));
            if let Some(metadata) = metadata.as_object_mut() {
                metadata.insert("name".into(), self.random.pick(&["a", "web", "x-1"]).into());
            }
        }
        fields.into()
    }

    /// A value for a property, often one that other objects have there.
    fn property(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        let known: Vec<&Value> =
            self.pool.0.get(name).into_iter().flatten().filter(|value| fits(value, schema)).collect();
        if !known.is_empty() && !self.one_in(3) {
            return known[self.random.below(known.len())].clone();
        }
        self.value(schema, depth)
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let bound = |key: &str| schema[key].as_i64();
        match (self.random.below(4), bound("minimum"), bound("maximum")) {
            (0, Some(least), _) => least.into(),
            (1, _, Some(most)) => most.into(),
            (2, Some(least), most) => {
                let room = most.map_or(100, |most| most.saturating_sub(least).clamp(0, 1_000_000));
                (least + self.random.below(room as usize + 1) as i64).into()
            }
            _ => INTS[self.random.below(INTS.len())].into(),
        }
    }

    fn number(&mut self, schema: &Value) -> Value {
        if self.one_in(2) { self.integer(schema) } else { NUMBERS[self.random.below(NUMBERS.len())].into() }
    }

    fn text(&mut self, schema: &Value) -> Value {
        let texts = match schema["format"].as_str() {
            Some("byte") => BYTES,
            Some("duration") => DURATIONS,
            Some("date") => DATES,
            Some("date-time") => DATE_TIMES,
            _ => TEXTS,
        };
        self.random.pick(texts).into()
    }

    /// Any JSON.
    pub fn anything(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => self.one_in(2).into(),
            2 => INTS[self.random.below(INTS.len())].into(),
            3 => NUMBERS[self.random.below(NUMBERS.len())].into(),
            4 | 5 => self.random.pick(TEXTS).into(),
            6 => (0..self.random.below(4)).map(|_| self.anything(depth - 1)).collect(),
            _ => {
                let entry = |_| (self.random.pick(KEYS).to_owned(), self.anything(depth - 1));
                (0..3).map(entry).collect::<Map<_, _>>().into()
            }
        }
    }

    /// A copy with a few changes. Usually it still fits its schema.
    pub fn successor(&mut self, object: &Value, schema: &Value) -> Value {
        self.changed(object, schema, Self::change)
    }

    /// A copy with a few changes of any kind.
    pub fn accident(&mut self, object: &Value, schema: &Value) -> Value {
        self.changed(object, schema, |objects, value, schema| match objects.random.below(3) {
            0 => objects.change(value, schema),
            _ => objects.damage(value),
        })
    }

    fn changed(
        &mut self,
        object: &Value,
        schema: &Value,
        change: impl Fn(&mut Self, &mut Value, &Value),
    ) -> Value {
        let mut object = object.clone();
        for _ in 0..=self.random.below(3) {
            let mut parts = Vec::new();
            collect(&object, schema, String::new(), &mut parts);
            let Part { pointer, schema } = &parts[self.random.below(parts.len())];
            if let Some(part) = object.pointer_mut(pointer) {
                change(self, part, schema);
            }
        }
        object
    }

    fn change(&mut self, value: &mut Value, schema: &Value) {
        match value {
            Value::Object(fields) if !self.one_in(6) => self.change_fields(fields, schema),
            Value::Array(items) if !self.one_in(6) => self.change_items(items, &schema["items"]),
            Value::Number(number) if self.one_in(3) => {
                if let Some(int) = number.as_i64() {
                    *value = int.saturating_add(if self.one_in(2) { 1 } else { -1 }).into();
                }
            }
            Value::String(text) if self.one_in(4) => text.push('x'),
            _ => *value = self.value(schema, 3),
        }
    }

    fn change_fields(&mut self, fields: &mut Map<String, Value>, schema: &Value) {
        if self.one_in(3) {
            return drop(self.remove_field(fields));
        }
        if schema["additionalProperties"].is_object() {
            let value = self.value(&schema["additionalProperties"], 3);
            fields.insert(self.random.pick(KEYS).to_owned(), value);
        } else if let Some(properties) = schema["properties"].as_object().filter(|all| !all.is_empty())
            && let Some((name, property)) = properties.iter().nth(self.random.below(properties.len()))
        {
            fields.insert(name.clone(), self.property(name, property, 3));
        }
    }

    fn remove_field(&mut self, fields: &mut Map<String, Value>) -> Option<Value> {
        let name = fields.keys().nth(self.random.below(fields.len()))?.clone();
        fields.remove(&name)
    }

    fn change_items(&mut self, items: &mut Vec<Value>, schema: &Value) {
        let at = self.random.below(items.len());
        match self.random.below(5) {
            0 if !items.is_empty() => drop(items.remove(at)),
            1 if !items.is_empty() => items.insert(at, items[self.random.below(items.len())].clone()),
            2 if !items.is_empty() => items.rotate_left(at),
            3 if !items.is_empty() => items.swap(0, at),
            _ => items.push(self.value(schema, 3)),
        }
    }

    /// Replaces or changes a value. The result may violate the schema.
    fn damage(&mut self, value: &mut Value) {
        match (self.random.below(6), value) {
            (0, value) => *value = Value::Null,
            (1 | 2, Value::Object(fields)) => {
                if self.one_in(2) {
                    fields.insert(self.random.pick(KEYS).to_owned(), self.anything(2));
                } else {
                    self.remove_field(fields);
                }
            }
            (1 | 2, Value::Array(items)) => match self.random.below(3) {
                0 => items.push(self.anything(1)),
                1 => *items = items.iter().cycle().take(items.len() * 20).cloned().collect(),
                _ => items.clear(),
            },
            (1 | 2, value @ Value::Number(_)) => *value = value.as_f64().into(),
            (1, value @ Value::String(_)) => {
                *value = value.as_str().unwrap_or_default().repeat(300).into();
            }
            (_, value) => *value = self.anything(2),
        }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }
}

/// True if a value has the type in a schema.
fn fits(value: &Value, schema: &Value) -> bool {
    match schema["type"].as_str() {
        _ if schema["x-kubernetes-int-or-string"] == true => value.is_string() || value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    }
}

/// Collects all parts of an object, itself first.
fn collect<'s>(value: &Value, schema: &'s Value, pointer: String, parts: &mut Vec<Part<'s>>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &schema["items"], format!("{pointer}/{index}"), parts);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let below = match &schema["properties"][name] {
                    Value::Null => &schema["additionalProperties"],
                    property => property,
                };
                let name = name.replace('~', "~0").replace('/', "~1");
                collect(field, below, format!("{pointer}/{name}"), parts);
            }
        }
        _ => {}
    }
    parts.push(Part { pointer, schema });
}

/// Limit for one property.
const MOST_KNOWN: usize = 40;

const KEYS: &[&str] = &["a", "b", "x", "key", "app.kubernetes.io/name", "a-b", "", "é", "name", "true"];

const INTS: &[i64] =
    &[0, 1, 2, 3, 5, 10, -1, -7, 80, 443, 65535, 1_000_000, i64::MAX, i64::MIN, 9_007_199_254_740_993];

const NUMBERS: &[f64] =
    &[0.0, 1.0, 1.5, -0.25, 2.0, 1e6, 1_234_567.5, 1e-7, 1e21, 1e300, 9_223_372_036_854_775_808.0];

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "A",
    "1",
    "10",
    "50%",
    "true",
    "web",
    "a-b",
    "a.b",
    "example.com",
    "*.example.com",
    "http://example.com/a?b=c",
    "10.0.0.1",
    "10.0.0.0/8",
    "::1",
    "100m",
    "1Gi",
    "1.2.3",
    "é",
    "日本語",
    "😀",
    "a\nb",
    "q\"\\\t",
    " a ",
    "\u{0}",
    "\u{200b}",
    "Some text that is longer than the others are, with many words in it",
    "2020-01-02T03:04:05Z",
    "5s",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

const BYTES: &[&str] = &["", "YQ==", "YWI=", "-_-_", "+/+/", "AAECAwQFBgcICQoLDA0ODw==", "x", "YQ"];

const DURATIONS: &[&str] =
    &["1s", "90m", "0s", "-1.5h", "1 day and 1 hour", "1h30", "", "5", "100ms", "1w", "x"];

const DATES: &[&str] = &["2020-01-02", "1970-01-01", "2024-02-29", "2023-02-29", "", "x", "0001-01-01"];

const DATE_TIMES: &[&str] = &[
    "2020-01-02T03:04:05Z",
    "2020-01-02T04:04:05+01:00",
    "2020-01-02T03:04:05.123456789Z",
    "2020-01-02T08:34:05+05:30",
    "2020-01-02t03:04:05z",
    "2020-01-02T03:04:05",
    "1970-01-01T00:00:00Z",
    "",
    "9999-12-31T23:59:59-12:00",
    "2020-13-02T03:04:05Z",
];
