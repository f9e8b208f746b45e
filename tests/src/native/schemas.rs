//! Objects of schemas, judged by native code.
//!
//! Requests and answers are those of the oracle's `-mode schema` with `"only": ["errors"]`. A schema with rules that do not
//! compile is answered `{"id", "refused"}`, what cannot be answered yet `{"id", "unsupported"}`, code that rustc refuses
//! `{"id", "broken"}`.

use super::{call, estimates::Estimates};
use cel_codegen::crd::{
    document,
    props::SchemaProps,
    validators::{Mistake, Validators, validators},
};
use cel_codegen::rule::{Key, Stage};
use quote::quote;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    fmt,
    sync::Arc,
};

/// A request; many share a schema.
#[derive(Clone)]
pub struct Request {
    /// The text of `schema`.
    pub schema: Arc<str>,
    /// Everything else.
    pub fields: Map<String, Value>,
}

impl Request {
    /// A request as the oracle reads it.
    pub fn new(mut request: Value) -> Self {
        let mut fields = request.as_object_mut().map(std::mem::take).unwrap_or_default();
        let schema = fields.remove("schema").unwrap_or_default();
        Request { schema: schema.to_string().into(), fields }
    }

    pub(super) fn field(&self, key: &str) -> &Value {
        self.fields.get(key).unwrap_or(&Value::Null)
    }
}

/// As the oracle reads it.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"schema\":{}", self.schema)?;
        for (key, value) in &self.fields {
            write!(f, ",{}:{value}", Value::from(key.as_str()))?;
        }
        f.write_str("}")
    }
}

/// Answers requests in their order.
///
/// # Errors
/// If a program cannot be built or run.
pub fn answers(requests: &[Request]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut known = HashMap::new();
    let (mut functions, mut refused) = (BTreeMap::new(), HashMap::new());
    let mut asked = Vec::new();
    for request in requests {
        let key = (&request.schema, request.field("isResourceRoot") == true);
        let next = known.len();
        let number = *known.entry(key).or_insert_with(|| {
            match compile(next, key.0, key.1) {
                Ok(function) => drop(functions.insert(next, function)),
                Err(answer) => drop(refused.insert(next, answer)),
            }
            next
        });
        asked.push((number, Value::Object(request.fields.clone())));
    }
    let answers = call(&functions, &asked)?;
    let mut estimates = Estimates::default();
    Ok(requests
        .iter()
        .zip(answers)
        .zip(asked)
        .map(|((request, answer), (number, _))| {
            let mut answer = unsupported(request).or(refused.get(&number).cloned()).unwrap_or(answer);
            estimates.add(request, &mut answer);
            with_id(request, answer)
        })
        .collect())
}

fn with_id(request: &Request, mut answer: Value) -> Value {
    answer["id"] = request.field("id").clone();
    answer
}

/// What later stages will answer. Without an old value the server's walk does the same whether it ratchets or not.
fn unsupported(request: &Request) -> Option<Value> {
    (request.field("default") == true).then(|| json!({"unsupported": "defaults"}))
}

/// `pub fn e7(request: &Value) -> Value`, on one line; or the answer to all requests about the schema.
pub fn compile(number: usize, schema: &str, is_resource_root: bool) -> Result<String, Value> {
    let unreadable = |text: String| json!({"schema_error": text});
    let nodes = document::read(schema).map_err(|error| unreadable(error.to_string()))?;
    let node = nodes.first().ok_or_else(|| unreadable("no schema".into()))?;
    let (schema, errors) = SchemaProps::read(node);
    if let Some(error) = errors.first() {
        return Err(unreadable(error.to_string()));
    }
    let compiled = validators(&schema, is_resource_root, &quote!(cel_runtime));
    let Validators { functions, root, shape } = compiled.map_err(|mistakes| refusal(&mistakes))?;
    let root = match root {
        Some(root) => quote!({ static SHAPE: cel_runtime::__private::Shape = #shape; Some((#root, &SHAPE)) }),
        None => quote!(None),
    };
    let functions = functions.to_string().replace('\n', " ");
    Ok(format!(
        "pub fn e{number}(request: &crate::Value) -> crate::Value {{ {functions} crate::objects::judge(request, {root}) }}"
    ))
}

fn refusal(mistakes: &[Mistake]) -> Value {
    let texts = mistakes.iter().map(|mistake| {
        let source = match mistake.error.key {
            Key::MessageExpression => &mistake.rule.message_expression,
            _ => &mistake.rule.rule,
        };
        mistake.error.detail(source)
    });
    let texts: Vec<String> = texts.collect();
    let is_unsupported = mistakes.iter().any(|mistake| mistake.error.stage == Stage::Unsupported);
    json!({if is_unsupported { "unsupported" } else { "refused" }: texts.join("\n")})
}
