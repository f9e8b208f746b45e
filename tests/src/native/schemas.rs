//! Schemas of CRDs, and their objects judged by native code.
//!
//! Requests and answers are those of the oracle's `-mode schema`. If the compiler does not support something yet, the answer is
//! `{"unsupported"}`. If rustc refuses the code, it is `{"broken"}`.

use super::{Run, call, defaults::with_defaults};
use crate::schemas;
use cel_compiler::{
    crd::{
        document,
        props::SchemaProps,
        validators::{Validators, validators},
    },
    rule::Stage,
};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    fmt,
    sync::Arc,
};

/// A request. Many requests share a schema.
#[derive(Clone)]
pub struct Request {
    /// The text of `schema`.
    pub schema: Arc<str>,
    /// The other fields.
    pub fields: Map<String, Value>,
}

impl Request {
    /// Reads a request of the oracle.
    ///
    /// # Errors
    /// The answer to a line that is not a request.
    pub fn read(line: &str) -> Result<Self, Value> {
        let answer = |id: &Value, text: String| json!({"id": id, "request_error": text});
        let request = serde_json::from_str(line).map_err(|error| answer(&Value::Null, error.to_string()))?;
        let Value::Object(mut fields) = request else {
            return Err(answer(&Value::Null, "a request is an object".into()));
        };
        let id = fields.get("id").cloned().unwrap_or_default();
        for (key, is_fitting) in FIELDS {
            if fields.get(*key).is_some_and(|value| !value.is_null() && !is_fitting(value)) {
                return Err(answer(&id, format!("`{key}` cannot be {}", fields[*key])));
            }
        }
        let schema = fields.remove("schema").ok_or_else(|| answer(&id, "no schema".into()))?;
        Ok(Request { schema: schema.to_string().into(), fields })
    }

    fn field(&self, key: &str) -> &Value {
        self.fields.get(key).unwrap_or(&Value::Null)
    }

    fn is_resource_root(&self) -> bool {
        self.field("isResourceRoot") == true
    }

    fn wants(&self, part: &str) -> bool {
        let only = self.field("only").as_array().filter(|only| !only.is_empty());
        only.is_none_or(|only| only.iter().any(|wanted| wanted == part))
    }

    /// The question for native code; `None` for a request without an object.
    fn question(&self, schema: &Value) -> Option<Value> {
        if !self.wants("errors") || !self.fields.contains_key("self") {
            return None;
        }
        let mut fields = self.fields.clone();
        if self.field("default") == true {
            for key in ["self", "oldSelf"] {
                fields.entry(key).and_modify(|value| with_defaults(value, schema));
            }
        }
        Some(fields.into())
    }
}

type Fits = fn(&Value) -> bool;

/// The types of the fields of a request.
const FIELDS: &[(&str, Fits)] = &[
    ("budget", Value::is_i64),
    ("perCallLimit", Value::is_u64),
    ("isResourceRoot", Value::is_boolean),
    ("ratcheting", Value::is_boolean),
    ("default", Value::is_boolean),
    ("path", Value::is_string),
    ("only", |value| value.as_array().is_some_and(|parts| parts.iter().all(Value::is_string))),
];

/// The form that the oracle reads.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"schema\":{}", self.schema)?;
        for (key, value) in &self.fields {
            write!(f, ",{}:{value}", Value::from(key.as_str()))?;
        }
        f.write_str("}")
    }
}

/// Answers requests in order.
///
/// # Errors
/// If a program cannot be built or run.
pub fn answers(requests: &[Request]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut known: HashMap<(&Arc<str>, bool), Known> = HashMap::new();
    let mut functions = BTreeMap::new();
    let mut questions = Vec::new();
    for request in requests {
        let (key, next) = ((&request.schema, request.is_resource_root()), known.len());
        let known = known.entry(key).or_insert_with(|| Known::new(next, key.0, key.1));
        if let (Ok(function), Some(question)) = (&known.function, request.question(&known.schema)) {
            functions.entry(known.number).or_insert_with(|| function.clone());
            questions.push((known.number, question));
        }
    }
    let mut judged = call(&functions, &questions, Run::Alone)?.into_iter();
    let answer = |request: &Request| {
        let known = &known[&(&request.schema, request.is_resource_root())];
        let mut answer = json!({"id": request.field("id"), "errors": null});
        known.describe(request, &mut answer);
        if request.question(&known.schema).is_some() {
            match &known.function {
                Ok(_) => merge(&mut answer, judged.next().unwrap_or_default()),
                Err(why) => merge(&mut answer, why.clone()),
            }
        }
        answer
    };
    Ok(requests.iter().map(answer).collect())
}

/// The report about a schema.
struct Known {
    number: usize,
    schema: Value,
    /// The answer of the command `cel-codegen check`.
    report: Value,
    /// `pub fn e7(request: &Value) -> Value`, on one line; or the answer about all objects.
    function: Result<String, Value>,
}

impl Known {
    fn new(number: usize, text: &str, is_resource_root: bool) -> Self {
        let schema: Value = serde_json::from_str(text).unwrap_or_default();
        // A schema that is not a root is put into a resource.
        let report = match is_resource_root {
            true => schemas::ours(&schema),
            false => schemas::ours(&json!({"type": "object", "properties": {"self": schema}})),
        };
        let function = match report.get("schema_error") {
            Some(_) => Err(json!({})),
            None => function(number, text, is_resource_root),
        };
        Known { number, schema, report, function }
    }

    /// Adds the parts of the answer that are about the schema.
    fn describe(&self, request: &Request, answer: &mut Value) {
        if let Some(error) = self.report.get("schema_error") {
            answer["schema_error"] = error.clone();
            return;
        }
        let parts = [
            ("crd", "crd_errors"),
            ("crd", "crd_other_errors"),
            ("rules", "rules"),
            ("rules", "total_static_cost"),
        ];
        for (_, key) in parts.into_iter().filter(|(part, _)| request.wants(part)) {
            let value = &self.report[key];
            if value.as_array().is_none_or(|entries| !entries.is_empty()) {
                answer[key] = value.clone();
            }
        }
    }
}

fn merge(answer: &mut Value, part: Value) {
    let Value::Object(part) = part else { return };
    part.into_iter().for_each(|(key, value)| answer[key] = value);
}

fn function(number: usize, schema: &str, is_resource_root: bool) -> Result<String, Value> {
    let unreadable = |text: String| json!({"schema_error": text});
    let nodes = document::read(schema).map_err(|error| unreadable(error.to_string()))?;
    let (mut schema, _) = SchemaProps::read(nodes.first().unwrap_or(&document::Node::default()));
    // The server's validator only asks at the root whether it is a resource.
    schema.embedded_resource &= is_resource_root;
    let Validators { functions, root, shape, mistakes, .. } =
        validators(&schema, is_resource_root, "cel_runtime::__private", None);
    if let Some(mistake) = mistakes.iter().find(|mistake| mistake.error.stage == Stage::Unsupported) {
        return Err(json!({"unsupported": mistake.error.detail(mistake.source().0)}));
    }
    let root = match root {
        Some(root) => {
            let ty = "cel_runtime::__private::Shape";
            format!("{{ static SHAPE: {ty} = {ty}::new({shape:?}); Some(({root}, {root}, &SHAPE)) }}")
        }
        None => "None".to_owned(),
    };
    let functions = functions.replace('\n', " ");
    Ok(format!(
        "pub fn e{number}(request: &crate::Value) -> crate::Value {{ {functions} crate::objects::judge(request, {root}) }}"
    ))
}
