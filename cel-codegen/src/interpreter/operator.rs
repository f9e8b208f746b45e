//! Operators, and functions that ask the values themselves instead of being chosen among overloads.

use cel_compiler::decls::{OverloadDecl, TypePattern};
use cel_runtime::__private::{
    Arena,
    cel_types::TypeName,
    generated::{Outcome, dynamic, ops},
    value::{self, Value},
};
use std::cmp::Ordering;

/// The value of a call; `None` if the function is chosen among its overloads.
pub(super) fn apply<'a>(
    arena: &'a Arena,
    function: &str,
    overloads: &[&'static OverloadDecl],
    values: &[Value<'a>],
) -> Option<Outcome<'a, Value<'a>>> {
    match values {
        [] if function == "optional.none" => Some(Ok(value::optional(arena, None))),
        [value] => match overloads {
            [overload] => of_type(arena, function, overload, *value),
            _ => None,
        }
        .or_else(|| unary(arena, function, *value)),
        [left, right] => binary(arena, function, *left, *right),
        _ => None,
    }
}

/// A list function with one overload left: the server asks whether the first element is of its type.
fn of_type<'a>(
    arena: &'a Arena,
    function: &str,
    overload: &OverloadDecl,
    value: Value<'a>,
) -> Option<Outcome<'a, Value<'a>>> {
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let element = type_name(element)?;
    Some(match function {
        "sum" => dynamic::sum_of(arena, element, value),
        "min" => dynamic::min_of(arena, element, value),
        "max" => dynamic::max_of(arena, element, value),
        "isSorted" => dynamic::is_sorted_of(arena, element, value).map(Value::Bool),
        _ => return None,
    })
}

fn type_name(pattern: &TypePattern) -> Option<TypeName> {
    Some(match pattern {
        TypePattern::Bool => TypeName::Bool,
        TypePattern::Int => TypeName::Int,
        TypePattern::Uint => TypeName::Uint,
        TypePattern::Double => TypeName::Double,
        TypePattern::String => TypeName::String,
        TypePattern::Bytes => TypeName::Bytes,
        TypePattern::Timestamp => TypeName::Timestamp,
        TypePattern::Duration => TypeName::Duration,
        _ => return None,
    })
}

fn unary<'a>(arena: &'a Arena, function: &str, value: Value<'a>) -> Option<Outcome<'a, Value<'a>>> {
    Some(match function {
        "-_" => dynamic::negate(value),
        "!_" => dynamic::not(value).map(Value::Bool),
        "dyn" => Ok(value),
        "type" => dynamic::type_of(value).map(Value::Type),
        "size" => dynamic::size(value).map(Value::Int),
        "sum" => dynamic::sum(arena, value),
        "min" => dynamic::min(arena, value),
        "max" => dynamic::max(arena, value),
        "isSorted" => dynamic::is_sorted(arena, value).map(Value::Bool),
        "sort" => dynamic::sort(arena, value),
        "distinct" => dynamic::distinct(arena, value),
        "flatten" => dynamic::flatten(arena, value).map(Value::list),
        "optional.unwrap" | "unwrapOpt" => dynamic::unwrap(arena, value, function).map(Value::list),
        "hasValue" => dynamic::has_value(arena, value).map(Value::Bool),
        "value" => dynamic::value(arena, value),
        "optional.of" => Ok(value::optional(arena, Some(value))),
        "optional.ofNonZeroValue" => {
            Ok(value::optional(arena, Some(value).filter(|value| !dynamic::is_zero(*value))))
        }
        _ => return None,
    })
}

fn binary<'a>(
    arena: &'a Arena,
    function: &str,
    left: Value<'a>,
    right: Value<'a>,
) -> Option<Outcome<'a, Value<'a>>> {
    let text = |test: fn(&str, &str) -> bool| dynamic::text(left, right, test).map(Value::Bool);
    Some(match function {
        "_+_" => dynamic::add(arena, left, right),
        "_-_" => dynamic::subtract(left, right),
        "_*_" => dynamic::multiply(left, right),
        "_/_" => dynamic::divide(left, right),
        "_%_" => dynamic::modulo(left, right),
        "_==_" => dynamic::equal(left, right).map(Value::Bool),
        "_!=_" => Ok(Value::Bool(dynamic::not_equal(left, right))),
        "_<_" => order(left, right, "_<_", Ordering::is_lt),
        "_<=_" => order(left, right, "_<=_", Ordering::is_le),
        "_>_" => order(left, right, "_>_", Ordering::is_gt),
        "_>=_" => order(left, right, "_>=_", Ordering::is_ge),
        "@in" => dynamic::contains(left, right).map(Value::Bool),
        "contains" => text(ops::contains),
        "startsWith" => text(ops::starts_with),
        "endsWith" => text(ops::ends_with),
        "matches" => dynamic::matches(arena, left, right).map(Value::Bool),
        "includes" => Ok(Value::Bool(dynamic::includes(left, right))),
        "@sortByAssociatedKeys" => dynamic::sort_by_keys(arena, left, right).map(Value::list),
        "flatten" => dynamic::flatten_to(arena, left, right).map(Value::list),
        "sets.contains" => dynamic::sets_contains(arena, left, right).map(Value::Bool),
        "sets.equivalent" => dynamic::sets_equivalent(arena, left, right).map(Value::Bool),
        "sets.intersects" => dynamic::sets_intersects(arena, left, right).map(Value::Bool),
        _ => return None,
    })
}

fn order<'a>(
    left: Value<'a>,
    right: Value<'a>,
    operator: &'static str,
    is: fn(Ordering) -> bool,
) -> Outcome<'a, Value<'a>> {
    dynamic::order(left, right, operator).map(|ordering| Value::Bool(is(ordering)))
}
