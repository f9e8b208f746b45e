//! Values whose type is known only at run time, and static ones of types that an operation does not know: both become `Value`s.

mod conversion;
mod operator;

use crate::ast::Callee;
pub(in crate::emit) use conversion::{
    constant_value, into_value, needs_arena, object_with, value_of, viewed,
};

use conversion::may_hold_objects;
use operator::{building, called, of_type, operator};

use super::{Block, Emitter, Form, Operand, Operation, apart, converted, functions};
use crate::{
    ast::Expr,
    env::Env,
    library::{self, KubernetesVersion, OverloadDecl, TypePattern},
};
use cel_types::TypeName;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_, '_> {
    /// The operand as a `Value`.
    pub(super) fn dynamic(&mut self, operand: Operand) -> Operand {
        self.coerce(operand, &Form::Dynamic)
    }

    /// The operand as a boolean; of another value the error of an operator that wants one.
    pub(super) fn condition(&mut self, operand: Operand) -> Operand {
        match operand.form {
            Form::Bool => operand,
            Form::Never => self.coerce(operand, &Form::Bool),
            _ => {
                let value = self.dynamic(operand);
                self.lift(vec![value], called(Form::Bool, true, "condition"))
            }
        }
    }

    /// The operand as an optional; of another value the error of `or` and `orValue`.
    pub(super) fn as_optional(&mut self, operand: Operand) -> Operand {
        match operand.form {
            Form::Optional(_) => operand,
            Form::Never => self.coerce(operand, &Form::Optional(Form::Never.into())),
            _ => {
                let value = self.dynamic(operand);
                self.lift(vec![value], called(Form::Optional(Form::Dynamic.into()), true, "as_optional"))
            }
        }
    }

    /// A step of a chain from a value that may be anything; charges itself.
    ///
    /// An element that is not what its schema says comes out in the next step, which is charged.
    pub(super) fn dynamic_step(
        &mut self,
        value: Operand,
        key: Operand,
        next: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        // An element may not be what its schema says; to the list of an object other numbers than ints are none.
        let may_be_element = key.form != Form::String;
        let next = next.filter(|_| may_be_element);
        let value = self.dynamic(value);
        let value = if next.is_some() { self.bind(value, block) } else { value };
        let (value, key) = (value.tokens, self.dynamic(key));
        let key = if next.is_some() { self.bind(key, block) } else { key };
        let (is_fallible, key_value, key) = (key.fallible, key.tokens.clone(), key.into_result());
        let step = match next {
            None if self.is_index && may_be_element => quote!(dynamic::qualifier_at(cost, #value, #key)),
            _ if is_fallible => quote!(dynamic::step_at(cost, #value, #key)),
            _ => quote!(dynamic::step(cost, #value, #key_value)),
        };
        let found = self.run(step, Form::Dynamic, block);
        if next.is_some() {
            let name = self.temporary();
            block.push(quote!(let #name = dynamic::error_at(cost.arena(), #value, #key);));
            block.push(quote!(cost.add_if(#name.is_err());));
        }
        found
    }

    /// `has(value.name)` of a value that may be anything; charges itself.
    pub(super) fn dynamic_has(&mut self, value: Operand, name: &str, block: &mut Block) -> Operand {
        let value = self.dynamic(value).tokens;
        self.run(quote!(dynamic::has(cost, #value, #name)), Form::Bool, block)
    }

    /// The range of a macro with one variable, or with two: a list of elements or keys, or a map.
    pub(super) fn range(&mut self, range: Operand, two: bool) -> Operand {
        match range.form {
            Form::List { .. } | Form::Map { .. } => range,
            _ => {
                let value = self.dynamic(range);
                let (form, function) = if two {
                    (Form::map(Form::Dynamic, Form::Dynamic), "entries")
                } else {
                    (Form::list(Form::Dynamic), "range")
                };
                self.lift(vec![value], building(form, function))
            }
        }
    }

    /// A value that is looked up in a hash set: the server panics over some.
    pub(super) fn require_hashable(&mut self, value: Operand, block: &mut Block) -> Operand {
        if !may_be_unhashable(&value.form) {
            return value;
        }
        let value = self.bind(value, block);
        let tokens = self.dynamic(value.clone()).into_result();
        block.push_settled(quote!(dynamic::require_hashable(cost, #tokens)?;));
        value
    }

    /// The same for the operands of `in`.
    pub(super) fn require_hashable_in(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match operands.as_slice() {
            [value, container]
                if may_be_unhashable(&value.form)
                    && matches!(container.form, Form::Dynamic | Form::Map { .. }) => {}
            _ => return operands,
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<TokenStream> = values.collect();
        block.push_settled(quote!(dynamic::require_hashable_in(cost, #(#values),*)?;));
        operands
    }

    /// `format` panics over objects with keys that no schema describes.
    pub(super) fn require_printable(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        if !operands.last().is_some_and(|arguments| may_hold_objects(&arguments.form)) {
            return operands;
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<TokenStream> = values.collect();
        block.push_settled(quote!(dynamic::require_printable(cost, #(#values),*)?;));
        operands
    }

    /// A call for which nothing static is known.
    pub(super) fn dynamic_call(
        &mut self,
        expr: &Expr,
        function: Callee<'_>,
        operands: Vec<Operand>,
    ) -> Operand {
        let forms: Vec<&Form> = operands.iter().map(|operand| &operand.form).collect();
        if let Some(operation) = apart::comparison(self.env, function, &forms) {
            return self.lift(operands, operation);
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.dynamic(operand)).collect();
        if let [overload] = self.checked.overloads(expr.id)
            && let Some(operation) = of_type(function, overload)
        {
            return self.lift(operands, operation);
        }
        match operator(function) {
            Some(operation) => self.lift(operands, operation),
            None => self.dispatch(expr, function, operands),
        }
    }

    /// A choice among overloads by the types of the values: the one that the checker found, or all that the function has.
    fn dispatch(&mut self, expr: &Expr, function: Callee<'_>, operands: Vec<Operand>) -> Operand {
        let found = self.checked.overloads(expr.id);
        let candidates: Vec<&'static OverloadDecl> = match (found, library::function(function.name(), NEWEST))
        {
            ([_], _) | (_, None) => found.to_vec(),
            (_, Some(all)) => all.overloads(NEWEST).filter(|o| o.args.len() == operands.len()).collect(),
        };
        let names: Vec<Ident> = (0..operands.len()).map(|i| format_ident!("operand{}", i + 1)).collect();
        let callable = candidates.iter().filter(|overload| overload.args.iter().all(TypePattern::has_values));
        let arms: Option<Vec<Arm>> =
            callable.map(|overload| arm(self.env, function, overload, &names)).collect();
        let Some(arms) = arms else {
            return self.unsupported(expr, &format!("`{}` of values of unknown type", function.name()));
        };
        if arms.is_empty() {
            let function = function.name().to_owned();
            let refused = Operation::fallible(
                Form::Dynamic,
                move |o| quote!(Err::<Value<'a>, _>(dynamic::no_such_overload(cost.arena(), #function, &[#(#o),*]))),
            );
            return self.lift(operands, refused);
        }
        let result = match arms.split_first() {
            Some((first, rest)) if rest.iter().all(|arm| arm.operation.form == first.operation.form) => {
                first.operation.form.clone()
            }
            _ => Form::Dynamic,
        };
        let dispatch = Operation::fallible(result.clone(), {
            let function = function.name().to_owned();
            move |operands| {
                let arms = arms.iter().map(|arm| arm.tokens(&result));
                let (scrutinee, pattern) = (quote!((#(#operands,)*)), quote!((#(#names,)*)));
                quote!(match #scrutinee {
                    #(#arms)*
                    #pattern => Err(dynamic::no_such_overload(cost.arena(), #function, &[#(#names),*])),
                })
            }
        });
        self.lift(operands, dispatch)
    }
}

/// True for forms of values that the server's maps cannot look up.
fn may_be_unhashable(form: &Form) -> bool {
    matches!(form, Form::Dynamic | Form::Bytes | Form::Opaque(TypeName::Semver | TypeName::NamedFormat))
}

/// An overload with the operation that it is.
struct Arm {
    patterns: Vec<TokenStream>,
    operands: Vec<TokenStream>,
    operation: Operation,
    /// `value` as a `Value`.
    converted: TokenStream,
}

impl Arm {
    fn tokens(&self, result: &Form) -> TokenStream {
        let patterns = &self.patterns;
        let value = (self.operation.tokens)(&self.operands);
        let form = &self.operation.form;
        let value = match (form == result, self.operation.fallible) {
            (true, true) => value,
            (true, false) => quote!(Ok(#value)),
            (false, true) => {
                let converted = &self.converted;
                quote!(#value.map(|value| #converted))
            }
            (false, false) => {
                let converted = &self.converted;
                quote!({ let value = #value; Ok(#converted) })
            }
        };
        quote!((#(#patterns,)*) => #value,)
    }
}

fn arm(env: &Env<'_>, function: Callee<'_>, overload: &'static OverloadDecl, names: &[Ident]) -> Option<Arm> {
    let forms = functions::forms_of_values(overload)
        .unwrap_or_else(|| overload.args.iter().map(|arg| Form::built(&arg.declared())).collect());
    let patterns =
        forms.iter().zip(names).map(|(form, name)| pattern(form, name)).collect::<Option<Vec<_>>>()?;
    let operands = names.iter().map(|name| quote!(#name)).collect();
    let forms: Vec<&Form> = forms.iter().collect();
    let operation = super::call::operation(function, &forms)
        .or_else(|| functions::find(&[overload], &forms).map(|call| call.operation()))?;
    let converted = converted(env, &operation.form, &Form::Dynamic, quote!(value));
    Some(Arm { patterns, operands, operation, converted })
}

/// The pattern of a `Value` of a form.
fn pattern(form: &Form, name: &Ident) -> Option<TokenStream> {
    let variant = match form {
        Form::Null => return Some(quote!(Value::Null)),
        Form::Dynamic => return Some(quote!(#name)),
        Form::List { element, native: false, .. } if **element == Form::Dynamic => {
            return Some(quote!(Value::List(value::ListValue { elements: #name, .. })));
        }
        _ => variant(form)?,
    };
    Some(quote!(Value::#variant(#name)))
}

/// The variant of `Value` that holds a form as it is.
pub(super) fn variant(form: &Form) -> Option<Ident> {
    let name = match form {
        Form::Bool => "Bool",
        Form::Int => "Int",
        Form::Uint => "Uint",
        Form::Double => "Double",
        Form::String => "String",
        Form::Bytes => "Bytes",
        Form::Timestamp => "Timestamp",
        Form::Duration => "Duration",
        Form::Type => "Type",
        Form::Opaque(name) => return Some(format_ident!("{name:?}")),
        _ => return None,
    };
    Some(format_ident!("{name}"))
}

const NEWEST: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;

impl Form {
    /// The form that values of both can be brought into.
    pub(super) fn join_or_dynamic(&self, other: &Form) -> Form {
        self.join(other).unwrap_or(Form::Dynamic)
    }
}
