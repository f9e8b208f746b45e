//! `rule_per_item_on_list`: a rule on a list that checks each item alone.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, each},
};
use crate::{
    ast::{Expr, ExprKind, Macro},
    schema::{DeclKind, OLD_SELF, SELF},
    unparser,
    visit::children_mut,
};

pub(super) static LINT: Lint = Lint {
    name: "rule_per_item_on_list",
    level: Level::Warn,
    summary: "A rule on a list asks the same of each item.",
    reason: "A rule on the items says which item is wrong: `spec.ports[7]` instead of `spec.ports`. After an update the server also knows \
             which items of a list of type map are as before.",
    example: Example {
        schema: "{type: array, maxItems: 9, items: {type: integer}}",
        wrong: &["self.all(port, port > 0)"],
        right: &["self.exists(port, port > 0)"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    let whole = subject.checked.expr();
    let ExprKind::Comprehension(fold) = &whole.kind else { return };
    let is_self = |expr: &Expr| matches!(&expr.kind, ExprKind::Ident(name) if name == SELF);
    if fold.from != Macro::All || fold.iter_var2.is_some() || !is_self(&fold.iter_range) {
        return;
    }
    let is_list =
        subject.node_of(&fold.iter_range).is_some_and(|node| matches!(node.kind, DeclKind::List { .. }));
    let Some(predicate) = fold.round().and_then(|round| round.predicate).filter(|_| is_list) else { return };
    let mut is_of_one = true;
    each(predicate, &mut |part| match &part.kind {
        ExprKind::Ident(name) => is_of_one &= name.trim_start_matches('.') != SELF && name != OLD_SELF,
        ExprKind::Comprehension(inner) => {
            is_of_one &= inner.iter_var != fold.iter_var && inner.iter_var2.as_ref() != Some(&fold.iter_var);
        }
        _ => {}
    });
    if is_of_one {
        let mut of_item = predicate.clone();
        rename(&mut of_item, &fold.iter_var);
        let help = format!("on the items {}", crate::diagnostic::write(&unparser::unparse(&of_item)));
        let text = "the rule stands on the list and asks the same of each item".to_owned();
        found.add(&LINT, whole.offset, text).help(help);
    }
}

fn rename(expr: &mut Expr, variable: &str) {
    if let ExprKind::Ident(name) = &mut expr.kind
        && name == variable
    {
        *name = SELF.to_owned();
    }
    children_mut(expr).into_iter().for_each(|child| rename(child, variable));
}
