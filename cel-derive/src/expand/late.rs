//! Late rules: the nodes of a generic type that have them, and the arguments that a use of the type passes to
//! its walk.

use super::rules::{Rules, View, walk_at};
use crate::tokens::Tokens;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The late rules of a node at a place of use.
pub(crate) enum LateRules {
    /// All arguments are known, so the rules are compiled here.
    Here {
        /// The rules.
        rules: Box<Rules>,
        /// The Rust type of the node's values.
        held: TokenStream,
    },
    /// One of the rules has a mistake, which was reported.
    Reported,
    /// The rules are in the walks of the generic type that contains this use.
    Above {
        /// The index in those walks.
        index: usize,
        /// True if they are on the type and not on a field.
        is_type: bool,
    },
}

/// The Rust type of the node with this number in a generic type.
pub(crate) fn late_type(ty: &Tokens, n: usize) -> TokenStream {
    let n = Literal::usize_unsuffixed(n);
    quote!(<#ty as __cel::LateNode<#n>>::Type)
}

impl LateRules {
    /// The entry of the walks, if it has the rules of the type itself.
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

    /// The argument for this node in the walks of the type.
    pub(super) fn walk(&self) -> TokenStream {
        match self {
            LateRules::Reported => quote!(__cel::Late::missing()),
            LateRules::Above { index, .. } => walk_at(*index),
            LateRules::Here { rules, held } => rules.as_late(held),
        }
    }
}

impl Rules {
    /// A `Late` that runs the rules.
    fn as_late(&self, held: &TokenStream) -> TokenStream {
        let (this, use_old) = (&self.this, self.use_old());
        let others = if self.is_type { "__cel_cx.shown_old(__cel_old)" } else { "__cel::None" };
        let calls = self.calls("__cel_value", others);
        let shown = self.shown();
        // The lifetime `'__cel` exists only in the functions of rules.
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
