//! The traits for the two steps of the derive. Each step writes code for a type, and the second step may be missing.

use crate::{field_path::Path, opaque::Schema, validate::Validation};
use std::marker::PhantomData;

/// Facts about a type from the last step of its derive. They are not items of the type itself, because fields, variants and methods of the
/// user may have the same names.
pub trait Compiled {
    /// The id of the type's definition. It proves that a field's type and its schema macro belong together.
    const ID: &'static str;

    /// The text of the type's schema.
    const SCHEMA: &'static str;

    /// The values of the bounds in the schema that are Rust expressions.
    const BOUNDS: &'static [u64] = &[];

    /// True if there are rules on the type or below it.
    const HAS_RULES: bool = false;

    /// True if there are rules on the type's own node. Only generic types set it.
    const HAS_OWN_RULES: bool = false;

    /// Proves that the types of k8s-openapi were guessed correctly from their names, in this type and in nested types.
    const GUESSED: () = ();

    /// Costs of the rules of a root.
    const COSTS: &'static str = "[]";

    /// The amounts in `COSTS` that depend on bounds given as Rust expressions.
    const COST_AMOUNTS: &'static [u64] = &[];

    /// Its schema from schemars, if a part of it is opaque to the derive.
    fn described() -> Option<&'static Schema> {
        None
    }

    /// Runs the type's own rules.
    fn rules(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}

    /// Walks the type's properties.
    fn children(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}
}

/// A part of a long walk through a type's properties.
pub trait WalkPart<const N: usize> {
    /// Walks some of the properties.
    fn part(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>);
}

/// The [`Compiled`] part of a type, if it exists. The last step of a derive does not run if the schema macro of a nested type is
/// missing. Then the items of [`Pending`] are used, so that uses of the type cause no further errors.
#[derive(Debug)]
pub struct Of<T: ?Sized>(PhantomData<T>);

impl<T: Compiled> Of<T> {
    /// See [`Compiled::ID`].
    pub const ID: &'static str = T::ID;
    /// See [`Compiled::SCHEMA`].
    pub const SCHEMA: &'static str = T::SCHEMA;
    /// See [`Compiled::BOUNDS`].
    pub const BOUNDS: &'static [u64] = T::BOUNDS;
    /// See [`Compiled::HAS_RULES`].
    pub const __CEL_HAS_RULES: bool = <T as Compiled>::HAS_RULES;
    /// See [`Compiled::HAS_OWN_RULES`].
    pub const HAS_OWN_RULES: bool = T::HAS_OWN_RULES;
    /// See [`Compiled::GUESSED`].
    pub const GUESSED: () = T::GUESSED;
    /// See [`Compiled::COSTS`].
    pub const COSTS: &'static str = T::COSTS;
    /// See [`Compiled::COST_AMOUNTS`].
    pub const COST_AMOUNTS: &'static [u64] = T::COST_AMOUNTS;

    /// See [`Compiled::described`].
    pub fn described() -> Option<&'static Schema> {
        T::described()
    }

    /// See [`Compiled::rules`].
    #[inline]
    pub fn rules(this: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
        this.rules(old, cx, path);
    }

    /// See [`Compiled::children`].
    #[inline]
    pub fn children(this: &T, old: Option<&T>, cx: &mut Validation<'_>, path: &Path<'_>) {
        this.children(old, cx, path);
    }
}

