//! Kubernetes CRD validation rules, compiled from CEL to native Rust.
//!
//! A type that derives `XValidation` checks itself as the API server checks the custom resource: the same rules, in the same
//! order, with the same messages and the same cost limits, without a server and without an interpreter.
//!
//! ```
//! use cel_runtime::XValidation;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
//! #[schemars(transform = Limits::x_validations)]
//! #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max")]
//! struct Limits {
//!     min: i32,
//!     max: i32,
//! }
//!
//! # fn main() {
//! let errors = Limits { min: 3, max: 2 }.x_validate().unwrap_err();
//! assert_eq!(errors.to_string(), "<nil>: Invalid value: min must not exceed max");
//! # }
//! ```
//!
//! [`XValidation::x_validate`] gives the verdict, [`XValidation::x_evaluate`] everything there is to know: errors, what the
//! rules cost, and what is left of the server's budget. [`ErrorList`] prints what a client of the server sees.
//!
//! # What a failure says
//!
//! | key | value |
//! | --- | --- |
//! | `message` | the text; without it `failed rule: <rule>` |
//! | `message_expression` | a CEL expression that gives the text where the rule is violated; what it costs is taken from the budget. Where it fails, is blank, has a line break or more than 5120 bytes, the `message` stays |
//! | `field_path` | the field to report, from the node of the rule, in the names of JSON: `.spec.minReplicas`, `.labels['app']` |
//! | `reason` | `FieldValueInvalid` (as without it), `FieldValueForbidden`, `FieldValueRequired`, or `FieldValueDuplicate`, whose text the server drops; see [`Reason`] |
//!
//! ```
//! use cel_runtime::{Options, Reason, XValidation};
//! use serde::Serialize;
//!
//! #[derive(XValidation, Serialize)]
//! #[x_validation(
//!     rule = "self.min <= self.max",
//!     message_expression = "'%d is more than %d'.format([self.min, self.max])",
//!     field_path = ".min",
//!     reason = "FieldValueForbidden",
//!     manual_crd
//! )]
//! struct Limits {
//!     min: i32,
//!     max: i32,
//! }
//!
//! # fn main() {
//! let report = Limits { min: 3, max: 2 }.x_evaluate(None, &Options::default());
//! let error = report.errors.iter().next().unwrap();
//! assert_eq!(error.to_string(), "min: Forbidden: 3 is more than 2");
//! assert_eq!((error.reason(), error.detail()), (Reason::FieldValueForbidden, "3 is more than 2"));
//! assert_eq!((report.rules[0].cost, report.rules[0].message_expression_cost), (5, Some(16)));
//! # }
//! ```
//!
//! # Features
//!
//! - `derive` (default): the derive macro.
//! - `schemars` (default): the rules in generated CRDs, and their comparison with the compiled schema.
//! - `regex` (default): `matches`, `find` and `findAll`, with the crate `regex`. Without it a rule that uses them does not compile,
//!   and the error names the feature.
//! - `time-zones` (default): named time zones in getters of timestamps, with the database of all zones in the program. Without
//!   it such a name is an error of the evaluation.
//! - `chrono`, `jiff`: fields of these crates' time types; `k8s-openapi`: of its times.
//! - `kube`: [`admission`], which answers the admission requests of kube, and its `Status`.
//! - `crd`: `include_crd!`, which compiles the rules of CRD files.
//! - `coverage`: for tests; says which rules never failed and which never held. `cel-codegen coverage` reports it.
//! - `url`, `uuid`: fields of `url::Url` and `uuid::Uuid`, which are strings.
//!
//! The other libraries of rules (URLs, IP addresses, quantities, versions, ..) have no features: they bring no
//! dependency, and what no rule uses is not linked.

#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used
    )
)]

