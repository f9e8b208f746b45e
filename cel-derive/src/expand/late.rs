//! Late rules: what a generic type says of its nodes with such rules, and what a use of the type hands to its walk.

use super::rules::{Rules, View, walk_at};
use crate::tokens::Tokens;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The late rules of a node, where the type is used.
pub(crate) enum LateRules {
    /// All arguments are known.
    Here {
        /// The rules.
        rules: Box<Rules>,
        /// The Rust type of the node's values.
        held: TokenStream,
    },
    /// One of them is wrong, which is reported.
    Reported,
    /// The walks of the type that uses it have them.
    Above {
        /// Where.
        index: usize,
        /// They are on the type, not on a field of it.
        is_type: bool,
    },
}

/// The Rust type of a generic type's node with this number.
pub(crate) fn late_type(ty: &Tokens, n: usize) -> TokenStream {
    let n = Literal::usize_unsuffixed(n);
    quote!(<#ty as __cel::LateNode<#n>>::Type)
}

impl LateRules {
    /// The walks' entry, if it has the rules of the type itself.
    pub(super) fn above_of_type(&self) -> Option<TokenStream> {
        match self {
            LateRules::Above { index, is_type: true } => Some(walk_at(*index)),
            LateRules::Above { .. } | LateRules::Here { .. } | LateRules::Reported => None,
        }
    }

    /// The rules that are compiled here.
    pub(super) fn here(&self) -> Option<&Rules> {
        match self {
            LateRules::Here { rules, .. } => Some(rules),
            LateRules::Above { .. } | LateRules::Reported => None,
        }
    }

    /// Argument for the node that the walk of the type takes.
    pub(super) fn walk(&self) -> TokenStream {
        match self {
            LateRules::Reported => quote!(__cel::Late::missing()),
            LateRules::Above { index, .. } => walk_at(*index),
            LateRules::Here { rules, held } => rules.as_late(held),
        }
    }
}

impl Rules {
    /// A `Late` that runs them.
    fn as_late(&self, held: &TokenStream) -> TokenStream {
        let (this, use_old) = (&self.this, self.use_old());
        let others = if self.is_type { "__cel_cx.shown_old(__cel_old)" } else { "__cel::None" };
        let calls = self.calls("__cel_value", others);
        let shown = self.shown();
        // `'__cel` means nothing outside of the functions of rules.
        let this = match &self.view {
            Some(View { name, .. }) => quote!(#name<'_>),
            None => this.clone(),
        };
        quote! {
            __cel::Late {
                schema_type: <#this as __cel::CelValue>::SCHEMA_TYPE,
                use_old: #use_old,
                rules: &|
                    __cel_value: &#held,
                    __cel_old: __cel::Option<&#held>,
                    __cel_cx: &mut __cel::Validation<'_>,
                    __cel_path: &__cel::Path<'_>,
                | { #shown #calls },
            }
        }
    }
}
