//! Kubernetes CRD validation rules, compiled from CEL to native Rust.
//!
//! A type that derives `XValidation` checks itself as the API server checks the custom resource. It runs the same rules in the same
//! order, with the same messages and the same cost limits. It needs no server and no interpreter.
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
//! [`XValidation::x_validate`] gives the verdict. [`XValidation::x_evaluate`] gives everything there is to know: the errors, the cost of
//! the rules, and the rest of the server's budget. [`ErrorList`] prints the text that a client of the server sees.
//!
//! # What a failure says
//!
//! | key | value |
//! | --- | --- |
//! | `message` | the text; without it `failed rule: <rule>` |
//! | `message_expression` | a CEL expression that computes the text of a violation; its cost is taken from the budget. If it fails, or gives a blank text, a line break or more than 5120 bytes, the `message` is used |
//! | `field_path` | the field to report, from the node of the rule, in the names of JSON: `.spec.minReplicas`, `.labels['app']` |
//! | `reason` | `FieldValueInvalid` (the default), `FieldValueForbidden`, `FieldValueRequired`, or `FieldValueDuplicate`. The server drops the text of the last one; see [`Reason`] |
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
//! - `time-zones` (default): named time zones in getters of timestamps. The program then holds the database of all zones. Without
//!   the feature such a name is an error of the evaluation.
//! - `chrono`, `jiff`: fields with the time types of these crates; `k8s-openapi`: fields with its time types.
//! - `kube`: [`admission`], which answers admission requests with kube's types.
//! - `crd`: `include_crd!`, which compiles the rules of CRD files.
//! - `coverage`: for tests; says which rules never failed and which never held. `cel-codegen coverage` reports it.
//! - `indexmap`, `smallvec`: fields that are an `IndexMap`, an `IndexSet` or a `SmallVec`.
//! - `url`, `uuid`: fields of `url::Url` and `uuid::Uuid`, which are strings.
//!
//! The other libraries of rules (URLs, IP addresses, quantities, versions, ..) have no features. They bring no
//! dependency, and a library that no rule uses is not linked.

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
mod short;
#[doc(hidden)]
pub mod testing;
mod validate;
#[doc(hidden)]
pub mod value;
mod watch;
mod work;

#[doc(hidden)]
pub mod __private;

/// Code that exists only with the feature `schemars`. The derive cannot see the features of this crate.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:tt)*) => { $($item)* };
}

/// The same while the feature `schemars` is off: no code.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:tt)*) => {};
}

/// Records where the next rule of a generated function is written.
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

/// Without the feature this does nothing. The derive cannot see the feature, so it always calls the macro.
#[cfg(not(feature = "coverage"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __covered {
    ($($place:tt)*) => {
        ()
    };
}

/// Code that exists only with the feature `kube`.
#[cfg(feature = "kube")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_kube {
    ($($item:tt)*) => { $($item)* };
}

/// The same while the feature `kube` is off: no code.
#[cfg(not(feature = "kube"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_kube {
    ($($item:tt)*) => {};
}

/// Compiles native validators for the custom resources of a CRD file, for CRDs that are somebody else's YAML.
///
/// The path is relative to the folder of `Cargo.toml`. The macro defines a module for each version: `v1`, or `widgets::v1` if the file
/// has several CRDs. The module has these functions:
///
/// - `evaluate` runs the rules over a [`serde_json::Value`].
/// - `evaluate_object` does so for anything that serializes, such as kube's `DynamicObject`.
/// - `validate` lists the errors of a [`serde_json::Value`] without a report of the costs, which is faster.
/// - `evaluate_slice` and `validate_slice` do the same for the text of an object. Large objects are read in half of the time of a
///   [`serde_json::Value`].
/// - `admit_review`, with the feature `kube`, answers the bytes of an `AdmissionReview` for that kind and version, `admit` answers an
///   `AdmissionRequest<DynamicObject>`.
///
/// If the API server would refuse a rule, there is a compile error that points into the file. A change of the file compiles the crate
/// again. Functions of the newest server are allowed, as in rules that a server has stored.
///
/// An object is judged as it is. Defaults are not applied, and unknown fields are not removed. Only rules are checked, no other keywords
/// of the schema (types, required fields, patterns). If a value has another type than its schema says, a rule that reads it fails, as on
/// the server.
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
/// assert_eq!(widgets::v1::validate(&widget, None).unwrap_err(), report.errors);
///
/// let text = br#"{"spec": {"min": 3, "max": 2}}"#;
/// assert_eq!(widgets::v1::validate_slice(text, None)?.unwrap_err(), report.errors);
///
/// // The same failure was there before the update: a warning.
/// let warnings = widgets::v1::validate(&widget, Some(&widget)).unwrap();
/// assert_eq!(warnings, report.errors);
/// # Ok::<(), serde_json::Error>(())
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
#[cfg(feature = "crd-file")]
pub use crd::assert_matches_crd_file;
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub use crd::check_matches_crd;
#[cfg(feature = "schemars")]
pub use crd::{CrdSchema, assert_matches_crd};
pub use error::{ErrorList, FieldError, Reason, Status, StatusCause, StatusDetails};
pub use field_path::FieldPath;
pub use options::Options;
pub use validate::{Report, ResourceSpec, RuleCost, RuleVerdict, Warnings, XValidation};
pub use watch::CancelFlag;
