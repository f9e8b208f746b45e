//! Rules with `oldSelf` where no value has an old one: below lists without keys.

use super::step::Step;
use crate::input::Property;
use cel_compiler::{
    env::{Env, OLD_SELF},
    rule::register,
    schema::{DeclKind, DeclType, ListType, Schema, ValidationRule, generics::is_instance},
};

impl Step<'_> {
    /// Reports such rules in a property and below it; lists in other types were checked there.
    pub(super) fn check_correlation(&self, schema: &Schema, node: &DeclType, property: &Property) {
        if !schema.mentions_old_self() {
            return;
        }
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            match &node.kind {
                DeclKind::List { items, list_type: ListType::Atomic | ListType::Set } => {
                    for rule in rules_with_old_self(schema, items) {
                        self.uncorrelatable(property, rule);
                    }
                }
                DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => nodes.push(inner),
                DeclKind::Object { fields, .. } => nodes.extend(fields.iter().map(|field| &field.node)),
                // The items that its arguments bring into its lists are known only here.
                DeclKind::Ref(id) if is_instance(id) => {
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

/// Whether a rule on the node, or on a type that is this node, compares with the value before an update.
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

/// The rules on a node or below it that compare with the value before an update.
fn rules_with_old_self<'s>(schema: &'s Schema, node: &'s DeclType) -> Vec<&'s ValidationRule> {
    let (mut nodes, mut found) = (vec![node], Vec::new());
    while let Some(node) = nodes.pop() {
        found.extend(node.rules.iter().filter(|rule| is_transition_rule(schema, node, rule)));
        match &node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => nodes.push(inner),
            DeclKind::Object { fields, .. } => nodes.extend(fields.iter().map(|field| &field.node)),
            DeclKind::Ref(id) => nodes.extend(schema.definitions.get(id).map(|definition| &definition.node)),
            _ => {}
        }
    }
    found
}
