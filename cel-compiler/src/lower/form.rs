//! The schema of JSON values whose `==` compares what is written: they have neither formats nor list types.

use crate::{
    env::Env,
    ir::{Conversion, Repr, Value},
    schema::ListType,
};

/// `left == right` as an `Option`, for operands of these representations. It is empty for values that do not match their schema. `None` if
/// the values may be equal in another way.
pub(super) fn comparison(env: &Env<'_>, left: &Repr, right: &Repr) -> Option<Value> {
    if left != right || !env.holds_json() {
        return None;
    }
    let (function, form) = match left {
        Repr::List { element, native: true, set: ListType::Atomic } => {
            ("json::same_lists", form(env, element)?.reference())
        }
        Repr::Map { value, native: true, .. } => ("json::same_maps", form(env, value)?.reference()),
        Repr::Object(name) => ("json::same_objects", properties(env, name)?),
        _ => return None,
    };
    Some(Value::call(function, [Value::Operand(0), Value::Operand(1), form]))
}

/// The `Form` of a part.
fn form(env: &Env<'_>, part: &Repr) -> Option<Value> {
    let Repr::Encoded(Conversion::Json(part)) = part else { return None };
    if part.nullable.is_some() {
        return None;
    }
    let name = match (&part.repr, part.read) {
        (Repr::Bool, "bool") => "Bool",
        (Repr::Int, "int") => "Int",
        (Repr::Double, "double") => "Double",
        (Repr::String, "text") => "Text",
        (Repr::List { element, set: ListType::Atomic, .. }, "list") => {
            return Some(Value::call("json::Form::List", [form(env, element)?.reference()]));
        }
        (Repr::Map { value, .. }, "map") => {
            return Some(Value::call("json::Form::Map", [form(env, value)?.reference()]));
        }
        (Repr::Object(name), "object") => {
            return Some(Value::call("json::Form::Object", [properties(env, name)?]));
        }
        _ => return None,
    };
    Some(Value::Path(format!("json::Form::{name}").into()))
}

/// The properties of an object, sorted. `None` if a key may mean another property in rules.
fn properties(env: &Env<'_>, name: &str) -> Option<Value> {
    let mut properties = Vec::new();
    for (field, escaped) in env.object(name)?.dynamic_names(true) {
        if field.name.contains("__") {
            return None;
        }
        let ty = env.dynamic_type_of_node(&format!("{name}.{escaped}"), &field.node);
        let form = form(env, &Repr::of_node(env, &field.node, &ty))?;
        properties.push((field.name.clone(), form));
    }
    properties.sort_by(|(one, _), (next, _)| one.cmp(next));
    let pairs =
        properties.into_iter().map(|(name, form)| Value::Tuple(vec![Value::Text((*name).into()), form]));
    Some(Value::Array(pairs.collect()).reference())
}
