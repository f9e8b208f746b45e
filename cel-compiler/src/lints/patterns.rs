//! `unanchored_pattern`: a pattern for the whole text that also matches a part of it.

mod shape;

use super::{
    edit::Edit,
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, operands, operator, text, written},
};
use crate::ast::{Callee, Expr, ExprKind};
use cel_types::Operator;
use shape::{Anchors, missing};

pub(super) static LINT: Lint = Lint {
    name: "unanchored_pattern",
    level: Level::Warn,
    summary: "A pattern that describes a whole text is not anchored.",
    reason: "`matches` is true if any part of the text matches: `'!!a!!'.matches('[a-z0-9]+')`. At the end of a pattern without `$` the `+` \
             has no effect. `[0-9]+` and other patterns for one kind of characters are left alone: they may ask for a digit somewhere.",
    example: Example {
        schema: "{type: string, maxLength: 63}",
        wrong: &["self.matches('[a-z]([-a-z0-9]*[a-z0-9])?')"],
        right: &["self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    visit(subject, subject.checked.expr(), false, found);
}

/// `is_negated`: `!self.matches('[A-Z]+')` asks for texts without a capital letter. This needs no anchors.
fn visit(subject: &Subject<'_, '_>, expr: &Expr, is_negated: bool, found: &mut Found<'_>) {
    if let ExprKind::Call(call) = &expr.kind
        && !is_negated
        && call.function.callee() == Callee::Named("matches")
        && let [_, pattern] = operands(call).as_slice()
        && let Some(pattern_text) = text(pattern)
        && let Some(anchors) = missing(pattern_text)
    {
        let missing = match anchors {
            Anchors { begin: true, end: true } => "neither `^` nor `$`",
            Anchors { begin: true, end: false } => "no `^`",
            _ => "no `$`",
        };
        let edit = edit(subject, pattern, pattern_text, anchors);
        let text = format!("the pattern has {missing}, so it matches also a part of a text");
        found.add(&LINT, pattern.offset, text).edit(edit, subject.source);
    }
    let is_not = matches!(operator(expr), Some((Operator::Not, _)));
    written(expr).into_iter().for_each(|part| visit(subject, part, is_not, found));
}

/// The change that adds the anchors inside the quotes of the literal. The source between them differs from the pattern if it has
/// escapes, so only the ends of the literal count.
fn edit(subject: &Subject<'_, '_>, pattern: &Expr, pattern_text: &str, anchors: Anchors) -> Option<Edit> {
    let tokens = subject.tokens();
    let at = tokens.at(pattern.offset)?;
    let (written, range) = (tokens.text(at), tokens.range(at)?);
    let begin = written.find(['\'', '"'])?;
    let quote = written.get(begin..begin + 1)?;
    let length = if written.get(begin..)?.starts_with(&quote.repeat(3)) { 3 } else { 1 };
    let (begin, length) = (u32::try_from(begin).ok()?, u32::try_from(length).ok()?);
    if pattern_text.contains('|') && shape::has_alternatives(pattern_text) {
        return None;
    }
    let (first, last) = (range.start + begin + length, range.end - length);
    let caret = anchors.begin.then(|| (first..first, "^".to_owned()));
    let dollar = anchors.end.then(|| (last..last, "$".to_owned()));
    Some(Edit::new(caret.into_iter().chain(dollar)))
}
