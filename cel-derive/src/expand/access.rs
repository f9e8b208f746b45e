//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{Crates, kubernetes::Foreign, ty};
use crate::{
    decl_type::{Scalar, Shape, Typed, proven},
    input::{Property, Reader},
    tokens::{Tokens, at},
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
    let (cel, read) = match Foreign::of(value, crates) {
        Some(foreign) => {
            let (cel, read) = foreign.read(&quote!('_));
            (at(place, &cel), at(place, &quote!((#read))))
        }
        None => read(value, objects, &crates.runtime.at(place), place),
    };
    let some = quote_spanned!(place=> ::core::option::Option);
    let (output, body) = match (*optional, matches!(typed.shape, Shape::Option(_))) {
        (optional, false) if typed.is_json() => {
            let held = if optional { expr.clone() } else { quote_spanned!(place=> #some::Some(#expr)) };
            // A null property is absent.
            let body = quote_spanned!(place=> #some::filter(#held, |__cel_v| !__cel_v.is_null()));
            (quote_spanned!(place=> #some<#cel>), body)
        }
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

/// A container type is the one that its name says, where no accessor proves it; accessors prove the types of k8s-openapi.
pub(crate) fn proof(property: &Property, crates: &Crates) -> Option<TokenStream> {
    let typed = property.typed()?;
    if is_read(typed.value()) && typed.kubernetes().is_none() {
        return None;
    }
    let same = proven(typed, &crates.runtime)?;
    let (place, declared) = (place(property), ty(typed));
    Some(quote_spanned!(place=> const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;))
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
    krate: &Tokens,
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
        Shape::Scalar(Scalar::Json) => quote_spanned!(place=> &#krate::__private::serde_json::Value),
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
