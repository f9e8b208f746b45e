//! Rules that only the API server runs. They are checked if their node has a type.

use super::{nested::is_erroneous, unresolved::Unresolved};
use crate::attr::Rule;
use cel_compiler::{
    env::has_type,
    rule::register,
    schema::{DeclType, Schema},
};

impl Unresolved<'_> {
    /// Reports the errors for which the server would refuse the CRD.
    pub(super) fn check_server_only(&self, schema: &Schema, node: &DeclType, rule: &Rule) {
        if !rule.is_read || is_erroneous(schema) || !has_type(Some(schema), node) {
            return;
        }
        let found = register(self.env(schema, node).seeing_opaque(node), node, &rule.rule);
        for error in [&found.error, &found.message_error].into_iter().flatten() {
            self.report(rule, error);
        }
        let _reported = self.field_path(schema, node, rule);
    }
}
