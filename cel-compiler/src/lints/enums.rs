//! `impossible_enum_value`: a comparison with a text that the schema's `enum` lacks.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, operator, text},
};
use crate::{
    ast::{Expr, ExprKind},
    checker::nearest,
    schema::{DeclKind, DeclType},
    unparser,
};
use cel_types::Operator;

pub(super) static LINT: Lint = Lint {
    name: "impossible_enum_value",
    level: Level::Warn,
    summary: "A text is compared with a value that its `enum` does not have.",
    reason: "The schema refuses the value, so the comparison never holds. Mostly the name is misspelled, or it was changed in the \
             schema alone, and the rule checks nothing any more.",
    example: Example {
        schema: "{type: object, required: [type], properties: {type: {type: string, enum: [Public, Private]}}}",
        wrong: &["self.type != 'public'"],
        right: &["self.type != 'Public'"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| match operator(expr) {
        Some((Operator::Equals | Operator::NotEquals, [one, other])) => {
            compare(subject, one, other, found);
            compare(subject, other, one, found);
        }
        Some((Operator::In, [operand, list])) => match &list.kind {
            ExprKind::List(elements) => {
                elements.iter().for_each(|element| compare(subject, operand, &element.value, found));
            }
            // `'a' in self.types`
            _ => {
                let node = subject.node_of(list);
                if let Some(DeclKind::List { items, .. }) = node.map(|node| &node.kind)
                    && let Some(items) = subject.env.resolve(items)
                {
                    with_values(items, list, operand, found);
                }
            }
        },
        _ => {}
    });
}

fn compare(subject: &Subject<'_, '_>, operand: &Expr, value: &Expr, found: &mut Found<'_>) {
    // A stored object may be older than the schema.
    if let Some(node) = subject.node_of(operand)
        && !subject.is_of_old(operand)
    {
        with_values(node, operand, value, found);
    }
}

fn with_values(node: &DeclType, operand: &Expr, value: &Expr, found: &mut Found<'_>) {
    let Some(value_text) = text(value) else { return };
    let is_text = matches!(node.kind, DeclKind::String);
    if !is_text || node.enum_values.is_empty() || node.enum_values.iter().any(|known| known == value_text) {
        return;
    }
    let text = format!("`{}` is never '{}'", unparser::unparse(operand), shown(value_text));
    let near = nearest(value_text, node.enum_values.iter().map(|known| known.as_str().into()));
    let help = match near {
        Some(near) => format!("did you mean '{near}'?"),
        None => {
            let values: Vec<_> = node
                .enum_values
                .iter()
                .take(MOST_VALUES)
                .map(|value| format!("'{}'", shown(value)))
                .collect();
            let more = if node.enum_values.len() > MOST_VALUES { ", .." } else { "" };
            format!("the schema has {}{more}", values.join(", "))
        }
    };
    found.add(&LINT, value.offset, text).help(help);
}

fn shown(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// Number of characters of a value that are shown.
const LONGEST: usize = 60;
/// Number of values that are shown.
const MOST_VALUES: usize = 8;
