//! The rules in the CRD: inserting them into generated schemas, and comparing a CRD with the compiled schema.

mod compare;
#[cfg(feature = "crd-file")]
mod file;
mod insert;
#[cfg(feature = "crd-file")]
mod refusals;
mod rules;
mod structure;

pub use compare::check_matches_crd;
#[cfg(feature = "crd-file")]
pub use file::assert_matches_crd_file;
pub use insert::{Step, insert_rules};

use crate::node::Node;
use schemars::{JsonSchema, generate::SchemaSettings, transform::AddNullable};
use serde::Serialize;
use serde_json::Value;

/// A type with a schema in a CRD. The derive implements it for the type that `#[kube(..)]` makes. It is the bound of a function that
/// tests several kinds:
///
/// ```
/// use cel_runtime::{CrdSchema, assert_matches_crd};
///
/// /// Tests the CRDs of all versions of a kind.
/// fn assert_match_crds<V1: CrdSchema, V2: CrdSchema>() {
///     assert_matches_crd::<V1>();
///     assert_matches_crd::<V2>();
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a custom resource",
    label = "only the type that `#[kube(..)]` makes has a CRD",
    note = "name the type of the kind, `Scaler` for `#[kube(kind = \"Scaler\")]`, and not its spec"
)]
pub trait CrdSchema: Node {
    #[doc(hidden)]
    /// The values of the bounds that are Rust expressions: first the bounds of the type, then the bounds of its nested types, by id.
    const BOUNDS: &'static [u64] = &[];

    #[doc(hidden)]
    /// `group/version` and kind.
    const RESOURCE: (&'static str, &'static str) = ("", "");

    #[doc(hidden)]
    /// The `openAPIV3Schema`.
    fn crd_schema() -> Value;
}

/// Panics unless the CRD that the type generates has the schema for which its rules were compiled. The panic has one line for each
/// difference. Call it in a test. The schemas can differ if the derive does not see an attribute, or if `JsonSchema` is implemented by
/// hand.
///
/// It also panics if the API server would refuse a schema that schemars has written, such as that of a tuple. With the feature `crd-file` it
/// panics for all that the server would refuse in the schema and the rules of the CRD, except default values that fail a rule. Rules can
/// cost more on the server than the derive estimates, because the derive does not see the schemas of opaque fields.
///
/// # Panics
/// If there is a difference.
#[expect(clippy::panic, reason = "an assertion")]
#[track_caller]
pub fn assert_matches_crd<T: CrdSchema>() {
    #[cfg(feature = "coverage")]
    crate::coverage::begin();
    let schema = T::crd_schema();
    let differences = check_matches_crd(T::SCHEMA, T::BOUNDS, &schema);
    let refusals = structure::refusals(&schema);
    #[cfg(feature = "crd-file")]
    let refusals = if refusals.is_empty() { refusals::refusals(&schema) } else { refusals };
    if differences.is_empty() && !refusals.is_empty() {
        panic!("{}", refusals.join("\n"));
    }
    if !differences.is_empty() {
        panic!(
            "the CRD differs from the schema the rules were compiled against:\n{}",
            differences.join("\n")
        );
    }
}

/// The schema of the first version of a CRD.
pub fn schema_in_crd(crd: &impl Serialize) -> Value {
    let crd = serde_json::to_value(crd).unwrap_or_default();
    crd.pointer("/spec/versions/0/schema/openAPIV3Schema").cloned().unwrap_or_default()
}

/// The schema of a type below the root of a CRD. It has the settings that `kube` uses for CRDs, without kube's rewriting.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::openapi3().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.with_transform(AddNullable::default()).into_generator().into_root_schema_for::<T>().to_value()
}

#[cfg(test)]
mod tests;
