//! Rules with `oldSelf` at places where no value has an old one: in lists without keys.

use super::{old_self::rules_with_old_self, unresolved::Unresolved};
use crate::input::Property;
use cel_compiler::schema::{DeclKind, DeclType, ListType, Schema, ValidationRule, generics::is_instance};
use std::collections::HashSet;

impl Unresolved<'_> {
    /// Reports such rules in a property and below it. Lists inside other types were checked by their own derives.
    pub(super) fn check_correlation(&self, schema: &Schema, node: &DeclType, property: &Property) {
        let (mut nodes, mut seen) = (vec![node], HashSet::new());
        while let Some(node) = nodes.pop() {
            match &node.kind {
                DeclKind::List { items, list_type: ListType::Atomic | ListType::Set } => {
                    for rule in rules_with_old_self(schema, items) {
                        self.uncorrelatable(property, rule);
                    }
                }
                DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => nodes.push(inner),
                DeclKind::Object { fields, .. } => nodes.extend(fields.iter().map(|field| &field.node)),
                // Its arguments decide which items its lists have.
                DeclKind::Ref(id) if is_instance(id) && seen.insert(id) => {
                    nodes.extend(schema.definitions.get(id).map(|definition| &definition.node));
                }
                _ => {}
            }
        }
    }

    fn uncorrelatable(&self, property: &Property, rule: &ValidationRule) {
        let name = &property.name;
        let own = property
            .attrs
            .elements
            .iter()
            .map(|element| &element.rule)
            .find(|own| own.rule.location == rule.location);
        let message =
            format!("oldSelf cannot be used on the uncorrelatable portion of the schema within `{name}`");
        let place = match (own, &rule.location) {
            (Some(_), _) => String::new(),
            (None, at) => format!("the rule `{}` is in {}:{}; ", rule.rule.trim(), at.file, at.line),
        };
        let help = format!("{place}items of a list have old values only if they have keys: {KEYS}");
        let span = own.map_or(property.span, |own| own.literal.span());
        self.cx.error_with_help(span, message, help);
    }
}

const KEYS: &str = "`#[schemars(extend(\"x-kubernetes-list-type\" = \"map\", \"x-kubernetes-list-map-keys\" = [\"name\"]))]`, \
     or `#[x_kube(merge_strategy = ListMerge::Map(vec![\"name\".into()]))]` where kube's `KubeSchema` is derived";
