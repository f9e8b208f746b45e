//! Functions of lists and sets: generic over the elements, so they are chosen by form.

use super::super::{Emitter, Form, Operand, Operation, equality};
use crate::ast::Callee::Op;
use crate::plan::Constant;
use cel_types::Operator::Equals;
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

/// Work of a function of the libraries on values of these forms.
pub(in super::super) fn operation(function: &str, forms: &[&Form]) -> Option<Operation> {
    match (function, forms) {
        ("lists.range", [Form::Int]) => Some(building(Form::list(Form::Int), quote!(lists::range), true)),
        ("includes", [target, value]) => includes(target, value),
        (_, [Form::List { element, .. }]) => of_list(function, element),
        (_, [Form::List { element, .. }, value]) => of_two(function, element, value),
        ("slice", [Form::List { element, .. }, Form::Int, Form::Int]) => {
            Some(building(list_of(element), quote!(lists::slice), true))
        }
        _ => None,
    }
}

fn of_list(function: &str, element: &Rc<Form>) -> Option<Operation> {
    let same = (**element).clone();
    Some(match (function, &**element) {
        ("isSorted", form) if is_ordered(form) => calling(Form::Bool, quote!(lists::is_sorted), true),
        ("min", form) if is_ordered(form) => calling(same, quote!(lists::min), true),
        ("max", form) if is_ordered(form) => calling(same, quote!(lists::max), true),
        ("sum", Form::Int | Form::Uint | Form::Double | Form::Duration) => {
            calling(same, quote!(lists::sum), true)
        }
        ("sort", form) if is_ordered(form) => building(list_of(element), quote!(lists::sort), true),
        ("reverse", _) => building(list_of(element), quote!(lists::reverse), false),
        ("distinct", form) if form.is_plain() => building(list_of(element), quote!(lists::distinct), false),
        ("flatten", Form::List { element: inner, .. }) => {
            building(list_of(inner), quote!(lists::flatten), false)
        }
        ("flatten", Form::Never) => {
            Operation::constant(list_of(element), quote!(list::of::<Never, 0>(cost.arena(), [])))
        }
        _ => return None,
    })
}

fn of_two(function: &str, element: &Rc<Form>, value: &Form) -> Option<Operation> {
    match (function, value) {
        ("indexOf", form) if same(element, form) => Some(calling(Form::Int, quote!(lists::index_of), false)),
        ("lastIndexOf", form) if same(element, form) => {
            Some(calling(Form::Int, quote!(lists::last_index_of), false))
        }
        ("@sortByAssociatedKeys", Form::List { element: key, .. }) if is_ordered(key) => {
            Some(building(list_of(element), quote!(lists::sort_by_keys), true))
        }
        (_, Form::List { element: other, .. }) if same(element, other) => {
            let name = match function {
                "sets.contains" => quote!(sets::contains),
                "sets.equivalent" => quote!(sets::equivalent),
                "sets.intersects" => quote!(sets::intersects),
                _ => return None,
            };
            Some(calling(Form::Bool, name, false))
        }
        _ => None,
    }
}

