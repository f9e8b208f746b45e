//! Rust types.

use crate::ir::Repr;
use cel_types::TypeName;
use proc_macro2::TokenStream;
use quote::quote;

impl Repr {
    /// The representation's Rust type, with `_` for types that only rustc knows.
    pub(crate) fn rust(&self) -> TokenStream {
        match self {
            Repr::Null => quote!(()),
            Repr::Never => quote!(Never),
            Repr::Bool => quote!(bool),
            Repr::Int => quote!(i64),
            Repr::Uint => quote!(u64),
            Repr::Double => quote!(f64),
            Repr::String => quote!(&'a str),
            Repr::Type => quote!(TypeName),
            Repr::Bytes => quote!(&'a [u8]),
            Repr::Timestamp => quote!(Timestamp),
            Repr::Duration => quote!(Duration),
            Repr::Opaque(name) => opaque_rust(*name),
            Repr::List { element, native: false, .. } => {
                let element = element.rust();
                quote!(list::List<'a, #element>)
            }
            Repr::Map { key, value, native: false } => {
                let (key, value) = (key.rust(), value.rust());
                quote!(map::Map<'a, #key, #value>)
            }
            Repr::Optional(value) | Repr::Nullable(value) => {
                let value = value.rust();
                quote!(Option<#value>)
            }
            Repr::Dynamic => quote!(Value<'a>),
            Repr::Object(_) | Repr::List { .. } | Repr::Map { .. } | Repr::Encoded(_) => quote!(_),
        }
    }
}

/// The Rust type of a Kubernetes library's value; all are `Copy`.
fn opaque_rust(name: TypeName) -> TokenStream {
    match name {
        TypeName::Quantity => quote!(quantity::Quantity<'a>),
        TypeName::Url => quote!(url::Url<'a>),
        TypeName::Semver => quote!(semver::Semver<'a>),
        TypeName::NamedFormat => quote!(format::NamedFormat),
        TypeName::Ip => quote!(ip::Ip),
        TypeName::Cidr => quote!(cidr::Cidr),
        _ => quote!(_),
    }
}
