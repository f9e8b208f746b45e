//! Types whose JSON only serde knows: opaque ones, and those that are written as a scalar.

use crate::tokens::Tokens;
use cel_compiler::schema::{DeclKind, DeclType, Encoding};

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
            Some(kind) => DeclType { encoding: Encoding::Written, ..DeclType::new(kind.clone()) },
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
