//! `shadowed_variable`: a macro's variable with the name of an outer variable.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, written},
};
use crate::{
    ast::{Comprehension, Expr, ExprKind, Macro},
    schema::{OLD_SELF, SELF},
};

pub(super) static LINT: Lint = Lint {
    name: "shadowed_variable",
    level: Level::Warn,
    summary: "A macro's variable hides another variable.",
    reason: "In `self.all(x, x.parts.all(x, x > 0))` the inner `x` is another one. A comparison of both, `x == x`, compares one with itself.",
    example: Example {
        schema: "{type: array, maxItems: 9, items: {type: array, maxItems: 9, items: {type: integer}}}",
        wrong: &["self.exists(x, x.all(x, x > 0))"],
        right: &["self.exists(x, x.all(y, y > 0))"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    visit(subject.checked.expr(), &mut vec![SELF, OLD_SELF], found);
}

fn visit<'e>(expr: &'e Expr, known: &mut Vec<&'e str>, found: &mut Found<'_>) {
    let ExprKind::Comprehension(fold) = &expr.kind else {
        return written(expr).into_iter().for_each(|part| visit(part, known, found));
    };
    let count = known.len();
    for name in names(fold) {
        if known.contains(&name) {
            let text = format!("`{name}` hides the `{name}` outside of the macro");
            found.add(&LINT, expr.offset, text).help("give it another name");
        }
        known.push(name);
    }
    let (outside, inside) = match fold.from {
        Macro::Bind => (&fold.accu_init, vec![&fold.result]),
        _ => (&fold.iter_range, written(expr).into_iter().skip(1).collect()),
    };
    inside.into_iter().for_each(|part| visit(part, known, found));
    known.truncate(count);
    visit(outside, known, found);
}

/// The variables of a macro that the author has named.
pub(super) fn names(fold: &Comprehension) -> Vec<&str> {
    let all = match fold.from {
        Macro::Bind => vec![fold.accu_var.as_str()],
        _ => std::iter::once(&*fold.iter_var).chain(fold.iter_var2.as_deref()).collect(),
    };
    all.into_iter().filter(|name| !name.starts_with(['@', '#'])).collect()
}
