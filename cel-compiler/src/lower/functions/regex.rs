//! Searches with regular expressions. A constant pattern is compiled, and the search is a method of it. Other patterns are passed to
//! a function.

use crate::ir::{Infix, Operand, Operation, Pattern, Repr, Static, Value};
use crate::lower::state::Lowering;
use crate::plan::Constant;
use cel_types::regex::{self, Plain, Program, Scan, Step};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// `matches`, `find` or `findAll` with a constant pattern. If the pattern is large (`\pL{1000}`), the work is counted, and the
    /// search fails if it is too much.
    pub(in crate::lower) fn search(
        &mut self,
        function: &str,
        pattern: &str,
        mut operands: Vec<Operand>,
    ) -> Operand {
        operands.remove(1);
        if function != "findAll"
            && operands.iter().all(|operand| operand.repr == Repr::String)
            && let Some(operation) = without_search(function, pattern)
        {
            return self.lift(operands, operation);
        }
        let name = self.statics.name(Static::Pattern, pattern);
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

/// `matches` or `find` with a pattern that needs no program.
fn without_search(function: &str, pattern: &str) -> Option<Operation> {
    let is_match = function == "matches";
    if is_match && let Some(compared) = regex::plain(pattern).and_then(compared) {
        return Some(Operation::new(Repr::Bool, compared));
    }
    let Scan { steps, is_whole } = regex::scan(pattern)?;
    let scanned = steps.into_iter().fold(Value::call("scan::begin", [Value::Operand(0)]), stepped);
    Some(match (is_match, is_whole) {
        (true, true) => Operation::new(Repr::Bool, scanned.method("is_end")),
        (true, false) => Operation::new(Repr::Bool, scanned.method("is_match")),
        (false, true) => Operation::new(Repr::String, scanned.method("found_end")),
        (false, false) => Operation::new(Repr::String, scanned.method("found")),
    })
}

/// A scan with one more step.
fn stepped(scan: Value, step: Step) -> Value {
    let (ranges, least, most) = match step {
        Step::Text(text) => return scan.method_with("text", [Value::Text(text.into())]),
        Step::Bytes { ranges, least, most } => (ranges, least, most),
    };
    let ranges = ranges.into_iter().map(|(first, last)| Pattern::Bytes(first, last)).collect();
    let has = Value::Matches(Rc::new(Value::local("byte")), ranges);
    let has = Value::closure(Pattern::Name("byte".into()), has);
    match (least, most) {
        (0, None) => scan.method_with("any", [has]),
        (1, None) => scan.method_with("some", [has]),
        _ => {
            let most = most.map_or(Value::Path("usize::MAX".into()), |most| Value::Number(most.into()));
            scan.method_with("times", [Value::Number(least.into()), most, has])
        }
    }
}

/// A search as a comparison of the text with a few others.
fn compared(plain: Plain) -> Option<Value> {
    let text = || Value::Operand(0);
    let (method, texts) = match plain {
        Plain::Equals(texts) => {
            let pattern = |text| Pattern::Constant(Rc::new(Constant::String(text)), Rc::new(Repr::String));
            return Some(Value::Matches(Rc::new(text()), texts.into_iter().map(pattern).collect()));
        }
        Plain::StartsWith(texts) => ("starts_with", texts),
        Plain::EndsWith(texts) => ("ends_with", texts),
        Plain::Contains(texts) => ("contains", texts),
    };
    if texts.len() > MOST_TESTS {
        return None;
    }
    let tests = texts.into_iter().map(|one| text().method_with(method, [Value::Text(one.into())]));
    tests.reduce(|left, right| Value::infix(Infix::Or, left, right))
}

/// The most tests in place of a search.
const MOST_TESTS: usize = 4;
