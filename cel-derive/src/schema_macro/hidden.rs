//! Rules of type arguments that would not run, because an opaque field of the generic type holds the argument.

use super::{
    nested::{NestedSchema, spaced},
    unresolved::Unresolved,
};
use crate::{decl_type::Nested, expand};
use cel_compiler::schema::{DeclType, Schema, generics::parameter};
use quote::ToTokens;

/// For each type parameter of a generic type: true if an opaque field holds it.
pub(super) fn hides(generic: &NestedSchema<'_>) -> Vec<bool> {
    let is_hidden = |n| generic.schema.definitions.get(&parameter(&generic.head, n)).map(|own| own.hides);
    (0..).map_while(is_hidden).collect()
}

impl Unresolved<'_> {
    /// For each type parameter of the item: true if an opaque field holds it, also one of a nested type.
    pub(super) fn hidden_parameters(&self, nested: &[NestedSchema<'_>]) -> Vec<bool> {
        let this = &self.container.this;
        let mut hidden = vec![false; this.types.len()];
        let mut hide = |ty: &dyn Fn(usize) -> bool| {
            hidden.iter_mut().enumerate().for_each(|(n, hidden)| *hidden |= ty(n));
        };
        if this.types.is_empty() {
            return hidden;
        }
        for property in self.container.properties() {
            let is_opaque = property.attrs.opaque.is_some() && property.attrs.server_only.is_none();
            if let Some(typed) = property.typed().filter(|_| is_opaque) {
                hide(&|n| this.mentions_type(n, &typed.ty));
            }
        }
        for ((_, written), nested) in expand::nested(self.container).iter().zip(nested) {
            for (argument, _) in written.arguments.iter().zip(&nested.hides).filter(|(_, hides)| **hides) {
                hide(&|n| this.mentions_type(n, &argument.ty));
            }
        }
        hidden
    }

    /// Reports arguments with rules where the type hides them. `known` are the schemas of the types in the arguments.
    pub(super) fn check_hidden(
        &self,
        made: &NestedSchema<'_>,
        defaults: &[DeclType],
        nested: &Nested,
        known: &[NestedSchema<'_>],
    ) {
        for (argument, _) in nested.arguments.iter().zip(&made.hides).filter(|(_, hides)| **hides) {
            let mut types = Vec::new();
            argument.all_nested(&mut types);
            let with_rules = types.iter().find(|(_, nested)| {
                known.iter().any(|known| known.key == nested.key && known.schema.has_rules())
            });
            if let Some((ty, _)) = with_rules {
                self.report_hidden(made, &ty.ty, &format!("`{}`", spaced(&ty.ty)));
            }
        }
        let given = made.hides.len().saturating_sub(defaults.len());
        for (default, _) in defaults.iter().zip(made.hides.iter().skip(given)).filter(|(_, hides)| **hides) {
            if let (Some(typed), true) = (made.typed, has_rules(&made.schema, default)) {
                self.report_hidden(made, &typed.ty, "the default argument");
            }
        }
    }

    fn report_hidden(&self, made: &NestedSchema<'_>, at: &impl ToTokens, of: &str) {
        let name = made.schema.definitions.get(&made.schema.root).map_or("", |own| own.name.as_str());
        let message = format!("the rules of {of} do not run in an opaque field of `{name}`");
        let help = format!(
            "remove `opaque` from the field of `{name}`, or add `server_only` to it: then they stay with the API server"
        );
        self.cx.error_in(at, message, help);
    }
}

fn has_rules(schema: &Schema, node: &DeclType) -> bool {
    schema.reached(node).iter().any(|node| !node.rules.is_empty())
}
