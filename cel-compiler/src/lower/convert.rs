//! Conversion to a representation that a value can be joined to: an empty list to a list of integers, an object to a dynamic value.

use super::as_value::{into_value, variant};
use crate::{
    env::Env,
    ir::{Pattern, Repr, Value},
};
use std::rc::Rc;

/// A value in a representation that it can be joined to. A collection that is empty by its type is built anew.
pub(super) fn converted(env: &Env<'_>, from: &Repr, to: &Repr, value: Value) -> Value {
    match (from, to) {
        (from, to) if from == to => value,
        (from, Repr::Dynamic) => into_value(env, from, value),
        (Repr::Never, to) => Value::CallOf("ops::absurd".into(), Rc::new(to.clone()), vec![value]),
        (Repr::List { element, .. }, Repr::List { element: wanted, .. }) => match &**element {
            element if element == &**wanted => Value::build("list::erase", [value]),
            Repr::Never => Value::Empty(Rc::new(to.clone())),
            element => Value::build("list::convert", [value, converter(env, element, wanted)]),
        },
        (Repr::Map { key, value: held, .. }, Repr::Map { key: wanted_key, value: wanted, .. }) => {
            if key == wanted_key && held == wanted {
                Value::build("map::erase", [value])
            } else if **key == Repr::Never {
                Value::Empty(Rc::new(to.clone()))
            } else {
                Value::build("map::convert", [value, converter(env, held, wanted)])
            }
        }
        (Repr::Optional(content), Repr::Optional(wanted)) => match &**content {
            Repr::Never => Value::none(wanted),
            content => value.method_with("map", [converter(env, content, wanted)]),
        },
        _ => value,
    }
}

/// [`converted`] as a function. It uses constructors of `Value` where it can, since closures take rustc longer.
fn converter(env: &Env<'_>, from: &Repr, to: &Repr) -> Value {
    match variant(from).filter(|_| *to == Repr::Dynamic) {
        Some(variant) => Value::Path(variant),
        None => {
            let converted = converted(env, from, to, Value::local("value"));
            Value::closure(Pattern::Name("value".into()), converted)
        }
    }
}
