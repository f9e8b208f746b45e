//! Calls of functions and operators: operands in order, the charge, then the operation.

use super::{Block, Emitter, Form, Operand, Operation, conversion, equality, operator};
use crate::{
    ast::{Call, Expr},
    plan::{Constant, is_in_list},
};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_, '_> {
    pub(super) fn call(&mut self, expr: &Expr, call: &Call, block: &mut Block) -> Operand {
        if call.function == "@in"
            && let Some(found) = self.lookup(expr, call, block)
        {
            return found;
        }
        let operands: Vec<Operand> = call
            .target
            .as_deref()
            .into_iter()
            .chain(&call.args)
            .map(|operand| self.emit(operand, block))
            .collect();
        match (&*call.function, operands.as_slice()) {
            ("dyn", [operand]) => {
                block.units(1);
                operand.clone()
            }
            _ => {
                let operands = self.charge_call(expr, call, operands, block);
                self.operate(expr, call, operands)
            }
        }
    }

    fn operate(&mut self, expr: &Expr, call: &Call, operands: Vec<Operand>) -> Operand {
        let operands = self.align(call, operands);
        let forms: Vec<&Form> = operands.iter().map(|operand| &operand.form).collect();
        let operation =
            if forms.iter().all(|form| form.is_static()) { operation(&call.function, &forms) } else { None };
        match operation {
            Some(operation) => self.lift(operands, operation),
            None => self.unsupported(expr, &format!("`{}` on these types", spelled(&call.function))),
        }
    }

    /// Empty literals take the form of the other side.
    fn align(&mut self, call: &Call, mut operands: Vec<Operand>) -> Vec<Operand> {
        let is_empty = |operand: &Operand| match &operand.constant {
            Some(Constant::List(elements)) => elements.is_empty(),
            Some(Constant::Map(entries)) => entries.is_empty(),
            _ => false,
        };
        if let ("_==_" | "_!=_" | "_+_", [left, right]) = (&*call.function, operands.as_mut_slice()) {
            if is_empty(left) && !is_empty(right) {
                let form = super::attribute::join(left, right).unwrap_or_else(|| left.form.clone());
                *left = self.coerce(left.clone(), &form);
            } else if is_empty(right) && !is_empty(left) {
                let form = super::attribute::join(left, right).unwrap_or_else(|| right.form.clone());
                *right = self.coerce(right.clone(), &form);
            }
            if call.function == "_+_"
                && let (Form::List { .. }, Form::List { .. }) = (&left.form, &right.form)
            {
                let erased = |form: &Form| match form {
                    Form::List { element, .. } => Form::list((**element).clone()),
                    other => other.clone(),
                };
                let (left_form, right_form) = (erased(&left.form), erased(&right.form));
                *left = self.coerce(left.clone(), &left_form);
                *right = self.coerce(right.clone(), &right_form);
            }
        }
        operands
    }

    /// `x in [constants]` is a set lookup, which costs nothing itself.
    fn lookup(&mut self, expr: &Expr, call: &Call, block: &mut Block) -> Option<Operand> {
        let [value, list] = call.args.as_slice() else {
            return None;
        };
        let Some(Constant::List(elements)) = self.plan.constant(list) else {
            return None;
        };
        let hashable = elements.iter().all(|element| {
            matches!(
                element,
                Constant::Bool(_)
                    | Constant::Int(_)
                    | Constant::Uint(_)
                    | Constant::Double(_)
                    | Constant::String(_)
            )
        });
        if !hashable || !is_in_list(self.checked, expr.id) {
            return None;
        }
        let elements = elements.clone();
        let value = self.emit(value, block);
        let Some(patterns) =
            elements.iter().map(|element| pattern(&value.form, element)).collect::<Option<Vec<_>>>()
        else {
            return Some(self.unsupported(expr, "membership in a list of other types"));
        };
        Some(self.lift(
            vec![value],
            Operation::new(Form::Bool, move |operands| {
                let value = &operands[0];
                quote!(matches!(#value, #(#patterns)|*))
            }),
        ))
    }
}

/// A constant as a pattern for values of a form; a double is compared in a guard.
fn pattern(form: &Form, element: &Constant) -> Option<TokenStream> {
    match (form, element) {
        (Form::Bool, Constant::Bool(value)) => Some(quote!(#value)),
        (Form::Int, Constant::Int(value)) => Some(quote!(#value)),
        (Form::Uint, Constant::Uint(value)) => Some(quote!(#value)),
        (Form::String, Constant::String(value)) => Some(quote!(#value)),
        (Form::Double, Constant::Double(value)) => {
            let value = proc_macro2::Literal::f64_suffixed(*value);
            value.to_string().parse::<f64>().is_ok().then(|| quote!(#value))
        }
        _ => None,
    }
}

/// What a function does with values of these forms, as the server finds it at run time.
fn operation(function: &str, forms: &[&Form]) -> Option<Operation> {
    match forms {
        [left, right] => equality::operation(function, left, right)
            .or_else(|| operator::binary(function, left, right))
            .or_else(|| operator::text(function, left, right)),
        [value] => operator::unary(function, value).or_else(|| conversion::operation(function, value)),
        _ => None,
    }
}

/// An operator as the author writes it.
fn spelled(function: &str) -> String {
    function.trim_matches(|c| c == '_' || c == '@').replace('_', " ")
}
