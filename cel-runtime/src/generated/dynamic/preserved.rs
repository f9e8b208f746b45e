//! What objects hold at properties without a type (k8s: `cel/common/values.go`, `unknownPreserved`).

use crate::{
    eval_error::EvalError,
    generated::{CelList, CelMap, ops::Outcome},
    json::Json,
    value::{ListType, Value},
};
use cel_types::TypeName;

/// `left == right`: as Go compares what both are made of. Lists and maps that a rule builds are made of something else.
pub(super) fn equal<'a>(left: &'a Json, right: Value<'a>) -> bool {
    match (left, right) {
        (left, Value::Preserved(right)) => left == right,
        (Json::Bool(left), Value::Bool(right)) => *left == right,
        (Json::String(left), Value::String(right)) => left == right,
        (Json::Number(left), Value::Int(right)) => left.as_i64() == Some(right),
        (Json::Number(left), Value::Double(right)) => !left.is_i64() && left.as_f64() == Some(right),
        (Json::Array(left), Value::List(right)) if right.list_type != ListType::Literal => {
            left.len() == right.elements.length()
                && left.iter().zip(right.elements.elements()).all(|(left, right)| equal(left, right))
        }
        (Json::Object(left), Value::Map(right)) if right.is_native => {
            if let Some(right) = right.json() {
                return left.len() == right.names().count()
                    && left.iter().all(|(name, left)| right.raw(name) == Some(left));
            }
            left.len() == right.entries.length()
                && left.iter().all(|(key, left)| {
                    right.entries.value(Value::String(key)).is_some_and(|right| equal(left, right))
                })
        }
        _ => false,
    }
}

/// `type(value)` where there are such values, which have none.
///
/// # Errors
/// For them.
pub fn type_of(value: Value<'_>) -> Outcome<'_, TypeName> {
    match value {
        Value::Preserved(_) => Err(EvalError::Text(
            "type conversion to 'type' not supported for values preserved by x-kubernetes-preserve-unknown-fields",
        )),
        value => Ok(value.type_name()),
    }
}
