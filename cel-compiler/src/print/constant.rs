//! Constants as Rust.

use crate::{
    ast::ExprId,
    ir::Repr,
    plan::{Constant, Identity, runtime_type},
};
use cel_types::Zone;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::{cmp::Ordering, rc::Rc};

/// A constant in a representation it can take.
pub(super) fn tokens(constant: &Constant, repr: &Repr) -> TokenStream {
    let scalar = match (constant, repr) {
        (Constant::List(..), Repr::Dynamic) => own_tokens(constant, &Repr::list(Repr::Dynamic)),
        (Constant::Map(..), Repr::Dynamic) => own_tokens(constant, &Repr::map(Repr::Dynamic, Repr::Dynamic)),
        _ => own_tokens(constant, repr),
    };
    if *repr == Repr::Dynamic { as_value(constant, &scalar) } else { scalar }
}

fn own_tokens(constant: &Constant, repr: &Repr) -> TokenStream {
    match constant {
        Constant::Null => quote!(()),
        Constant::Bool(value) => quote!(#value),
        Constant::Int(value) => quote!(#value),
        Constant::Uint(value) => quote!(#value),
        Constant::Double(value) => double(*value),
        Constant::String(value) => quote!(#value),
        Constant::Bytes(value) => {
            let bytes = Literal::byte_string(value);
            quote!(#bytes.as_slice())
        }
        Constant::Timestamp(value) => {
            let (seconds, nanos, zone) = (value.seconds(), value.nanos(), zone(value.zone()));
            quote!(Timestamp::new(#seconds, #nanos, #zone))
        }
        Constant::Duration(value) => {
            let nanos = value.nanos();
            quote!(Duration::from_nanos(#nanos))
        }
        Constant::Type(name) => {
            let variant = format_ident!("{name:?}");
            quote!(TypeName::#variant)
        }
        Constant::List(elements, literal) => list(elements, *literal, repr),
        Constant::Map(entries, literal) => map(entries, *literal, repr),
    }
}

/// A number without its type.
pub(super) fn number(constant: &Constant) -> Option<TokenStream> {
    let literal = match constant {
        Constant::Int(value) => Literal::i64_unsuffixed(*value),
        Constant::Uint(value) => Literal::u64_unsuffixed(*value),
        Constant::Double(value) if value.is_finite() => Literal::f64_unsuffixed(*value),
        _ => return None,
    };
    Some(quote!(#literal))
}

fn list(constants: &[Constant], literal: Identity, repr: &Repr) -> TokenStream {
    let element = match repr {
        Repr::List { element, .. } => Rc::clone(element),
        _ => Rc::new(Repr::Dynamic),
    };
    let rust = element.rust();
    let elements = constants.iter().map(|value| tokens(value, &element));
    let promoted = constants.iter().all(|constant| is_promoted(constant, &element));
    let elements = in_place(quote!([#(#elements),*]), promoted, literal);
    quote!(list::List::<#rust>::Slice(#elements))
}

fn map(entries: &[(Constant, Constant)], literal: Identity, repr: &Repr) -> TokenStream {
    let (key, value) = match repr {
        Repr::Map { key, value, .. } => (Rc::clone(key), Rc::clone(value)),
        _ => (Rc::new(Repr::Dynamic), Rc::new(Repr::Dynamic)),
    };
    let (key_rust, value_rust) = (key.rust(), value.rust());
    let mut entries: Vec<&(Constant, Constant)> = entries.iter().collect();
    entries.sort_by(|(a, _), (b, _)| order(a, b));
    let promoted = entries.iter().all(|(k, v)| is_promoted(k, &key) && is_promoted(v, &value));
    let entries = entries.into_iter().map(|(k, v)| {
        let (k, v) = (tokens(k, &key), tokens(v, &value));
        quote!((#k, #v))
    });
    let entries = in_place(quote!([#(#entries),*]), promoted, literal);
    quote!(map::Map::<#key_rust, #value_rust>::Entries(#entries))
}

/// A reference to constants. Rust gives a `'static` lifetime to literals, but to calls only in a `const`. Equal constants may share an
/// address, unless they are numbered.
fn in_place(constants: TokenStream, promoted: bool, literal: Identity) -> TokenStream {
    match literal {
        Some(ExprId(number)) => quote!(const { &list::Literal { parts: #constants, number: #number }.parts }),
        None if promoted => quote!(&#constants),
        None => quote!(const { &#constants }),
    }
}

fn is_promoted(constant: &Constant, repr: &Repr) -> bool {
    match constant {
        Constant::Null
        | Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::String(_)
        | Constant::Type(_) => true,
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => false,
        Constant::List(_, None) | Constant::Map(_, None) => *repr != Repr::Dynamic && !has_calls(constant),
        // It stands in a `const`, so the constant around it does too.
        Constant::List(..) | Constant::Map(..) => false,
    }
}

/// True if its code contains a call. Rust gives calls no `'static` lifetime outside a `const`.
fn has_calls(constant: &Constant) -> bool {
    match constant {
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => true,
        Constant::List(elements, _) => elements.iter().any(has_calls),
        Constant::Map(entries, _) => entries.iter().any(|(k, v)| has_calls(k) || has_calls(v)),
        _ => false,
    }
}

/// The order in which the runtime keeps entries.
fn order(a: &Constant, b: &Constant) -> Ordering {
    match (a, b) {
        (Constant::Bool(a), Constant::Bool(b)) => a.cmp(b),
        (Constant::Int(a), Constant::Int(b)) => a.cmp(b),
        (Constant::Uint(a), Constant::Uint(b)) => a.cmp(b),
        (Constant::Double(a), Constant::Double(b)) => a.partial_cmp(b).unwrap_or_else(|| a.total_cmp(b)),
        (Constant::Timestamp(a), Constant::Timestamp(b)) => a.cmp(b).then(a.zone().cmp(&b.zone())),
        (Constant::Duration(a), Constant::Duration(b)) => a.cmp(b),
        (Constant::Type(a), Constant::Type(b)) => a.cmp(b),
        (Constant::String(a), Constant::String(b)) => a.cmp(b),
        (a, b) => runtime_type(a).cmp(&runtime_type(b)),
    }
}

fn zone(zone: Zone) -> TokenStream {
    match zone {
        Zone::Utc => quote!(Zone::Utc),
        Zone::Local => quote!(Zone::Local),
        Zone::Minutes(minutes) => quote!(Zone::Minutes(#minutes)),
        Zone::Own { minutes, number } => quote!(Zone::Own { minutes: #minutes, number: #number }),
    }
}

fn double(value: f64) -> TokenStream {
    if value.is_nan() {
        quote!(f64::NAN)
    } else if value.is_infinite() {
        if value > 0.0 { quote!(f64::INFINITY) } else { quote!(f64::NEG_INFINITY) }
    } else {
        quote!(#value)
    }
}

/// A constant as a `Value`, from its tokens in a static representation.
fn as_value(constant: &Constant, scalar: &TokenStream) -> TokenStream {
    let variant = match constant {
        Constant::Null => return quote!(Value::Null),
        Constant::Bool(_) => "Bool",
        Constant::Int(_) => "Int",
        Constant::Uint(_) => "Uint",
        Constant::Double(_) => "Double",
        Constant::String(_) => "String",
        Constant::Bytes(_) => "Bytes",
        Constant::Timestamp(_) => "Timestamp",
        Constant::Duration(_) => "Duration",
        Constant::Type(_) => "Type",
        Constant::List(..) => "list",
        Constant::Map(..) => "map",
    };
    let variant = format_ident!("{variant}");
    quote!(Value::#variant(#scalar))
}
