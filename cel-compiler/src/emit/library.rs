//! Functions of the libraries: one Rust function per overload, the forms of its operands as declared.

mod cidr;
mod format;
mod ip;
pub(super) mod lists;
mod quantity;
pub(super) mod regex;
mod semver;
mod strings;
mod time;
mod url;

use super::{Form, Operation};
use crate::decls::OverloadDecl;
use proc_macro2::TokenStream;
use quote::quote;

/// Which Rust function an overload is.
pub(super) struct Row {
    /// cel-go's id.
    overload: &'static str,
    /// The function below `generated`: `strings::char_at`.
    rust: &'static str,
    /// It gives an `Outcome`.
    fallible: bool,
    /// Its first argument is the arena.
    builds: bool,
    /// It takes lists of values of any type, whatever is declared.
    of_values: bool,
}

/// One table per library.
const TABLES: &[&[Row]] = &[
    url::ROWS,
    regex::ROWS,
    quantity::ROWS,
    strings::ROWS,
    ip::ROWS,
    cidr::ROWS,
    format::ROWS,
    semver::ROWS,
    time::ROWS,
];

impl Row {
    /// A function that cannot fail and borrows what it gives.
    const fn new(overload: &'static str, rust: &'static str) -> Row {
        Row { overload, rust, fallible: false, builds: false, of_values: false }
    }

    /// The same, giving an `Outcome`.
    const fn fallible(self) -> Row {
        Row { fallible: true, ..self }
    }

    /// The same with the arena in front of its operands.
    const fn builds(self) -> Row {
        Row { builds: true, ..self }
    }

    /// The same for lists whose elements are known only at run time; it comes after the function for those that are known.
    const fn of_values(self) -> Row {
        Row { of_values: true, ..self }
    }

    fn parameters(&self, overload: &OverloadDecl) -> Vec<Form> {
        let declared = overload.args.iter().map(|arg| Form::built(&arg.declared()));
        declared
            .map(|form| match form {
                Form::List { .. } if self.of_values => Form::list(Form::Dynamic),
                form => form,
            })
            .collect()
    }
}

/// A function that takes some operands.
pub(super) struct LibraryCall {
    row: &'static Row,
    /// The forms it takes.
    pub(super) parameters: Vec<Form>,
    result: Form,
}

/// The first of the overloads that takes operands of these forms.
pub(super) fn find(overloads: &[&'static OverloadDecl], forms: &[&Form]) -> Option<LibraryCall> {
    overloads.iter().find_map(|overload| {
        rows(overload).find_map(|row| {
            let parameters = row.parameters(overload);
            let fits =
                parameters.len() == forms.len() && forms.iter().zip(&parameters).all(|(f, p)| fits(f, p));
            let result = Form::built(&overload.result.declared());
            fits.then_some(LibraryCall { row, parameters, result })
        })
    })
}

/// The forms in which an overload takes lists of values of any type, if it has a function for them.
pub(super) fn forms_of_values(overload: &OverloadDecl) -> Option<Vec<Form>> {
    rows(overload).find(|row| row.of_values).map(|row| row.parameters(overload))
}

fn rows(overload: &OverloadDecl) -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten().filter(|row| row.overload == overload.id)
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
        let path: TokenStream = self.row.rust.parse().unwrap_or_default();
        let arena = self.row.builds.then(|| quote!(cost.arena(),));
        let call = move |o: &[TokenStream]| quote!(#path(#arena #(#o),*));
        let operation = if self.row.fallible {
            Operation::fallible(self.result.clone(), call)
        } else {
            Operation::new(self.result.clone(), call)
        };
        operation.delimited()
    }
}
