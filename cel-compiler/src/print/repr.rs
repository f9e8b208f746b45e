//! Rust types.

use crate::ir::Repr;
use cel_types::TypeName;
use std::borrow::Cow;

impl Repr {
    /// The representation's Rust type, with `_` for types that only rustc knows.
    pub(crate) fn rust(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Repr::Null => "()",
            Repr::Never => "Never",
            Repr::Bool => "bool",
            Repr::Int => "i64",
            Repr::Uint => "u64",
            Repr::Double => "f64",
            Repr::String => "&'a str",
            Repr::Type => "TypeName",
            Repr::Bytes => "&'a [u8]",
            Repr::Timestamp => "Timestamp",
            Repr::Duration => "Duration",
            Repr::Opaque(name) => opaque_rust(*name),
            Repr::List { element, native: false, .. } => {
                return Cow::Owned(format!("list::List<'a, {}>", element.rust()));
            }
            Repr::Map { key, value, native: false } => {
                return Cow::Owned(format!("map::Map<'a, {}, {}>", key.rust(), value.rust()));
            }
            Repr::Optional(value) | Repr::Nullable(value) => {
                return Cow::Owned(format!("Option<{}>", value.rust()));
            }
            Repr::Dynamic => "Value<'a>",
            Repr::Object(_) | Repr::List { .. } | Repr::Map { .. } | Repr::Encoded(_) => "_",
        })
    }
}

/// The Rust type of a Kubernetes library's value; all are `Copy`.
fn opaque_rust(name: TypeName) -> &'static str {
    match name {
        TypeName::Quantity => "quantity::Quantity<'a>",
        TypeName::Url => "url::Url<'a>",
        TypeName::Semver => "semver::Semver<'a>",
        TypeName::NamedFormat => "format::NamedFormat",
        TypeName::Ip => "ip::Ip",
        TypeName::Cidr => "cidr::Cidr",
        _ => "_",
    }
}
