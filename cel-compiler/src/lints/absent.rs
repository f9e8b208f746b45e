//! `always_absent`: a field or an item that is never there.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, literal, operator, text},
};
use crate::{
    ast::{Expr, ExprKind, Literal},
    schema::DeclKind,
    unparser::unparse_operand,
};
use cel_types::Operator;

pub(super) static LINT: Lint = Lint {
    name: "always_absent",
    level: Level::Warn,
    summary: "A rule reads a field or an item that is never there.",
    reason: "A value with `x-kubernetes-int-or-string` is the integer or the text itself. It has no `intVal` or `strVal`, as it has in Go. \
             The items of a list are counted from 0 only. The server does not notice when it gets the rule, and then refuses each object.",
    example: Example {
        schema: "{x-kubernetes-int-or-string: true}",
        wrong: &["self.intVal > 0"],
        right: &["type(self) == string || self > 0"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let Some((message, help)) = of_int_or_string(subject, expr).or_else(|| of_list(subject, expr)) else {
            return;
        };
        found.add(&LINT, expr.offset, message).help = Some(help);
    });
}

/// `self.port.intVal`
fn of_int_or_string(subject: &Subject<'_, '_>, expr: &Expr) -> Option<(String, String)> {
    let (operand, field, is_tested) = match &expr.kind {
        ExprKind::Select(select) => (&*select.operand, &*select.field, select.test_only),
        _ => {
            let (Operator::Index, [operand, key]) = operator(expr)? else { return None };
            (operand, text(key)?, false)
        }
    };
    if !matches!(subject.node_of(operand)?.kind, DeclKind::IntOrString) {
        return None;
    }
    let value = unparse_operand(operand);
    let then = if is_tested {
        "is always false".to_owned()
    } else {
        format!("always fails with `no such key: {field}`")
    };
    let message = format!("`{value}` is an integer or a text, and has no fields: this {then}");
    let help = format!("`type({value}) == int` asks which it is, and then `{value}` is that integer");
    Some((message, help))
}

/// `self.items[-1]`
fn of_list(subject: &Subject<'_, '_>, expr: &Expr) -> Option<(String, String)> {
    let (Operator::Index, [list, index]) = operator(expr)? else { return None };
    let (DeclKind::List { .. }, Literal::Int(index)) = (&subject.node_of(list)?.kind, literal(index)?) else {
        return None;
    };
    if *index >= 0 {
        return None;
    }
    let list = unparse_operand(list);
    let message = format!(
        "the items of a list are counted from 0: this always fails with `index out of bounds: {index}`"
    );
    let help = format!("count from the end with `{list}[{list}.size() - {}]`", index.unsigned_abs());
    Some((message, help))
}
