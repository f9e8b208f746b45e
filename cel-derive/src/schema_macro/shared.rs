//! Properties that several variants of an untagged enum have, if some of the variants are separate types.

use super::{nested::NestedSchema, unresolved::Unresolved};
use crate::{
    decl_type::{Shape, Typed},
    input::{Content, Data, Property, shared},
};
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

    /// Reports rules of types that variants flatten. In the CRD of an untagged enum they would be below `anyOf`. A variant with a key of its
    /// own has no type whose rules could run.
    pub(super) fn check_variants(&self, nested: &[NestedSchema<'_>]) {
        let Data::Object(properties) = &self.container.data else { return };
        for property in properties {
            match &property.content {
                Content::Flatten(typed) if self.container.is_untagged && has_rules(typed, nested) => {
                    let message = "in the CRD the rules on this type stand below `anyOf`, where the API server refuses them";
                    let help = "write them on the enum: `!has(self.port) || self.port > 0`";
                    self.cx.error_with_help(property.span, message, help);
                }
                Content::Object(inner) => self.check_variant(property, inner, nested),
                Content::Flatten(_) | Content::Value(_) => {}
            }
        }
    }

    fn check_variant(&self, variant: &Property, properties: &[Property], nested: &[NestedSchema<'_>]) {
        let name = &variant.rust_name;
        for property in properties {
            let Content::Flatten(typed) = &property.content else { continue };
            if has_rules(typed, nested) {
                let message = "the rules of a type that is flattened into a variant do not run";
                let help = format!(
                    "make the fields of the variant a struct, which is the same in JSON: `{name}({name}Fields)`"
                );
                self.cx.error_with_help(property.span, message, help);
            } else if let ([_], Shape::Map(_)) = (properties, &typed.shape) {
                let message = "this map is all of the variant, and rules would not see it as a map";
                let help = format!(
                    "write the map without a name, which is the same in JSON: `{name}(BTreeMap<..>)`"
                );
                self.cx.error_with_help(property.span, message, help);
            }
        }
    }
}

fn has_rules(typed: &Typed, nested: &[NestedSchema<'_>]) -> bool {
    let found = typed.nested().and_then(|(_, found)| nested.iter().find(|nested| nested.key == found.key));
    found.is_some_and(|nested| !nested.rules().is_empty())
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
