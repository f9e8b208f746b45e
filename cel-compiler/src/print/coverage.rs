//! The place of a rule in the source, for a report on coverage.

use crate::schema::{Origin, SourceLocation, ValidationRule};

/// The statement in front of the call of a rule, if coverage is measured.
pub(super) fn covered(rule: &ValidationRule, private: &str) -> String {
    let SourceLocation { file, line, column, origin } = &rule.location;
    let Some(Origin { folder, owner }) = origin else { return String::new() };
    let rule = rule.rule.trim();
    format!(
        "{private}::covered!(__cel_cx, {folder:?}, {file:?}, {line}u32, {column}u32, {owner:?}, {rule:?});"
    )
}
