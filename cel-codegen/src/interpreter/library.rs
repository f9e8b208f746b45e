//! Functions that are chosen among their overloads by the types of the values, one table per library.

mod cidr;
mod conversion;
mod format;
mod ip;
mod lists;
mod quantity;
mod regex;
mod semver;
mod strings;
mod time;
mod url;

use cel_compiler::decls::{self, KubernetesVersion, OverloadDecl};
use cel_runtime::__private::{
    Arena,
    cel_types::{Duration, Timestamp},
    generated::{
        Outcome, cidr::Cidr, dynamic, format::NamedFormat, ip::Ip, list::List, map::Map, quantity::Quantity,
        semver::Semver, url::Url,
    },
    value::{self, Value},
};

/// Implementation of an overload: the function for values that it takes.
struct Row {
    /// cel-go's id.
    overload: &'static str,
    /// `None` if the values are of other types.
    call: for<'a> fn(&'a Arena, &[Value<'a>]) -> Option<Outcome<'a, Value<'a>>>,
}

/// One table per library.
const TABLES: &[&[Row]] = &[
    cidr::ROWS,
    conversion::ROWS,
    format::ROWS,
    ip::ROWS,
    lists::ROWS,
    quantity::ROWS,
    regex::ROWS,
    semver::ROWS,
    strings::ROWS,
    time::ROWS,
    url::ROWS,
];

/// `"overload" => (Kind name, ..) value;`: the value of an overload for values of these kinds; `Any` is each of them.
macro_rules! rows {
    ($arena:ident; $($overload:literal => ($($kind:ident $name:ident),*) $value:expr;)*) => {
        &[$(Row {
            overload: $overload,
            call: |$arena, values| match values {
                [$($crate::interpreter::library::kind!($kind $name)),*] => {
                    $(let $name = *$name;)*
                    Some($crate::interpreter::library::Given::into_value($value, $arena))
                }
                _ => None,
            },
        }),*]
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
use kind;
use rows;

/// The value of a call: by the overload that the checker found, or by all that the function has.
pub(super) fn call<'a>(
    arena: &'a Arena,
    function: &str,
    found: &[&'static OverloadDecl],
    values: &[Value<'a>],
) -> Outcome<'a, Value<'a>> {
    let candidates: Vec<&OverloadDecl> = match (found, decls::function(function, NEWEST)) {
        ([_], _) | (_, None) => found.to_vec(),
        (_, Some(all)) => all.overloads(NEWEST).collect(),
    };
    let rows = candidates
        .iter()
        .filter_map(|overload| TABLES.iter().copied().flatten().find(|row| row.overload == overload.id));
    let mut results = rows.filter_map(|row| (row.call)(arena, values));
    results.next().unwrap_or_else(|| Err(dynamic::no_such_overload(arena, function, values)))
}

const NEWEST: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;

/// Result of a function of the runtime, as a value.
pub(super) trait Given<'a> {
    fn into_value(self, arena: &'a Arena) -> Outcome<'a, Value<'a>>;
}

macro_rules! given {
    ($($ty:ty => $variant:ident;)*) => {$(
        impl<'a> Given<'a> for $ty {
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
