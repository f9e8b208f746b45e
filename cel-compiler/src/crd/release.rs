//! A schema as a release reads it: it drops the keys of rules that the release does not have.

use super::props::{AdditionalProperties, Items, RuleProps, SchemaProps};
use crate::library::KubernetesVersion;
use std::{borrow::Cow, sync::Arc};

impl SchemaProps {
    /// The schema as servers of a version decode it, if they do not refuse the file for unknown fields.
    #[must_use]
    pub fn for_release(&self, version: KubernetesVersion) -> Cow<'_, SchemaProps> {
        if version >= KubernetesVersion::OPTIONAL_OLD_SELF {
            return Cow::Borrowed(self);
        }
        let mut schema = self.clone();
        forget_in(&mut schema, version);
        Cow::Owned(schema)
    }
}

fn forget_in(schema: &mut SchemaProps, version: KubernetesVersion) {
    Arc::make_mut(&mut schema.rules).iter_mut().for_each(|rule| forget(rule, version));
    if let Some(Items::Schema(items)) = &mut schema.items {
        forget_in(items, version);
    }
    if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
        forget_in(values, version);
    }
    if !schema.properties.is_empty() {
        schema
            .properties
            .as_mut_vec()
            .iter_mut()
            .for_each(|property| forget_in(&mut property.schema, version));
    }
}

fn forget(rule: &mut RuleProps, version: KubernetesVersion) {
    rule.optional_old_self = None;
    if version < KubernetesVersion::REASONS {
        rule.reason = None;
        rule.field_path.clear();
    }
    if version < KubernetesVersion::MESSAGE_EXPRESSIONS {
        rule.message_expression.clear();
    }
}
