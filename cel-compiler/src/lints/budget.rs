//! `near_budget`: a rule that costs more than half of what the server allows.

use super::{
    finding::{Context, Finding, Found},
    lint::{Example, Level, Lint},
};
use crate::{cost::EXPRESSION_COST_LIMIT, rule::Key};

pub(super) static LINT: Lint = Lint {
    name: "near_budget",
    level: Level::Warn,
    summary: "A rule's estimated cost is above half of the limit.",
    reason: "The server refuses a CRD with a rule above the limit. One more comparison, or a `maxItems` that is raised, and an upgrade of the \
             CRD fails where it is installed.",
    example: Example {
        schema: "{type: array, maxItems: 1000, items: {type: integer}}",
        wrong: &["self.all(x, self.exists(y, y > x))"],
        right: &["self.exists(x, x > 0 && x < 9)"],
    },
};

pub(super) fn find(context: &Context, found: &mut Found<'_>) {
    if let Some(finding) = context.costs.get(found.rule).and_then(|cost| near_budget(*cost)) {
        let Finding { text, help, .. } = finding;
        found.add(&LINT, 0, text).help = help;
    }
}

/// The finding for a rule with this estimated cost.
#[must_use]
pub fn near_budget(cost: u64) -> Option<Finding> {
    if cost <= EXPRESSION_COST_LIMIT / 2 || cost > EXPRESSION_COST_LIMIT {
        return None;
    }
    let percent = cost.saturating_mul(100) / EXPRESSION_COST_LIMIT;
    let mut findings = Vec::new();
    let mut found = Found { rule: 0, key: Key::Rule, findings: &mut findings };
    let text = format!("the estimated cost {cost} is {percent} % of the server's limit");
    found.add(&LINT, 0, text).help("lower `maxItems`, `maxProperties` or `maxLength` of what the rule reads");
    findings.pop()
}
