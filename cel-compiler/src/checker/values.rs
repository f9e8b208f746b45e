//! Values of enums that are written without quotes: `self.mode == FAST` where the schema has `Fast`.

use super::{Checker, errors, habits};
use crate::{
    ast::{Call, Expr, ExprKind, Select},
    env::SELF,
    schema::{DeclKind, DeclType},
    types::Type,
};
use cel_types::Operator::{Equals, In, Index, NotEquals};

impl<'s> Checker<'_, 's> {
    /// Tells the value that the schema has, where the mistakes from an index on tell it in other letters.
    pub(super) fn correct_values(&mut self, call: &Call, from: usize) {
        let compares = [Equals, NotEquals, In].iter().any(|operator| call.function.is(*operator));
        if !compares || self.diagnostics.is_full() || self.diagnostics.iter().count() == from {
            return;
        }
        let nodes: Vec<_> = call.args.iter().filter_map(|arg| self.node_with_values(arg)).collect();
        let [node] = nodes.as_slice() else { return };
        for written in call.args.iter().flat_map(names) {
            let is_other =
                |value: &&String| *value != written && habits::plain(value) == habits::plain(written);
            let has = node.enum_values.iter().any(|value| value == written);
            if let (Some(value), false) = (node.enum_values.iter().find(is_other), has) {
                self.diagnostics.correct_from(
                    from,
                    &errors::needs_quotes(written),
                    &errors::needs_quotes(value),
                );
            }
        }
    }

    /// The text with an `enum` that an expression reads, or the items of a list of such texts.
    fn node_with_values(&self, expr: &Expr) -> Option<&'s DeclType> {
        let node = self.node_of(expr)?;
        let node = match &node.kind {
            DeclKind::List { items, .. } => self.env.resolve(items)?,
            _ => node,
        };
        (matches!(node.kind, DeclKind::String) && !node.enum_values.is_empty()).then_some(node)
    }

    /// The node that an expression reads, if it is a path.
    fn node_of(&self, expr: &Expr) -> Option<&'s DeclType> {
        let node = match &expr.kind {
            ExprKind::Ident(name) if name == SELF => self.env.json_variable(name)?,
            ExprKind::Select(Select { operand, field, test_only: false }) => {
                let Type::Object(name) = self.substitution.apply(&self.type_of(operand)) else { return None };
                &self.env.object(&name)?.field(field)?.node
            }
            ExprKind::Call(Call { function, target: None, args }) if function.is(Index) => {
                match &self.node_of(args.first()?)?.kind {
                    DeclKind::List { items: values, .. } | DeclKind::Map { values } => values,
                    _ => return None,
                }
            }
            _ => return None,
        };
        self.env.resolve(node)
    }
}

/// The names in an operand that may be values of an enum: `FAST`, `Mode.FAST`, `[FAST, SAFE]`.
fn names(expr: &Expr) -> Vec<&str> {
    match &expr.kind {
        ExprKind::Ident(name) => vec![name],
        ExprKind::Select(Select { field, .. }) => vec![field],
        ExprKind::List(elements) => elements.iter().flat_map(|element| names(&element.value)).collect(),
        _ => Vec::new(),
    }
}
