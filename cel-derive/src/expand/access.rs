//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{at, ty};
use crate::{
    decl_type::{Kubernetes, Scalar, Shape, Typed, proven},
    input::{Property, Reader},
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::BTreeSet;

/// The hidden method by which rules read a property.
pub(crate) fn accessor(property: &Property, objects: &BTreeSet<String>, krate: &TokenStream) -> TokenStream {
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
    let krate = &at(place, krate.clone());
    let (cel, read) = match value.kubernetes() {
        Some((_, kubernetes)) => kubernetes_read(value, kubernetes, krate, place),
        None => read(value, objects, krate, place),
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
pub(crate) fn proof(property: &Property, krate: &TokenStream) -> Option<TokenStream> {
    let typed = property.typed()?;
    let place = place(property);
    let identity = |typed: &Typed, same: TokenStream| {
        let declared = ty(typed);
        quote_spanned!(place=> const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;)
    };
    let is_proven = is_read(typed.value()) && typed.kubernetes().is_none();
    let container = proven(typed, krate).filter(|_| !is_proven);
    let container = container.map(|same| identity(typed, same));
    let kubernetes = typed.kubernetes().filter(|(_, kubernetes)| kubernetes.reads().is_none());
    let kubernetes = kubernetes.map(|(typed, kubernetes)| identity(typed, at(place, kubernetes.path())));
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

/// k8s-openapi's types implement no trait of ours: times are read through their public fields. Of the others, and of lists
/// and maps of them, rules only see whether they are there.
fn kubernetes_read(
    typed: &Typed,
    kubernetes: Kubernetes,
    krate: &TokenStream,
    place: Span,
) -> (TokenStream, TokenStream) {
    let ty = ty(typed);
    let Some((read, _)) = kubernetes.reads() else {
        return (quote_spanned!(place=> &#ty), quote_spanned!(place=> ::core::convert::identity));
    };
    let same = at(place, kubernetes.path());
    let read = quote_spanned! {place=>
        (|__cel_value: &#ty| {
            let __cel_value: &#same = __cel_value;
            #krate::__private::#read(&__cel_value.0)
        })
    };
    (quote_spanned!(place=> #krate::__private::cel_types::Timestamp), read)
}
