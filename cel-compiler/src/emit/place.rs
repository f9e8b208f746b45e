//! Reads of the types of k8s-openapi, which have no methods of ours: of their public fields, where a rule asks for one.

use cel_types::kubernetes::{Field, Held, Presence, RustType, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The code that reads a field of an object, and whether it gives an `Option`. `arena` is code for the arena.
pub(super) fn read(object: &TokenStream, field: &Field, arena: &TokenStream) -> (TokenStream, bool) {
    let name = match &field.held {
        Held::Field(name) => format_ident!("{name}"),
        Held::Text(text) => return (quote!(#text), false),
    };
    let held = quote!(#object.0.#name);
    let present = match field.presence {
        Presence::Always => return (value(&field.ty, quote!(&#held), arena), false),
        Presence::Optional => quote!(#held.as_ref()),
        // An `Option` in some versions of Kubernetes: the type that is there says it.
        Presence::AlwaysHere | Presence::OptionalHere => quote!((&foreign::Probe(&#held)).present()),
    };
    if matches!(&field.ty, RustType::Named(entry) if matches!(entry.shape(None), Shape::Object(_) | Shape::Untyped))
    {
        return (quote!(#present.map(foreign::Foreign)), true);
    }
    let value = value(&field.ty, quote!(value), arena);
    (quote!(#present.map(|value| #value)), true)
}

/// The view of a referenced value that rules have.
pub(super) fn value(ty: &RustType, value: TokenStream, arena: &TokenStream) -> TokenStream {
    if is_cel_value(ty) {
        return quote!(CelValue::cel(#value));
    }
    match ty {
        RustType::Bytes => quote!(foreign::bytes(&(#value).0)),
        RustType::Box(inner) => self::value(inner, quote!(&**#value), arena),
        RustType::Vec(inner) => {
            let read = closure(inner, arena);
            quote!(foreign::list(#value, #read))
        }
        RustType::Map(inner) => {
            let read = closure(inner, arena);
            quote!(foreign::map(#value, #read))
        }
        RustType::Named(entry) => match entry.shape(None) {
            Shape::Quantity => quote!(Value::String(&(#value).0)),
            Shape::Time => quote!(foreign::time(&(#value).0)),
            Shape::MicroTime => quote!(foreign::micro_time(&(#value).0)),
            // The table has none in a list or a map.
            Shape::IntOrString => quote!(foreign::int_or_string(#arena, #value)),
            Shape::Object(_) | Shape::Untyped | Shape::Union => quote!(foreign::Foreign(#value)),
        },
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => value,
    }
}

fn closure(ty: &RustType, arena: &TokenStream) -> TokenStream {
    let read = value(ty, quote!(value), arena);
    quote!(|value| #read)
}

/// True for what shows itself to CEL.
fn is_cel_value(ty: &RustType) -> bool {
    match ty {
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => true,
        RustType::Vec(inner) | RustType::Map(inner) => is_cel_value(inner),
        RustType::Bytes | RustType::Box(_) | RustType::Named(_) => false,
    }
}
