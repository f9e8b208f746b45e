//! The rules about which type fits which (cel-go: `checker/types.go`).

use std::rc::Rc;

use super::substitution::Substitution;
use crate::types::Type;

/// True if a value of type `from` may stand where `to` is wanted. If so, the bindings of type parameters are kept.
pub(super) fn is_assignable(substitution: &mut Substitution, from: &Type, to: &Type) -> bool {
    substitution.attempt(|substitution| unify(substitution, from, to))
}

/// The same for lists of types, pair by pair.
pub(super) fn is_assignable_list(substitution: &mut Substitution, from: &[Type], to: &[Type]) -> bool {
    substitution.attempt(|substitution| unify_list(substitution, from, to))
}

/// The more general of two types that unify.
pub(super) fn most_general<'t>(first: &'t Type, second: &'t Type) -> &'t Type {
    if is_equal_or_less_specific(first, second) { first } else { second }
}

/// True if the types are the same. A wrapper is the same as its wrapped type.
pub(super) fn is_exact(first: &Type, second: &Type) -> bool {
    match (first, second) {
        (Type::Wrapper(of), other) | (other, Type::Wrapper(of)) => is_exact(of, other),
        (Type::List(first), Type::List(second)) | (Type::Type(first), Type::Type(second)) => {
            is_exact(first, second)
        }
        (Type::Map(first), Type::Map(second)) => {
            is_exact(&first.0, &second.0) && is_exact(&first.1, &second.1)
        }
        (Type::Opaque(first_name, first), Type::Opaque(second_name, second)) => {
            first_name == second_name
                && first.len() == second.len()
                && first.iter().zip(&**second).all(|(a, b)| is_exact(a, b))
        }
        _ => first == second,
    }
}

fn unify(substitution: &mut Substitution, from: &Type, to: &Type) -> bool {
    if let Type::Param(parameter) = to {
        match substitute_parameter(substitution, from, parameter) {
            Fit::Yes => return true,
            Fit::BoundToAnother => return false,
            // `from` may still be a parameter that can be bound.
            Fit::OccursInItself => {}
        }
    }
    if let Type::Param(parameter) = from {
        return matches!(substitute_parameter(substitution, to, parameter), Fit::Yes);
    }
    match (from, to) {
        (Type::Dyn | Type::Any | Type::Error, _) | (_, Type::Dyn | Type::Any | Type::Error) => true,
        (Type::Null, other) | (other, Type::Null) => takes_null(other),
        (Type::Wrapper(of), other) | (other, Type::Wrapper(of)) => is_exact(of, other),
        (Type::List(from), Type::List(to)) => unify(substitution, from, to),
        (Type::Map(from), Type::Map(to)) => {
            unify(substitution, &from.0, &to.0) && unify(substitution, &from.1, &to.1)
        }
        (Type::Opaque(from_name, from), Type::Opaque(to_name, to)) => {
            from_name == to_name && unify_list(substitution, from, to)
        }
        (Type::Type(_), Type::Type(_)) => true,
        _ => from == to,
    }
}

fn unify_list(substitution: &mut Substitution, from: &[Type], to: &[Type]) -> bool {
    from.len() == to.len() && from.iter().zip(to).all(|(from, to)| unify(substitution, from, to))
}

/// The result of binding a parameter to a type.
enum Fit {
    Yes,
    BoundToAnother,
    OccursInItself,
}

fn substitute_parameter(substitution: &mut Substitution, ty: &Type, parameter: &Rc<str>) -> Fit {
    if matches!(ty, Type::Param(name) if name == parameter) {
        return Fit::Yes;
    }
    if let Some(bound) = substitution.find(parameter).cloned() {
        if is_exact(ty, &bound) {
            return Fit::Yes;
        }
        if !unify(substitution, ty, &bound) {
            return Fit::BoundToAnother;
        }
        let general = most_general(ty, &bound);
        if does_not_occur(substitution, parameter, general) {
            substitution.bind(parameter, general.clone());
        }
        return Fit::Yes;
    }
    if does_not_occur(substitution, parameter, ty) {
        substitution.bind(parameter, ty.clone());
        return Fit::Yes;
    }
    Fit::OccursInItself
}

/// The occurs check: a type may not contain itself.
fn does_not_occur(substitution: &Substitution, parameter: &Rc<str>, ty: &Type) -> bool {
    let absent = |ty: &Type| does_not_occur(substitution, parameter, ty);
    match ty {
        Type::Param(name) => name != parameter && substitution.find(name).is_none_or(absent),
        Type::List(element) => absent(element),
        Type::Map(entry) => absent(&entry.0) && absent(&entry.1),
        Type::Opaque(_, parameters) => parameters.iter().all(absent),
        Type::Type(of) => absent(of),
        _ => true,
    }
}

fn is_equal_or_less_specific(first: &Type, second: &Type) -> bool {
    match (first, second) {
        (Type::Dyn | Type::Any | Type::Param(_), _) => true,
        (_, Type::Dyn | Type::Any | Type::Param(_)) => false,
        (Type::Opaque(first_name, first), Type::Opaque(second_name, second)) => {
            first_name == second_name
                && first.len() == second.len()
                && first.iter().zip(&**second).all(|(first, second)| is_equal_or_less_specific(first, second))
        }
        (Type::List(first), Type::List(second)) => is_equal_or_less_specific(first, second),
        (Type::Map(first), Type::Map(second)) => {
            is_equal_or_less_specific(&first.0, &second.0) && is_equal_or_less_specific(&first.1, &second.1)
        }
        (Type::Type(_), Type::Type(_)) => true,
        _ => is_exact(first, second),
    }
}

/// True if null can stand where the type is wanted. A hidden value may be a text, and texts do not take null.
fn takes_null(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Null | Type::Wrapper(_) | Type::Object(_) | Type::Opaque(..) | Type::Timestamp | Type::Duration
    ) && ty.hidden_position().is_none()
}
