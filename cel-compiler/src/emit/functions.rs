//! Calls of the libraries' functions: the function that the overload's row names, its operands in the forms as declared.

pub(super) mod lists;
pub(super) mod regex;

use super::Form;
use crate::ir::Operation;
use crate::library::{OverloadDecl, Rust};

/// The forms of an overload's operands.
fn parameters(overload: &OverloadDecl, of_values: bool) -> Vec<Form> {
    let declared = overload.args.iter().map(|arg| Form::built(&arg.declared()));
    declared
        .map(|form| match form {
            Form::List { .. } if of_values => Form::list(Form::Dynamic),
            form => form,
        })
        .collect()
}

/// A function that takes some operands.
pub(super) struct LibraryCall {
    rust: Rust,
    /// The forms it takes.
    pub(super) parameters: Vec<Form>,
    result: Form,
}

/// The first of the overloads that takes operands of these forms. Lists of known elements go before lists of values of any type.
pub(super) fn find(overloads: &[&'static OverloadDecl], forms: &[&Form]) -> Option<LibraryCall> {
    overloads.iter().find_map(|overload| {
        let functions = [(overload.rust, false), (overload.rust_of_values, true)];
        functions.into_iter().find_map(|(rust, of_values)| {
            let (rust, parameters) = (rust?, parameters(overload, of_values));
            let fits =
                parameters.len() == forms.len() && forms.iter().zip(&parameters).all(|(f, p)| fits(f, p));
            let result = Form::built(&overload.result.declared());
            fits.then_some(LibraryCall { rust, parameters, result })
        })
    })
}

/// The forms in which an overload takes lists of values of any type, if it has a function for them.
pub(super) fn forms_of_values(overload: &OverloadDecl) -> Option<Vec<Form>> {
    overload.rust_of_values.map(|_| parameters(overload, true))
}

/// True if a value can be handed over where a form is declared; a struct's own list is read through `List`, and one of values
/// of any type is made of others.
fn fits(form: &Form, parameter: &Form) -> bool {
    match (form, parameter) {
        (Form::List { .. }, Form::List { element: wanted, .. }) if **wanted == Form::Dynamic => true,
        (Form::List { element, .. }, Form::List { element: wanted, .. }) => {
            fits(element, wanted) || **element == Form::Never
        }
        _ => form == parameter,
    }
}

impl LibraryCall {
    /// The call over operands in the forms of its parameters.
    pub(super) fn operation(&self) -> Operation {
        let LibraryCall { rust: Rust { path, fallible, builds }, parameters, result } = self;
        let call = if *builds { Operation::build } else { Operation::call };
        call(result.clone(), *fallible, *path, parameters.len())
    }
}
