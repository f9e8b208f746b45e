//! Expands an item with mistakes: the errors, and everything that other items need, so that no further errors appear.

use crate::{
    attr::kube::Kube,
    expand::root::{crd_schema, implementation, resource_spec},
    tokens::{Tokens, located},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// Empty impls for the item, and for the type that kube generates from it.
pub(crate) fn impls(item: &DeriveInput, kube: Option<&Kube>) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = item.generics.split_for_impl();
    let generics = (impl_generics.to_token_stream(), where_clause.to_token_stream());
    let ident = &item.ident;
    let own = one(&located(&quote!(#ident #ty_generics)), &generics);
    let root = kube.map(|kube| {
        let impls = one(&Tokens::new(&kube.root), &Default::default());
        let (is_root, crd) = (implementation(&kube.root), crd_schema(kube));
        let resource_spec = resource_spec(ident, kube);
        // `transform = Kind::x_validations` is reported: it is the spec that has the rules.
        let transform = transform(&kube.root.to_token_stream(), &Default::default());
        quote!(#impls #is_root #crd #resource_spec #transform)
    });
    let transform = transform(&quote!(#ident #ty_generics), &generics);
    quote!(#own #root #transform)
}

/// The function that puts rules into the CRD, without any.
fn transform(ty: &TokenStream, (impl_generics, where_clause): &(TokenStream, TokenStream)) -> TokenStream {
    quote! {
        __cel::with_schemars! {
            impl #impl_generics #ty #where_clause {
                #[doc(hidden)]
                pub fn x_validations(_: &mut __cel::schemars::Schema) {}
            }
        }
    }
}

fn one(ty: &Tokens, generics: &(TokenStream, TokenStream)) -> TokenStream {
    let (impl_generics, where_clause) = generics;
    quote! {
        impl #impl_generics __cel::CelValue for #ty #where_clause {
            type Cel<'__cel> = &'__cel Self where Self: '__cel;
            fn cel(&self) -> &Self {
                self
            }
        }
        impl #impl_generics __cel::Node for #ty #where_clause {
            const SCHEMA: &'static str = "";
        }
        impl #impl_generics __cel::Object for #ty #where_clause {
            fn keys(&self) -> __cel::u64 {
                0
            }
        }
        impl #impl_generics __cel::XValidation for #ty #where_clause {}
        impl #impl_generics __cel::Generic for #ty #where_clause {}
    }
}
