//! One warning for all guards that a rule lacks: `self.a < self.b` reads two fields that may be absent.

use cel_compiler::{
    env::Env,
    lints::{self, Checked, Context, Finding},
    rule::Key,
    schema::{DeclType, ValidationRule},
};

/// The findings of a node, with one for all missing guards of an expression. Its help has all of them.
pub(super) fn joined<'s>(
    found: Vec<Finding>,
    (env, node): (&Env<'s>, &'s DeclType),
    rules: &[Checked<'_>],
    context: &Context,
) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    // The number of guards that a finding in `out` is about.
    let mut guards: Vec<usize> = Vec::new();
    for finding in found {
        let is_same = |first: &Finding| {
            is_guard(first) && is_guard(&finding) && (first.rule, first.key) == (finding.rule, finding.key)
        };
        match out.iter().position(is_same) {
            Some(first) => {
                guards[first] += 1;
                if guards[first] <= MOST {
                    let what = finding.text.split(';').next().unwrap_or_default();
                    out[first].text = format!("{}; {what}, too", out[first].text);
                }
            }
            None => {
                out.push(finding);
                guards.push(1);
            }
        }
    }
    for (finding, _) in out.iter_mut().zip(guards).filter(|(_, guards)| *guards > 1) {
        let rule =
            rules.get(finding.rule).and_then(|rule| with_all(finding, (env, node), rule.rule(), context));
        if let Some(rule) = rule {
            finding.help = Some(format!("write `{rule}`"));
        }
    }
    out
}

fn is_guard(finding: &Finding) -> bool {
    finding.lint.name == "unguarded_optional"
}

/// The text with all guards, if each has one right place.
fn with_all<'s>(
    first: &Finding,
    (env, node): (&Env<'s>, &'s DeclType),
    rule: &ValidationRule,
    context: &Context,
) -> Option<String> {
    let mut rule = rule.clone();
    let mut edit = first.edit.clone();
    for _ in 0..ROUNDS {
        let text = match first.key {
            Key::MessageExpression => rule.message_expression.as_mut()?,
            _ => &mut rule.rule,
        };
        *text = edit?.apply(text);
        let found = lints::of_rules(env, node, &[Checked::new(env, &rule)], context);
        let Some(next) = found.into_iter().find(|next| is_guard(next) && next.key == first.key) else {
            return match first.key {
                Key::MessageExpression => rule.message_expression,
                _ => Some(rule.rule),
            };
        };
        edit = next.edit;
    }
    None
}

/// A warning names so many fields at most.
const MOST: usize = 8;
/// More guards than these make no readable rule.
const ROUNDS: usize = 16;
