//! The trait by which generated code walks an object.

use crate::{access::CelValue, field_path::Path, opaque::Schema, validate::walk::Validation};

/// A schema node with a Rust type of its own; implemented by `#[derive(XValidation)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not derive `XValidation`",
    label = "this type has no compiled schema",
    note = "add `#[derive(XValidation)]` to `{Self}`",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait Node: CelValue {
    /// The text of the type's schema, empty while it has errors.
    const SCHEMA: &'static str;

    /// Its schema by schemars, if something in it is opaque to the derive.
    fn described() -> Option<&'static Schema> {
        None
    }

    /// The type itself has rules.
    const HAS_RULES: bool = false;

    /// A newtype of something that may be null holds a null, which has no rules.
    fn is_null(&self) -> bool {
        false
    }

    /// Runs the type's own rules in order; the value replaces another one, if there is one.
    fn rules(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}

    /// Walks the properties: each one's rules, then its children.
    fn children(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}
}
