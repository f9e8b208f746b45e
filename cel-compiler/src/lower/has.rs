//! `has()`: a chain whose last field is tested instead of read.

use super::{attribute::Purpose, block::Block, optional::Key, presence, state::Lowering};
use crate::ast::{Expr, ExprKind, Select};
use crate::ir::{Conversion, Facts, Operand, Operation, Pattern, Presence, Repr, Statement, Value};
use cel_types::Operator;

impl Lowering<'_, '_> {
    /// `has(operand.field)` costs the chain without its base, and 1 for the tested field. The server takes the base off again. A chain
    /// that starts with a ternary has no base, so as a separate value it costs 1 less.
    ///
    /// As an index or a branch it is an attribute, not a separate value. Behind an optional its value is then the field.
    pub(super) fn has(&mut self, expr: &Expr, select: &Select, is_value: bool, block: &mut Block) -> Operand {
        let operand = self.unbased(&select.operand, Purpose::Tested, block);
        let operand = self.entered(&select.operand, operand);
        let tested = self.then(operand, block, |lowering, value, block| match &value.repr {
            Repr::Optional(_) => {
                let field = lowering.optional_step(expr, value, Key::Name(&select.field), block);
                let is_some = Operation::new(Repr::Bool, Value::Operand(0).method("is_some"));
                if is_value { lowering.lift(vec![field], is_some) } else { field }
            }
            _ => lowering.tested(expr, select, value, block),
        });
        let (root, _) = self.chain(&select.operand);
        if is_value && matches!(&root.kind, ExprKind::Call(call) if call.function.is(Operator::Conditional)) {
            block.push_settled(Statement::Refund);
        }
        tested
    }

    fn tested(&mut self, expr: &Expr, select: &Select, value: Operand, block: &mut Block) -> Operand {
        let is_typed = match &value.repr {
            Repr::Object(object) => self.has_property(object, &select.field),
            Repr::Map { key, .. } => matches!(**key, Repr::String | Repr::Never),
            _ => false,
        };
        if !is_typed {
            return self.dynamic_has(value, &select.field, block);
        }
        block.units(1);
        let is_node = self.is_node(&select.operand);
        self.of_node(is_node, |lowering| lowering.is_present(expr, value, &select.field))
    }

    fn is_present(&mut self, expr: &Expr, value: Operand, name: &str) -> Operand {
        let value = self.with_keys(value, &Repr::String);
        match &value.repr {
            Repr::Object(object) => match self.env.object(object).and_then(|object| object.field(name)) {
                Some(field) => {
                    let ty = self.property_type(object, name);
                    let held = Repr::of_node(self.env, &field.node, &ty);
                    let (read, optional) = self.read(&value.value, field);
                    is_read(read, optional, &held, name)
                }
                None => self.no_code(expr),
            },
            Repr::Map { value: held, .. } if fallible_conversion(held).is_some() => {
                let present = fallible_conversion(held).map(is_converted);
                let found = value.value.method_with("value", [Value::Text(name.into())]);
                Operand::fallible(if_there(found, present), Repr::Bool)
            }
            Repr::Map { key, .. } if **key == Repr::String => {
                let has_key = Value::call("map::contains", [value.value, Value::Text(name.into())]);
                presence::of_key(Operand::new(has_key, Repr::Bool))
            }
            _ => self.no_code(expr),
        }
    }
}

/// The test whether a property is there: `read` gives its value, or an `Option`.
fn is_read(read: Value, optional: bool, held: &Repr, name: &str) -> Operand {
    // An opaque value is there whatever its schema says. Its schema may not be known here.
    if let Repr::Encoded(conversion) = held
        && conversion.is_fallible()
        && *conversion != Conversion::Opaque
    {
        let present = match optional {
            true => if_there(read, Some(is_converted(conversion))),
            false => converts(conversion, read),
        };
        return Operand::fallible(present, Repr::Bool);
    }
    if !optional {
        return Operand::new(Value::Bool(true), Repr::Bool);
    }
    let is_some = read.clone().method("is_some");
    let presence = Presence { read, property: name.to_owned(), repr: None, is_whole: true };
    Operand { facts: Facts::of(presence, false), ..Operand::new(is_some, Repr::Bool) }
}

/// `found.map_or(Ok(false), |value| present)`
fn if_there(found: Value, present: Option<Value>) -> Value {
    let absent = Value::Bool(false).within("Ok");
    found.method_with("map_or", [absent].into_iter().chain(present).collect::<Vec<_>>())
}

/// `|value| ..`, a test whether it converts.
fn is_converted(conversion: &Conversion) -> Value {
    Value::closure(Pattern::Name("value".into()), converts(conversion, Value::local("value")))
}

/// `Ok(true)` if a value converts, else the error.
fn converts(conversion: &Conversion, value: Value) -> Value {
    let is_there = Value::closure(Pattern::Any, Value::Bool(true));
    conversion.in_expression(value).method_with("map", [is_there])
}

/// The conversion of a map's values, if it may fail.
fn fallible_conversion(value: &Repr) -> Option<&Conversion> {
    match value {
        Repr::Encoded(conversion) if conversion.is_fallible() => Some(conversion),
        _ => None,
    }
}
