//! `placeholder_in_text`: `{self.max}` in a text, which nobody fills in.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, for_old_self},
};
use crate::{
    ast::{ExprKind, Literal},
    diagnostic,
    env::Env,
    rule,
    schema::{OLD_SELF, SELF, ValidationRule},
    types::Type,
};

pub(super) static LINT: Lint = Lint {
    name: "placeholder_in_text",
    level: Level::Warn,
    summary: "A text has a placeholder such as `{self.max}` or `${self.max}`.",
    reason: "Neither a message nor CEL fills in placeholders: users read `at most {self.max}`. A `messageExpression` does: `'at most %s'.format([self.max])`.",
    example: Example {
        schema: "{type: object, required: [name, zone], properties: {name: {type: string, maxLength: 9}, zone: {type: string, maxLength: 9}}}",
        wrong: &["self.name.startsWith('${self.zone}-')"],
        right: &["self.name.startsWith(self.zone + '-')"],
    },
};

/// A placeholder in the message.
pub(super) fn find_in_message(env: &Env<'_>, rule: &ValidationRule, found: &mut Found<'_>) {
    let message = rule.message.as_deref().unwrap_or_default();
    let env = for_old_self(env, rule);
    let Some(filled) = Filled::read(message, &env) else { return };
    let finding = found.add(&LINT, 0, filled.mistake());
    if let Some(expression) = filled.expression {
        finding.help(diagnostic::write(&format!("messageExpression: {expression}")));
    }
}

/// A placeholder in the texts of an expression.
pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let ExprKind::Literal(Literal::String(text)) = &expr.kind else { return };
        let Some(filled) = Filled::read(text, &subject.env) else { return };
        let finding = found.add(&LINT, expr.offset, filled.mistake());
        if let Some(expression) = filled.expression {
            finding.help(format!("in place of the text {}", diagnostic::write(&expression)));
        }
    });
}

/// A text with placeholders.
struct Filled<'t> {
    first: &'t str,
    /// What the author means, if it compiles.
    expression: Option<String>,
}

impl<'t> Filled<'t> {
    fn read(text: &'t str, env: &Env<'_>) -> Option<Self> {
        let (first, _) = Placeholder::first(text)?;
        rule::check(first.expression, env).ok()?;
        let (mut texts, mut expressions, mut rest) = (Vec::new(), Vec::new(), text);
        while expressions.len() < MOST
            && let Some((placeholder, after)) = Placeholder::first(rest)
        {
            texts.push(placeholder.before);
            expressions.push(placeholder.expression);
            rest = after;
        }
        texts.push(rest);
        let expression = if text.contains(['\'', '"', '\\']) || text.contains(char::is_control) {
            None
        } else if expressions.iter().all(|expression| is_path_to_text(expression, env)) {
            Some(sum(&texts, &expressions))
        } else {
            Some(format(&texts, &expressions))
        };
        let expression = expression.filter(|expression| rule::check(expression, env).is_ok());
        Some(Filled { first: first.written, expression })
    }

    fn mistake(&self) -> String {
        format!("`{}` stays as it is: texts have no placeholders", self.first)
    }
}

/// True for `self.zone`, if that is a text.
fn is_path_to_text(expression: &str, env: &Env<'_>) -> bool {
    let is_path = expression.chars().all(|c| c.is_alphanumeric() || "._[]()".contains(c));
    is_path
        && rule::check(expression, env)
            .is_ok_and(|checked| checked.type_of(checked.expr().id) == &Type::String)
}

/// `self.zone + '-' + self.name`
fn sum(texts: &[&str], expressions: &[&str]) -> String {
    let quoted = |text: &&str| (!text.is_empty()).then(|| format!("'{text}'"));
    let expressions = expressions.iter().map(|expression| Some((*expression).to_owned())).chain([None]);
    let parts = texts.iter().zip(expressions).flat_map(|(text, expression)| [quoted(text), expression]);
    parts.flatten().collect::<Vec<_>>().join(" + ")
}

/// `'at most %s'.format([self.max])`: the server estimates a sum of converted numbers as dear.
fn format(texts: &[&str], expressions: &[&str]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| text.replace('%', "%%")).collect();
    format!("'{}'.format([{}])", texts.join("%s"), expressions.join(", "))
}

/// `{self.max}`, `${self.max}`, `{{ self.max }}`
struct Placeholder<'t> {
    before: &'t str,
    written: &'t str,
    expression: &'t str,
}

impl<'t> Placeholder<'t> {
    /// The first placeholder that names `self` or `oldSelf`, and the text after it.
    fn first(text: &'t str) -> Option<(Self, &'t str)> {
        text.match_indices('{').find_map(|(open, _)| {
            let (before, rest) = text.split_at_checked(open)?;
            let (braces, closed) = if rest.starts_with("{{") { ("{{", "}}") } else { ("{", "}") };
            let inside = rest.strip_prefix(braces)?;
            let length = inside.bytes().take(LONGEST).position(|byte| byte == b'}')?;
            let (expression, rest) = inside.split_at_checked(length)?;
            let after = rest.strip_prefix(closed)?;
            let expression = expression.trim();
            let root = expression.split(|c: char| !c.is_alphanumeric()).next()?;
            if root != SELF && root != OLD_SELF {
                return None;
            }
            let before = before.strip_suffix('$').unwrap_or(before);
            let written = text.get(before.len()..text.len() - after.len())?;
            Some((Placeholder { before, written, expression }, after))
        })
    }
}

/// The most bytes of an expression in a placeholder.
const LONGEST: usize = 100;
/// The most parts of the advice.
const MOST: usize = 16;
