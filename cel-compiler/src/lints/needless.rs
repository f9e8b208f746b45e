//! `needless_has`: `has()` for a field that is always present.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::Subject,
    written::is_always_written,
};
use crate::{ast::ExprKind, unparser};

pub(super) static LINT: Lint = Lint {
    name: "needless_has",
    level: Level::Warn,
    summary: "`has()` asks for a field that is always there.",
    reason: "The field is in `required`, or has a default value that the server sets before it runs rules. `!has(..)` is then never true: \
             a rule that forbids the field refuses each object.",
    example: Example {
        schema: "{type: object, properties: {mode: {type: string, default: auto}}}",
        wrong: &["!has(self.mode) || self.mode != 'none'"],
        right: &["self.mode != 'none'"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let ExprKind::Select(select) = &expr.kind else { return };
        // A stored object may be older than the schema.
        if !select.test_only || subject.is_of_old(expr) {
            return;
        }
        let Some(field) = subject.field(&select.operand, &select.field) else { return };
        if field.node.nullable
            || !field.required && !field.node.defaulted
            || is_always_written(subject, field)
        {
            return;
        }
        let why = if field.required { "is required" } else { "has a default value" };
        let read = unparser::unparse(expr);
        found.add(&LINT, expr.offset, format!("`{read}` is always true: the field {why}"));
    });
}
