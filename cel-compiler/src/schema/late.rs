//! Late rules: rules of a generic type that look into its arguments. Each use of the type compiles them, since only a use knows `T`.
//!
//! `self.items.all(i, i.name != '')` on `Paged<T>` is late, `self.limit > 0` is not.

use super::{DeclKind, DeclType, DefinitionId, OLD_SELF, SELF, Schema, ValidationRule, escaping::unescape};
use crate::{
    ast::{Expr, ExprKind},
    parser::parse,
    visit::children,
};

/// A node with late rules.
#[derive(Clone, Copy, Debug)]
pub struct LateNode<'s> {
    /// The node. Some of its rules may not be late: rules that only the API server runs.
    pub node: &'s DeclType,
    /// The rules are on the whole type.
    pub is_type: bool,
}

/// The nodes with late rules of a type, then of the types that it forwards to. A use of the type compiles the rules in this order.
#[must_use]
pub fn nodes<'s>(schema: &'s Schema, id: &DefinitionId) -> Vec<LateNode<'s>> {
    let Some(definition) = schema.definitions.get(id) else { return Vec::new() };
    let mut found = Vec::new();
    push(&definition.node, true, &mut found);
    found.extend(definition.forwards.iter().flat_map(|id| nodes(schema, id)));
    found
}

fn push<'s>(node: &'s DeclType, is_type: bool, found: &mut Vec<LateNode<'s>>) {
    if node.rules.iter().any(|rule| rule.late) {
        found.push(LateNode { node, is_type });
    }
    match &node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => push(inner, false, found),
        DeclKind::Object { fields, .. } => {
            // The rules of a flattened type belong to that type.
            let own = fields.iter().filter(|field| field.access.steps.len() == 1);
            own.for_each(|field| push(&field.node, false, found));
        }
        _ => {}
    }
}

/// True if a rule uses `self` as a whole, not only its fields: `self == oldSelf`. The same for a struct variant, since it is not a
/// separate value in Rust: `self.more == oldSelf.more` uses the whole variant `more`. With `optionalOldSelf` the old value is an optional of
/// the whole, also in `oldSelf.size`.
#[must_use]
pub fn takes_whole(rule: &ValidationRule, variants: &[&str]) -> bool {
    let names: &[&str] = if rule.optional_old_self == Some(true) { &[SELF] } else { &[SELF, OLD_SELF] };
    rule.texts().any(|text| parse(text).is_ok_and(|expr| is_whole(&expr, names, variants)))
}

/// `names` are those of objects with fields.
fn is_whole(expr: &Expr, names: &[&str], variants: &[&str]) -> bool {
    let is_one_of = |expr: &Expr, names: &[&str]| matches!(&expr.kind, ExprKind::Ident(name) if names.contains(&name.as_str()));
    let is_object = |expr: &Expr| is_one_of(expr, names);
    let is_variant = |expr: &Expr| match &expr.kind {
        ExprKind::Select(select) => {
            is_object(&select.operand)
                && unescape(&select.field).is_some_and(|name| variants.contains(&&*name))
        }
        _ => false,
    };
    match &expr.kind {
        ExprKind::Select(select) if select.test_only && is_object(&select.operand) => false,
        ExprKind::Select(select) if is_variant(&select.operand) => false,
        ExprKind::Select(select) if is_object(&select.operand) => is_variant(expr),
        _ => {
            is_one_of(expr, &[SELF, OLD_SELF])
                || children(expr).into_iter().any(|child| is_whole(child, names, variants))
        }
    }
}

#[cfg(test)]
mod tests;
