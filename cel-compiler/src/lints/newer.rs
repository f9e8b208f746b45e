//! `newer_than_minimum`: a rule that the oldest release does not accept.

use super::{
    finding::{Context, Found},
    lint::{Example, Level, Lint},
    subject::Subject,
};
use crate::rule;

pub(super) static LINT: Lint = Lint {
    name: "newer_than_minimum",
    level: Level::Warn,
    summary: "The oldest Kubernetes release that you support does not accept the rule.",
    reason: "A server without the function refuses the whole CRD. The lint needs to know the release: see below.",
    example: Example {
        schema: "{type: array, maxItems: 9, items: {type: string, maxLength: 9}}",
        wrong: &["self.exists(i, x, x.size() > i)"],
        right: &["self.exists(x, x.size() > 0)"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, context: &Context, found: &mut Found<'_>) {
    let Some(minimum) = context.minimum.filter(|minimum| *minimum < subject.env.version()) else { return };
    let env = subject.env.clone().with_version(minimum);
    let Err(diagnostics) = rule::check(subject.source, &env) else { return };
    let Some(first) = diagnostics.into_iter().next() else { return };
    let release = minimum.0 + 1;
    let text = format!("Kubernetes 1.{release} refuses this rule: {}", first.message);
    found.add(&LINT, first.offset.unwrap_or_default(), text).help = first.help;
}
