//! Nodes of scalars: `String` is a scalar, and a type with `as = "string"` is written as one.

use crate::{
    attr::{ScalarType, schemars::Bounds},
    decl_type::{Held, Kubernetes, Scalar, Shape, held, peel, scalar, type_arguments},
};
use cel_compiler::schema::{Bound, DeclKind, DeclType, Encoding};
use quote::ToTokens;
use std::mem::discriminant;
use syn::Lit;

/// The node of a type that is a scalar in Rust, too.
pub(crate) fn scalar_node(scalar: Scalar, bounds: &Bounds) -> DeclType {
    let (kind, held) = match scalar {
        Scalar::Bool => (DeclKind::Bool, Encoding::Native),
        Scalar::Int => (DeclKind::Int, Encoding::Native),
        Scalar::WideInt => (DeclKind::Int, Encoding::WideInt),
        Scalar::Double => (DeclKind::Double, Encoding::Native),
        Scalar::String => match formatted_kind(bounds) {
            Some(kind) => (kind, Encoding::Text),
            None => (DeclKind::String, Encoding::Native),
        },
        Scalar::Shown | Scalar::Char => (DeclKind::String, Encoding::Shown),
        Scalar::Date => (DeclKind::Date, Encoding::Native),
        Scalar::DateTime => (DeclKind::DateTime, Encoding::Native),
        Scalar::Json => (DeclKind::IntOrString, Encoding::Json),
    };
    let max = (scalar == Scalar::Char).then_some(Bound::Value(1));
    DeclType { encoding: held, max, ..DeclType::new(kind) }
}

/// The kind of a string whose format gives it another CEL type. The server converts it at each access.
pub(crate) fn formatted_kind(bounds: &Bounds) -> Option<DeclKind> {
    match bounds.format.as_deref()? {
        "date-time" => Some(DeclKind::DateTime),
        "date" => Some(DeclKind::Date),
        "duration" => Some(DeclKind::Duration),
        "byte" => Some(DeclKind::Bytes),
        _ => None,
    }
}

/// The kind of a node that is written as a scalar, with the format that the attributes name.
pub(crate) fn written_kind(scalar: ScalarType, bounds: &Bounds) -> DeclKind {
    match scalar {
        ScalarType::String => formatted_kind(bounds).unwrap_or(DeclKind::String),
        ScalarType::Integer => DeclKind::Int,
        ScalarType::Number => DeclKind::Double,
        ScalarType::Boolean => DeclKind::Bool,
        ScalarType::IntOrString => DeclKind::IntOrString,
    }
}

/// The same for the type behind the node, or for the type inside it: `String`, `Option<String>`, `Vec<u16>`.
pub(crate) fn written_kind_of(ty: &syn::Type, bounds: &Bounds) -> Option<DeclKind> {
    let syn::Type::Path(path) = peel(ty) else { return None };
    let last = path.path.segments.last()?;
    let types = type_arguments(&last.arguments);
    match (last.ident.to_string().as_str(), types.as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc", [inner]) => written_kind_of(inner, bounds),
        ("DateTime", [_]) => Some(DeclKind::DateTime),
        (name, []) => match scalar(name)? {
            Shape::Scalar(Scalar::Json) => None,
            Shape::Scalar(scalar) => Some(scalar_node(scalar, bounds).kind),
            Shape::Kubernetes(Kubernetes::IntOrString | Kubernetes::Quantity) => Some(DeclKind::IntOrString),
            Shape::Kubernetes(Kubernetes::Time | Kubernetes::MicroTime) => Some(DeclKind::DateTime),
            _ => None,
        },
        (name, types) => match held(name, types)? {
            Held::List(inner) | Held::Map(_, inner) => written_kind_of(inner, bounds),
        },
    }
}

/// True for two scalars, or two lists or maps, that may have the same JSON.
pub(crate) fn is_same_in_json(a: &syn::Type, b: &syn::Type) -> bool {
    let kind = |ty| written_kind_of(ty, &Bounds::default()).map(|kind| discriminant(&kind));
    has_elements(a) == has_elements(b) && kind(a) == kind(b)
}

/// True for a list or a map, also in an `Option`.
pub(crate) fn has_elements(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = peel(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc", [inner]) => has_elements(inner),
        (name, types) => held(name, types).is_some(),
    }
}

/// True if two types have the same lists and maps around what is inside: `Vec<Zone>` and `Vec<String>`, but not `Zone` and
/// `Vec<String>`.
pub(crate) fn has_same_elements(ty: &syn::Type, with: &syn::Type) -> bool {
    elements(ty) == elements(with)
}

/// For each list and map around a type, if it is a list.
fn elements(ty: &syn::Type) -> Vec<bool> {
    let within = |is_list: bool, inner: &syn::Type| [vec![is_list], elements(inner)].concat();
    let path = match peel(ty) {
        syn::Type::Array(array) => return within(true, &array.elem),
        syn::Type::Slice(slice) => return within(true, &slice.elem),
        syn::Type::Reference(reference) => return elements(&reference.elem),
        syn::Type::Path(path) => path,
        _ => return Vec::new(),
    };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Cow", [inner]) => elements(inner),
        (name, types) => match held(name, types) {
            Some(Held::List(inner)) => within(true, inner),
            Some(Held::Map(_, inner)) => within(false, inner),
            None => Vec::new(),
        },
    }
}

/// True if two types have the same schema, whatever pointers, lists and maps they are made of: `HashMap<String, Pool>` and
/// `BTreeMap<String, Pool>`.
pub(crate) fn has_same_schema(ty: &syn::Type, with: &syn::Type) -> bool {
    written(ty) == written(with)
}

/// A text for what a type is written as: `{Pool}` for a map.
fn written(ty: &syn::Type) -> String {
    let path = match peel(ty) {
        syn::Type::Array(array) => return format!("[{}]", written(&array.elem)),
        syn::Type::Slice(slice) => return format!("[{}]", written(&slice.elem)),
        syn::Type::Reference(reference) => return written(&reference.elem),
        syn::Type::Path(path) => path,
        other => return other.to_token_stream().to_string(),
    };
    let Some(last) = path.path.segments.last() else { return String::new() };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option", [inner]) => format!("{}?", written(inner)),
        ("Box" | "Arc" | "Rc" | "Cow", [inner]) => written(inner),
        (name, types) => match held(name, types) {
            Some(Held::List(inner)) => format!("[{}]", written(inner)),
            Some(Held::Map(_, inner)) => format!("{{{}}}", written(inner)),
            None => path.to_token_stream().to_string(),
        },
    }
}

/// The node of a type that is written as a scalar. Bounds count only if they are literals.
pub(crate) fn written_node(kind: DeclKind, bounds: &Bounds) -> DeclType {
    let max = bounds.max_length.as_ref().or(bounds.length.as_ref());
    let max = max.and_then(|max| match syn::parse2::<Lit>(max.clone()) {
        Ok(Lit::Int(number)) => number.base10_parse().ok().map(Bound::Value),
        _ => None,
    });
    let enum_values = bounds.enum_values.clone();
    DeclType { encoding: Encoding::Written, max, enum_values, ..DeclType::new(kind) }
}
