//! `has()`: a chain whose last field is tested instead of read.

use super::{Block, Emitter, Form, Operand, Operation, held::Conversion, optional::Key, presence::Presence};
use crate::ast::{Expr, ExprKind, Select};
use cel_types::Operator;
use quote::quote;

impl Emitter<'_, '_> {
    /// `has(operand.field)`: the chain without its base, and 1 for the tested field. What the server takes off again is the
    /// base; as a value of its own a chain that starts with a ternary has none and so costs 1 less.
    ///
    /// As an index or a branch it is no value of its own, but an attribute: behind an optional that is what the field is.
    pub(super) fn has(&mut self, expr: &Expr, select: &Select, is_value: bool, block: &mut Block) -> Operand {
        let operand = self.attribute_or_value(expr, &select.operand, block);
        let operand = self.entered(&select.operand, operand);
        let tested = self.then(operand, block, |emitter, value, block| match &value.form {
            Form::Optional(_) => {
                let field = emitter.optional_step(expr, value, Key::Name(&select.field), block);
                if is_value { emitter.lift(vec![field], is_some()) } else { field }
            }
            _ => emitter.tested(expr, select, value, block),
        });
        let (root, _) = self.chain(&select.operand);
        if is_value && matches!(&root.kind, ExprKind::Call(call) if call.function.is(Operator::Conditional)) {
            block.push_settled(quote!(cost.refund()?;));
        }
        tested
    }

    fn tested(&mut self, expr: &Expr, select: &Select, value: Operand, block: &mut Block) -> Operand {
        let is_typed = match &value.form {
            Form::Object(object) => self.has_property(object, &select.field),
            Form::Map { key, .. } => matches!(**key, Form::String | Form::Never),
            _ => false,
        };
        if !is_typed {
            return self.dynamic_has(value, &select.field, block);
        }
        block.units(1);
        self.is_present(expr, value, &select.field)
    }

    fn is_present(&mut self, expr: &Expr, value: Operand, name: &str) -> Operand {
        let value = self.with_keys(value, &Form::String);
        let tokens = &value.tokens;
        match &value.form {
            Form::Object(object) => match self.env.object(object).and_then(|object| object.field(name)) {
                Some(field) => {
                    let (tokens, optional) = self.read(tokens, field);
                    let held = Form::of_node(self.env, &field.node, &self.property_type(object, name));
                    // An opaque value is there whatever its schema says of it, which may not be known here.
                    if let Form::Held(conversion) = held
                        && conversion.is_fallible()
                        && conversion != Conversion::Opaque
                    {
                        let value = if optional { quote!(value) } else { tokens.clone() };
                        let converted = conversion.in_expression(&value);
                        let present = quote!(#converted.map(|_| true));
                        let tokens = match optional {
                            true => quote!(#tokens.map_or(Ok(false), |value| #present)),
                            false => present,
                        };
                        return Operand::fallible(tokens, Form::Bool);
                    }
                    if !optional {
                        return Operand::new(quote!(true), Form::Bool);
                    }
                    let presence = Presence {
                        read: tokens.clone(),
                        property: name.to_owned(),
                        form: None,
                        negated: false,
                    };
                    Operand {
                        presence: Some(presence),
                        ..Operand::new(quote!(#tokens.is_some()), Form::Bool)
                    }
                }
                None => self.unsupported(expr, &format!("field `{name}`")),
            },
            Form::Map { value, .. } if fallible_conversion(value).is_some() => {
                let present = fallible_conversion(value).map(|held| held.in_expression(&quote!(value)));
                let found = quote!(#tokens.value(#name).map_or(Ok(false), |value| #present.map(|_| true)));
                Operand::fallible(found, Form::Bool)
            }
            Form::Map { key, .. } if **key == Form::String => {
                Operand::new(quote!(map::contains(#tokens, #name)), Form::Bool)
            }
            _ => self.unsupported(expr, "`has()` on a value of unknown type"),
        }
    }
}

/// Whether an optional has a value.
fn is_some() -> Operation {
    Operation::new(Form::Bool, |o| {
        let optional = &o[0];
        quote!(#optional.is_some())
    })
}

/// The conversion of a map's values, if it may fail.
fn fallible_conversion(value: &Form) -> Option<&Conversion> {
    match value {
        Form::Held(conversion) if conversion.is_fallible() => Some(conversion),
        _ => None,
    }
}
