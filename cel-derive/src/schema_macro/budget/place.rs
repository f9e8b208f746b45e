//! Finds the place of an expression that costs too much: the rule itself if the item has it, otherwise the field that leads to it.

use super::{Expression, Root};
use crate::{
    attr::Rule,
    input::{Container, Content, Property},
    schema_macro::unresolved::Unresolved,
};
use cel_compiler::{
    rule::Key,
    schema::{self, DeclField, DeclKind, DeclType, Schema},
};
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Unresolved<'_> {
    /// The place, and true if the expression itself is there.
    pub(super) fn place(&self, root: &Root<'_>, expression: &Expression<'_, '_>) -> (Span, bool) {
        if let Some(span) = self.of_rule(root, expression) {
            return (span, true);
        }
        let span = self.of_field(root, expression);
        (span.unwrap_or_else(|| self.container.ident.span()), false)
    }

    /// The literal of a rule, if the item has the rule.
    fn of_rule(&self, root: &Root<'_>, expression: &Expression<'_, '_>) -> Option<Span> {
        let definitions = &root.schema.definitions;
        let own = [&root.schema.root, &self.name.id].into_iter().filter_map(|id| definitions.get(id));
        own.clone().find(|own| std::ptr::eq(*own, expression.placed.definition))?;
        let rule = rules(self.container).into_iter().find(|rule| {
            rule.rule.location == expression.placed.rule.location
                && rule.rule.rule == expression.placed.rule.rule
        })?;
        match (expression.key, &rule.message_expression) {
            (Key::MessageExpression, Some(literal)) => Some(literal.span()),
            _ => Some(rule.literal.span()),
        }
    }

    fn of_field(&self, root: &Root<'_>, expression: &Expression<'_, '_>) -> Option<Span> {
        let mut way = expression.placed.way.iter();
        let mut level = way.next()?;
        if let Some(kube) = self.container.kube.as_ref().filter(|_| root.of_kube) {
            match level.step {
                schema::Step::Field("status") => return Some(kube.status.as_ref()?.span()),
                _ if kube.no_spec => {}
                schema::Step::Field(_) | schema::Step::Items | schema::Step::Values => level = way.next()?,
            }
        }
        let schema::Step::Field(name) = level.step else { return None };
        let field = field(root.schema, level.node, name)?;
        // For a root without `spec` the first step leads to the spec.
        let skipped =
            usize::from(root.of_kube && self.container.kube.as_ref().is_some_and(|kube| kube.no_spec));
        let method = &field.access.steps.get(skipped)?.method;
        let properties = self.container.properties();
        properties.into_iter().find(|property| property.method == method).map(|property| property.span)
    }
}

/// All rules in an item.
fn rules<'c>(container: &'c Container<'_>) -> Vec<&'c Rule> {
    fn of_property<'c>(property: &'c Property, out: &mut Vec<&'c Rule>) {
        out.extend(property.attrs.all_rules());
        if let Content::Object(inner) = &property.content {
            inner.iter().for_each(|property| of_property(property, out));
        }
    }
    let of_root = container.kube.iter().flat_map(|kube| &kube.validations);
    let mut out: Vec<&Rule> = container.attrs.rules.iter().chain(of_root).collect();
    container.properties().into_iter().for_each(|property| of_property(property, &mut out));
    out
}

/// A property of an object node.
pub(super) fn field<'s>(schema: &'s Schema, node: &'s DeclType, name: &str) -> Option<&'s DeclField> {
    match &cel_compiler::schema::reference::resolve(Some(schema), node)?.kind {
        DeclKind::Object { fields, .. } => fields.iter().find(|field| field.name == name),
        _ => None,
    }
}
