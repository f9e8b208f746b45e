//! The names that a generated function imports with `use ..::__private::ops::*`.
//!
//! Names of the prelude are here, too, because the user's crate may have other items with these names.

pub(crate) mod address;
pub mod dynamic;
pub mod equality;
pub mod foreign;
pub mod formatted;
pub mod list;
pub mod map;
pub mod messages;
pub mod object;
mod places;
pub mod size;
pub mod template;
pub mod typed;
#[cfg(not(feature = "regex"))]
pub mod without_regex;

#[cfg(not(feature = "regex"))]
pub use self::without_regex::{self as regex, Pattern};
pub use self::{
    equality::Equal,
    foreign::{OfOption, OfValue},
    list::{CelList, Rounds},
    map::CelMap,
    object::{Object, fields},
    typed as ops,
};
#[cfg(feature = "regex")]
pub use crate::library::regex::{self, Pattern};
pub use crate::{
    access::CelValue,
    cost::Cost,
    eval_error::EvalError,
    exact,
    json::{self, Trees as _},
    library::{cidr, format, ip, lists, quantity, scan, semver, sets, strings, time, url},
    outcome::{Outcome, Verdict},
    rule::node_value,
    value::{self, Value},
};
pub use cel_types::{Duration, Timestamp, TypeName, Zone};
pub use std::{
    cell::{Cell, OnceCell},
    convert::Infallible as Never,
    iter::Iterator,
    option::Option::{self, None, Some},
    primitive::{bool, f64, i64, str, u8, u64, usize},
    result::Result::{Err, Ok},
    sync::LazyLock,
    vec::Vec,
};
