//! Searches with regular expressions. A constant pattern is compiled, and the search is a method of it. Other patterns are passed to
//! a function.

use crate::ir::{Operand, Operation, Pattern, Repr, Value};
use crate::lower::state::Lowering;
use cel_types::regex::Program;

impl Lowering<'_, '_> {
    /// `matches`, `find` or `findAll` with a constant pattern. If the pattern is large (`\pL{1000}`), the work is counted, and the
    /// search fails if it is too much.
    pub(in crate::lower) fn search(
        &mut self,
        function: &str,
        pattern: &str,
        mut operands: Vec<Operand>,
    ) -> Operand {
        let name = self.patterns.name(pattern);
        operands.remove(1);
        let is_small = Program::new(pattern).is_ok_and(|program| program.is_small());
        let repr = match function {
            "matches" => Repr::Bool,
            "find" => Repr::String,
            _ => Repr::list(Repr::String),
        };
        let method = match (function, is_small) {
            ("findAll", true) => "find_all",
            ("findAll", false) => "find_all_bounded",
            ("find", true) => "find",
            ("find", false) => "find_bounded",
            (_, true) => "matches",
            (_, false) => "matches_bounded",
        };
        let has_arena = !is_small || function == "findAll";
        let has_limit = operands.len() > 1;
        let no_limit = function == "findAll" && !has_limit;
        let found = |text: Value, limit: Option<Value>| {
            let limit = limit.or(no_limit.then(|| Value::int(-1)));
            let operands = has_arena.then_some(Value::Arena).into_iter().chain([text]).chain(limit);
            Value::from(&name).method_with(method, operands.collect::<Vec<_>>())
        };
        let wanted = [Repr::String, Repr::Int];
        if operands.iter().zip(&wanted).all(|(operand, repr)| operand.repr == *repr) {
            let value = found(Value::Operand(0), has_limit.then_some(Value::Operand(1)));
            return self.lift(operands, Operation { repr, fallible: !is_small, value });
        }
        // Values of unknown type.
        let operands = operands.into_iter().map(|operand| self.dynamic(operand)).collect();
        let then = if is_small { "map" } else { "and_then" };
        let text = Value::call("dynamic::searched", [Value::Operand(0)]);
        let name = |name: &'static str| Pattern::Name(name.into());
        let value = match has_limit {
            false => {
                let found = found(Value::local("text"), None);
                text.method_with(then, [Value::closure(name("text"), found)])
            }
            true => {
                let limit = Value::call("dynamic::limit", [Value::Operand(1)]);
                let found = found(Value::local("text"), Some(Value::local("limit")));
                let names = Pattern::Tuple(vec![name("text"), name("limit")]);
                Value::call("ops::both", [text, limit]).method_with(then, [Value::closure(names, found)])
            }
        };
        self.lift(operands, Operation::fallible(repr, value))
    }
}
