//! The lints by name.

use super::{
    absent, always, budget, correlates, enums, equivalent, lint::Lint, message, needless, newer, null,
    patterns, per_item, placeholder, quantities, shadowed, unguarded, unique, unused, written,
};

/// All lints, by name.
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

/// The lint of that name.
#[must_use]
pub fn lint(name: &str) -> Option<&'static Lint> {
    LINTS.iter().find(|lint| lint.name == name).copied()
}
