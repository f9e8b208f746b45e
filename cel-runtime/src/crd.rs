//! The rules in the CRD: placing them into generated schemas, and comparing schemas with what was compiled.

mod compare;
#[cfg(feature = "crd-file")]
mod file;
mod insert;
#[cfg(feature = "crd-file")]
mod refusals;
mod rules;

pub use compare::check_matches_crd;
#[cfg(feature = "crd-file")]
pub use file::assert_matches_crd_file;
pub use insert::{Step, insert_rules};

use crate::node::Node;
use schemars::{JsonSchema, generate::SchemaSettings, transform::AddNullable};
use serde::Serialize;
use serde_json::Value;

/// A type with a schema in a CRD; implemented by the derive for the type that `#[kube(..)]` makes.
pub trait CrdSchema: Node {
    /// The values of the bounds that are Rust expressions: the type's own, then those of the types it nests, by id.
    const BOUNDS: &'static [u64] = &[];

    /// `group/version` and kind.
    const RESOURCE: (&'static str, &'static str) = ("", "");

    /// The `openAPIV3Schema`.
    fn crd_schema() -> Value;
}

/// Panics, with one line per difference, unless the CRD that the type generates has the schema its rules were compiled
/// against. Call it in a test: attributes that the derive does not see, or a manual implementation of `JsonSchema`, are the
/// ways to get a different one.
///
/// With the feature `crd-file` it also panics if the API server would refuse the CRD for its rules. They can cost more there than the
/// derive estimates: it does not see the schemas of opaque fields.
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
    #[cfg(feature = "crd-file")]
    if differences.is_empty()
        && let refusals = refusals::refusals(&schema)
        && !refusals.is_empty()
    {
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

/// The schema of a type that is not the root of a CRD, with the settings `kube` uses for CRDs, but without its rewriting.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::openapi3().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.with_transform(AddNullable::default()).into_generator().into_root_schema_for::<T>().to_value()
}

#[cfg(test)]
mod tests;
