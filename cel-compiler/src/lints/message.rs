//! `message_missing`: a rule without a message.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
};
use crate::schema::ValidationRule;

pub(super) static LINT: Lint = Lint {
    name: "message_missing",
    level: Level::Allow,
    summary: "A rule has neither `message` nor `messageExpression`.",
    reason: "The server then says `failed rule: self.min <= self.max`, and users read CEL. It is off unless you turn it on.",
    example: Example {
        schema: "{type: integer}",
        wrong: &["self > 0"],
        // The same with a message.
        right: &["self > 0"],
    },
};

pub(super) fn find(rule: &ValidationRule, found: &mut Found<'_>) {
    let is_empty = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    if is_empty(&rule.message) && is_empty(&rule.message_expression) && !rule.rule.trim().is_empty() {
        found.add(&LINT, 0, "the rule has no message".to_owned()).help("say what is expected: `message: ..`");
    }
}