/// Items for types without [`Compiled`]. [`Of`]'s own items have priority over these.
pub trait Pending<T: ?Sized> {
    /// See [`Compiled::ID`].
    const ID: &'static str = "";
    /// See [`Compiled::SCHEMA`].
    const SCHEMA: &'static str = "";
    /// See [`Compiled::BOUNDS`].
    const BOUNDS: &'static [u64] = &[];
    /// See [`Compiled::HAS_RULES`]. It is also read of types that do not derive, so the name must not be one of the user's.
    const __CEL_HAS_RULES: bool = false;
    /// See [`Compiled::HAS_OWN_RULES`].
    const HAS_OWN_RULES: bool = false;
    /// See [`Compiled::GUESSED`].
    const GUESSED: () = ();
    /// See [`Compiled::COSTS`].
    const COSTS: &'static str = "[]";
    /// See [`Compiled::COST_AMOUNTS`].
    const COST_AMOUNTS: &'static [u64] = &[];
    /// See [`Compiled::described`].
    fn described() -> Option<&'static Schema> {
        None
    }
    /// See [`Compiled::rules`].
    fn rules(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>) {}
    /// See [`Compiled::children`].
    fn children(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>) {}
    /// See [`CompiledGeneric::rules`](crate::generic::CompiledGeneric::rules).
    fn rules_with<W>(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>, _: &W) {}
    /// See [`CompiledGeneric::children`](crate::generic::CompiledGeneric::children).
    fn children_with<W>(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>, _: &W) {}
    /// See [`Alone`](crate::generic::Alone).
    fn rules_alone(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>) {}
    /// See [`Alone`](crate::generic::Alone).
    fn children_alone(_: &T, _: Option<&T>, _: &mut Validation<'_>, _: &Path<'_>) {}
}

impl<T: ?Sized> Pending<T> for Of<T> {}

/// The schema from schemars, if the type has one.
#[derive(Debug)]
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema> SchemaOf<T> {
    /// The type has a schema.
    pub const __CEL_IS_KNOWN: bool = true;

    /// The schema of the value some steps below: a step is a property, or `None` for the elements of a list or a map.
    pub fn __cel_at(steps: &[Option<&str>]) -> Schema {
        Schema::at(&crate::crd::schema_of::<T>(), steps)
    }
}

/// Items for types without a schema. [`SchemaOf`]'s own items have priority over these.
pub trait NoSchema {
    /// The type has no schema.
    const __CEL_IS_KNOWN: bool = false;

    /// A schema that says nothing.
    fn __cel_at(_: &[Option<&str>]) -> Schema {
        Schema::UNTYPED
    }
}

impl<T: ?Sized> NoSchema for SchemaOf<T> {}

/// The names that generated code brings into scope: traits, and a function for the name of each of its locals. A pattern cannot have the
/// name of a constant, a static or a tuple struct in scope, but it can have the name of a function. The import of the function hides the
/// user's item.
pub mod scope {
    pub use super::{NoSchema as _, Pending as _};
    pub use crate::access::{ForeignKey as _, Unwritten as _};

    macro_rules! locals {
        ($($name:ident)*) => { $( #[doc(hidden)] pub const fn $name() {} )* };
    }
    locals! {
        __cel_cost __cel_cx __cel_doubt __cel_failed __cel_index __cel_int __cel_item __cel_key __cel_keys __cel_l
        __cel_name __cel_old __cel_old_items __cel_old_spec __cel_old_status __cel_path __cel_r
        __cel_right __cel_schema __cel_self __cel_status __cel_text __cel_this __cel_v __cel_value __cel_w __cel_walks
    }
}

/// True if the schema from a macro is the schema of the field's type. A type without an id has its own error.
#[must_use]
pub const fn is_same_schema(of_type: &str, of_macro: &str) -> bool {
    if of_type.is_empty() {
        return true;
    }
    let (mut left, mut right) = (of_type.as_bytes(), of_macro.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    // The compiler interprets each step, for each nested type.
    while let ([x, xs @ ..], [y, ys @ ..]) = (left, right) {
        if *x != *y {
            return false;
        }
        (left, right) = (xs, ys);
    }
    true
}

/// Fails to compile unless they are the same. For generic types, where a trait cannot depend on constants of parameters.
#[expect(clippy::panic, reason = "evaluated by the compiler only")]
pub const fn same_schema(of_type: &str, of_macro: &str) {
    if !is_same_schema(of_type, of_macro) {
        panic!(
            "another type's schema is in scope under this name; write the type's full path, or `#[x_validation(schema = path::Type)]`"
        )
    }
}
