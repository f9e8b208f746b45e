//! Errors of server-side apply that a plain create does not have. Apply treats the rules of a node as a list
//! with the key `rule`.

use cel_compiler::crd::check::{ErrorType, FieldError, SchemaReport};
use cel_types::quote::quote;
use std::collections::BTreeSet;

/// The rules with the same text as an earlier rule of their node.
#[must_use]
pub fn duplicates(schema: &SchemaReport) -> Vec<FieldError> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    // A rule without a text is an error by itself.
    for report in schema.rules.iter().filter(|report| !report.props().rule.trim().is_empty()) {
        let node = report.path.rsplit_once('[').map_or("", |(node, _)| node);
        if !seen.insert((node, &report.props().rule)) {
            let detail = format!("duplicate entries for key [rule={}]", quote(&report.props().rule));
            found.push(FieldError::new(
                ErrorType::Internal,
                report.props().rule_at,
                report.path.as_str(),
                detail,
            ));
        }
    }
    found
}
