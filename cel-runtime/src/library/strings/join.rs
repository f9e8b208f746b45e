//! `join` for lists whose elements are known only at run time.

use super::joinable;
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        CelList,
        list::List,
        ops::{Outcome, to_string},
    },
    value::{Shown, Value},
};

/// `list(dyn).join() -> string`
///
/// # Errors
/// `no such overload: join(list)` if the first element is no string, `join: invalid input: v` if another one is none.
#[inline]
pub fn join_values<'a>(arena: &'a Arena, list: List<'a, Value<'a>>) -> Outcome<'a, &'a str> {
    join(arena, list, "", "join(list)")
}

/// `list(dyn).join(string) -> string`
///
/// # Errors
/// `no such overload: join(list, string)` if the first element is no string, `join: invalid input: v` if another one is none.
#[inline]
pub fn join_values_with<'a>(
    arena: &'a Arena,
    list: List<'a, Value<'a>>,
    separator: &str,
) -> Outcome<'a, &'a str> {
    join(arena, list, separator, "join(list, string)")
}

/// The server takes the type of the first element for the type of all elements.
#[inline]
fn join<'a>(
    arena: &'a Arena,
    list: List<'a, Value<'a>>,
    separator: &str,
    call: &'static str,
) -> Outcome<'a, &'a str> {
    let length = |element| if let Value::String(text) = element { text.len() } else { 0 };
    let Some(mut joined) = joinable(arena, list, length, separator) else { return Ok("") };
    for (i, element) in list.elements().enumerate() {
        joined.push_str(if i > 0 { separator } else { "" });
        match element {
            Value::String(text) => joined.push_str(text),
            _ if i == 0 => return Err(EvalError::NoSuchOverloadOf(call)),
            _ => {
                let text = to_string(arena, format_args!("join: invalid input: {}", Shown(element)));
                return Err(EvalError::Text(text));
            }
        }
    }
    Ok(joined.into_bump_str())
}
