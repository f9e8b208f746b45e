//! The functions of the runtime that a call may run.

use crate::ast::Callee;
use crate::library::{
    self, KubernetesVersion, OverloadDecl, TypePattern,
    type_names::{TYPE_NAMES, field_reader},
};
use cel_types::{TypeName, message::FieldReader};

/// A function of `cel_runtime::__private::exact::functions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// A function for values of some types.
    Function(String),
    /// A function for a list whose first element must have a type.
    OfElements(&'static str, TypeName),
}

/// The functions that a call may run, by the overloads that the checker found. It runs the first that takes the operands.
#[must_use]
pub fn candidates(function: Callee<'_>, operands: usize, found: &[&'static OverloadDecl]) -> Vec<Candidate> {
    if let [overload] = found
        && let Some(candidate) = of_elements(function.name(), overload)
    {
        return vec![candidate];
    }
    let declared = library::function(function.name(), NEWEST);
    if let Some(name) = declared.and_then(|declared| declared.on_values(operands)) {
        return vec![Candidate::Function(name.to_owned())];
    }
    let candidates: Vec<&OverloadDecl> = match (found, declared) {
        ([_], _) | (_, None) => found.to_vec(),
        (_, Some(all)) => all.overloads(NEWEST).collect(),
    };
    let takes = |overload: &&OverloadDecl| {
        overload.args.len() == operands && overload.args.iter().all(TypePattern::has_values)
    };
    let candidates = candidates.into_iter().filter(takes);
    candidates.map(|overload| Candidate::Function(overload.id.replace('-', "_"))).collect()
}

/// A list function with one overload left. The server compares the type of the first element with the overload's.
fn of_elements(function: &str, overload: &OverloadDecl) -> Option<Candidate> {
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let name = match function {
        "sum" => "sum_of",
        "min" => "min_of",
        "max" => "max_of",
        "isSorted" => "is_sorted_of",
        _ => return None,
    };
    Some(Candidate::OfElements(name, type_name(element)?))
}

fn type_name(pattern: &TypePattern) -> Option<TypeName> {
    Some(match pattern {
        TypePattern::Bool => TypeName::Bool,
        TypePattern::Int => TypeName::Int,
        TypePattern::Uint => TypeName::Uint,
        TypePattern::Double => TypeName::Double,
        TypePattern::String => TypeName::String,
        TypePattern::Bytes => TypeName::Bytes,
        TypePattern::Timestamp => TypeName::Timestamp,
        TypePattern::Duration => TypeName::Duration,
        _ => return None,
    })
}

/// The fields of a message type: their names, the functions that read them, and the Go types that hold them.
#[must_use]
pub fn field_types(message: &str) -> Vec<(&'static str, FieldReader, &'static str)> {
    let decl = TYPE_NAMES.iter().find(|decl| decl.name == message);
    let fields = decl.and_then(|decl| decl.fields).unwrap_or_default();
    let fields = fields.iter().map(|(name, ty)| {
        let (reader, held_as) = field_reader(message, name, ty);
        (*name, reader, held_as)
    });
    fields.collect()
}

const NEWEST: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;
