//! `old_self_never_correlates`: a key of a list item is compared with its old value.

use super::{
    finding::{Context, Found},
    lint::{Example, Level, Lint},
    subject::{Subject, operator},
};
use crate::{
    ast::{Expr, ExprKind},
    schema::{OLD_SELF, SELF},
};
use cel_types::Operator;

pub(super) static LINT: Lint = Lint {
    name: "old_self_never_correlates",
    level: Level::Warn,
    summary: "A key of an item is compared with its old value, which never differs.",
    reason: "In a list of type map the server finds the old item by its keys. An item whose key is changed is a new item without an old value, \
             so `self.name == oldSelf.name` forbids nothing.",
    example: Example {
        schema: "{type: object, required: [name], properties: {name: {type: string}, size: {type: integer, default: 1}}}",
        wrong: &["self.name == oldSelf.name"],
        right: &["self.size >= oldSelf.size"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, context: &Context, found: &mut Found<'_>) {
    if context.is_key && subject.checked.uses_identifier(OLD_SELF) {
        let text = "a key of a list item never changes: an item with another key is a new one".to_owned();
        found.add(&LINT, 0, text).help("compare the whole list in a rule on the list");
        return;
    }
    subject.each(&mut |expr| {
        let compared =
            operator(expr).filter(|(operator, _)| matches!(operator, Operator::Equals | Operator::NotEquals));
        let Some((_, [one, other])) = compared else { return };
        let key = match (field_of(one), field_of(other)) {
            (Some((SELF, key)), Some((OLD_SELF, other))) | (Some((OLD_SELF, key)), Some((SELF, other)))
                if key == other =>
            {
                key
            }
            _ => return,
        };
        if context.item_keys.iter().any(|known| known == key) {
            let text =
                format!("`{key}` is a key of the list: `self.{key}` and `oldSelf.{key}` are always the same");
            found.add(&LINT, expr.offset, text).help("compare the whole list in a rule on the list");
        }
    });
}

/// `self` and `a` for `self.a`.
fn field_of(expr: &Expr) -> Option<(&str, &str)> {
    match &expr.kind {
        ExprKind::Select(select) if !select.test_only => match &select.operand.kind {
            ExprKind::Ident(name) => Some((name, &select.field)),
            _ => None,
        },
        _ => None,
    }
}
