//! Operators and functions of the runtime that choose the overload by the types of `Value`s.

use super::super::{
    conversion::type_name,
    operator::{ORDERING, sides},
};
use crate::ast::Callee::{self, Named, Op};
use crate::ir::{Operation, Pattern, Repr, Value};
use crate::library::{OverloadDecl, TypePattern};
use cel_types::Operator::{
    Add, Divide, Equals, Greater, GreaterEquals, In, Less, LessEquals, Modulo, Multiply, Negate, Not,
    NotEquals, Subtract,
};

/// A list function with one overload left. The server compares the type of the first element with the overload's.
pub(super) fn of_type(function: Callee<'_>, overload: &OverloadDecl) -> Option<Operation> {
    let (repr, name) = match function {
        Named("sum") => (Repr::Dynamic, "dynamic::sum_of"),
        Named("min") => (Repr::Dynamic, "dynamic::min_of"),
        Named("max") => (Repr::Dynamic, "dynamic::max_of"),
        Named("isSorted") => (Repr::Bool, "dynamic::is_sorted_of"),
        _ => return None,
    };
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let element = Value::Path(type_name(Repr::built(&element.declared()).type_name()?));
    Some(Operation::fallible(repr, Value::build(name, [element, Value::Operand(0)])))
}

/// The operation of the runtime that looks at the types of the values. `operands` is their number.
pub(super) fn operator(function: Callee<'_>, operands: usize) -> Option<Operation> {
    let value = Value::Operand(0);
    let called = |repr, path| Operation::call(repr, true, path, operands);
    let building = |repr, path| Operation::build(repr, true, path, operands);
    Some(match function {
        Op(Add) => building(Repr::Dynamic, "dynamic::add"),
        Op(Subtract) => called(Repr::Dynamic, "dynamic::subtract"),
        Op(Multiply) => called(Repr::Dynamic, "dynamic::multiply"),
        Op(Divide) => called(Repr::Dynamic, "dynamic::divide"),
        Op(Modulo) => called(Repr::Dynamic, "dynamic::modulo"),
        Op(Negate) => called(Repr::Dynamic, "dynamic::negate"),
        Op(Not) => called(Repr::Bool, "dynamic::not"),
        Op(Equals) => called(Repr::Bool, "dynamic::equal"),
        Op(NotEquals) => Operation::call(Repr::Bool, false, "dynamic::not_equal", operands),
        Op(In) => called(Repr::Bool, "dynamic::contains"),
        Named("size") => called(Repr::Int, "dynamic::size"),
        Op(Less) => ordering(function.name(), "is_lt"),
        Op(LessEquals) => ordering(function.name(), "is_le"),
        Op(Greater) => ordering(function.name(), "is_gt"),
        Op(GreaterEquals) => ordering(function.name(), "is_ge"),
        Named("contains") => text("ops::contains"),
        Named("startsWith") => text("ops::starts_with"),
        Named("endsWith") => text("ops::ends_with"),
        Named("sum") => building(Repr::Dynamic, "dynamic::sum"),
        Named("min") => building(Repr::Dynamic, "dynamic::min"),
        Named("max") => building(Repr::Dynamic, "dynamic::max"),
        Named("sort") => building(Repr::Dynamic, "dynamic::sort"),
        Named("distinct") => building(Repr::Dynamic, "dynamic::distinct"),
        Named("isSorted") => building(Repr::Bool, "dynamic::is_sorted"),
        Named("@sortByAssociatedKeys") => building(Repr::list(Repr::Dynamic), "dynamic::sort_by_keys"),
        Named("flatten") if operands == 1 => building(Repr::list(Repr::Dynamic), "dynamic::flatten"),
        Named("flatten") => building(Repr::list(Repr::Dynamic), "dynamic::flatten_to"),
        Named(name @ ("optional.unwrap" | "unwrapOpt")) => {
            let unwrapped = Value::build("dynamic::unwrap", [value, Value::Text(name.into())]);
            Operation::fallible(Repr::list(Repr::Dynamic), unwrapped)
        }
        Named("sets.contains") => building(Repr::Bool, "dynamic::sets_contains"),
        Named("sets.equivalent") => building(Repr::Bool, "dynamic::sets_equivalent"),
        Named("sets.intersects") => building(Repr::Bool, "dynamic::sets_intersects"),
        Named("includes") => Operation::call(Repr::Bool, false, "dynamic::includes", operands),
        Named("matches") => building(Repr::Bool, "dynamic::matches"),
        Named("hasValue") => building(Repr::Bool, "dynamic::has_value"),
        Named("value") => building(Repr::Dynamic, "dynamic::value"),
        Named("type") => Operation::new(Repr::Type, value.method("type_name")),
        Named("optional.ofNonZeroValue") => {
            let is_zero = Value::call("dynamic::is_zero", [Value::local("value").deref()]);
            let kept = Value::closure(Pattern::Name("value".into()), is_zero.not());
            let optional = value.within("Some").method_with("filter", [kept]);
            Operation::new(Repr::Optional(Repr::Dynamic.into()), optional)
        }
        _ => return None,
    })
}

fn ordering(operator: &str, is: &str) -> Operation {
    let [left, right] = sides(false);
    let order = Value::call("dynamic::order", [left, right, Value::Text(operator.into())]);
    let is = Value::Path(format!("{ORDERING}{is}").into());
    Operation::fallible(Repr::Bool, order.method_with("map", [is]))
}

fn text(test: &'static str) -> Operation {
    let [left, right] = sides(false);
    Operation::fallible(Repr::Bool, Value::call("dynamic::text", [left, right, Value::Path(test.into())]))
}
