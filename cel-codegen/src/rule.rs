//! One rule in, its native function out.

use crate::{
    diagnostic::Diagnostic,
    schema::{DeclType, Schema, ValidationRule},
};
use proc_macro2::TokenStream;
use quote::quote;

/// A rule that the API server would accept.
#[derive(Clone, Debug)]
pub struct CompiledRule {
    rule: String,
}

/// Compiles one rule of one node. `node` is the schema of `self`.
///
/// # Errors
/// What the API server would say against the rule.
pub fn compile(
    _schema: &Schema,
    _node: &DeclType,
    rule: &ValidationRule,
) -> Result<CompiledRule, Vec<Diagnostic>> {
    Ok(CompiledRule { rule: rule.rule.clone() })
}

impl CompiledRule {
    /// `fn <name><'a>(this: &'a <this>, cost: &mut Cost<'a>) -> Verdict<'a>`, the rule as its doc comment. `this` is the
    /// Rust type of the node's value (`Option` stripped), `krate` the path of cel-runtime.
    #[must_use]
    pub fn function(
        &self,
        name: &proc_macro2::Ident,
        this: &TokenStream,
        krate: &TokenStream,
    ) -> TokenStream {
        let doc = format!(" {}", self.rule);
        quote! {
            #[doc = #doc]
            fn #name<'a>(_: &'a #this, _: &mut #krate::__private::Cost<'a>) -> #krate::__private::Verdict<'a> {
                ::core::result::Result::Ok(true)
            }
        }
    }

    /// The rule is a transition rule.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        false
    }
}
