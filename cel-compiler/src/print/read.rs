//! Reads of properties as Rust: methods of structs, public fields of the types of k8s-openapi, entries of JSON.

use crate::{
    ir::{Read, Source, Value},
    schema::AccessStep,
};
use cel_types::kubernetes::{Field, Held, Presence, RustType, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// The code that reads a property.
pub(super) fn read(object: &Value, read: &Read) -> TokenStream {
    let arena = &if read.has_arena { quote!(arena) } else { quote!(cost.arena()) };
    match &read.from {
        Source::Json(name) => quote!(#object.get(#name)),
        Source::Field(field) => of_field(object, field, arena),
        Source::Methods(ways) => of_ways(object, ways, false),
        Source::Foreign(ways, ty) if read.is_optional => {
            let (found, value) = (of_ways(object, ways, true), shown(ty, quote!(value), None));
            quote!(#found.map(|value| #value))
        }
        Source::Foreign(ways, ty) => shown(ty, of_ways(object, ways, true), None),
    }
}

/// The value of the first way that finds one.
fn of_ways(object: &Value, ways: &[Vec<AccessStep>], is_raw: bool) -> TokenStream {
    let mut ways = ways.iter().map(|steps| of_way(object, steps, is_raw));
    let first = ways.next().unwrap_or_default();
    ways.fold(first, |found, other| quote!(#found.or_else(|| #other)))
}

/// `is_raw`: the last method returns the raw Rust value.
fn of_way(object: &Value, steps: &[AccessStep], is_raw: bool) -> TokenStream {
    let last = steps.len().saturating_sub(1);
    let start = (object.to_token_stream(), false);
    let (found, _) = steps.iter().enumerate().fold(start, |(object, optional), (n, step)| {
        let method = match is_raw && n == last {
            true => format_ident!("{}", step.raw_method()),
            false => format_ident!("{}", step.method),
        };
        let number = step.variant.map(Literal::u32_unsuffixed).map(|n| quote!(::<#n>));
        let call = quote!(#method #number ());
        match (optional, step.optional) {
            (false, _) => (quote!(fields(#object).#call), step.optional),
            (true, false) => (quote!(#object.map(|object| fields(object).#call)), true),
            (true, true) => (quote!(#object.and_then(|object| fields(object).#call)), true),
        }
    });
    found
}

/// A field of a type of k8s-openapi.
fn of_field(object: &Value, field: &Field, arena: &TokenStream) -> TokenStream {
    let name = match &field.held {
        Held::Field(name) => format_ident!("{name}"),
        Held::Text(text) => return quote!(#text),
    };
    let held = quote!(#object.0.#name);
    let present = match field.presence {
        Presence::Always => return shown(&field.ty, quote!(&#held), Some(arena)),
        Presence::Optional => quote!(#held.as_ref()),
        // The field is an `Option` in some versions of Kubernetes. Its actual type decides.
        Presence::AlwaysHere | Presence::OptionalHere => quote!((&foreign::Probe(&#held)).present()),
    };
    if matches!(&field.ty, RustType::Named(entry) if matches!(entry.shape(None), Shape::Object(_) | Shape::Untyped))
    {
        return quote!(#present.map(foreign::Foreign));
    }
    let value = shown(&field.ty, quote!(value), Some(arena));
    quote!(#present.map(|value| #value))
}

/// The value of rules for a referenced value. Without the arena an `IntOrString` is converted later, like elements of lists.
fn shown(ty: &RustType, value: TokenStream, arena: Option<&TokenStream>) -> TokenStream {
    if is_cel_value(ty) {
        return quote!(CelValue::cel(#value));
    }
    match ty {
        RustType::Bytes => quote!(foreign::bytes(&(#value).0)),
        RustType::Box(inner) => shown(inner, quote!(&**#value), arena),
        RustType::Vec(inner) => {
            let read = closure(inner);
            quote!(foreign::list(#value, #read))
        }
        RustType::Map(inner) => {
            let read = closure(inner);
            quote!(foreign::map(#value, #read))
        }
        RustType::Named(entry) => match entry.shape(None) {
            Shape::Quantity => quote!(Value::String(&(#value).0)),
            Shape::Time => quote!(foreign::time(&(#value).0)),
            Shape::MicroTime => quote!(foreign::micro_time(&(#value).0)),
            Shape::IntOrString => match arena {
                Some(arena) => quote!(foreign::int_or_string(#arena, #value)),
                None => quote!(foreign::Scalar::new(#value)),
            },
            Shape::Object(_) | Shape::Untyped | Shape::Union => quote!(foreign::Foreign(#value)),
        },
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => value,
    }
}

fn closure(ty: &RustType) -> TokenStream {
    let read = shown(ty, quote!(value), None);
    quote!(|value| #read)
}

/// True for types that implement `CelValue`.
fn is_cel_value(ty: &RustType) -> bool {
    match ty {
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => true,
        RustType::Vec(inner) | RustType::Map(inner) => is_cel_value(inner),
        RustType::Bytes | RustType::Box(_) | RustType::Named(_) => false,
    }
}
