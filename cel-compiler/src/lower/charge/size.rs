//! Sizes and the charges for them: known at compile time, or computed.

use super::super::{as_value::viewed, block::Block, state::Lowering};
use crate::{
    env::Env,
    ir::{Operand, Pattern, Repr, Value},
    library::Measure,
    plan::Constant,
};
use cel_types::TypeName;

/// A size: known at compile time, or an expression.
pub(super) enum Size {
    Known(u64),
    Text(Value),
    At(Value),
}

impl Size {
    /// The size as an expression.
    pub(super) fn into_value(self) -> Value {
        match self {
            Size::Known(size) => Value::Number(size),
            Size::Text(text) => Value::call("size::code_points", [text]),
            Size::At(size) => size,
        }
    }
}

impl Lowering<'_, '_> {
    /// The size of an operand; an error counts 1.
    pub(super) fn size(&self, operand: &Operand) -> Size {
        self.size_by(Measure::Cel, operand)
    }

    pub(super) fn size_by(&self, measure: Measure, operand: &Operand) -> Size {
        if let Some(size) = operand.constant().map(size_of_constant) {
            return Size::Known(size);
        }
        if operand.repr.is_scalar() {
            return Size::Known(1);
        }
        let value = operand.value.clone();
        let or_one = |value: Value, size: &'static str| {
            value.method_with("map_or", [Value::Number(1), Value::Path(size.into())])
        };
        match (&operand.repr, operand.fallible) {
            (Repr::Optional(_), _) if measure == Measure::Kubernetes => Size::Known(1),
            (Repr::Dynamic, false) if measure == Measure::Kubernetes => Size::At(value.method("own_size")),
            (Repr::Dynamic, true) if measure == Measure::Kubernetes => {
                Size::At(or_one(value, "Value::own_size"))
            }
            (Repr::Dynamic, true) => Size::At(or_one(value, "Value::size")),
            (Repr::String, false) => Size::Text(value),
            (Repr::String, true) => Size::Text(Value::call("size::text", [value])),
            (repr, false) => Size::At(size_of(self.env, repr, value)),
            (repr, true) => {
                let size = size_of(self.env, repr, Value::local("value"));
                match Pattern::if_used("value", &size) {
                    Pattern::Any => Size::Known(1),
                    _ => Size::At(self.cost_of(&value, "value", size)),
                }
            }
        }
    }
}

fn size_of(env: &Env<'_>, repr: &Repr, value: Value) -> Value {
    let length = |length| Value::call("size::length", [length]);
    match repr {
        Repr::String => Value::call("size::code_points", [value]),
        Repr::Bytes => length(value.method("len")),
        Repr::List { .. } | Repr::Map { .. } => length(value.method("length")),
        Repr::Object(name) => Value::call("object::keys", [viewed(env, name, value)]),
        Repr::Dynamic | Repr::Opaque(TypeName::Ip | TypeName::Cidr) => value.method("size"),
        Repr::Optional(content) if content.is_scalar() || **content == Repr::Never => Value::Number(1),
        Repr::Optional(content) => {
            let size = size_of(env, content, Value::local("content"));
            let size = Value::closure(Pattern::Name("content".into()), size);
            value.method_with("map_or", [Value::Number(1), size])
        }
        Repr::Null
        | Repr::Bool
        | Repr::Int
        | Repr::Uint
        | Repr::Double
        | Repr::Timestamp
        | Repr::Duration
        | Repr::Type
        | Repr::Opaque(_)
        | Repr::Nullable(_)
        | Repr::Never
        | Repr::Encoded(_) => Value::Number(1),
    }
}

fn size_of_constant(constant: &Constant) -> u64 {
    let size = match constant {
        Constant::String(text) => text.chars().count(),
        Constant::Bytes(bytes) => bytes.len(),
        Constant::List(elements, _) => elements.len(),
        Constant::Map(entries, _) => entries.len(),
        Constant::Null
        | Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::Timestamp(_)
        | Constant::Duration(_)
        | Constant::Type(_) => 1,
    };
    u64::try_from(size).unwrap_or(u64::MAX)
}

/// A charge: known at compile time, or an expression.
pub(super) enum Charge {
    Known(u64),
    At(Value),
}

impl Charge {
    pub(super) fn add_to(self, block: &mut Block) {
        match self {
            Charge::Known(step) => block.charge_known(step),
            Charge::At(step) => block.charge(step),
        }
    }

    /// The result of a function of two sizes.
    pub(super) fn by(function: &'static str, left: Size, right: Size) -> Self {
        Charge::At(Value::call(function, [left.into_value(), right.into_value()]))
    }

    /// The result of a function of a text and a known size.
    fn of_text(function: &'static str, text: Value, known: u64) -> Self {
        Charge::At(Value::call(function, [text, Value::Number(known)]))
    }
}

pub(super) fn sum(left: Size, right: Size) -> Charge {
    match (left, right) {
        (Size::Known(left), Size::Known(right)) => Charge::Known(left.saturating_add(right).div_ceil(10)),
        (left, right) => Charge::by("size::sum", left, right),
    }
}

pub(super) fn tenths_of(size: Size, tenths: u64) -> Charge {
    match size {
        Size::Known(size) => Charge::Known(size.saturating_mul(tenths).div_ceil(10)),
        Size::Text(text) if tenths == 1 => Charge::At(Value::call("size::ceil01_of_text", [text])),
        size => {
            let function = if tenths == 1 { "size::ceil01" } else { "size::ceil02" };
            Charge::At(Value::call(function, [size.into_value()]))
        }
    }
}

pub(super) fn product(text: Size, part: Size) -> Charge {
    match (text, part) {
        (Size::Known(text), Size::Known(part)) => {
            Charge::Known(text.div_ceil(10).saturating_mul(part.div_ceil(10)))
        }
        (Size::Text(text), Size::Known(part)) => Charge::of_text("size::product_known", text, part),
        (Size::Text(text), Size::Text(part)) => {
            Charge::At(Value::call("size::product_of_texts", [text, part]))
        }
        (text, part) => Charge::by("size::product", text, part),
    }
}

pub(super) fn search(text: Size, pattern: Size) -> Charge {
    match (text, pattern) {
        (_, Size::Known(0)) => Charge::Known(0),
        (Size::Known(text), Size::Known(pattern)) => {
            Charge::Known(text.saturating_add(1).div_ceil(10).saturating_mul(pattern.div_ceil(4)))
        }
        (Size::Text(text), Size::Known(pattern)) => Charge::of_text("size::search_known", text, pattern),
        (text, pattern) => Charge::by("size::search", text, pattern),
    }
}

/// `sets.contains` and `sets.intersects`
pub(super) fn pairs(left: Size, right: Size) -> Charge {
    Charge::by("size::pairs", left, right)
}

/// `sets.equivalent`
pub(super) fn pairs_twice(left: Size, right: Size) -> Charge {
    Charge::by("size::pairs_twice", left, right)
}
