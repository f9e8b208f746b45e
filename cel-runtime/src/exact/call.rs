//! Calls of functions and operators: evaluates the operands in order, charges, and calls the function.

mod charge;

use super::{
    functions::Given,
    walk::{Evaluated, Node, Walk},
};
use crate::{
    arena::Arena,
    eval_error::EvalError,
    ops::{Outcome, Pattern, dynamic, list::List, ops},
    value::{self, Value},
};
use cel_types::{Operator, charge::Basis};

/// A function of one overload. It returns its value, or `None` if it does not take values of these types.
pub type Apply<'f> = &'f dyn for<'a> Fn(&'a Arena, &[Value<'a>]) -> Option<Outcome<'a, Value<'a>>>;

/// A call of a function or operator.
#[derive(Clone, Copy)]
pub struct Call<'f> {
    /// The name of the function or operator.
    pub function: &'f str,
    /// The overload that the checker chose; empty if there are several.
    pub overload: &'f str,
    /// The cost class for the charge.
    pub basis: Basis,
    /// True if a failed operand ends the call: it charges nothing, and the later operands are not evaluated.
    pub stops: bool,
    /// The overloads. The first one that takes the operands is called.
    pub apply: &'f [Apply<'f>],
}

/// A call of a function or an operator.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn call<'a>(walk: &mut Walk<'a, '_>, call: &Call<'_>, operands: &[Node<'_, 'a>]) -> Evaluated<'a> {
    let mut values = Vec::with_capacity(operands.len());
    for operand in operands {
        let value = walk.evaluate(*operand)?;
        values.push(value);
        if call.stops && value.is_err() {
            break;
        }
    }
    walk.require_operands(call, &values)?;
    let ids: Vec<u32> = operands.iter().map(Node::id).collect();
    let charged = walk.stack.take(&ids);
    if let Some(operands) = &charged {
        walk.cost.charge(charge::of_call(call, operands))?;
    }
    let arena = walk.arena();
    let result = values.into_iter().collect::<Outcome<'a, Vec<_>>>().and_then(|values| {
        let mut results = call.apply.iter().filter_map(|apply| apply(arena, &values));
        results.next().unwrap_or_else(|| Err(dynamic::no_such_overload(arena, call.function, &values)))
    });
    let result = result.and_then(Value::checked);
    if charged.is_some() {
        walk.cost.charge(charge::of_result(call, result))?;
    }
    Ok(result)
}

/// `x in [constants]` is a lookup in a set. It is free.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn in_constants<'a>(walk: &mut Walk<'a, '_>, value: Node<'_, 'a>, constants: Value<'a>) -> Evaluated<'a> {
    let value = walk.evaluate(value)?;
    dynamic::require_hashable(walk.cost, value)?;
    let constants: &[Value<'a>] = match constants {
        Value::List(value::ListValue { elements: List::Slice(constants), .. }) => constants,
        _ => &[],
    };
    Ok(value.map(|value| Value::Bool(dynamic::in_set(value, constants))))
}

/// `optional.or(other)`, or `optional.orValue(other)` if it `unwraps`. Evaluates `other` only if the optional is empty. Both are free.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn or_else<'a>(
    walk: &mut Walk<'a, '_>,
    unwraps: bool,
    optional: Node<'_, 'a>,
    other: Node<'_, 'a>,
) -> Evaluated<'a> {
    let optional = walk.evaluate(optional)?;
    match optional.and_then(dynamic::as_optional) {
        Ok(Some(value)) if unwraps => Ok(value.checked()),
        Ok(Some(_)) => Ok(optional),
        Ok(None) => walk.evaluate(other),
        Err(error) => Ok(Err(error)),
    }
}

/// `matches`, `find` or `findAll` with a constant pattern.
///
/// # Errors
/// The server's error.
#[inline]
pub fn search<'a>(
    function: &str,
    pattern: &Pattern,
    arena: &'a Arena,
    values: &[Value<'a>],
) -> Outcome<'a, Value<'a>> {
    let (text, limit) = match values {
        [text, _] => (dynamic::searched(*text)?, -1),
        [text, _, limit] => ops::both(dynamic::searched(*text), dynamic::limit(*limit))?,
        _ => return Err(EvalError::NoSuchOverload),
    };
    match function {
        "matches" => pattern.matches_bounded(arena, text).map(Value::Bool),
        "find" => pattern.find_bounded(arena, text).map(Value::String),
        _ => pattern.find_all_bounded(arena, text, limit).into_value(arena),
    }
}

impl<'a> Walk<'a, '_> {
    /// Checks operands for which the server panics. These are operands of functions with their own charge, if only one overload is left,
    /// and keys that cannot be hashed.
    #[inline]
    fn require_operands(&mut self, call: &Call<'_>, values: &[Outcome<'a, Value<'a>>]) -> Outcome<'a, ()> {
        let arena = self.arena();
        match (call.function, values, call.overload) {
            (function, [value, container], _) if function == Operator::In.name() => {
                dynamic::require_hashable_in(self.cost, *value, *container)
            }
            ("format", [format, arguments], _) => dynamic::require_printable(self.cost, *format, *arguments),
            (_, _, "") => Ok(()),
            ("sort" | "distinct", [list], _) | ("@sortByAssociatedKeys", [_, list], _) => {
                self.cost.finish(dynamic::required_list(arena, *list)).map(|_| ())
            }
            ("flatten", [_, depth], _) => self.cost.finish(dynamic::required_int(arena, *depth)).map(|_| ()),
            _ => Ok(()),
        }
    }
}