/// An element of a list equals the value, or what is no list equals it.
fn includes(target: &Form, value: &Form) -> Option<Operation> {
    match target {
        Form::List { element, .. } if same(element, value) => {
            Some(calling(Form::Bool, quote!(lists::includes), false))
        }
        Form::List { element, .. } if is_another_kind(element, value)? => {
            Some(Operation::constant(Form::Bool, quote!(false)))
        }
        Form::List { element, .. } => {
            let equals = equality::operation(Op(Equals), element, value)?;
            Some(
                Operation::new(Form::Bool, move |o| {
                    let (list, value) = (&o[0], &o[1]);
                    let equals = (equals.tokens)(&[quote!(element), quote!(value)]);
                    quote!({ let value = #value; #list.elements().any(|element| #equals) })
                })
                .delimited(),
            )
        }
        // What cannot be compared is not equal.
        _ => equality::operation(Op(Equals), target, value).filter(|operation| !operation.fallible),
    }
}

/// True if no value of one form equals one of the other; numbers of different types may.
fn is_another_kind(element: &Form, value: &Form) -> Option<bool> {
    let is_number = |form: &Form| matches!(form, Form::Int | Form::Uint | Form::Double);
    Some(element.type_name()? != value.type_name()? && !(is_number(element) && is_number(value)))
}

/// True for functions that compare elements with `==`.
pub(in super::super) fn compares(function: &str) -> bool {
    matches!(function, "indexOf" | "lastIndexOf" | "includes" | "distinct") || function.starts_with("sets.")
}

/// The forms in which elements of the first operand are compared with the second one, or with the elements of that.
pub(in super::super) fn comparable(function: &str, left: &Form, right: &Form) -> Option<(Form, Form)> {
    let with = |list: &Form, element: &Form| match list {
        Form::List { element: own, .. } if **own == *element => list.clone(),
        _ => list_of(element),
    };
    match (function, left, right) {
        ("indexOf" | "lastIndexOf" | "includes", Form::List { element, .. }, value) => {
            let joined = element.join(value)?;
            Some((with(left, &joined), joined))
        }
        (
            "sets.contains" | "sets.equivalent" | "sets.intersects",
            Form::List { element, .. },
            Form::List { element: other, .. },
        ) => {
            let joined = element.join(other)?;
            Some((with(left, &joined), with(right, &joined)))
        }
        _ => None,
    }
}

/// Equality of such parts is known by their form.
fn same(element: &Form, other: &Form) -> bool {
    element == other && element.is_plain()
}

fn is_ordered(form: &Form) -> bool {
    matches!(
        form,
        Form::Bool
            | Form::Int
            | Form::Uint
            | Form::Double
            | Form::String
            | Form::Bytes
            | Form::Timestamp
            | Form::Duration
            | Form::Never
    )
}

fn list_of(element: &Form) -> Form {
    Form::list(element.clone())
}

/// `function(operands)`
fn calling(form: Form, function: TokenStream, fallible: bool) -> Operation {
    let operation = Operation::new(form, move |o| quote!(#function(#(#o),*))).delimited();
    Operation { fallible, ..operation }
}

/// `function(arena, operands)`
fn building(form: Form, function: TokenStream, fallible: bool) -> Operation {
    let operation = Operation::new(form, move |o| quote!(#function(cost.arena(), #(#o),*))).delimited();
    Operation { fallible, ..operation }
}

/// The depth to which a list is flattened, if it is known now: how deep the result is depends on it.
pub(in super::super) fn known_depth(list: &Operand, depth: &Operand) -> Option<i64> {
    match &depth.constant {
        Some(Constant::Int(depth)) if list.form.is_list() && list.form.is_static() => Some(*depth),
        _ => None,
    }
}

impl Emitter<'_, '_> {
    /// `list.flatten(depth)`
    pub(in super::super) fn flatten(&mut self, list: Operand, depth: i64) -> Operand {
        if depth < 0 {
            let form = Form::list(Form::Never);
            let rust = form.rust();
            let refuse = move |_: &[TokenStream]| quote!(Err::<#rust, EvalError<'a>>(EvalError::Text("level must be non-negative")));
            return self.lift(vec![list], Operation::fallible(form, refuse));
        }
        let mut form = list.form.clone();
        let mut levels = 0;
        while let Form::List { element, .. } = &form
            && let Form::List { element: inner, .. } = &**element
            && levels < depth
        {
            form = list_of(inner);
            levels += 1;
        }
        if levels == 0 {
            return list;
        }
        let flatten = move |o: &[TokenStream]| {
            (0..levels).fold(o[0].clone(), |list, _| quote!(lists::flatten(cost.arena(), #list)))
        };
        self.lift(vec![list], Operation::new(form, flatten).delimited())
    }
}
