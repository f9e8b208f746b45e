//! Optional parts of literals whose type is known only at run time.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{
        map::Key,
        ops::{Outcome, to_string},
    },
    library::strings::Shown,
    value::Value,
};

/// `?element` of a list.
///
/// # Errors
/// If the value is no optional.
pub fn optional_element<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Option<Value<'a>>> {
    match value {
        Value::Optional(content) => Ok(content.copied()),
        other => {
            let text = format_args!(
                "cannot initialize optional list element from non-optional value {}",
                Shown(other)
            );
            Err(EvalError::Text(to_string(arena, text)))
        }
    }
}

/// `?key: value` of a map, or a field of a message.
///
/// # Errors
/// If the value is no optional.
pub fn optional_entry<'a>(
    arena: &'a Arena,
    key: impl Key<'a>,
    value: Value<'a>,
) -> Outcome<'a, Option<Value<'a>>> {
    match value {
        Value::Optional(content) => Ok(content.copied()),
        other => {
            let text = format_args!(
                "cannot initialize optional entry '{}' from non-optional value {}",
                key.text(),
                Shown(other)
            );
            Err(EvalError::Text(to_string(arena, text)))
        }
    }
}
