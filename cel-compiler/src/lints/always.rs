//! `always_true` and `always_false`: a condition that does not depend on the object.
//!
//! The operands of `a && b` together limit each number, size and text. If no value remains possible, the operands contradict each
//! other. `a || b` is always true if the opposites of its operands contradict each other.

mod bounds;
mod limits;

use super::{
    facts::holds,
    finding::{Found, Shows},
    lint::{Example, Level, Lint},
    subject::{Subject, chain, literal, operator},
};
use crate::{
    ast::{Expr, ExprId, ExprKind, Literal},
    unparser,
};
use bounds::Bounds;
use cel_types::Operator;
use limits::{Conflict, Limits};
use std::{cmp::Ordering, collections::HashSet};

pub(super) static FALSE: Lint = Lint {
    name: "always_false",
    level: Level::Warn,
    summary: "A condition holds for no object.",
    reason: "The rule refuses each object, or a part of it never counts. Mostly `&&` was written for `||`. A division by zero always fails.",
    example: Example {
        schema: "{type: object, required: [port], properties: {port: {type: integer}}}",
        wrong: &["self.port < 1 && self.port > 65535"],
        right: &["self.port < 1 || self.port > 65535"],
    },
};

pub(super) static TRUE: Lint = Lint {
    name: "always_true",
    level: Level::Warn,
    summary: "A condition holds for each object.",
    reason: "The rule checks nothing. Mostly `||` was written for `&&`: each text is unequal to one of two texts.",
    example: Example {
        schema: "{type: object, required: [type], properties: {type: {type: string}}}",
        wrong: &["self.type != 'A' || self.type != 'B'"],
        right: &["self.type != 'A' && self.type != 'B'"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    let whole = subject.checked.expr();
    if let Some(Literal::Bool(value)) = literal(whole) {
        tell(subject, whole, *value, format!("the rule is always {value}"), found);
        return;
    }
    // For `a && b && c` the whole chain is checked, and `a && b` not again.
    let mut within_chains: HashSet<ExprId> = HashSet::new();
    subject.each(&mut |expr| match operator(expr) {
        Some((logic @ (Operator::And | Operator::Or), operands)) => {
            let is_inner = within_chains.contains(&expr.id);
            let inner = operands.iter().filter(|part| operator(part).is_some_and(|(same, _)| same == logic));
            within_chains.extend(inner.map(|part| part.id));
            if !is_inner {
                of_chain(subject, expr, logic, found);
            }
        }
        Some((operator, [one, other])) if holds(operator, Ordering::Equal).is_some() => {
            of_comparison(subject, expr, operator, [one, other], found);
        }
        Some((
            operator @ (Operator::Divide | Operator::Modulo),
            [_, Expr { kind: ExprKind::Literal(Literal::Int(0)), .. }],
        )) => {
            let what = if operator == Operator::Divide { "division" } else { "modulus" };
            found.add(&FALSE, expr.offset, format!("always fails with `{what} by zero`"));
        }
        Some((Operator::In, _)) => {
            for value in [true, false] {
                if let Err(Conflict::Exhausted) = Limits::new(subject).add(expr, !value) {
                    let text = format!("always {value}: these are all values of the `enum`");
                    tell(subject, expr, value, text, found);
                }
            }
        }
        _ => {}
    });
}

fn of_chain(subject: &Subject<'_, '_>, expr: &Expr, logic: Operator, found: &mut Found<'_>) {
    let value = logic == Operator::Or;
    let mut limits = Limits::new(subject);
    for operand in chain(expr, logic) {
        if literal(operand) == Some(&Literal::Bool(value)) {
            return tell(subject, expr, value, format!("always {value}: one of the operands is"), found);
        }
        // A contradiction in one operand alone is another finding.
        if Limits::new(subject).add(operand, !value).is_err() {
            continue;
        }
        match limits.add(operand, !value) {
            Ok(()) => {}
            Err(Conflict::With(other)) => {
                let (one, other) = (unparser::unparse(other), unparser::unparse(operand));
                let text = match value {
                    true => format!("always true: `{one}` or `{other}` holds for each value"),
                    false => format!("always false: `{one}` and `{other}` exclude each other"),
                };
                return tell(subject, expr, value, text, found);
            }
            Err(Conflict::Exhausted) => {
                let text = match value {
                    true => "always true: together these are all values of the `enum`",
                    false => "always false: no value of the `enum` is left",
                };
                return tell(subject, expr, value, text.to_owned(), found);
            }
        }
    }
}

fn of_comparison(
    subject: &Subject<'_, '_>,
    expr: &Expr,
    operator: Operator,
    [one, other]: [&Expr; 2],
    found: &mut Found<'_>,
) {
    if literal(one).is_some() && literal(other).is_some() {
        return;
    }
    if unparser::unparse(one) == unparser::unparse(other) {
        if let Some(value) = holds(operator, Ordering::Equal) {
            tell(subject, expr, value, format!("always {value}: both sides are the same"), found);
        }
        return;
    }
    let compared = if literal(one).is_some() { other } else { one };
    // `has(self.a) && self.a != ''` is a habit of Go: nothing is as empty.
    if expr.id != subject.checked.expr().id && Bounds::of(subject, compared).is_of_empty(expr) {
        return;
    }
    let is_always = |value: &bool| matches!(Limits::new(subject).add(expr, !value), Err(Conflict::With(_)));
    // Where a schema allows no value at all, the comparison is not what is wrong.
    if let [value] = *[true, false].into_iter().filter(is_always).collect::<Vec<_>>() {
        let text = format!("always {value}: {}", Bounds::of(subject, compared).text());
        tell(subject, expr, value, text, found);
    }
}

fn tell(subject: &Subject<'_, '_>, expr: &Expr, value: bool, text: String, found: &mut Found<'_>) {
    let lint = if value { &TRUE } else { &FALSE };
    let is_whole = expr.id == subject.checked.expr().id;
    found.add(lint, expr.offset, text).shows = is_whole.then_some(Shows::Always(value));
}
