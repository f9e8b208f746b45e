//! Types that other crates nest in theirs.

#![deny(warnings, rustdoc::all)]

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, marker::PhantomData};

pub use k8s_openapi::{self, self as k8s, api::core::v1 as core};

pub mod gen;
pub mod metering;

/// Types for those who write specs.
pub mod prelude {
    pub use crate::k8s::api::{core::v1::ResourceQuotaSpec, rbac::v1::Subject as Group};
}

mod inner {
    use super::*;

    /// Reached by a re-export only.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Limits::x_validations)]
    #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max")]
    pub struct Limits {
        /// At least.
        pub min: i32,
        /// At most.
        pub max: i32,
    }
}

pub mod routes;

/// The type is in a module that other crates do not see.
pub type Within = inner::Limits;

/// Of a type of std, by an import.
pub type Table<T> = BTreeMap<String, Vec<T>>;

/// Derives all but `XValidation`.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Plain {
    /// A number.
    pub a: i32,
}

/// Some of many values.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Paged::<T>::x_validations)]
#[x_validation(rule = "!has(self.next) || self.next != ''")]
pub struct Paged<T> {
    /// The values.
    #[schemars(length(max = 3))]
    pub items: Vec<T>,
    /// Where the others are.
    pub next: Option<String>,
}

/// The name of something of a kind, which is only a mark.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(bound = "")]
#[schemars(transform = Reference::<K>::x_validations, bound = "")]
pub struct Reference<K> {
    /// A name.
    #[x_validation(rule = "self != ''")]
    pub name: String,
    /// Of which kind.
    #[serde(skip)]
    pub kind: PhantomData<fn() -> K>,
}

/// A rule that looks into the argument: each use compiles it, in whatever crate.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Window::<T>::x_validations)]
#[x_validation(rule = "self.first <= self.last", message = "from first to last")]
pub struct Window<T> {
    /// The least.
    pub first: T,
    /// The most.
    #[x_validation(rule = "self == oldSelf")]
    pub last: T,
}

pub use inner::{Limits, Limits as Bounds};

/// Types under another path.
pub mod reexported {
    pub use crate::inner::*;
}

/// A module that shadows a type of a glob: inside of this crate its `Foo` cannot be nested, other crates do not notice.
pub mod shadowing {
    /// The old version.
    pub mod v1 {
        /// Shadowed in `v2`.
        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            /// A field that only this one has.
            pub old: i32,
        }

        /// Not shadowed.
        #[derive(cel_runtime::XValidation)]
        pub struct Bar {
            /// A field.
            pub bar: i32,
        }
    }

    /// The new version.
    pub mod v2 {
        #[doc(no_inline)]
        pub use super::v1::*;

        /// Shadows the one of `v1`.
        #[derive(cel_runtime::XValidation)]
        pub struct Foo {
            /// A field that only this one has.
            pub fresh: i32,
        }
    }
}

/// Makes a type that nests one of this crate by `$crate`, and one that is in scope where the macro is called.
///
/// A `pub` type in a body:
///
/// ```
/// #![deny(warnings)]
/// use cel_runtime::XValidation;
///
/// #[derive(XValidation)]
/// #[x_validation(rule = "self.limits.min > 0", manual_crd)]
/// pub struct Spec {
///     pub limits: tests_types::Limits,
/// }
///
/// let limits = tests_types::Limits { min: 0, max: 1 };
/// assert_eq!(Spec { limits }.x_validate().unwrap_err().len(), 1);
/// ```
#[macro_export]
macro_rules! make_user_of_crate_type {
    ($name:ident) => {
        #[derive(XValidation)]
        #[x_validation(rule = "self.limits.min + self.own.max > 0", manual_crd)]
        struct $name {
            limits: $crate::Limits,
            own: tests_types::Limits,
        }
    };
}
