//! Optional parts of literals whose type is known only at run time.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::typed::Outcome,
    value::{Shown, Value},
};

/// The value of `[?value]`. With a key, the value of `{?key: value}` and `Message{?key: value}`.
///
/// # Errors
/// `cannot initialize optional list element from non-optional value 1`, or `.. optional entry 'key' from ..`
#[inline]
pub fn optional_part<'a>(
    arena: &'a Arena,
    key: Option<Value<'a>>,
    value: Value<'a>,
) -> Outcome<'a, Option<Value<'a>>> {
    let from = Shown(value);
    let text = match (value, key) {
        (Value::Error(error), _) => return Err(error),
        (Value::Optional(content), _) => return Ok(content.copied()),
        (_, None) => bumpalo::format!(in arena, "list element from non-optional value {}", from),
        (_, Some(key)) => {
            bumpalo::format!(in arena, "entry '{}' from non-optional value {}", Shown(key), from)
        }
    };
    Err(EvalError::Text(bumpalo::format!(in arena, "cannot initialize optional {}", text).into_bump_str()))
}
