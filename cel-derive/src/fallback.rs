//! What an item with mistakes expands to: the errors, and all that other items expect of it, so that they stay the only ones.

use crate::{
    attr::schemars::Kube,
    expand::crd_schema,
    tokens::{Tokens, located},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// Impls without content, also for the type that kube makes of this one.
pub(crate) fn impls(item: &DeriveInput, kube: Option<&Kube>, krate: &Tokens) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = item.generics.split_for_impl();
    let generics = (impl_generics.to_token_stream(), where_clause.to_token_stream());
    let ident = &item.ident;
    let own = one(&located(&quote!(#ident #ty_generics)), &generics, krate);
    let root = kube.map(|kube| {
        let impls = one(&Tokens::new(&kube.root), &Default::default(), krate);
        let crd = crd_schema(kube, krate);
        quote!(#impls #crd)
    });
    let (impl_generics, where_clause) = &generics;
    quote! {
        #own
        #root
        #krate::__private::with_schemars! {
            impl #impl_generics #ident #ty_generics #where_clause {
                #[doc(hidden)]
                pub fn x_validations(_: &mut #krate::__private::schemars::Schema) {}
            }
        }
    }
}

fn one(ty: &Tokens, generics: &(TokenStream, TokenStream), krate: &Tokens) -> TokenStream {
    let (impl_generics, where_clause) = generics;
    let parameters = quote! {
        &self, _: &mut #krate::__private::Validation<'_>, _: &#krate::__private::Path<'_>
    };
    quote! {
        impl #impl_generics #krate::__private::CelValue for #ty #where_clause {
            type Cel<'__cel> = &'__cel Self where Self: '__cel;
            const SCHEMA_TYPE: &'static str = "object";
            fn cel(&self) -> &Self {
                self
            }
            fn bad_value(&self) -> ::core::option::Option<#krate::__private::std::string::String> {
                ::core::option::Option::None
            }
        }
        impl #impl_generics #krate::__private::Node for #ty #where_clause {
            const SCHEMA: &'static str = "";
            const HAS_RULES: bool = false;
            fn rules(#parameters) {}
            fn children(#parameters) {}
        }
        impl #impl_generics #krate::XValidation for #ty #where_clause {}
    }
}
