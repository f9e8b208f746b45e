//! Rules that use the value before an update.

use cel_compiler::{
    env::{Env, OLD_SELF},
    rule::register,
    schema::{DeclKind, DeclType, Schema, ValidationRule},
};
use std::collections::HashSet;

/// True if a rule on the node, or on a type that is this node, uses the value before an update.
pub(super) fn uses_old_self(schema: &Schema, node: &DeclType) -> bool {
    let referred = match &node.kind {
        DeclKind::Ref(id) => schema.definitions.get(id),
        _ => None,
    };
    node.rules.iter().any(|rule| is_transition_rule(schema, node, rule))
        || referred.is_some_and(|definition| uses_old_self(schema, &definition.node))
}

fn is_transition_rule(schema: &Schema, node: &DeclType, rule: &ValidationRule) -> bool {
    rule.rule.contains(OLD_SELF) && register(Env::for_node(schema, node), node, rule).uses_old_self
}

/// The rules on a node or below it that use the value before an update. Those of a type that occurs several times are found once.
pub(super) fn rules_with_old_self<'s>(schema: &'s Schema, node: &'s DeclType) -> Vec<&'s ValidationRule> {
    let (mut nodes, mut found, mut seen) = (vec![node], Vec::new(), HashSet::new());
    while let Some(node) = nodes.pop() {
        found.extend(node.rules.iter().filter(|rule| is_transition_rule(schema, node, rule)));
        match &node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => nodes.push(inner),
            DeclKind::Object { fields, .. } => nodes.extend(fields.iter().map(|field| &field.node)),
            DeclKind::Ref(id) if seen.insert(id) => {
                nodes.extend(schema.definitions.get(id).map(|definition| &definition.node));
            }
            _ => {}
        }
    }
    found
}
