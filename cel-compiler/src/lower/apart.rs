//! `==`, `!=` and `in` over values that become `Value`s for the comparison only: `self.items == oldSelf.items` of lists with keys.
//!
//! The view that reads them is built in a separate arena, which is dropped after the comparison: see `cel_runtime::__private::Apart`.

use super::{
    as_value::{needs_arena, value_of},
    form,
};
use crate::ast::Callee::{self, Op};
use crate::env::Env;
use crate::ir::{
    Body, Closure, Conversion, JsonPart, Let, Local, Operation, Pattern, Repr, Statement, Value, scalar,
};
use cel_types::Operator::{Equals, In, NotEquals};
use std::rc::Rc;

/// The comparison. `None` if the rule builds one of its operands, or if the comparison builds nothing.
pub(super) fn comparison(env: &Env<'_>, function: Callee<'_>, reprs: &[&Repr]) -> Option<Operation> {
    let [left, right] = reprs else { return None };
    if !(needs_arena(left) || needs_arena(right)) || !(is_read(env, left) && is_read(env, right)) {
        return None;
    }
    let (function, is_fallible) = match function {
        Op(Equals) => ("dynamic::equal", true),
        Op(NotEquals) => ("dynamic::not_equal", false),
        Op(In) => ("dynamic::contains", true),
        _ => return None,
    };
    let [left_value, right_value] =
        [(left, "left"), (right, "right")].map(|(repr, name)| value_of(env, repr, Value::local(name)));
    let name = |repr: &Repr, name: &'static str| match repr {
        Repr::Null => Pattern::Any,
        _ => Pattern::Name(name.into()),
    };
    let names = Pattern::Tuple(vec![name(left, "left"), name(right, "right")]);
    let [apart, arena, verdict] = ["apart", "arena", "verdict"].map(Local::from);
    let statements = vec![
        Statement::Take(names, Value::Tuple(vec![shorter(env, left, 0), shorter(env, right, 1)])),
        Let::statement(&apart, Value::Arena.method("apart")),
        Let::statement(&arena, Value::from(&apart).method("arena")),
        Let::statement(&verdict, Value::call(function, [left_value, right_value])),
    ];
    let result = match is_fallible {
        true => Value::from(&apart).method_with("kept", [(&verdict).into()]),
        false => (&verdict).into(),
    };
    let value = Value::Block(Rc::new(Body { statements, result }));
    let value = match function {
        "dynamic::contains" => found_in_json(left, right, &value),
        _ => same_json(env, [left, right], is_fallible, &value),
    }
    .unwrap_or(value);
    Some(Operation { repr: Repr::Bool, fallible: is_fallible, value })
}

/// An operand that may be borrowed for as long as the separate arena lives. Parts of JSON are of the type parameter `T`, so rustc does not know
/// that they may.
fn shorter(env: &Env<'_>, repr: &Repr, operand: usize) -> Value {
    let operand = Value::Operand(operand);
    match repr {
        _ if !env.holds_json() => operand,
        Repr::Object(_) => Value::call("T::shorten_object", [operand]),
        Repr::List { .. } => Value::call("T::shorten_list", [operand]),
        Repr::Map { .. } => Value::call("T::shorten_map", [operand]),
        _ => operand,
    }
}

/// The comparison of JSON values as they are. If they do not match their schema, `otherwise` decides.
fn same_json(
    env: &Env<'_>,
    [left, right]: [&Repr; 2],
    is_equality: bool,
    otherwise: &Value,
) -> Option<Value> {
    let same = form::comparison(env, left, right)?;
    let verdict = match is_equality {
        true => Value::Path("Ok".into()),
        false => Value::closure(Pattern::Name("same".into()), Value::local("same").not()),
    };
    Some(same.method_with("map_or_else", [deferred(otherwise), verdict]))
}

/// The search in a list or map of JSON. If an element does not match its schema, `otherwise` decides.
fn found_in_json(value: &Repr, container: &Repr, otherwise: &Value) -> Option<Value> {
    let (function, read) = match container {
        Repr::List { element, .. } => ("json::contains", json_scalar(value, element)?),
        Repr::Map { value: held, .. } => {
            let (Repr::String, Repr::Encoded(Conversion::Json(part))) = (value, &**held) else { return None };
            ("json::has_key", json_test(part)?)
        }
        _ => return None,
    };
    let operands = [Value::Operand(0), Value::Operand(1), Value::Path(read.into()), deferred(otherwise)];
    Some(Value::call(function, operands))
}

/// `|| value`
fn deferred(value: &Value) -> Value {
    Value::Closure(Rc::new(Closure { parameters: Vec::new(), moves: false, body: value.clone() }))
}

/// The method of JSON that reads an element of a list, if the elements are scalars like `value`: `self.name in self.names`.
fn json_scalar(value: &Repr, element: &Repr) -> Option<&'static str> {
    match element {
        Repr::Encoded(Conversion::Json(part)) if part.nullable.is_none() && part.repr == *value => {
            match value {
                Repr::String => Some("json::Json::as_str"),
                Repr::Int => Some("json::Json::as_i64"),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The method of JSON that tests whether a value matches its schema.
fn json_test(part: &JsonPart) -> Option<&'static str> {
    match (part.read, &part.nullable) {
        ("bool", None) => Some("json::Json::is_boolean"),
        ("int", None) => Some("json::Json::is_i64"),
        ("text", None) => Some("json::Json::is_string"),
        ("list", None) => Some("json::Json::is_array"),
        ("map" | "object", None) => Some("json::Json::is_object"),
        _ => None,
    }
}

/// True for values that are read from an object and only borrow it.
fn is_read(env: &Env<'_>, repr: &Repr) -> bool {
    match repr {
        scalar!() | Repr::Object(_) => true,
        Repr::List { element: inner, native, .. } | Repr::Map { value: inner, native, .. } => {
            *native && is_read_in_collection(env, inner)
        }
        Repr::Nullable(inner) => is_read(env, inner),
        Repr::Encoded(_) | Repr::Opaque(_) | Repr::Optional(_) | Repr::Never | Repr::Dynamic => false,
    }
}

/// The same for elements of a collection. If a function reads the elements, as for k8s-openapi's types, it fixes how long the
/// collection is borrowed.
fn is_read_in_collection(env: &Env<'_>, repr: &Repr) -> bool {
    if env.holds_json() {
        return true;
    }
    match repr {
        Repr::Bool | Repr::Int | Repr::Double | Repr::String => true,
        Repr::Object(name) => env.object(name).is_some_and(|object| object.foreign().is_none()),
        Repr::List { element: inner, .. } | Repr::Map { value: inner, .. } | Repr::Nullable(inner) => {
            is_read_in_collection(env, inner)
        }
        Repr::Encoded(conversion) => conversion.is_of_text() || *conversion == Conversion::WideInt,
        Repr::Null
        | Repr::Uint
        | Repr::Bytes
        | Repr::Timestamp
        | Repr::Duration
        | Repr::Type
        | Repr::Opaque(_)
        | Repr::Optional(_)
        | Repr::Never
        | Repr::Dynamic => false,
    }
}
