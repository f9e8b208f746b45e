//! Functions over values. An operator has its own name, any other function has cel-go's name of the overload.

mod cidr;
mod conversion;
mod format;
mod ip;
mod lists;
mod operators;
mod quantity;
#[cfg(feature = "regex")]
mod regex;
mod semver;
mod strings;
mod time;
mod url;
#[cfg(not(feature = "regex"))]
mod without_regex;

#[cfg(feature = "regex")]
pub use self::regex::*;
#[cfg(not(feature = "regex"))]
pub use self::without_regex::*;
pub use self::{
    cidr::*, conversion::*, format::*, ip::*, lists::*, operators::*, quantity::*, semver::*, strings::*,
    time::*, url::*,
};
use crate::{
    arena::Arena,
    ops::{
        Duration, Outcome, Timestamp, cidr::Cidr, format::NamedFormat, ip::Ip, list::List, map::Map,
        quantity::Quantity, semver::Semver, url::Url,
    },
    value::{self, Value},
};

/// A function. It returns its value, or `None` if it does not take values of these types.
pub type Function = for<'a> fn(&'a Arena, &[Value<'a>]) -> Option<Outcome<'a, Value<'a>>>;

/// `name => (Kind operand, ..) value;` defines a function for values of these kinds. `Any` is every kind.
macro_rules! functions {
    ($arena:ident; $($function:ident => ($($kind:ident $name:ident),*) $value:expr;)*) => {
        $(
            #[allow(missing_docs, non_snake_case, reason = "the names of cel-go's overloads")]
            #[inline]
            pub fn $function<'a>($arena: &'a Arena, values: &[Value<'a>]) -> Option<Outcome<'a, Value<'a>>> {
                match values {
                    [$($crate::exact::functions::kind!($kind $name)),*] => {
                        $(let $name = *$name;)*
                        let _ = $arena;
                        Some($crate::exact::functions::Given::into_value($value, $arena))
                    }
                    _ => None,
                }
            }
        )*

        /// All of this file.
        pub(super) const ALL: &[(&str, Function)] = &[$((stringify!($function), $function)),*];
    };
}

macro_rules! kind {
    (Any $name:ident) => {
        $name
    };
    ($kind:ident $name:ident) => {
        Value::$kind($name)
    };
}
use functions;
use kind;

/// The function with that name, for an interpreter. Generated code uses the function itself. A static table would put all functions into
/// each build of the runtime.
#[inline]
pub fn find(name: &str) -> Option<Function> {
    TABLES.iter().copied().flatten().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

const TABLES: &[&[(&str, Function)]] = &[
    cidr::ALL,
    conversion::ALL,
    format::ALL,
    ip::ALL,
    lists::ALL,
    operators::ALL,
    quantity::ALL,
    #[cfg(feature = "regex")]
    regex::ALL,
    semver::ALL,
    strings::ALL,
    time::ALL,
    url::ALL,
];

/// Result of a function of the runtime, as a value.
pub trait Given<'a> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>>;
}

macro_rules! given {
    ($($ty:ty => $variant:ident;)*) => {$(
        impl<'a> Given<'a> for $ty {
            #[inline]
            fn into_value(self, _arena: &'a Arena) -> Outcome<'a, Value<'a>> {
                Ok(Value::$variant(self))
            }
        }
    )*};
}
given! {
    bool => Bool;
    i64 => Int;
    u64 => Uint;
    f64 => Double;
    &'a str => String;
    &'a [u8] => Bytes;
    Timestamp => Timestamp;
    Duration => Duration;
    Quantity<'a> => Quantity;
    Semver<'a> => Semver;
    NamedFormat => NamedFormat;
    Url<'a> => Url;
    Ip => Ip;
    Cidr => Cidr;
}

impl<'a> Given<'a> for Value<'a> {
    #[inline]
    fn into_value(self, _arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        Ok(self)
    }
}

impl<'a, T: Given<'a>> Given<'a> for Outcome<'a, T> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        self?.into_value(arena)
    }
}

impl<'a, T: Given<'a>> Given<'a> for Option<T> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        let content = self.map(|content| content.into_value(arena)).transpose()?;
        Ok(value::optional(arena, content))
    }
}

impl<'a, T: Given<'a> + Copy + 'a> Given<'a> for List<'a, T> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        let value = move |element: T| element.into_value(arena).unwrap_or_else(Value::Error);
        Ok(value::list(arena, self, value::ListType::Literal, value))
    }
}

impl<'a, T: Given<'a> + Copy + 'a> Given<'a> for Map<'a, &'a str, T> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        let value = move |value: T| value.into_value(arena).unwrap_or_else(Value::Error);
        let key = |key| if let Value::String(key) = key { Some(key) } else { None };
        Ok(value::map(arena, self, false, key, Value::String, value))
    }
}
