//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{Crates, at, ty};
use crate::{
    decl_type::{Kubernetes, Scalar, Shape, Typed, proven},
    input::{Property, Reader},
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::BTreeSet;

/// The hidden method by which rules read a property.
pub(crate) fn accessor(property: &Property, objects: &BTreeSet<String>, crates: &Crates) -> TokenStream {
    let method = &property.method;
    let Reader { expr, optional } = &property.reader;
    let Some(typed) = property.typed() else {
        return quote! {
            #[doc(hidden)]
            #[inline]
            pub fn #method(&self) -> ::core::option::Option<&Self> { #expr }
        };
    };
    let value = typed.value();
    if !is_read(value) {
        return TokenStream::new();
    }
    let place = place(property);
    let (cel, read) = match value.kubernetes() {
        Some((_, kubernetes)) => {
            let (cel, read) = kubernetes_read(value, kubernetes, crates, &quote!('_));
            (at(place, cel), at(place, quote!((#read))))
        }
        None => read(value, objects, &at(place, crates.runtime.clone()), place),
    };
    let some = quote_spanned!(place=> ::core::option::Option);
    let (output, body) = match (*optional, matches!(typed.shape, Shape::Option(_))) {
        (false, false) => (cel, quote_spanned!(place=> #read(#expr))),
        (false, true) => {
            let body = quote_spanned!(place=> #some::map(#some::as_ref(#expr), #read));
            (quote_spanned!(place=> #some<#cel>), body)
        }
        (true, false) => {
            (quote_spanned!(place=> #some<#cel>), quote_spanned!(place=> #some::map(#expr, #read)))
        }
        (true, true) => {
            let body = quote_spanned!(place=> #some::map(#some::and_then(#expr, #some::as_ref), #read));
            (quote_spanned!(place=> #some<#cel>), body)
        }
    };
    quote_spanned! {place=>
        #[doc(hidden)]
        #[inline]
        pub fn #method(&self) -> #output { #body }
    }
}

fn is_read(value: &Typed) -> bool {
    !value.is_opaque() && !matches!(value.shape, Shape::Error)
}

/// A container type is the one that its name says, and a type of k8s-openapi is the one from there: what accessors do not
/// prove.
pub(crate) fn proof(property: &Property, crates: &Crates) -> Option<TokenStream> {
    let typed = property.typed()?;
    if is_read(typed.value()) && typed.kubernetes().is_none() {
        return None;
    }
    let place = place(property);
    let identity = |typed: &Typed, same: TokenStream| {
        let declared = ty(typed);
        quote_spanned!(place=> const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;)
    };
    let container = proven(typed, &crates.runtime).map(|same| identity(typed, same));
    let kubernetes = typed.kubernetes().filter(|(_, kubernetes)| kubernetes.reads().is_none());
    let kubernetes = kubernetes
        .map(|(typed, kubernetes)| identity(typed, at(place, kubernetes.path(&crates.k8s_openapi))));
    Some(quote!(#container #kubernetes))
}

/// Errors in our code for a property are shown at its type.
fn place(property: &Property) -> Span {
    Span::call_site().located_at(property.span)
}

/// The type of a value for CEL and the function that reads it. Both name the type that the field is taken to have, so a type
/// of the user's own that has the name of a known one does not compile.
fn read(
    typed: &Typed,
    objects: &BTreeSet<String>,
    krate: &TokenStream,
    place: Span,
) -> (TokenStream, TokenStream) {
    let cel_value = quote_spanned!(place=> #krate::__private::CelValue);
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool) => quote_spanned!(place=> ::core::primitive::bool),
        Shape::Scalar(Scalar::Int) => quote_spanned!(place=> ::core::primitive::i64),
        Shape::Scalar(Scalar::WideInt) => quote_spanned!(place=> ::core::primitive::u64),
        Shape::Scalar(Scalar::Double) => quote_spanned!(place=> ::core::primitive::f64),
        Shape::Scalar(Scalar::String) => quote_spanned!(place=> &::core::primitive::str),
        Shape::Scalar(Scalar::Shown) => {
            let ty = ty(typed);
            quote_spanned!(place=> #krate::__private::Shown<'_, #ty>)
        }
        Shape::Scalar(Scalar::Char) => {
            quote_spanned!(place=> #krate::__private::Shown<'_, ::core::primitive::char>)
        }
        Shape::Scalar(Scalar::Date | Scalar::DateTime) => {
            quote_spanned!(place=> #krate::__private::cel_types::Timestamp)
        }
        Shape::Nested(nested) if objects.contains(&nested.key) => {
            let ty = ty(typed);
            return (quote_spanned!(place=> &#ty), quote_spanned!(place=> ::core::convert::identity));
        }
        Shape::Kubernetes(_)
        | Shape::Option(_)
        | Shape::Pointer(_)
        | Shape::List(_)
        | Shape::Array(..)
        | Shape::Map(_)
        | Shape::Nested(_)
        | Shape::Opaque
        | Shape::FreeMap
        | Shape::Error => {
            let ty = proven(typed, krate).unwrap_or_else(|| ty(typed));
            let read = quote_spanned!(place=> <#ty as #cel_value>::cel);
            return (quote_spanned!(place=> #krate::__private::Cel<'_, #ty>), read);
        }
    };
    (cel, quote_spanned!(place=> #cel_value::cel))
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
