//! Calls of functions and operators: operands in order, the charge, then the function.

use super::{
    charge, library, operator,
    walk::{Evaluated, Walk, ids},
};
use cel_compiler::{
    ast::{Call, Expr},
    plan::is_varargs,
};
use cel_runtime::__private::{
    EvalError,
    generated::{Outcome, dynamic, list::List, ops},
    value::{self, Value},
};

impl<'a> Walk<'a, '_> {
    pub(super) fn call(&mut self, expr: &'a Expr, call: &'a Call) -> Evaluated<'a> {
        let checked = &self.program.checked;
        if self.program.plan.hash_set(expr.id, call, checked).is_some() {
            return self.lookup(call);
        }
        let (function, operands) = checked.callee(expr.id, call);
        if let ("or" | "orValue", [optional, other]) = (function, operands.as_slice()) {
            return self.or_else(optional, other, function == "orValue");
        }
        let overloads = checked.overloads(expr.id);
        let pattern = self.program.plan.pattern(call);
        let stops = pattern.is_some() || is_varargs(function, operands.len(), overloads.len());
        let mut values = Vec::with_capacity(operands.len());
        for operand in &operands {
            values.push(self.evaluate(operand)?);
            if stops && values.last().is_some_and(Result::is_err) {
                break;
            }
        }
        self.require_operands(function, overloads.len(), &values)?;
        let overload = if let [overload] = overloads { overload.id } else { "" };
        let charged = self.taken(&ids(operands));
        if let Some(operands) = &charged {
            self.cost.charge(charge::of_call(function, overload, operands))?;
        }
        let arena = self.arena();
        let result = values.into_iter().collect::<Outcome<'a, Vec<_>>>().and_then(|values| match pattern {
            Some(pattern) => self.search(function, pattern, &values),
            None => match operator::apply(arena, function, overloads, &values) {
                Some(result) => result,
                None => library::call(arena, function, overloads, &values),
            },
        });
        let result = result.and_then(Value::checked);
        if charged.is_some() {
            self.cost.charge(charge::of_result(function, overload, result))?;
        }
        Ok(result)
    }

    /// `x in [constants]` is a set lookup, which costs nothing itself.
    fn lookup(&mut self, call: &'a Call) -> Evaluated<'a> {
        let [value, list] = call.args.as_slice() else {
            unreachable!("`in` has two operands");
        };
        let value = self.evaluate(value)?;
        dynamic::require_hashable(self.cost, value)?;
        let constants: &[Value<'a>] = match self.constant(list) {
            Some(Value::List(value::ListValue { elements: List::Slice(constants), .. })) => constants,
            _ => &[],
        };
        Ok(value.map(|value| Value::Bool(dynamic::in_set(value, constants))))
    }

    /// `optional.or(other)` and `optional.orValue(other)`: the other is evaluated only if there is no value; both are free.
    fn or_else(&mut self, optional: &'a Expr, other: &'a Expr, unwraps: bool) -> Evaluated<'a> {
        let optional = self.evaluate(optional)?;
        match optional.and_then(dynamic::as_optional) {
            Ok(Some(value)) if unwraps => Ok(value.checked()),
            Ok(Some(_)) => Ok(optional),
            Ok(None) => self.evaluate(other),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Operands without which the server panics: where it charges by a function's own rules, which is where one overload is left,
    /// and keys that it cannot hash.
    fn require_operands(
        &mut self,
        function: &str,
        overloads: usize,
        values: &[Outcome<'a, Value<'a>>],
    ) -> Outcome<'a, ()> {
        let arena = self.arena();
        match (function, values, overloads) {
            ("@in", [value, container], _) => dynamic::require_hashable_in(self.cost, *value, *container),
            ("format", [format, arguments], _) => dynamic::require_printable(self.cost, *format, *arguments),
            ("sort" | "distinct", [list], 1) | ("@sortByAssociatedKeys", [_, list], 1) => {
                self.cost.finish(dynamic::required_list(arena, *list)).map(|_| ())
            }
            ("flatten", [_, depth], 1) => self.cost.finish(dynamic::required_int(arena, *depth)).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// `matches`, `find` or `findAll` with a constant pattern.
    fn search(&self, function: &str, pattern: &str, values: &[Value<'a>]) -> Outcome<'a, Value<'a>> {
        let pattern = self.program.pattern(pattern);
        let (text, limit) = match values {
            [text, _] => (dynamic::searched(*text)?, -1),
            [text, _, limit] => ops::both(dynamic::searched(*text), dynamic::limit(*limit))?,
            _ => return Err(EvalError::NoSuchOverload),
        };
        let arena = self.arena();
        match function {
            "matches" => pattern.matches_bounded(arena, text).map(Value::Bool),
            "find" => pattern.find_bounded(arena, text).map(Value::String),
            _ => library::Given::into_value(pattern.find_all_bounded(arena, text, limit)?, arena),
        }
    }
}
