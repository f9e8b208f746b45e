//! Rules that only the API server runs: they are checked where their node has a type.

use super::{rules::is_erroneous, step::Step};
use crate::attr::Rule;
use cel_codegen::{
    env::has_type,
    rule::register,
    schema::{DeclKind, DeclType, HeldAs, Schema},
};

impl Step<'_> {
    /// Reports what the server would say of such a rule when the CRD is created.
    pub(super) fn check_server_only(&self, schema: &Schema, node: &DeclType, rule: &Rule) {
        if !rule.is_read || is_erroneous(schema) || !has_type(Some(schema), node) {
            return;
        }
        // The server sees fields that serde does not write.
        let (mut seen, mut node) = (schema.clone(), node.clone());
        seen.definitions.values_mut().for_each(|definition| written(&mut definition.node));
        written(&mut node);
        let (schema, node) = (&seen, &node);
        let found = register(self.env(schema, node).seeing_opaque(node), node, &rule.rule);
        for error in [&found.error, &found.message_error].into_iter().flatten() {
            self.report(rule, error);
        }
        let _reported = self.field_path(schema, node, rule);
    }
}

/// Forgets of a node and what is below it that serde does not write it.
fn written(node: &mut DeclType) {
    if node.held == HeldAs::Unwritten {
        node.held = HeldAs::Native;
    }
    match &mut node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => written(inner),
        DeclKind::Object { fields, .. } => {
            fields.as_mut_vec().iter_mut().for_each(|field| written(&mut field.node));
        }
        _ => {}
    }
}
