//! The API server's errors about the schema and the rules in a CRD. The server knows the whole schema. The derive does not see into opaque
//! values, so a rule can cost more on the server.

use cel_compiler::{
    crd::{check::check, document, props::SchemaProps},
    library::KubernetesVersion,
};
use serde_json::Value;

/// The server's errors about the schema and its rules.
#[inline]
pub(super) fn refusals(schema: &Value) -> Vec<String> {
    let Ok(documents) = document::read(&schema.to_string()) else { return Vec::new() };
    let Some(node) = documents.first() else { return Vec::new() };
    let (schema, _) = SchemaProps::read(node);
    let report = check(&schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    report
        .errors()
        .map(|error| format!("the API server refuses the CRD: {}: {}", error.field, error.detail))
        .collect()
}
