//! Calls of library functions. The overload's row names the function, and declares the representations of its operands.

pub(super) mod format;
pub(super) mod lists;
pub(super) mod regex;

use super::state::Lowering;
use crate::ir::{Operand, Operation, Repr, Static, Value};
use crate::library::{OverloadDecl, Rust};
use crate::plan::Constant;

/// The representations of an overload's operands.
fn parameters(overload: &OverloadDecl, of_values: bool) -> Vec<Repr> {
    let declared = overload.args.iter().map(|arg| Repr::built(&arg.declared()));
    declared
        .map(|repr| match repr {
            Repr::List { .. } if of_values => Repr::list(Repr::Dynamic),
            repr => repr,
        })
        .collect()
}

/// A library function for given operands.
pub(super) struct LibraryCall {
    rust: Rust,
    /// The representations it takes.
    pub(super) parameters: Vec<Repr>,
    result: Repr,
}

/// The first overload that takes operands of these representations. Lists of known elements are tried before lists of any values.
pub(super) fn find(overloads: &[&'static OverloadDecl], reprs: &[&Repr]) -> Option<LibraryCall> {
    overloads.iter().find_map(|overload| {
        let functions = [(overload.rust, false), (overload.rust_of_values, true)];
        functions.into_iter().find_map(|(rust, of_values)| {
            let (rust, parameters) = (rust?, parameters(overload, of_values));
            let fits =
                parameters.len() == reprs.len() && reprs.iter().zip(&parameters).all(|(f, p)| fits(f, p));
            let result = Repr::built(&overload.result.declared());
            fits.then_some(LibraryCall { rust, parameters, result })
        })
    })
}

/// The representations of an overload's function for lists of any values, if it has one.
pub(super) fn reprs_of_values(overload: &OverloadDecl) -> Option<Vec<Repr>> {
    overload.rust_of_values.map(|_| parameters(overload, true))
}

/// True if a value can be passed to a parameter. A struct's own list is read through `List`. Any list can become a list of `Value`s.
fn fits(repr: &Repr, parameter: &Repr) -> bool {
    match (repr, parameter) {
        (Repr::List { .. }, Repr::List { element: wanted, .. }) if **wanted == Repr::Dynamic => true,
        (Repr::List { element, .. }, Repr::List { element: wanted, .. }) => {
            fits(element, wanted) || **element == Repr::Never
        }
        _ => repr == parameter,
    }
}

impl LibraryCall {
    /// The call over operands in the representations of its parameters.
    pub(super) fn operation(&self) -> Operation {
        let LibraryCall { rust: Rust { path, fallible, builds }, parameters, result } = self;
        let (result, operands) = (result.clone(), parameters.len());
        match builds {
            true => Operation::build(result, *fallible, *path, operands),
            false => Operation::call(result, *fallible, *path, operands),
        }
    }
}

impl Lowering<'_, '_> {
    /// A value that is made of one constant text, `quantity('10Gi')`. Only the first evaluation reads the text.
    pub(super) fn read_once(&mut self, call: &LibraryCall, arguments: &[Operand]) -> Option<Operand> {
        let kind = match call.rust.path {
            "quantity::quantity" => Static::Quantity,
            "semver::semver" => Static::Semver,
            "cidr::cidr" => Static::Cidr,
            "ip::ip" => Static::Ip,
            _ => return None,
        };
        let [argument] = arguments else { return None };
        let Some(Constant::String(text)) = argument.constant() else { return None };
        let name = self.statics.name(kind, text);
        let value = Value::from(&name).method_with("get", [Value::Arena]);
        Some(self.lift(Vec::new(), Operation::fallible(call.result.clone(), value)))
    }
}
