//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{Crates, at, ty};
use crate::{
    decl_type::{Kubernetes, Scalar, Shape, Typed, proven},
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
    let (cel, read) = match value.kubernetes() {
        Some((_, kubernetes)) => kubernetes_read(value, kubernetes, crates, &quote!('_)),
        None => read(value, krate),
    };
    let some = quote!(::core::option::Option);
    let (output, body) = match (*optional, option) {
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

/// A container type is the one that its name says, and a type of k8s-openapi is the one from there; accessors prove times.
pub(crate) fn proof(property: &Property, crates: &Crates) -> Option<TokenStream> {
    let typed = property.typed()?;
    let identity = |typed: &Typed, same: TokenStream| {
        let declared = ty(typed);
        quote!(const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;)
    };
    let container = proven(typed, &crates.runtime).map(|same| identity(typed, same));
    let kubernetes = typed.kubernetes().filter(|(_, kubernetes)| kubernetes.reads().is_none());
    let kubernetes =
        kubernetes.map(|(typed, kubernetes)| identity(typed, kubernetes.path(&crates.k8s_openapi)));
    Some(at(property.span, quote!(#container #kubernetes)))
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

/// k8s-openapi's types implement no trait of ours: times are read through their public fields, also those in lists and maps.
/// Of the others rules only see whether they are there.
pub(crate) fn kubernetes_read(
    typed: &Typed,
    kubernetes: Kubernetes,
    crates: &Crates,
    lifetime: &TokenStream,
) -> (TokenStream, TokenStream) {
    match kubernetes.reads() {
        Some(_) => Times { kubernetes, crates }.read(typed, lifetime),
        None => {
            let ty = ty(typed);
            (quote!(&#lifetime #ty), quote!(::core::convert::identity))
        }
    }
}

/// How a type reads that holds times of k8s-openapi.
struct Times<'a> {
    kubernetes: Kubernetes,
    crates: &'a Crates,
}

impl Times<'_> {
    /// The type of the value for CEL, and a function that gives it.
    fn read(&self, typed: &Typed, lifetime: &TokenStream) -> (TokenStream, TokenStream) {
        let krate = &self.crates.runtime;
        let body = match &typed.shape {
            Shape::Option(inner) => {
                let (_, read) = self.read(inner, lifetime);
                quote!(::core::option::Option::map(::core::option::Option::as_ref(__cel_value), #read))
            }
            Shape::Pointer(inner) => {
                let (_, read) = self.read(inner, lifetime);
                quote!((#read)(&**__cel_value))
            }
            Shape::List(inner) | Shape::Array(inner, _) => {
                let (_, read) = self.read(inner, lifetime);
                quote!(#krate::__private::ReadList::new(__cel_value, #read))
            }
            Shape::Map(inner) => {
                let (_, read) = self.read(inner, lifetime);
                quote!(#krate::__private::ReadMap::new(__cel_value, #read))
            }
            _ => {
                let same = self.kubernetes.path(&self.crates.k8s_openapi);
                let read = self.kubernetes.reads().map(|(read, _)| read);
                quote! {
                    let __cel_value: &#same = __cel_value;
                    #krate::__private::#read(&__cel_value.0)
                }
            }
        };
        let (ty, cel) = (ty(typed), self.cel(typed, &quote!('a)));
        let read = quote!({
            fn __cel_read<'a>(__cel_value: &'a #ty) -> #cel { #body }
            __cel_read
        });
        (self.cel(typed, lifetime), read)
    }

    fn cel(&self, typed: &Typed, lifetime: &TokenStream) -> TokenStream {
        let krate = &self.crates.runtime;
        let declared = ty(typed);
        match &typed.shape {
            Shape::Option(inner) => {
                let inner = self.cel(inner, lifetime);
                quote!(::core::option::Option<#inner>)
            }
            Shape::Pointer(inner) => self.cel(inner, lifetime),
            Shape::List(inner) | Shape::Array(inner, _) => {
                let (held, inner) = (ty(inner), self.cel(inner, lifetime));
                quote!(#krate::__private::ReadList<#lifetime, #declared, #held, #inner>)
            }
            Shape::Map(inner) => {
                let (held, inner) = (ty(inner), self.cel(inner, lifetime));
                quote!(#krate::__private::ReadMap<#lifetime, #declared, #held, #inner>)
            }
            _ => quote!(#krate::__private::cel_types::Timestamp),
        }
    }
}
