//! Which functions of the runtime a call may be.

use crate::ast::Callee::{self, Named, Op};
use crate::decls::{
    self, KubernetesVersion, OverloadDecl, TypePattern,
    type_names::{TYPE_NAMES, field_reader},
};
use cel_types::Operator::{
    Add, Divide, Equals, Greater, GreaterEquals, In, Less, LessEquals, Modulo, Multiply, Negate, Not,
    NotEquals, Subtract,
};
use cel_types::{TypeName, message::FieldReader};

/// A function of `cel_runtime::__private::exact::functions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// For values of some types.
    Function(String),
    /// For a list whose first element must be of a type.
    OfElements(&'static str, TypeName),
}

/// The functions that a call may be, by the overloads that the checker found. The first that takes the operands is called.
#[must_use]
pub fn candidates(function: Callee<'_>, operands: usize, found: &[&'static OverloadDecl]) -> Vec<Candidate> {
    if let [overload] = found
        && let Some(candidate) = of_elements(function.name(), overload)
    {
        return vec![candidate];
    }
    if let Some((_, _, name)) =
        OPERATORS.iter().find(|(known, count, _)| (*known, *count) == (function, operands))
    {
        return vec![Candidate::Function((*name).to_owned())];
    }
    let candidates: Vec<&OverloadDecl> = match (found, decls::function(function.name(), NEWEST)) {
        ([_], _) | (_, None) => found.to_vec(),
        (_, Some(all)) => all.overloads(NEWEST).collect(),
    };
    let takes = |overload: &&OverloadDecl| {
        overload.args.len() == operands && overload.args.iter().all(TypePattern::has_values)
    };
    let candidates = candidates.into_iter().filter(takes);
    candidates.map(|overload| Candidate::Function(overload.id.replace('-', "_"))).collect()
}

/// A list function with one overload left: the server asks whether the first element is of its type.
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

/// The fields of a message's type: their names, what reads them, and Go's names for how they are held.
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

/// Functions that ask the values themselves instead of being chosen among overloads, by the number of operands.
const OPERATORS: &[(Callee<'_>, usize, &str)] = &[
    (Op(Negate), 1, "negate"),
    (Op(Not), 1, "not"),
    (Named("dyn"), 1, "as_dyn"),
    (Named("type"), 1, "type_of"),
    (Named("size"), 1, "size"),
    (Named("sum"), 1, "sum"),
    (Named("min"), 1, "min"),
    (Named("max"), 1, "max"),
    (Named("isSorted"), 1, "is_sorted"),
    (Named("sort"), 1, "sort"),
    (Named("distinct"), 1, "distinct"),
    (Named("flatten"), 1, "flatten"),
    (Named("optional.unwrap"), 1, "unwrap"),
    (Named("unwrapOpt"), 1, "unwrap_opt"),
    (Named("hasValue"), 1, "has_value"),
    (Named("value"), 1, "value_of"),
    (Named("optional.none"), 0, "optional_none"),
    (Named("optional.of"), 1, "optional_of"),
    (Named("optional.ofNonZeroValue"), 1, "optional_of_non_zero"),
    (Op(Add), 2, "add"),
    (Op(Subtract), 2, "subtract"),
    (Op(Multiply), 2, "multiply"),
    (Op(Divide), 2, "divide"),
    (Op(Modulo), 2, "modulo"),
    (Op(Equals), 2, "equals"),
    (Op(NotEquals), 2, "not_equals"),
    (Op(Less), 2, "less"),
    (Op(LessEquals), 2, "less_equals"),
    (Op(Greater), 2, "greater"),
    (Op(GreaterEquals), 2, "greater_equals"),
    (Op(In), 2, "is_in"),
    (Named("contains"), 2, "contains"),
    (Named("startsWith"), 2, "starts_with"),
    (Named("endsWith"), 2, "ends_with"),
    (Named("matches"), 2, "matches"),
    (Named("includes"), 2, "includes"),
    (Named("@sortByAssociatedKeys"), 2, "sort_by_keys"),
    (Named("flatten"), 2, "flatten_to"),
    (Named("sets.contains"), 2, "sets_contains"),
    (Named("sets.equivalent"), 2, "sets_equivalent"),
    (Named("sets.intersects"), 2, "sets_intersects"),
];
