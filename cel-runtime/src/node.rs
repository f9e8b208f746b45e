//! The trait that generated code uses to walk an object.

use crate::{access::CelValue, field_path::Path, opaque::Schema, validate::walk::Validation};

/// A schema node with its own Rust type. `#[derive(XValidation)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not derive `XValidation`",
    label = "this type has no compiled schema",
    note = "add `#[derive(XValidation)]` to `{Self}`",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait Node: CelValue {
    /// The text of the type's schema. Empty if the type has errors.
    const SCHEMA: &'static str;

    /// Its schema from schemars, if the derive cannot see a part of it.
    fn described() -> Option<&'static Schema> {
        None
    }

    /// The type itself has rules.
    const HAS_RULES: bool = false;

    /// The keyword for a choice of variants in its schema, [`ONE_OF`] or [`ANY_OF`], also of flattened types.
    const CHOICE: u64 = 0;

    /// True for a newtype that holds a null. No rules run on a null.
    fn is_null(&self) -> bool {
        false
    }

    /// Runs the type's own rules in order. The second argument is the old value, if there is one.
    fn rules(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}

    /// Walks the properties: the rules of each property, then its children.
    fn children(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}
}

/// `oneOf`, of an enum as serde writes it without attributes.
pub const ONE_OF: u64 = 1;
/// `anyOf`, of an untagged enum.
pub const ANY_OF: u64 = 2;

/// The same for a flattened `Option` of the type: its fields may be absent.
#[must_use]
pub const fn optional_choice(of_type: u64) -> u64 {
    if of_type == 0 { 0 } else { ANY_OF }
}

/// True if a flattened type has no keyword in common with those before it.
#[must_use]
pub const fn is_only(before: u64, own: u64) -> bool {
    before & own == 0
}

/// True if kube keeps other rules beside those of the type in an `Option` of it.
#[must_use]
pub const fn keeps_rules<T: Node>() -> bool {
    T::CHOICE == 0 || !T::HAS_RULES
}

/// Runs the rules of a type's node where the property around it has no rules of its own, then walks its properties.
#[inline]
pub fn visit<T: Node>(value: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
    if cx.enter(path, value, T::HAS_RULES) {
        value.rules(old, cx, path);
    }
    value.children(old, cx, path);
}
