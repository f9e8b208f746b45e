//! Sizes of texts that are compared with a number: `self.name.size() <= 63`. The number of bytes mostly decides, and no code point is
//! counted.

use crate::ir::{Body, Infix, Value};

/// The body where such a size is compared by its bytes first.
pub(crate) fn by_bytes(body: &Body) -> Option<Body> {
    let is_compared = body.values().into_iter().any(|value| value.any(&mut |part| compared(part).is_some()));
    is_compared.then(|| body.changed(&compared))
}

/// `ops::order_size(text, 63).is_le()` for `ops::size_of_string(text) <= 63`, and for the same with the sides changed.
fn compared(value: &Value) -> Option<Value> {
    let Value::Infix(operator, sides) = value else { return None };
    let [left, right] = &**sides;
    let (text, number, is_first) = match (size_of(left), size_of(right)) {
        (Some(text), None) => (text, right, true),
        (None, Some(text)) => (text, left, false),
        _ => return None,
    };
    let holds = match (operator, is_first) {
        (Infix::Equal, _) => "is_eq",
        (Infix::NotEqual, _) => "is_ne",
        (Infix::Less, true) | (Infix::Greater, false) => "is_lt",
        (Infix::LessOrEqual, true) | (Infix::GreaterOrEqual, false) => "is_le",
        (Infix::Greater, true) | (Infix::Less, false) => "is_gt",
        (Infix::GreaterOrEqual, true) | (Infix::LessOrEqual, false) => "is_ge",
        _ => return None,
    };
    Some(Value::call("ops::order_size", [text.clone(), number.clone()]).method(holds))
}

/// The text whose size a value is.
fn size_of(value: &Value) -> Option<&Value> {
    match value {
        Value::Call(path, operands) if path == "ops::size_of_string" => operands.first(),
        _ => None,
    }
}
