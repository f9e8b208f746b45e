//! Semantic versions.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, semver},
    value::Value,
};

functions! { arena;
    string_to_semver => (String text) semver::semver(arena, text);
    string_bool_to_semver => (String text, Bool normalize) semver::semver_normalized(arena, text, normalize);
    is_semver_string => (String text) semver::is_semver(text);
    is_semver_string_bool => (String text, Bool normalize) semver::is_semver_normalized(text, normalize);
    semver_is_greater_than => (Semver version, Semver other) semver::is_greater_than(version, other);
    semver_is_less_than => (Semver version, Semver other) semver::is_less_than(version, other);
    semver_compare_to => (Semver version, Semver other) semver::compare_to(version, other);
    semver_major => (Semver version) semver::major(version);
    semver_minor => (Semver version) semver::minor(version);
    semver_patch => (Semver version) semver::patch(version);
}
