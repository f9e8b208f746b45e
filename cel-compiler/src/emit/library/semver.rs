//! Semantic versions.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_to_semver", "semver::semver").builds().fallible(),
    Row::new("string_bool_to_semver", "semver::semver_normalized").builds().fallible(),
    Row::new("is_semver_string", "semver::is_semver"),
    Row::new("is_semver_string_bool", "semver::is_semver_normalized"),
    Row::new("semver_is_greater_than", "semver::is_greater_than"),
    Row::new("semver_is_less_than", "semver::is_less_than"),
    Row::new("semver_compare_to", "semver::compare_to"),
    Row::new("semver_major", "semver::major"),
    Row::new("semver_minor", "semver::minor"),
    Row::new("semver_patch", "semver::patch"),
];
