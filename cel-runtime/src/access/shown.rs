//! Types that are strings for CEL. The string is the text that they print, as in serde.

use super::CelValue;
use crate::{keyed_hash::KeyedHasher, ops::equality::Equal};
use cel_types::quote::quote;
use std::{
    fmt::{self, Write},
    hash::Hasher,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
};

/// A value that CEL sees as its printed text. Values with the same text are equal.
#[derive(Debug)]
pub struct Shown<'a, T>(&'a T);

impl<T> Clone for Shown<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shown<'_, T> {}

impl<T: fmt::Display> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A type whose values are printed.
pub trait Printed: fmt::Display {
    /// True if both have the same text.
    fn has_same_text(&self, other: &Self) -> bool;
}

impl<T: Printed> Equal for Shown<'_, T> {
    fn equal(self, right: Self) -> bool {
        self.0.has_same_text(right.0)
    }
    fn write(self, hasher: &mut KeyedHasher) -> bool {
        let mut text = String::new();
        let is_printed = write!(text, "{}", self.0).is_ok();
        hasher.write(text.as_bytes());
        is_printed
    }
}

macro_rules! shown {
    ($has_same_text:expr; $($ty:ty),*) => {$(
        impl Printed for $ty {
            #[inline]
            fn has_same_text(&self, other: &Self) -> bool {
                $has_same_text(self, other)
            }
        }

        impl CelValue for $ty {
            type Cel<'a> = Shown<'a, $ty>;
            const SCHEMA_TYPE: &'static str = "string";

            #[inline]
            fn cel(&self) -> Shown<'_, $ty> {
                Shown(self)
            }

            fn bad_value(&self) -> Option<String> {
                Some(quote(&self.to_string()))
            }
        }
    )*};
}

shown!(PartialEq::eq; char, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddrV4);
// The label of a flow, which `==` compares, is not printed.
shown!(|left: &Self, right: &Self| left.to_string() == right.to_string(); SocketAddr, SocketAddrV6);

#[cfg(feature = "uuid")]
shown!(PartialEq::eq; uuid::Uuid);

/// The normalized text of the parsed URL.
#[cfg(feature = "url")]
impl CelValue for url::Url {
    type Cel<'a> = &'a str;
    const SCHEMA_TYPE: &'static str = "string";

    #[inline]
    fn cel(&self) -> &str {
        self.as_str()
    }

    fn bad_value(&self) -> Option<String> {
        Some(quote(self.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_the_same_text_are_equal() {
        let address = |flow| SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, flow, 0);
        assert_ne!(address(1), address(2));
        assert!(address(1).cel().equal(address(2).cel()));
        assert!(SocketAddr::from(address(1)).cel().equal(SocketAddr::from(address(2)).cel()));
    }
}
