//! The lints by name.

use super::{
    absent, always, beside, budget, correlates, enums, equivalent, lint::Lint, message, needless, newer,
    null, patterns, per_item, placeholder, quantities, shadowed, unguarded, unique, unused, written,
};

/// All lints of rules, by name.
pub const LINTS: &[&Lint] = &[
    &absent::LINT,
    &always::FALSE,
    &always::TRUE,
    &equivalent::LINT,
    &written::LINT,
    &enums::LINT,
    &message::LINT,
    &budget::LINT,
    &needless::LINT,
    &newer::LINT,
    &correlates::LINT,
    &null::LINT,
    &placeholder::LINT,
    &unique::LINT,
    &quantities::LINT,
    &per_item::LINT,
    &shadowed::LINT,
    &patterns::LINT,
    &unguarded::LINT,
    &unused::LINT,
];

/// The lints of what stands beside the rules in Rust, by name. Only the derive reports them.
pub const BESIDE: &[&Lint] = &[&beside::FIELD_NOT_IN_SCHEMA, &beside::KUBEBUILDER_MARK];

/// All lints.
pub fn all() -> impl Iterator<Item = &'static Lint> + Clone {
    LINTS.iter().chain(BESIDE).copied()
}

/// The lint of that name.
#[must_use]
pub fn lint(name: &str) -> Option<&'static Lint> {
    all().find(|lint| lint.name == name)
}
