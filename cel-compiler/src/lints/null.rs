//! `optional_compared_with_null`: `x == null` for an `x` that is never null.

use super::{
    edit::Edit,
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, literal, operator},
};
use crate::{
    ast::{Expr, ExprId, ExprKind, Literal},
    parser::{ASK_OLD_SELF, TokenKind},
    schema::{self, DeclKind},
    types::Type,
    unparser,
};
use cel_types::Operator;
use std::collections::HashSet;

pub(super) static LINT: Lint = Lint {
    name: "optional_compared_with_null",
    level: Level::Warn,
    summary: "An optional, or a field that is never null, is compared with `null`.",
    reason: "An optional without a value is `optional.none()`, which is not null: `format.dns1123Label().validate(self) == null` is \
             false for each text, so the rule refuses each object. A field without a value is absent, and reading it fails.",
    example: Example {
        schema: "{type: string, maxLength: 63}",
        wrong: &["format.dns1123Label().validate(self) == null"],
        right: &["!format.dns1123Label().validate(self).hasValue()"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let Some((operator, operand)) = compared(expr) else { return };
        let always = if operator == Operator::Equals { "false" } else { "true" };
        if subject.checked.type_of(operand.id).optional_value().is_some() {
            let text = format!("an optional is never null, so this is always {always}");
            let edit = has_value(subject, expr, operator == Operator::NotEquals);
            found.add(&LINT, expr.offset, text).edit(edit, subject.source);
        } else if is_never_null(subject, operand) {
            let read = unparser::unparse(operand);
            let text = format!("`{read}` is never null, so this is always {always}");
            let help = match &operand.kind {
                ExprKind::Select(_) if operator == Operator::Equals => Some(format!("write `!has({read})`")),
                ExprKind::Select(_) => Some(format!("write `has({read})`")),
                ExprKind::Ident(name) if name == schema::OLD_SELF => Some(ASK_OLD_SELF.to_owned()),
                _ => None,
            };
            found.add(&LINT, expr.offset, text).help = help;
        }
    });
}

/// The operand that is compared with null.
fn compared(expr: &Expr) -> Option<(Operator, &Expr)> {
    let (operator @ (Operator::Equals | Operator::NotEquals), [one, other]) = operator(expr)? else {
        return None;
    };
    let is_null = |expr: &Expr| literal(expr) == Some(&Literal::Null);
    match (is_null(one), is_null(other)) {
        (false, true) => Some((operator, one)),
        (true, false) => Some((operator, other)),
        _ => None,
    }
}

/// The fields that are read for a comparison which this lint replaces by `has()`.
pub(super) fn replaced_reads(subject: &Subject<'_, '_>) -> HashSet<ExprId> {
    let mut reads = HashSet::new();
    subject.each(&mut |expr| {
        let operand = compared(expr).map(|(_, operand)| operand);
        let operand = operand.filter(|operand| matches!(operand.kind, ExprKind::Select(_)));
        reads.extend(operand.filter(|operand| is_never_null(subject, operand)).map(|operand| operand.id));
    });
    reads
}

/// True for values of the schema that cannot be null. A field with the value null is the same as an absent field.
fn is_never_null(subject: &Subject<'_, '_>, operand: &Expr) -> bool {
    let Some(node) = subject.node_of(operand) else { return false };
    let is_field = matches!(operand.kind, ExprKind::Select(_));
    // `x.orValue(null)` has the node of `x`.
    let is_own = || !node.nullable && !matches!(subject.checked.type_of(operand.id), Type::Dyn);
    is_of_schema(&node.kind) && (is_field || is_own())
}

/// True if the schema tells which values there are.
fn is_of_schema(kind: &DeclKind) -> bool {
    match kind {
        DeclKind::Bool
        | DeclKind::Int
        | DeclKind::Double
        | DeclKind::String
        | DeclKind::Bytes
        | DeclKind::Duration
        | DeclKind::Date
        | DeclKind::DateTime
        | DeclKind::IntOrString
        | DeclKind::List { .. }
        | DeclKind::Map { .. }
        | DeclKind::Object { .. } => true,
        DeclKind::Ref(_) | DeclKind::Opaque | DeclKind::Unknown | DeclKind::Error => false,
    }
}

/// `a == null` becomes `!a.hasValue()`.
fn has_value(subject: &Subject<'_, '_>, expr: &Expr, is_wanted: bool) -> Option<Edit> {
    let tokens = subject.tokens();
    let at = tokens.at(expr.offset)?;
    // `null == a` is rare.
    if tokens.kind(at + 1)? != TokenKind::Null {
        return None;
    }
    let is_end = |kind: TokenKind| {
        use TokenKind::{And, Colon, Comma, Equals, In, NotEquals, Or, Question};
        matches!(kind, And | Or | Question | Colon | Comma | Equals | NotEquals | In)
    };
    let first = tokens.first_before(at, &is_end);
    Some(replaced(
        tokens.range(first)?.start,
        tokens.range(at - 1)?.end,
        tokens.range(at + 1)?.end,
        is_wanted,
    ))
}

fn replaced(begin: u32, end: u32, null: u32, is_wanted: bool) -> Edit {
    let not = (!is_wanted).then(|| (begin..begin, "!".to_owned()));
    Edit::new(not.into_iter().chain([(end..null, ".hasValue()".to_owned())]))
}
