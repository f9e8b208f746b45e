//! `unused_variable`: a macro whose condition does not look at the element.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    shadowed::names,
    subject::{Subject, each, literal, written},
};
use crate::ast::{Expr, ExprKind, Macro};

pub(super) static LINT: Lint = Lint {
    name: "unused_variable",
    level: Level::Warn,
    summary: "A macro does not use its variable.",
    reason: "The condition is the same for each element. Mostly another name was meant. A name that begins with `_` is never reported.",
    example: Example {
        schema: "{type: object, required: [name, ports], properties: {name: {type: string, maxLength: 9}, \
                 ports: {type: array, maxItems: 9, items: {type: string, maxLength: 9}}}}",
        wrong: &["self.ports.all(port, self.name != '')"],
        right: &["self.ports.all(port, port != '')"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let ExprKind::Comprehension(fold) = &expr.kind else { return };
        let names = names(fold);
        let inside = match fold.from {
            Macro::Bind => vec![&fold.result],
            _ => written(expr).into_iter().skip(1).collect(),
        };
        // `l.map(x, 1)` counts elements, and `o.optMap(v, true)` tests for a value.
        let is_constant = inside.iter().all(|part| literal(part).is_some());
        let is_used =
            names.iter().any(|name| name.starts_with('_') || inside.iter().any(|part| mentions(part, name)));
        if let Some(name) = names.first()
            && !is_used
            && !is_constant
        {
            let text = format!("`{name}` is not used, so each element gives the same");
            found.add(&LINT, expr.offset, text);
        }
    });
}

fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    each(expr, &mut |part| found |= matches!(&part.kind, ExprKind::Ident(known) if known == name));
    found
}
