//! `has_on_list_or_map_that_serde_always_writes`: `has()` for a list or map that a Rust program always writes.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::Subject,
};
use crate::{
    ast::ExprKind,
    schema::{DeclField, DeclKind},
    unparser,
};

pub(super) static LINT: Lint = Lint {
    name: "has_on_list_or_map_that_serde_always_writes",
    level: Level::Warn,
    summary: "`has()` asks for a list or map that Rust always writes, also an empty one.",
    reason: "An object from YAML may lack the list, one that a Rust program has written never does: serde writes `[]`. The same object then \
             gets two answers.",
    example: Example {
        schema: "{type: object, properties: {ports: {type: array, maxItems: 9, items: {type: integer}}}}",
        wrong: &["!has(self.ports) || self.ports.size() > 0"],
        right: &["self.?ports.orValue([]).size() > 0"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let ExprKind::Select(select) = &expr.kind else { return };
        if !select.test_only {
            return;
        }
        let Some(field) = subject.field(&select.operand, &select.field) else { return };
        if is_always_written(subject, field) {
            let read = unparser::unparse(expr);
            let text = format!("`{read}` is always true of what Rust writes, also if there is nothing in it");
            let operand = unparser::unparse(&select.operand);
            found
                .add(&LINT, expr.offset, text)
                .help(format!("ask for its size: `{operand}.{}.size() > 0`", select.field));
        }
    });
}

/// True for a list or map that the schema does not require, but that Rust always writes.
pub(super) fn is_always_written<'s>(subject: &Subject<'_, 's>, field: &'s DeclField) -> bool {
    let node = subject.env.resolve(&field.node);
    let is_many = node.is_some_and(|node| matches!(node.kind, DeclKind::List { .. } | DeclKind::Map { .. }));
    let steps = &field.access.steps;
    let is_written =
        !steps.is_empty() && steps.iter().all(|step| !step.optional) && field.access.others.is_empty();
    is_many && is_written && !field.required && !field.node.nullable
}
