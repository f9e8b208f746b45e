//! Message literals: the fields in order up to the first that fails, then what protocol buffers make of their values.

use super::{Block, Emitter, Form, Operand, Operation};
use crate::{
    ast::{Expr, Struct},
    checker::Reference,
    decls::{
        TypePattern,
        type_names::{Narrow, TYPE_NAMES, narrow},
    },
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

impl Emitter<'_, '_> {
    pub(super) fn message(&mut self, expr: &Expr, message: &Struct, block: &mut Block) -> Operand {
        let decl = match self.checked.reference(expr.id) {
            Some(Reference::TypeName(name)) => TYPE_NAMES.iter().find(|decl| decl.name == *name),
            _ => None,
        };
        let name = decl.map_or(&*message.type_name, |decl| decl.name);
        let Some(kind) = decl.and_then(|decl| Message::of(&decl.ty)) else {
            return self.unsupported(expr, &format!("a `{name}` message"));
        };
        let declared = decl.and_then(|decl| decl.fields).unwrap_or_default();
        let parts: Vec<&Expr> = message.fields.iter().map(|field| &field.value).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, values, _| {
            let fields: Option<Vec<Operand>> = declared
                .iter()
                .map(|(field, ty)| {
                    // Of a field given twice the last value counts.
                    let given =
                        message.fields.iter().zip(&values).rev().find(|(given, _)| given.name == *field);
                    let given = given.map(|(given, value)| (given.optional, value.clone()));
                    emitter.message_field(name, field, ty, given)
                })
                .collect();
            match fields {
                Some(fields) => emitter.built_message(kind, fields),
                None => emitter.unsupported(expr, "a message with a field known only at run time"),
            }
        });
        block.charge_known(MESSAGE_COST);
        value
    }

    /// A field's value in the range of its protocol buffer type; without one, that type's default.
    fn message_field(
        &mut self,
        message: &str,
        field: &str,
        ty: &TypePattern,
        given: Option<(bool, Operand)>,
    ) -> Option<Operand> {
        let form = Form::built(&ty.declared());
        let default = default(&form)?;
        let value = match given {
            None => Operand::new(default, form),
            Some((false, value)) => self.coerce_never(value, &form),
            Some((true, value)) => {
                let optional = Form::Optional(Rc::new(form.clone()));
                let never = matches!(&value.form, Form::Optional(held) if **held == Form::Never);
                let value =
                    if never { self.coerce(value, &optional) } else { self.coerce_never(value, &optional) };
                if value.form != optional {
                    return None;
                }
                let value = value.tokens;
                Operand::new(quote!(#value.unwrap_or(#default)), form)
            }
        };
        if value.form != Form::built(&ty.declared()) {
            return None;
        }
        Some(match narrow(message, field) {
            Some(Narrow::Float) => self.lift(
                vec![value],
                Operation::new(Form::Double, |o| {
                    let value = &o[0];
                    quote!(ops::to_float(#value))
                })
                .delimited(),
            ),
            Some(Narrow::Int) => self.narrowed(message, field, "narrow_int", value),
            Some(Narrow::Uint) => self.narrowed(message, field, "narrow_uint", value),
            None => value,
        })
    }

    fn narrowed(&mut self, message: &str, field: &str, function: &str, value: Operand) -> Operand {
        let function = format_ident!("{function}");
        let overflow =
            if value.form == Form::Uint { "unsigned integer overflow" } else { "integer overflow" };
        let error = format!("field type conversion error for {message}.{field} value type: {overflow}");
        let form = value.form.clone();
        let narrow = Operation::fallible(form, move |o| {
            let value = &o[0];
            quote!(ops::#function(#value, #error))
        });
        self.lift(vec![value], narrow.delimited())
    }

    fn built_message(&mut self, kind: Message, mut fields: Vec<Operand>) -> Operand {
        let (form, function) = match kind {
            Message::Wrapper => return fields.remove(0),
            Message::Duration => (Form::Duration, quote!(ops::duration_of)),
            Message::Timestamp => (Form::Timestamp, quote!(ops::timestamp_of)),
        };
        let build = Operation::new(form, move |o| {
            let (seconds, nanos) = (&o[0], &o[1]);
            quote!(#function(#seconds, #nanos))
        });
        self.lift(fields, build.delimited())
    }
}

/// What CEL makes of a message.
#[derive(Clone, Copy)]
enum Message {
    /// The value of its only field.
    Wrapper,
    Duration,
    Timestamp,
}

impl Message {
    fn of(ty: &TypePattern) -> Option<Self> {
        match ty {
            TypePattern::Wrapper(_) => Some(Message::Wrapper),
            TypePattern::Duration => Some(Message::Duration),
            TypePattern::Timestamp => Some(Message::Timestamp),
            _ => None,
        }
    }
}

fn default(form: &Form) -> Option<TokenStream> {
    Some(match form {
        Form::Bool => quote!(false),
        Form::Int => quote!(0_i64),
        Form::Uint => quote!(0_u64),
        Form::Double => quote!(0.0_f64),
        Form::String => quote!(""),
        Form::Bytes => quote!(b"".as_slice()),
        _ => return None,
    })
}

const MESSAGE_COST: u64 = 40;
