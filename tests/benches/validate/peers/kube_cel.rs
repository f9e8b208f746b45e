//! The crate kube-cel: rules compiled when the schema is read, objects as JSON values.

use super::Judge;
use crate::crd;
use kube_cel::{KubeCelExt as _, cel::Context, compile_schema, validate_compiled};
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

/// Its programs and functions with the object converted before, without its walk: so rules on the root of an object, where a text with
/// a format is a text.
pub(super) fn judge_converted(schema: &Value, old: Option<&Value>) -> Judge {
    if crd::texts(schema).len() < crd::count(schema) {
        return Err("has no walk");
    }
    let schema = Rc::new(compile_schema(schema));
    if schema.has_errors() {
        return Err("refuses the rule");
    }
    let old = old.cloned();
    Ok(Box::new(move |object| {
        let mut context = Context::default().with_all();
        context.add_variable("self", object).expect("JSON");
        if let Some(old) = &old {
            context.add_variable("oldSelf", old).expect("JSON");
        }
        let schema = Rc::clone(&schema);
        Box::new(move || {
            let mut rules = schema.validations.iter().flatten();
            rules.all(|rule| rule.program.execute(&context).is_ok_and(|value| value == true.into()))
        })
    }))
}
