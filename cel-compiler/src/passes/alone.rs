//! Quantities that are only compared: `quantity(self.size).compareTo(quantity('1Gi')) >= 0`. Nothing else sees them, so they need no memory
//! in the arena, which the values of a rule share.

use crate::ir::{Body, Lift, Value};
use std::rc::Rc;

/// The body with such quantities as plain values.
pub(crate) fn alone(body: &Body) -> Option<Body> {
    let is_compared =
        |value: &Value| matches!(value, Value::Call(path, _) if COMPARISONS.iter().any(|(of, _)| path == of));
    if !body.values().into_iter().any(|value| value.any(&mut |part| is_compared(part))) {
        return None;
    }
    Some(body.changed(&compared))
}

/// A comparison whose two operands are read for it.
fn compared(value: &Value) -> Option<Value> {
    let Value::Lift(lift) = value else { return None };
    let Value::Call(comparison, operands) = &lift.next else { return None };
    let (_, alone) = COMPARISONS.iter().find(|(of, _)| comparison == of)?;
    let [Value::Arena, left @ Value::Local(_), right @ Value::Local(_)] = operands.as_slice() else {
        return None;
    };
    let [one, other] = lift.results.as_slice() else { return None };
    let results = vec![read_alone(one)?, read_alone(other)?];
    let next = Value::call(*alone, [left.clone(), right.clone()]);
    Some(Value::Lift(Rc::new(Lift { results, next, ..(**lift).clone() })))
}

/// A quantity that is read from a text, from a constant, or from a value that is an integer or a text: `self.size` of the type `Quantity`.
fn read_alone(value: &Value) -> Option<Value> {
    match value {
        Value::Call(path, operands) if path == "quantity::quantity" => {
            Some(Value::Call("quantity::alone".into(), operands.clone()))
        }
        Value::Method(constant, get, arena) if get == "get" && matches!(**constant, Value::Local(_)) => {
            Some(Value::Method(Rc::clone(constant), "alone".into(), arena.clone()))
        }
        Value::Lift(lift) if lift.can_fail => {
            let next = read_alone(&lift.next)?;
            Some(Value::Lift(Rc::new(Lift { next, ..(**lift).clone() })))
        }
        Value::Match(of, arms) => {
            let arms = arms.iter().map(|(pattern, body)| {
                let result = match &body.result {
                    error @ Value::Call(path, _) if path == "Err" => error.clone(),
                    value => read_alone(value)?,
                };
                Some((pattern.clone(), Body { result, ..body.clone() }))
            });
            Some((**of).clone().matched(arms.collect::<Option<Vec<_>>>()?))
        }
        _ => None,
    }
}

/// A comparison of two quantities in the arena, and the same comparison of two plain values.
const COMPARISONS: [(&str, &str); 3] = [
    ("quantity::compare_to", "quantity::compare_alone"),
    ("quantity::is_greater_than", "quantity::is_greater_alone"),
    ("quantity::is_less_than", "quantity::is_less_alone"),
];
