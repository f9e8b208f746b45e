//! Errors of server-side apply that creating a CRD does not have: it takes the rules of a node for a list with the key `rule`.

use cel_compiler::crd::check::{ErrorType, FieldError, SchemaReport};
use cel_types::quote::quote;
use std::collections::BTreeSet;

/// The rules whose text another rule of their node has.
#[must_use]
pub fn duplicates(schema: &SchemaReport) -> Vec<FieldError> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for report in &schema.rules {
        let node = report.path.rsplit_once('[').map_or("", |(node, _)| node);
        if !seen.insert((node, &report.props.rule)) {
            let detail = format!("duplicate entries for key [rule={}]", quote(&report.props.rule));
            found.push(FieldError::new(
                ErrorType::Internal,
                report.props.rule_at,
                report.path.as_str(),
                detail,
            ));
        }
    }
    found
}
