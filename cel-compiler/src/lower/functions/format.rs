//! `format` with a constant format string: its parts are known.

use super::super::as_value::variant;
use crate::ir::{Operand, Operation, Repr, Value};
use crate::plan::Constant;
use cel_types::format::{Part, parts};

/// The call with the parts in place of the string. A wrong format string stays: the call reports what is wrong with it.
pub(in super::super) fn operation(operands: &[Operand]) -> Option<Operation> {
    let Some(Constant::String(format)) = operands.first()?.constant() else { return None };
    let pieces = parts(format).map(piece).collect::<Option<Vec<_>>>()?;
    let pieces = Value::Array(pieces).reference();
    Some(Operation::fallible(Repr::String, Value::build("template::print", [pieces, Value::Operand(1)])))
}

/// `template::Text("a")`, `template::Argument(template::Verb::Decimal)`
fn piece(part: Part<'_>) -> Option<Value> {
    let clause = match part {
        Part::Text(text) => return Some(Value::call("template::Text", [Value::Text(text.into())])),
        Part::Clause(clause) => clause.ok()?,
    };
    let verb = Value::Path(format!("template::Verb::{:?}", clause.verb).into());
    Some(match clause.precision {
        None => Value::call("template::Argument", [verb]),
        Some(precision) => Value::call("template::Precise", [verb, Value::Number(precision)]),
    })
}

/// True if the arguments are a literal of values without parts. `format` never panics over those.
pub(in super::super) fn prints_all(arguments: &Value) -> bool {
    let is_simple = |element: &Value| match element {
        Value::Constant(..) => true,
        Value::Call(constructor, _) => SIMPLE.iter().any(|repr| variant(repr).as_ref() == Some(constructor)),
        _ => false,
    };
    match arguments {
        Value::Call(of, operands) if of == "list::of" => {
            matches!(operands.as_slice(), [_, Value::Array(elements)] if elements.iter().all(is_simple))
        }
        _ => false,
    }
}

const SIMPLE: [Repr; 8] = [
    Repr::Bool,
    Repr::Int,
    Repr::Uint,
    Repr::Double,
    Repr::String,
    Repr::Bytes,
    Repr::Timestamp,
    Repr::Duration,
];
