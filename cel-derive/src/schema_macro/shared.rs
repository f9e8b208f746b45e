//! Properties that several variants of an untagged enum have, if some of the variants are separate types.

use super::{nested::NestedSchema, unresolved::Unresolved};
use crate::input::{Content, Data, shared};
use cel_compiler::schema::{Bound, DeclField, DeclKind, DeclType, SourceLocation};

impl Unresolved<'_> {
    /// Merges properties with the same name. kube requires the same schema for all of them.
    pub(super) fn share(&self, node: &mut DeclType) {
        let DeclKind::Object { fields, .. } = &mut node.kind else { return };
        let mut kept: Vec<DeclField> = Vec::new();
        for field in std::mem::take(fields.as_mut_vec()) {
            match kept.iter_mut().find(|kept| kept.name == field.name) {
                None => kept.push(field),
                Some(first) => {
                    if comparable(&first.node) != comparable(&field.node) {
                        let message = shared::differs(&field.name);
                        self.cx.error_with_help(self.container.ident.span(), message, shared::SAME);
                    }
                    first.access.others.extend(field.access.ways().map(<[_]>::to_vec));
                }
            }
        }
        kept.iter_mut().for_each(|field| field.node.of_variants = true);
        *fields = kept.into();
    }

    /// Reports rules on the types of variants. In the CRD they would be below `anyOf`.
    pub(super) fn check_variants(&self, nested: &[NestedSchema<'_>]) {
        let (Data::Object(properties), true) = (&self.container.data, self.container.is_untagged) else {
            return;
        };
        for property in properties {
            let Content::Flatten(typed) = &property.content else { continue };
            let Some((_, found)) = typed.nested() else { continue };
            let root = nested.iter().find(|nested| nested.key == found.key);
            let root = root.and_then(|nested| nested.schema.definitions.get(&nested.schema.root));
            if root.is_some_and(|root| !root.node.rules.is_empty()) {
                let message = "in the CRD the rules on this type stand below `anyOf`, where the API server refuses them";
                let help = "write them on the enum: `!has(self.port) || self.port > 0`";
                self.cx.error_with_help(property.span, message, help);
            }
        }
    }
}

/// A node without the parts that may differ here. Bounds that are Rust expressions count as equal.
fn comparable(node: &DeclType) -> DeclType {
    let mut node = node.clone();
    if let Some(Bound::Symbol(_)) = node.max {
        node.max = Some(Bound::Symbol(0));
    }
    for rule in &mut node.rules {
        rule.location = SourceLocation::default();
        rule.max_cost = None;
    }
    match &mut node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => **inner = comparable(inner),
        DeclKind::Object { fields, .. } => {
            for field in fields.as_mut_vec() {
                field.node = comparable(&field.node);
            }
        }
        _ => {}
    }
    node
}
