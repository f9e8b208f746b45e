//! The crate kube-cel: rules compiled when the schema is read, objects as JSON values.

use cel_runtime::{Options, XValidation};
use kube_cel::{CompiledSchema, compile_schema, validate_compiled};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::{Value, json};

/// A schema and an object of it.
pub(crate) struct Interpreter {
    schema: CompiledSchema,
    object: Value,
}

impl Interpreter {
    /// `None` if it refuses the rule.
    pub(crate) fn new<T: XValidation + Serialize + JsonSchema>(object: &T) -> Option<Self> {
        let settings = SchemaSettings::openapi3().with(|settings| settings.inline_subschemas = true);
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        let rules = object.x_evaluate(None, &Options::default()).rules;
        let rules: Vec<Value> = rules.iter().map(|rule| json!({ "rule": rule.rule })).collect();
        schema.insert("x-kubernetes-validations".to_owned(), Value::from(rules));
        let schema = schema.to_value();
        let schema = compile_schema(&schema);
        if schema.has_errors() {
            return None;
        }
        Some(Interpreter { schema, object: serde_json::to_value(object).expect("an object") })
    }

    pub(crate) fn is_valid(&self) -> bool {
        validate_compiled(&self.schema, &self.object, None).is_ok()
    }
}
