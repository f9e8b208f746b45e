//! The impls through which the walk of a generic type is called.

use super::of_arguments;
use crate::{
    expand::{
        resolved::Resolved,
        rules::{Late, NodeRules},
    },
    generics::This,
    tokens::Tokens,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl Resolved<'_> {
    /// `CompiledGeneric` with this walk, and the impls for its late rules.
    pub(in crate::expand) fn generic(&self, walk: Tokens) -> Tokens {
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

    /// The Rust types of the nodes with late rules. Its own nodes come before those of other types.
    fn late_types(&self) -> Vec<TokenStream> {
        let nodes = std::iter::once(&self.own).chain(&self.properties).flat_map(NodeRules::all);
        let mut own: Vec<&Late> = nodes.filter_map(|rules| rules.late.as_ref()).collect();
        own.sort_by_key(|late| late.n);
        let own = own.into_iter().map(|late| late.ty.clone());
        own.chain(self.forwarded.iter().cloned()).collect()
    }
}

fn node_type(this: &This<'_>, n: usize, ty: &TokenStream) -> Tokens {
    let n = Literal::usize_unsuffixed(n);
    let This { ty: own, parameters, clause, .. } = this;
    Tokens::new(&quote!(impl #parameters __cel::LateNode<#n> for #own #clause { type Type = #ty; }))
}

impl Resolved<'_> {
    /// `Alone`: arguments that are nodes have their own walk. Late rules and keys of items need a place of use.
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