mod access;
#[cfg(feature = "kube")]
pub mod admission;
mod arena;
mod assertions;
mod cost;
mod costs;
#[cfg(feature = "coverage")]
#[doc(hidden)]
pub mod coverage;
#[cfg(feature = "schemars")]
mod crd;
mod error;
mod eval_error;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod exact;
mod field_path;
mod generic;
#[doc(hidden)]
pub mod json;
mod key_index;
mod keyed_hash;
#[doc(hidden)]
pub mod library;
mod node;
mod old_items;
mod opaque;
#[doc(hidden)]
pub mod ops;
mod options;
mod outcome;
mod ratcheting;
mod rule;
mod schema_macro;
#[doc(hidden)]
pub mod testing;
mod validate;
#[doc(hidden)]
pub mod value;
mod watch;
mod work;

#[doc(hidden)]
pub mod __private;

/// Code that is there only with the feature `schemars`: the derive does not know the features of this crate.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:tt)*) => { $($item)* };
}

/// Code that is there only with the feature `schemars`, which is off.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:tt)*) => {};
}

/// Says where the rule is written that a generated function runs next.
#[cfg(feature = "coverage")]
#[doc(hidden)]
#[macro_export]
macro_rules! __covered {
    ($cx:ident, $($place:literal),*) => {
        $cx.cover({
            static __CEL_RULE: $crate::coverage::CoveredRule = $crate::coverage::CoveredRule::new($($place),*);
            $crate::coverage::inventory::submit! { $crate::coverage::Registered(&__CEL_RULE) }
            &__CEL_RULE
        })
    };
}

/// Nobody measures coverage here: the derive may be another program's, too, with other features.
#[cfg(not(feature = "coverage"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __covered {
    ($($place:tt)*) => {
        ()
    };
}

/// Code that is there only with the feature `kube`.
#[cfg(feature = "kube")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_kube {
    ($($item:tt)*) => { $($item)* };
}

/// Code that is there only with the feature `kube`, which is off.
#[cfg(not(feature = "kube"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_kube {
    ($($item:tt)*) => {};
}

/// Native validators for the custom resources of a file, compiled with the crate: for CRDs that are somebody else's YAML.
///
/// The path is relative to the folder of `Cargo.toml`. The macro defines a module per version, `v1` for example, or with several
/// CRDs in the file, `widgets::v1`; in it `evaluate`, which runs the rules over [`serde_json::Value`], and `evaluate_object`,
/// which does so for anything that serializes, such as kube's `DynamicObject`, and with the feature `kube` also `admit`, which answers an
/// `AdmissionRequest<DynamicObject>` of that kind and version. Rules that the API server would refuse are
/// compile errors that point into the file, which is compiled again when it changes. Functions of the newest server are allowed,
/// as in rules that a server has stored.
///
/// An object is judged as it stands: defaults are not applied and unknown fields not removed, and what the schema says beside
/// the rules (types, required fields, patterns) is not checked. A value of another kind than its schema says is an error where
/// a rule reads it, as on the server.
///
/// ```
/// use cel_runtime::Options;
/// use serde_json::json;
///
/// mod widgets {
///     cel_runtime::include_crd!("tests/widget.yaml");
/// }
///
/// let widget = json!({"spec": {"min": 3, "max": 2}});
/// let report = widgets::v1::evaluate(&widget, None, &Options::default());
/// assert_eq!(report.errors.to_string(), "spec: Invalid value: min must not exceed max");
/// assert_eq!(report.runtime_cost, 5);
/// ```
#[cfg(feature = "crd")]
#[macro_export]
macro_rules! include_crd {
    ($($path:tt)*) => { $crate::__private::__include_crd! { [$crate] $($path)* } };
}

#[cfg(feature = "derive")]
#[cfg_attr(not(doctest), doc = include_str!("attributes.md"))]
#[doc(inline)]
pub use cel_derive::XValidation;
pub use costs::{CostBound, EXPRESSION_COST_LIMIT, Root, RuleEstimate, SCHEMA_COST_LIMIT};
#[cfg(feature = "schemars")]
pub use crd::assert_matches_crd;
#[cfg(feature = "crd-file")]
pub use crd::assert_matches_crd_file;
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub use crd::check_matches_crd;
pub use error::{ErrorList, FieldError, Reason, Status, StatusCause, StatusDetails};
pub use field_path::FieldPath;
pub use options::Options;
pub use validate::{Report, ResourceSpec, RuleCost, RuleVerdict, Warnings, XValidation};
pub use watch::CancelFlag;
