//! Values as Go prints them.

use super::Value;
use crate::ops::{CelList, CelMap};
use cel_types::{TypeName, number::format_double};
use std::fmt::{self, Display};

/// A value as Go prints the Go value that holds it on the server (Go: `%v`).
pub(crate) struct Shown<'a>(pub(crate) Value<'a>);

impl Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("0"),
            Value::Bool(value) => value.fmt(f),
            Value::Int(number) => number.fmt(f),
            Value::Uint(number) => number.fmt(f),
            Value::Double(number) => f.write_str(&format_double(number)),
            Value::String(text) => f.write_str(text),
            Value::Bytes(bytes) => sequence(f, ['[', ']'], " ", bytes.iter()),
            Value::Timestamp(timestamp) => f.write_str(&timestamp.spaced()),
            Value::Duration(duration) => f.write_str(&duration.in_parts()),
            Value::Type(name) => f.write_str(with_parameters(name)),
            Value::Semver(version) => version.fmt(f),
            Value::Url(url) => url.fmt(f),
            Value::Ip(ip) => ip.fmt(f),
            Value::Cidr(cidr) => cidr.fmt(f),
            Value::Quantity(quantity) => quantity.fmt(f),
            // Go prints addresses in memory for these.
            Value::NamedFormat(_) | Value::Message(_) => self.0.type_name().fmt(f),
            Value::List(list) => sequence(f, ['[', ']'], ", ", list.elements.elements().map(Shown)),
            Value::Map(map) => sequence(
                f,
                ['{', '}'],
                ", ",
                map.entries.entries().map(|(key, value)| format!("{}: {}", Shown(key), Shown(value))),
            ),
            Value::Optional(Some(content)) => write!(f, "optional({})", Shown(*content)),
            Value::Optional(None) => f.write_str("optional.none()"),
            Value::Preserved(json) => json.fmt(f),
            Value::Error(error) => error.fmt(f),
        }
    }
}

/// A type as Go prints it.
#[inline]
fn with_parameters(name: TypeName) -> &'static str {
    match name {
        TypeName::List => "list(dyn)",
        TypeName::Map => "map(dyn, dyn)",
        TypeName::Optional => "optional_type(dyn)",
        name => name.as_str(),
    }
}

fn sequence(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    separator: &str,
    parts: impl Iterator<Item = impl Display>,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (i, part) in parts.enumerate() {
        write!(f, "{}{part}", if i > 0 { separator } else { "" })?;
    }
    write!(f, "{close}")
}
