//! Lints: rules that compile and are still wrong.
//!
//! A server accepts `self.class == 'a'` even if `class` is optional, and then refuses each object without it. [`of_node`] finds these
//! rules. Each lint is a file, with its reason and an example. A lint reports only what is certainly wrong. In doubt it is silent.

mod absent;
mod all;
mod always;
pub mod beside;
mod budget;
mod correlates;
mod edit;
mod enums;
mod equivalent;
mod facts;
mod finding;
mod levels;
mod lint;
mod message;
mod needless;
mod newer;
mod null;
mod patterns;
mod per_item;
mod placeholder;
mod quantities;
mod shadowed;
mod subject;
mod unguarded;
mod unique;
mod unused;
mod written;

pub use all::{BESIDE, LINTS, all, lint};
pub use budget::near_budget;
pub use edit::{Edit, Replacement};
pub use finding::{Context, Finding, Shows};
pub use levels::{Levels, LevelsError};
pub use lint::{Example, Level, Lint};
pub use subject::Checked;

use crate::{
    env::Env,
    rule::Key,
    schema::{DeclType, ValidationRule},
};
use finding::Found;
use subject::{KEYS, Subject};

/// The findings in the rules of a node, by rule and place. `env` is the node's environment. Rules that do not compile have none.
///
/// ```
/// use cel_compiler::{env::Env, lints, schema::{DeclField, DeclKind, DeclType, Schema, ValidationRule}};
///
/// let class = DeclField { name: "class".into(), rust_name: None, node: DeclType::new(DeclKind::String), required: false, access: Default::default() };
/// let node = DeclType::new(DeclKind::Object { fields: vec![class].into(), preserve_unknown_fields: false });
/// let rule = ValidationRule {
///     rule: "self.class == 'a'".into(),
///     message: Some("class must be a".into()),
///     ..Default::default()
/// };
/// let schema = Schema::default();
/// let found = lints::of_node(&Env::for_node(&schema, &node), &node, &[rule], &Default::default());
/// assert_eq!(found[0].lint.name, "unguarded_optional");
/// assert_eq!(found[0].edit.as_ref().unwrap().apply("self.class == 'a'"), "!has(self.class) || self.class == 'a'");
/// ```
#[must_use]
pub fn of_node<'s>(
    env: &Env<'s>,
    node: &'s DeclType,
    rules: &[ValidationRule],
    context: &Context,
) -> Vec<Finding> {
    let env = &env.clone().with_copies(&Default::default());
    let rules: Vec<Checked<'_>> = rules.iter().map(|rule| Checked::new(env, rule)).collect();
    of_rules(env, node, &rules, context)
}

/// The same for rules that are checked already.
#[must_use]
pub fn of_rules<'s>(
    env: &Env<'s>,
    node: &'s DeclType,
    rules: &[Checked<'_>],
    context: &Context,
) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut subjects = Vec::new();
    for (i, rule) in rules.iter().enumerate() {
        let mut of_rule = Found { rule: i, key: Key::Rule, findings: &mut found };
        budget::find(context, &mut of_rule);
        message::find(rule.rule, &mut of_rule);
        of_rule.key = Key::Message;
        placeholder::find_in_message(env, rule.rule, &mut of_rule);
        for key in KEYS {
            let Some(subject) = Subject::new(env, node, rule, key) else { continue };
            of_expression(&subject, context, &mut Found { rule: i, key, findings: &mut found });
            if key == Key::Rule {
                subjects.push((i, subject));
            }
        }
    }
    equivalent::find(&subjects, &mut found);
    found.sort_by_key(|finding| (finding.rule, finding.key != Key::Rule, finding.offset));
    found.dedup_by(|b, a| (a.rule, a.key, a.offset, a.lint) == (b.rule, b.key, b.offset, b.lint));
    found
}

fn of_expression(subject: &Subject<'_, '_>, context: &Context, found: &mut Found<'_>) {
    absent::find(subject, found);
    null::find(subject, found);
    enums::find(subject, found);
    needless::find(subject, found);
    patterns::find(subject, found);
    placeholder::find(subject, found);
    newer::find(subject, context, found);
    shadowed::find(subject, found);
    unused::find(subject, found);
    written::find(subject, found);
    quantities::find(subject, found);
    if found.key == Key::Rule {
        correlates::find(subject, context, found);
        per_item::find(subject, found);
        unique::find(subject, found);
        unguarded::find(subject, found);
        always::find(subject, found);
    }
}

#[cfg(all(test, feature = "crd"))]
mod tests;
