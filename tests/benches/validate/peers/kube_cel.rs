//! The crate kube-cel: rules compiled when the schema is read, objects as JSON values.

use super::Judge;
use kube_cel::{compile_schema, validate_compiled};
use serde_json::Value;
use std::rc::Rc;

pub(super) fn judge(schema: &Value, old: Option<&Value>) -> Judge {
    let schema = Rc::new(compile_schema(schema));
    if schema.has_errors() {
        return Err("refuses the rule");
    }
    let old = Rc::new(old.cloned());
    Ok(Box::new(move |object| {
        let (schema, object, old) = (Rc::clone(&schema), object.clone(), Rc::clone(&old));
        Box::new(move || validate_compiled(&schema, &object, Option::as_ref(&old)).is_ok())
    }))
}
