//! What the steps of the derive lean on: each type's code arrives in two, and the second may never come.

use crate::{field_path::Path, validate::Validation};

/// Stands in for what the last step of a derive adds as inherent items, which win over these. That step does not run if the
/// schema macro of a nested type is missing; without the stand-in every use of the type would be an error of its own.
pub trait Pending {
    /// The id of the type's definition, proves that a field's type and its schema macro belong together.
    const __CEL_ID: &'static str = "";

    /// The text of the type's schema.
    const __CEL_SCHEMA: &'static str = "";

    /// The values of the bounds in a root's schema.
    const __CEL_ROOT_BOUNDS: &'static [u64] = &[];

    /// What the rules of a root cost.
    const __CEL_COSTS: &'static str = "[]";

    /// The amounts in that which depend on bounds that are Rust expressions.
    const __CEL_COST_AMOUNTS: &'static [u64] = &[];

    /// Runs the type's own rules.
    fn __cel_rules(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}

    /// Walks the type's properties.
    fn __cel_children(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}
}

impl<T: ?Sized> Pending for T {}

/// Fails to compile unless the schema that a macro gave is that of the field's type. A type without an id has an error of
/// its own.
pub const fn same_schema(of_type: &str, of_macro: &str) {
    if of_type.is_empty() {
        return;
    }
    let (a, b) = (of_type.as_bytes(), of_macro.as_bytes());
    let mut rest = (a, b);
    let mut same = a.len() == b.len();
    while let (true, ([x, xs @ ..], [y, ys @ ..])) = (same, rest) {
        same = *x == *y;
        rest = (xs, ys);
    }
    if !same {
        differ();
    }
}

#[expect(clippy::panic, reason = "evaluated by the compiler only")]
const fn differ() -> ! {
    panic!(
        "another type's schema is in scope under this name; write the type's full path, or `#[x_validation(schema = path::Type)]`"
    )
}
