//! Late rules: what a generic type says of its nodes with such rules, and what a use of the type hands to its walk.

use super::{
    generic::of_arguments,
    kubernetes::View,
    rules::{NodeRules, Rules},
    walk::Second,
};
use crate::{generics::This, tokens::Tokens};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A node of a generic type that has late rules.
pub(crate) struct Late {
    /// Its number among the nodes with late rules.
    pub(crate) n: usize,
    /// Where its rules are in the walks of the type.
    pub(crate) index: usize,
    /// The Rust type of its values.
    pub(crate) ty: TokenStream,
}

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

impl Late {
    /// The walks' entry.
    pub(super) fn walk(&self) -> TokenStream {
        walk_at(self.index)
    }

    /// Runs the rules on the value at `__cel_value`.
    pub(super) fn call(&self) -> TokenStream {
        let walk = self.walk();
        quote!((#walk.rules)(__cel_value, __cel_old, __cel_cx, __cel_path);)
    }
}

/// The Rust type of a generic type's node with this number.
pub(crate) fn late_type(ty: &Tokens, n: usize) -> TokenStream {
    let n = Literal::usize_unsuffixed(n);
    quote!(<#ty as __cel::LateNode<#n>>::Type)
}

/// Late rules in the walks of the type.
fn walk_at(index: usize) -> TokenStream {
    let index = Literal::usize_unsuffixed(index);
    quote!(__cel_walks.#index)
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

impl Second<'_> {
    /// `CompiledGeneric` with this walk, and what else a generic type says of its late rules.
    pub(super) fn generic(&self, walk: Tokens) -> Tokens {
        let this = &self.container.this;
        let late = self.late_types();
        let walks = this.types.iter().map(|parameter| quote!(__cel::ArgumentWalk<'__cel, #parameter>,));
        let walks = walks.chain(late.iter().map(|ty| quote!(__cel::Late<'__cel, #ty>,)));
        let walks = Tokens::new(&quote!(type Walks<'__cel> = (#(#walks)*) where Self: '__cel;));
        let compiled =
            this.implement("__cel::CompiledGeneric", Tokens::default(), Tokens::concat([walks, walk]));
        let nodes = (0..).zip(&late).map(|(n, ty)| node_type(this, n, ty));
        let alone = self.alone(late.len());
        [compiled, alone].into_iter().chain(nodes).flatten().collect()
    }

    /// The Rust types of the nodes with late rules, those of other types behind the own.
    fn late_types(&self) -> Vec<TokenStream> {
        let nodes = std::iter::once(&self.own).chain(&self.properties).flat_map(NodeRules::all);
        let mut own: Vec<&Late> = nodes.filter_map(|rules| rules.late.as_ref()).collect();
        own.sort_by_key(|late| late.n);
        let own = own.into_iter().map(|late| late.ty.clone());
        own.chain(self.forwarded.iter().cloned()).collect()
    }
}

impl Rules {
    /// A `Late` that runs them.
    fn as_late(&self, held: &TokenStream) -> TokenStream {
        let (this, use_old) = (&self.this, self.use_old());
        let others = if self.is_type { quote!(__cel_cx.shown_old(__cel_old)) } else { quote!(__cel::None) };
        let calls = self.calls(&quote!(__cel_value), &others);
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

fn node_type(this: &This<'_>, n: usize, ty: &TokenStream) -> Tokens {
    let n = Literal::usize_unsuffixed(n);
    let This { ty: own, parameters, clause, .. } = this;
    Tokens::new(&quote!(impl #parameters __cel::LateNode<#n> for #own #clause { type Type = #ty; }))
}

impl Second<'_> {
    /// `Alone`: arguments that are nodes know the way; late rules, and keys of items, need a place of use.
    fn alone(&self, late: usize) -> Tokens {
        let this = &self.container.this;
        let arguments = self.keyed.iter().map(|is_keyed| match is_keyed {
            true => quote!(__cel::ArgumentWalk::missing(),),
            false => quote!(__cel::ArgumentWalk::of_node(),),
        });
        let late = (0..late).map(|_| quote!(__cel::Late::missing(),));
        let walks = quote! {
            fn walks<'__cel>() -> <Self as __cel::CompiledGeneric>::Walks<'__cel> where Self: '__cel {
                (#(#arguments)* #(#late)*)
            }
        };
        this.implement("__cel::Alone", of_arguments(this), Tokens::new(&walks))
    }
}
