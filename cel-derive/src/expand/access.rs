//! The hidden methods by which rules read properties, and the proofs that types are what their names say.

use super::{kubernetes::Foreign, ty};
use crate::{
    decl_type::{Scalar, Shape, Typed, proven},
    input::{Container, Property, Reader},
    tokens::at,
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::BTreeSet;

/// The hidden method by which rules read a property.
pub(crate) fn accessor(
    property: &Property,
    objects: &BTreeSet<String>,
    container: &Container<'_>,
) -> TokenStream {
    let method = &property.method;
    let Reader { expr, optional } = &property.reader;
    let Some(typed) = property.typed() else {
        return quote! {
            #[inline]
            pub fn #method(&self) -> __cel::Option<&Self> { #expr }
        };
    };
    let value = typed.value();
    if !is_read(value) {
        return TokenStream::new();
    }
    let place = place(property);
    let (cel, read) = match Foreign::of(value, container) {
        Some(foreign) => {
            let (cel, read) = foreign.read(&quote!('_));
            (at(place, cel), at(place, quote!((#read))))
        }
        None => read(value, objects, place),
    };
    let output = if property.optional() { quote_spanned!(place=> __cel::Option<#cel>) } else { cel };
    let body = match (*optional, &typed.shape) {
        // A null property is absent.
        _ if typed.is_json() => {
            let held = if *optional { expr.clone() } else { quote_spanned!(place=> __cel::Some(#expr)) };
            quote_spanned!(place=> __cel::Option::filter(#held, |__cel_v| !__cel_v.is_null()))
        }
        (false, Shape::Option(_)) => {
            quote_spanned!(place=> __cel::Option::map(__cel::Option::as_ref(#expr), #read))
        }
        (true, Shape::Option(_)) => {
            let inner = quote_spanned!(place=> __cel::Option::and_then(#expr, __cel::Option::as_ref));
            quote_spanned!(place=> __cel::Option::map(#inner, #read))
        }
        (false, _) => quote_spanned!(place=> #read(#expr)),
        (true, _) => quote_spanned!(place=> __cel::Option::map(#expr, #read)),
    };
    quote_spanned! {place=>
        #[inline]
        pub fn #method(&self) -> #output { #body }
    }
}

fn is_read(value: &Typed) -> bool {
    !value.is_opaque() && !matches!(value.shape, Shape::Error)
}

/// A container type is the one that its name says, where no accessor proves it; accessors prove the types of k8s-openapi.
pub(crate) fn proof(property: &Property) -> Option<TokenStream> {
    let typed = property.typed()?;
    if is_read(typed.value()) && typed.kubernetes().is_none() {
        return None;
    }
    let place = place(property);
    let (same, declared) = (proven(typed, place)?, ty(typed));
    Some(quote_spanned!(place=> const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;))
}

/// Errors in our code for a property are shown at its type.
fn place(property: &Property) -> Span {
    Span::call_site().located_at(property.span)
}

/// The type of a value for CEL and the function that reads it. Both name the type that the field is taken to have, so a type
/// of the user's own that has the name of a known one does not compile.
fn read(typed: &Typed, objects: &BTreeSet<String>, place: Span) -> (TokenStream, TokenStream) {
    let cel_value = quote_spanned!(place=> __cel::CelValue);
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool) => quote_spanned!(place=> __cel::bool),
        Shape::Scalar(Scalar::Int) => quote_spanned!(place=> __cel::i64),
        Shape::Scalar(Scalar::WideInt) => quote_spanned!(place=> __cel::u64),
        Shape::Scalar(Scalar::Double) => quote_spanned!(place=> __cel::f64),
        Shape::Scalar(Scalar::String) => quote_spanned!(place=> &__cel::str),
        Shape::Scalar(Scalar::Shown) => {
            let ty = ty(typed);
            quote_spanned!(place=> __cel::Shown<'_, #ty>)
        }
        Shape::Scalar(Scalar::Char) => {
            quote_spanned!(place=> __cel::Shown<'_, __cel::char>)
        }
        Shape::Scalar(Scalar::Date | Scalar::DateTime) => {
            quote_spanned!(place=> __cel::cel_types::Timestamp)
        }
        Shape::Nested(nested) if objects.contains(&nested.key) => {
            let ty = ty(typed);
            return (quote_spanned!(place=> &#ty), quote_spanned!(place=> ::core::convert::identity));
        }
        Shape::Scalar(Scalar::Json) => quote_spanned!(place=> &__cel::serde_json::Value),
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
            let ty = proven(typed, place).unwrap_or_else(|| ty(typed));
            let read = quote_spanned!(place=> <#ty as #cel_value>::cel);
            return (quote_spanned!(place=> __cel::Cel<'_, #ty>), read);
        }
    };
    (cel, quote_spanned!(place=> #cel_value::cel))
}
