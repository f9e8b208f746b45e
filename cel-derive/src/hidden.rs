//! Types whose JSON only serde knows: opaque ones, and those that are written as a scalar.

use crate::{
    attr::{ScalarType, schemars::Bounds},
    decl_type::{Kubernetes, Scalar, Shape, formatted_kind, peel, scalar, scalar_node, type_arguments},
    tokens::Tokens,
};
use cel_compiler::schema::{Bound, DeclKind, DeclType, HeldAs};
use syn::Lit;

/// How such a value is read.
pub(crate) struct Hidden {
    /// The kind of the scalar that is written. `None` of an opaque type.
    pub(crate) scalar: Option<DeclKind>,
    /// The function that writes it, if it is not that of the type.
    pub(crate) write: Option<Tokens>,
    /// It is the field's type as a whole, even if that is a list or a map.
    pub(crate) is_whole: bool,
}

impl Hidden {
    /// The node of the schema, without bounds.
    pub(crate) fn node(&self) -> DeclType {
        match &self.scalar {
            Some(kind) => DeclType { held: HeldAs::Written, ..DeclType::new(kind.clone()) },
            None => DeclType::new(DeclKind::Opaque),
        }
    }

    /// The `type` of its schema; that of an opaque one is known at run time.
    pub(crate) fn schema_type(&self) -> &'static str {
        self.scalar.as_ref().map_or("", scalar_type)
    }
}

/// The `type` of a scalar's schema; an int-or-string has none.
pub(crate) fn scalar_type(kind: &DeclKind) -> &'static str {
    match kind {
        DeclKind::Bool => "boolean",
        DeclKind::Int => "integer",
        DeclKind::Double => "number",
        DeclKind::IntOrString => "",
        _ => "string",
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

/// The same of a type whose schema the node has, or what that holds: `String`, `Option<String>`, `Vec<u16>`.
pub(crate) fn written_kind_of(ty: &syn::Type, bounds: &Bounds) -> Option<DeclKind> {
    let syn::Type::Path(path) = peel(ty) else { return None };
    let last = path.path.segments.last()?;
    let types = type_arguments(&last.arguments);
    match (last.ident.to_string().as_str(), types.as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Vec", [inner]) | ("BTreeMap" | "HashMap", [_, inner]) => {
            written_kind_of(inner, bounds)
        }
        ("DateTime", [_]) => Some(DeclKind::DateTime),
        (name, []) => match scalar(name)? {
            Shape::Scalar(Scalar::Json) => None,
            Shape::Scalar(scalar) => Some(scalar_node(scalar, bounds).kind),
            Shape::Kubernetes(Kubernetes::IntOrString | Kubernetes::Quantity) => Some(DeclKind::IntOrString),
            Shape::Kubernetes(Kubernetes::Time | Kubernetes::MicroTime) => Some(DeclKind::DateTime),
            _ => None,
        },
        _ => None,
    }
}

/// It is a list or a map, also in an `Option`.
pub(crate) fn has_elements(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = peel(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc", [inner]) => has_elements(inner),
        (name, _) => matches!(name, "Vec" | "BTreeMap" | "HashMap"),
    }
}

/// The node of a type that is written as a scalar. The bounds of a type stand beside it where they are literals.
pub(crate) fn written_node(kind: DeclKind, bounds: &Bounds) -> DeclType {
    let max = bounds.max_length.as_ref().or(bounds.length.as_ref());
    let max = max.and_then(|max| match syn::parse2::<Lit>(max.clone()) {
        Ok(Lit::Int(number)) => number.base10_parse().ok().map(Bound::Value),
        _ => None,
    });
    let enum_values = bounds.enum_values.clone();
    DeclType { held: HeldAs::Written, max, enum_values, ..DeclType::new(kind) }
}
