//! Operators, and functions that the values themselves implement, without a choice among overloads.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, TypeName, Verdict, dynamic, ops},
    value::{self, Value},
};
use cel_types::Operator;
use std::cmp::Ordering;

functions! { arena;
    negate => (Any value) dynamic::negate(value);
    not => (Any value) dynamic::not(value);
    as_dyn => (Any value) value;
    type_of => (Any value) dynamic::type_of(value).map(Value::Type);
    size => (Any value) dynamic::size(value);
    sum => (Any list) dynamic::sum(arena, list);
    min => (Any list) dynamic::min(arena, list);
    max => (Any list) dynamic::max(arena, list);
    is_sorted => (Any list) dynamic::is_sorted(arena, list);
    sort => (Any list) dynamic::sort(arena, list);
    distinct => (Any list) dynamic::distinct(arena, list);
    flatten => (Any list) dynamic::flatten(arena, list).map(Value::list);
    unwrap => (Any list) dynamic::unwrap(arena, list, "optional.unwrap").map(Value::list);
    unwrap_opt => (Any list) dynamic::unwrap(arena, list, "unwrapOpt").map(Value::list);
    has_value => (Any optional) dynamic::has_value(arena, optional);
    value_of => (Any optional) dynamic::value(arena, optional);
    optional_none => () value::optional(arena, None);
    optional_of => (Any value) value::optional(arena, Some(value));
    optional_of_non_zero => (Any value) value::optional(arena, Some(value).filter(|value| !dynamic::is_zero(*value)));
    add => (Any left, Any right) dynamic::add(arena, left, right);
    subtract => (Any left, Any right) dynamic::subtract(left, right);
    multiply => (Any left, Any right) dynamic::multiply(left, right);
    divide => (Any left, Any right) dynamic::divide(left, right);
    modulo => (Any left, Any right) dynamic::modulo(left, right);
    equals => (Any left, Any right) dynamic::equal(left, right);
    not_equals => (Any left, Any right) dynamic::not_equal(left, right);
    less => (Any left, Any right) order(left, right, Operator::Less.name(), Ordering::is_lt);
    less_equals => (Any left, Any right) order(left, right, Operator::LessEquals.name(), Ordering::is_le);
    greater => (Any left, Any right) order(left, right, Operator::Greater.name(), Ordering::is_gt);
    greater_equals => (Any left, Any right) order(left, right, Operator::GreaterEquals.name(), Ordering::is_ge);
    is_in => (Any value, Any container) dynamic::contains(value, container);
    contains => (Any text, Any part) dynamic::text(text, part, ops::contains);
    starts_with => (Any text, Any part) dynamic::text(text, part, ops::starts_with);
    ends_with => (Any text, Any part) dynamic::text(text, part, ops::ends_with);
    includes => (Any list, Any value) dynamic::includes(list, value);
    sort_by_keys => (Any list, Any keys) dynamic::sort_by_keys(arena, list, keys).map(Value::list);
    flatten_to => (Any list, Any depth) dynamic::flatten_to(arena, list, depth).map(Value::list);
    sets_contains => (Any list, Any part) dynamic::sets_contains(arena, list, part);
    sets_equivalent => (Any left, Any right) dynamic::sets_equivalent(arena, left, right);
    sets_intersects => (Any left, Any right) dynamic::sets_intersects(arena, left, right);
}

/// The result of a list function with one remaining overload. The server tests whether the first element has the overload's type.
pub type OfElements = for<'a> fn(TypeName, &'a Arena, &[Value<'a>]) -> Option<Outcome<'a, Value<'a>>>;

/// `name => (element, list) value;`
macro_rules! of_elements {
    ($arena:ident; $($function:ident => ($element:ident, $list:ident) $value:expr;)*) => {
        $(
            #[allow(missing_docs, reason = "the functions of those names")]
            #[inline]
            pub fn $function<'a>(
                $element: TypeName,
                $arena: &'a Arena,
                values: &[Value<'a>],
            ) -> Option<Outcome<'a, Value<'a>>> {
                match values {
                    [list] => {
                        let $list = *list;
                        Some($value)
                    }
                    _ => None,
                }
            }
        )*

        /// The function with that name, for an interpreter.
        #[inline]
        pub fn find_of_elements(name: &str) -> Option<OfElements> {
            match name {
                $(stringify!($function) => Some($function),)*
                _ => None,
            }
        }
    };
}

of_elements! { arena;
    sum_of => (element, list) dynamic::sum_of(arena, element, list);
    min_of => (element, list) dynamic::min_of(arena, element, list);
    max_of => (element, list) dynamic::max_of(arena, element, list);
    is_sorted_of => (element, list) dynamic::is_sorted_of(arena, element, list).map(Value::Bool);
}

#[inline]
fn order<'a>(
    left: Value<'a>,
    right: Value<'a>,
    operator: &'static str,
    is: fn(Ordering) -> bool,
) -> Verdict<'a> {
    dynamic::order(left, right, operator).map(is)
}
