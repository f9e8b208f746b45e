//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{Crates, at, kubernetes::Foreign, ty};
use crate::{
    decl_type::{Scalar, Shape, Typed, proven},
    input::{Property, Reader},
};
use proc_macro2::TokenStream;
use quote::quote;

/// The hidden method by which rules read a property.
pub(crate) fn accessor(property: &Property, crates: &Crates) -> TokenStream {
    let krate = &crates.runtime;
    let method = &property.method;
    let Reader { expr, optional } = &property.reader;
    let Some(typed) = property.typed() else {
        return quote! {
            #[doc(hidden)]
            #[inline]
            pub fn #method(&self) -> ::core::option::Option<&Self> { #expr }
        };
    };
    let option = matches!(typed.shape, Shape::Option(_));
    let value = typed.value();
    if value.is_opaque() || matches!(value.shape, Shape::Error) {
        return TokenStream::new();
    }
    let (cel, read) = match Foreign::of(value, crates) {
        Some(foreign) => foreign.read(&quote!('_)),
        None => read(value, krate),
    };
    let some = quote!(::core::option::Option);
    let (output, body) = match (*optional, option) {
        // A null property is absent.
        (false, false) if typed.is_json() => {
            (quote!(#some<#cel>), quote!(#some::filter(#some::Some(#expr), |__cel_v| !__cel_v.is_null())))
        }
        (true, false) if typed.is_json() => {
            (quote!(#some<#cel>), quote!(#some::filter(#expr, |__cel_v| !__cel_v.is_null())))
        }
        (false, false) => (cel, quote!((#read)(#expr))),
        (false, true) => (quote!(#some<#cel>), quote!(#some::map(#some::as_ref(#expr), #read))),
        (true, false) => (quote!(#some<#cel>), quote!(#some::map(#expr, #read))),
        (true, true) => {
            (quote!(#some<#cel>), quote!(#some::map(#some::and_then(#expr, #some::as_ref), #read)))
        }
    };
    let method = quote! {
        #[doc(hidden)]
        #[inline]
        pub fn #method(&self) -> #output { #body }
    };
    at(property.span, method)
}

/// A container type is the one that its name says; accessors prove the types of k8s-openapi.
pub(crate) fn proof(property: &Property, crates: &Crates) -> Option<TokenStream> {
    let typed = property.typed()?;
    let same = proven(typed, &crates.runtime)?;
    let declared = ty(typed);
    Some(at(property.span, quote!(const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;)))
}

/// The type of a value for CEL and the function that reads it. Scalars have their types spelled out: so a type of the
/// user's own that has the name of a known one does not compile.
fn read(typed: &Typed, krate: &TokenStream) -> (TokenStream, TokenStream) {
    let ty = ty(typed);
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool) => quote!(bool),
        Shape::Scalar(Scalar::Int) => quote!(i64),
        Shape::Scalar(Scalar::WideInt) => quote!(u64),
        Shape::Scalar(Scalar::Double) => quote!(f64),
        Shape::Scalar(Scalar::String) => quote!(&#krate::__private::std::primitive::str),
        Shape::Scalar(Scalar::Shown) => quote!(#krate::__private::Shown<'_, #ty>),
        Shape::Scalar(Scalar::Char) => {
            quote!(#krate::__private::Shown<'_, #krate::__private::std::primitive::char>)
        }
        Shape::Scalar(Scalar::Date | Scalar::DateTime) => quote!(#krate::__private::cel_types::Timestamp),
        Shape::Scalar(Scalar::Json) => quote!(&#krate::__private::serde_json::Value),
        Shape::Kubernetes(_)
        | Shape::Option(_)
        | Shape::Pointer(_)
        | Shape::List(_)
        | Shape::Array(..)
        | Shape::Map(_)
        | Shape::Nested(_)
        | Shape::Opaque
        | Shape::FreeMap
        | Shape::Error => quote!(<#ty as #krate::__private::CelValue>::Cel<'_>),
    };
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool | Scalar::Int | Scalar::WideInt | Scalar::Double) => {
            quote!(::core::primitive::#cel)
        }
        _ => cel,
    };
    (cel, quote!(<#ty as #krate::__private::CelValue>::cel))
}
