//! Types whose JSON only serde knows: opaque types, and types that are written as a scalar.

use crate::tokens::Tokens;
use cel_compiler::schema::{DeclKind, DeclType, Encoding};

/// How to read such a value.
pub(crate) struct Hidden {
    /// The kind of the scalar; `None` for an opaque type.
    pub(crate) scalar: Option<DeclKind>,
    /// The function that writes it, if it is not the type's own.
    pub(crate) write: Option<Tokens>,
    /// True if this is about the whole field, even if the field is a list or a map.
    pub(crate) is_whole: bool,
}

impl Hidden {
    /// The node of the schema, without bounds.
    pub(crate) fn node(&self) -> DeclType {
        match &self.scalar {
            Some(kind) => DeclType { encoding: Encoding::Written, ..DeclType::new(kind.clone()) },
            None => DeclType::new(DeclKind::Opaque),
        }
    }

    /// The `type` of its schema. For an opaque type it is known only at run time.
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
