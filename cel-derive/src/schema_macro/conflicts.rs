//! Rules that conflict at one node, and rules that never run.

use super::{
    nested::{NestedSchema, is_erroneous, of_type},
    unresolved::Unresolved,
};
use crate::{
    attr::{Origin, Rule},
    expand,
    input::{Content, Data, Property},
};
use cel_compiler::schema::{DeclKind, DeclType, Schema, ValidationRule};

impl Unresolved<'_> {
    /// Reports conflicts between two rules of a node, or between a rule and its field.
    pub(super) fn check_conflicts(&self, schema: &Schema, nested: &[NestedSchema<'_>]) {
        let Some(definition) = schema.definitions.get(&self.name.id).filter(|_| !is_erroneous(schema)) else {
            return;
        };
        let node = &definition.node;
        let flattened = self.flattened_rules(nested).into_iter().map(|(_, rule)| rule);
        let own = expand::own_rules(self.container);
        self.check_node(flattened.chain(of_type(schema, node)).collect(), own.into_iter());
        match &self.container.data {
            Data::Object(properties) => self.check_properties(schema, node, properties, nested),
            Data::Newtype(property) => self.check_elements(schema, node, property),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => {}
        }
    }

    fn check_properties(
        &self,
        schema: &Schema,
        node: &DeclType,
        properties: &[Property],
        nested: &[NestedSchema<'_>],
    ) {
        let DeclKind::Object { fields, .. } = &node.kind else { return };
        for property in properties {
            let Some(field) = fields.iter().find(|field| field.name == property.name) else { continue };
            self.check_node(of_type(schema, &field.node), property.attrs.rules.iter());
            self.check_elements(schema, &field.node, property);
            self.check_unwritten(property, nested);
            if let Content::Object(inner) = &property.content {
                self.check_properties(schema, &field.node, inner, nested);
            }
        }
    }

    fn check_elements(&self, schema: &Schema, node: &DeclType, property: &Property) {
        let mut node = node;
        for depth in 1..=property.attrs.depth() {
            let (DeclKind::List { items: element, .. } | DeclKind::Map { values: element }) = &node.kind
            else {
                return;
            };
            self.check_node(of_type(schema, element), property.attrs.rules_at(depth));
            node = element;
        }
    }

    /// Checks the rules of a node. `of_type` are the rules that the node has from its type, which come first.
    fn check_node<'r>(&self, of_type: Vec<&ValidationRule>, rules: impl Iterator<Item = &'r Rule>) {
        let mut texts: Vec<&str> = of_type.iter().map(|rule| rule.rule.as_str()).collect();
        for rule in rules.filter(|rule| rule.is_read) {
            if rule.origin == Origin::Schemars && !of_type.is_empty() {
                let message = "in the CRD this rule takes the place of those of the type";
                let help = "write it as `#[x_validation(rule = \"..\")]`, which adds it to them";
                self.cx.error_with_help(rule.literal.span(), message, help);
            }
            if texts.contains(&rule.rule.rule.as_str()) {
                self.cx.error_with_help(
                    rule.literal.span(),
                    "the node has another rule with this text",
                    TWICE,
                );
            }
            texts.push(&rule.rule.rule);
        }
    }

    /// Reports the rules of a type in a field that serde does not write.
    fn check_unwritten(&self, property: &Property, nested: &[NestedSchema<'_>]) {
        let Some((_, found)) = property.typed().and_then(|typed| typed.nested()) else { return };
        let has_rules = nested.iter().any(|nested| nested.key == found.key && nested.schema.has_rules());
        if property.is_unwritten && has_rules && property.attrs.server_only.is_none() {
            let help = "remove `skip_serializing`, or add `#[x_validation(server_only)]`: then they stay with the API server";
            let message = "the rules of this type would never run: serde does not write the field";
            self.cx.error_with_help(property.span, message, help);
        }
    }
}

const TWICE: &str =
    "remove one: server-side apply refuses such a CRD with `duplicate entries for key [rule=\"..\"]`";
