//! Message literals: the fields in order up to the first that fails, then what protocol buffers make of their values.

use super::{Block, Emitter, Form, Operand, Operation, sequence::Part};
use crate::{
    ast::{Expr, Struct},
    checker::Reference,
    decls::{
        TypePattern,
        type_names::{TYPE_NAMES, TypeNameDecl, field_reader},
    },
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

impl Emitter<'_, '_> {
    pub(super) fn message(&mut self, expr: &Expr, message: &Struct, block: &mut Block) -> Operand {
        let decl = match self.checked.reference(expr.id) {
            Some(Reference::TypeName(name)) => TYPE_NAMES.iter().find(|decl| decl.name == *name),
            Some(Reference::NoMessage { name, .. }) => return self.no_message(expr, name, message, block),
            _ => None,
        };
        let Some((decl, declared)) = decl.and_then(|decl| Some((decl, decl.fields?))) else {
            return self.unsupported(expr, &format!("a `{}` message", message.type_name));
        };
        let parts: Vec<Part<'_>> = message.fields.iter().map(Part::of_field).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, values, _| {
            let given = message.fields.iter().zip(values).enumerate().filter_map(|(i, (field, value))| {
                let (name, ty) = declared.iter().find(|(name, _)| *name == field.name)?;
                // Of a field given twice the last value counts.
                let is_last = message.fields.iter().skip(i + 1).all(|later| later.name != field.name);
                let given = Given { name, is_optional: field.optional, value };
                is_last.then(|| emitter.message_field(decl, ty, given))
            });
            let given: Vec<Given> = given.collect();
            emitter.built_message(decl, given)
        });
        block.charge_known(MESSAGE_COST);
        value
    }

    /// `list{}`: the fields, and then nothing can build it.
    fn no_message(&mut self, expr: &Expr, name: &str, message: &Struct, block: &mut Block) -> Operand {
        let parts: Vec<Part<'_>> = message.fields.iter().map(Part::of_field).collect();
        let form = Form::built(&self.type_of(expr));
        let value = self.sequence(&parts, Vec::new(), block, &mut |_, _, _| {
            let rust = form.rust();
            Operand::fallible(quote!(messages::unknown::<#rust>(cost.arena(), #name)), form.clone())
        });
        block.charge_known(MESSAGE_COST);
        value
    }

    /// A field's value as its protocol buffer type holds it.
    fn message_field(
        &mut self,
        message: &TypeNameDecl,
        ty: &TypePattern,
        Given { name, is_optional, value }: Given,
    ) -> Given {
        let form = Form::built(&ty.declared());
        let (reader, held_as) = field_reader(message.name, name, ty);
        let is_exact = matches!(held_as, "int64" | "uint64" | "float64" | "bool" | "string" | "[]uint8");
        let wanted = if is_optional { Form::Optional(Rc::new(form)) } else { form };
        if value.form == wanted && is_exact {
            return Given { name, is_optional, value };
        }
        let full_name = format!("{}.{name}", message.name);
        let read = format_ident!("{}", reader.function());
        let field = quote!(messages::Field { name: #full_name, held_as: #held_as });
        let (value, read) = if is_optional {
            let value = self.coerce(value, &Form::Optional(Rc::new(Form::Dynamic)));
            let read = Operation::fallible(wanted, move |o| {
                let value = &o[0];
                let read = quote!(messages::#read(cost.arena(), value, #field));
                quote!(#value.map(|value| #read).transpose())
            });
            (value, read)
        } else {
            let read = Operation::fallible(wanted, move |o| {
                let value = &o[0];
                quote!(messages::#read(cost.arena(), #value, #field))
            });
            (self.dynamic(value), read)
        };
        Given { name, is_optional, value: self.lift(vec![value], read.delimited()) }
    }

    fn built_message(&mut self, decl: &TypeNameDecl, given: Vec<Given>) -> Operand {
        match decl.name {
            "google.protobuf.Empty" => {
                Operand::new(quote!(messages::empty(cost.arena())), Form::built(&decl.ty.declared()))
            }
            "google.protobuf.Struct.FieldsEntry" => self.fields_entry(decl, &given),
            "google.protobuf.Value" => self.one_of(given),
            _ => {
                let fields = decl.fields.unwrap_or_default().iter().map(|(name, ty)| {
                    let form = Form::built(&ty.declared());
                    self.or_default(given.iter().find(|given| given.name == *name), &form)
                });
                let mut fields: Vec<Operand> = fields.collect();
                if decl.name == "google.protobuf.Any" {
                    return self.any_message(fields);
                }
                let (form, function) = match decl.ty {
                    TypePattern::Duration => (Form::Duration, quote!(messages::duration)),
                    TypePattern::Timestamp => (Form::Timestamp, quote!(messages::timestamp)),
                    // For CEL wrappers, lists and structs are the values that they hold.
                    _ => return fields.remove(0),
                };
                let build = Operation::new(form, move |o| quote!(#function(#(#o),*)));
                self.lift(fields, build.delimited())
            }
        }
    }

    /// The only message that can tell whether a field is set.
    fn fields_entry(&mut self, decl: &TypeNameDecl, given: &[Given]) -> Operand {
        let field = |wanted: &str| given.iter().find(|given| given.name == wanted);
        let key = self.or_default(field("key"), &Form::String);
        let optional = Form::Optional(Rc::new(Form::Dynamic));
        let value = match field("value") {
            None => Operand::new(quote!(None), optional),
            Some(Given { is_optional: true, value, .. }) => value.clone(),
            Some(Given { value, .. }) => {
                let some = Operation::new(optional, |o| {
                    let value = &o[0];
                    quote!(Some(#value))
                });
                self.lift(vec![value.clone()], some.delimited())
            }
        };
        let entry = Operation::new(
            Form::built(&decl.ty.declared()),
            |o| quote!(messages::fields_entry(cost.arena(), #(#o),*)),
        );
        self.lift(vec![key, value], entry.delimited())
    }

    fn any_message(&mut self, fields: Vec<Operand>) -> Operand {
        let any = Operation::fallible(Form::Dynamic, |o| quote!(messages::any(cost.arena(), #(#o),*)));
        self.lift(fields, any.delimited())
    }

    fn or_default(&mut self, given: Option<&Given>, form: &Form) -> Operand {
        let default = default(form);
        match given {
            None => Operand::new(default, form.clone()),
            Some(Given { is_optional: false, value, .. }) => value.clone(),
            Some(Given { value, .. }) => {
                let or_default = Operation::new(form.clone(), move |o| {
                    let value = &o[0];
                    quote!(#value.unwrap_or(#default))
                });
                self.lift(vec![value.clone()], or_default)
            }
        }
    }

    /// A message that holds one field: the last one.
    fn one_of(&mut self, given: Vec<Given>) -> Operand {
        let optional = Form::Optional(Rc::new(Form::Dynamic));
        let (mut values, mut are_optional) = (Vec::new(), Vec::new());
        for Given { name, is_optional, value } in given {
            let value = if name == "null_value" { self.nulled(is_optional, value) } else { value };
            values.push(if is_optional { self.coerce(value, &optional) } else { self.dynamic(value) });
            are_optional.push(is_optional);
        }
        let last = Operation::new(Form::Dynamic, move |o| {
            o.iter().zip(&are_optional).fold(quote!(Value::Null), |before, (value, is_optional)| {
                if *is_optional { quote!(#value.unwrap_or(#before)) } else { value.clone() }
            })
        });
        self.lift(values, last)
    }

    /// The only value of the enumeration is null.
    fn nulled(&mut self, is_optional: bool, value: Operand) -> Operand {
        let nulled = match is_optional {
            true => Operation::new(Form::Optional(Rc::new(Form::Null)), |o| {
                let value = &o[0];
                quote!(#value.map(|_| ()))
            }),
            false => Operation::constant(Form::Null, quote!(())),
        };
        self.lift(vec![value], nulled)
    }
}

/// A field with its value, or an optional of one.
struct Given {
    name: &'static str,
    is_optional: bool,
    value: Operand,
}

fn default(form: &Form) -> TokenStream {
    match form {
        Form::Bool => quote!(false),
        Form::Int => quote!(0_i64),
        Form::Uint => quote!(0_u64),
        Form::Double => quote!(0.0_f64),
        Form::Bytes => quote!(b"".as_slice()),
        Form::List { .. } => quote!(list::of::<Value<'a>, 0>(cost.arena(), [])),
        Form::Map { .. } => quote!(map::of::<&'a str, Value<'a>>(cost.arena(), [])),
        _ => quote!(""),
    }
}

const MESSAGE_COST: u64 = 40;
