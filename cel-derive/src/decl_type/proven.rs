//! Full paths of the types that fields should have.

use super::{Shape, Typed, type_arguments};
use crate::tokens::{At, Tokens, located};

/// The type with full paths for its containers; `None` if there is no container. Generated code proves that it
/// is the same type. So a user's own container with the name of a known one does not compile.
pub(crate) fn proven(typed: &Typed, at: At) -> Option<Tokens> {
    let syn::Type::Path(path) = &typed.ty else {
        return match &typed.shape {
            Shape::Array(elem, len) => Some(at.write("[#0; #1]", &[proven(elem, at)?, located(len)])),
            _ => None,
        };
    };
    let segment = path.path.segments.last()?;
    let (container, element) = std_container(&typed.shape, &segment.ident.to_string())?;
    let element = proven(element, at).unwrap_or_else(|| located(&element.ty));
    Some(match &typed.shape {
        Shape::Map(_) => {
            let key = located(type_arguments(&segment.arguments).first()?);
            at.write(container, &[key, element])
        }
        _ => at.write(container, &[element]),
    })
}

/// The full path of a container in std, and the type of its elements.
fn std_container<'t>(shape: &'t Shape, name: &str) -> Option<(&'static str, &'t Typed)> {
    Some(match (shape, name) {
        (Shape::Option(inner), _) => ("__cel::std::option::Option<#0>", inner),
        (Shape::List(inner), "Vec") => ("__cel::std::vec::Vec<#0>", inner),
        (Shape::Pointer(inner), "Box") => ("__cel::std::boxed::Box<#0>", inner),
        (Shape::List(inner), "BTreeSet") => ("__cel::std::collections::BTreeSet<#0>", inner),
        (Shape::List(inner), "VecDeque") => ("__cel::std::collections::VecDeque<#0>", inner),
        (Shape::Map(inner), "BTreeMap") => ("__cel::std::collections::BTreeMap<#0, #1>", inner),
        _ => return None,
    })
}
