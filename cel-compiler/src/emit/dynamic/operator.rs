//! Operators and functions that ask `Value`s themselves which overload they are.

use super::super::{
    Form,
    conversion::type_name,
    operator::{ORDERING, sides},
};
use crate::ast::Callee::{self, Named, Op};
use crate::ir::{Operation, Pattern, Value};
use crate::library::{OverloadDecl, TypePattern};
use cel_types::Operator::{
    Add, Divide, Equals, Greater, GreaterEquals, In, Less, LessEquals, Modulo, Multiply, Negate, Not,
    NotEquals, Subtract,
};

/// A list function with one overload left: the server asks whether the first element is of its type.
pub(super) fn of_type(function: Callee<'_>, overload: &OverloadDecl) -> Option<Operation> {
    let (form, name) = match function {
        Named("sum") => (Form::Dynamic, "dynamic::sum_of"),
        Named("min") => (Form::Dynamic, "dynamic::min_of"),
        Named("max") => (Form::Dynamic, "dynamic::max_of"),
        Named("isSorted") => (Form::Bool, "dynamic::is_sorted_of"),
        _ => return None,
    };
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let element = Value::Path(type_name(Form::built(&element.declared()).type_name()?));
    Some(Operation::fallible(form, Value::build(name, [element, Value::Operand(0)])))
}

/// The operators and functions that ask the values themselves. `operands`: how many it has.
pub(super) fn operator(function: Callee<'_>, operands: usize) -> Option<Operation> {
    let value = Value::Operand(0);
    let called = |form, path| Operation::call(form, true, path, operands);
    let building = |form, path| Operation::build(form, true, path, operands);
    Some(match function {
        Op(Add) => building(Form::Dynamic, "dynamic::add"),
        Op(Subtract) => called(Form::Dynamic, "dynamic::subtract"),
        Op(Multiply) => called(Form::Dynamic, "dynamic::multiply"),
        Op(Divide) => called(Form::Dynamic, "dynamic::divide"),
        Op(Modulo) => called(Form::Dynamic, "dynamic::modulo"),
        Op(Negate) => called(Form::Dynamic, "dynamic::negate"),
        Op(Not) => called(Form::Bool, "dynamic::not"),
        Op(Equals) => called(Form::Bool, "dynamic::equal"),
        Op(NotEquals) => Operation::call(Form::Bool, false, "dynamic::not_equal", operands),
        Op(In) => called(Form::Bool, "dynamic::contains"),
        Named("size") => called(Form::Int, "dynamic::size"),
        Op(Less) => ordering(function.name(), "is_lt"),
        Op(LessEquals) => ordering(function.name(), "is_le"),
        Op(Greater) => ordering(function.name(), "is_gt"),
        Op(GreaterEquals) => ordering(function.name(), "is_ge"),
        Named("contains") => text("ops::contains"),
        Named("startsWith") => text("ops::starts_with"),
        Named("endsWith") => text("ops::ends_with"),
        Named("sum") => building(Form::Dynamic, "dynamic::sum"),
        Named("min") => building(Form::Dynamic, "dynamic::min"),
        Named("max") => building(Form::Dynamic, "dynamic::max"),
        Named("sort") => building(Form::Dynamic, "dynamic::sort"),
        Named("distinct") => building(Form::Dynamic, "dynamic::distinct"),
        Named("isSorted") => building(Form::Bool, "dynamic::is_sorted"),
        Named("@sortByAssociatedKeys") => building(Form::list(Form::Dynamic), "dynamic::sort_by_keys"),
        Named("flatten") if operands == 1 => building(Form::list(Form::Dynamic), "dynamic::flatten"),
        Named("flatten") => building(Form::list(Form::Dynamic), "dynamic::flatten_to"),
        Named(name @ ("optional.unwrap" | "unwrapOpt")) => {
            let unwrapped = Value::build("dynamic::unwrap", [value, Value::Text(name.into())]);
            Operation::fallible(Form::list(Form::Dynamic), unwrapped)
        }
        Named("sets.contains") => building(Form::Bool, "dynamic::sets_contains"),
        Named("sets.equivalent") => building(Form::Bool, "dynamic::sets_equivalent"),
        Named("sets.intersects") => building(Form::Bool, "dynamic::sets_intersects"),
        Named("includes") => Operation::call(Form::Bool, false, "dynamic::includes", operands),
        Named("matches") => building(Form::Bool, "dynamic::matches"),
        Named("hasValue") => building(Form::Bool, "dynamic::has_value"),
        Named("value") => building(Form::Dynamic, "dynamic::value"),
        Named("type") => Operation::new(Form::Type, value.method("type_name")),
        Named("optional.ofNonZeroValue") => {
            let is_zero = Value::call("dynamic::is_zero", [Value::local("value").deref()]);
            let kept = Value::closure(Pattern::Name("value".into()), is_zero.not());
            let optional = value.within("Some").method_with("filter", [kept]);
            Operation::new(Form::Optional(Form::Dynamic.into()), optional)
        }
        _ => return None,
    })
}

fn ordering(operator: &str, is: &str) -> Operation {
    let [left, right] = sides(false);
    let order = Value::call("dynamic::order", [left, right, Value::Text(operator.into())]);
    let is = Value::Path(format!("{ORDERING}{is}").into());
    Operation::fallible(Form::Bool, order.method_with("map", [is]))
}

fn text(test: &'static str) -> Operation {
    let [left, right] = sides(false);
    Operation::fallible(Form::Bool, Value::call("dynamic::text", [left, right, Value::Path(test.into())]))
}
