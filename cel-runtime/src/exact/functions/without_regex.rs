//! Replaces regular expressions without the feature `regex`. An exact rule that uses them gets an error that names the feature.

use crate::{
    arena::Arena,
    ops::{Outcome, without_regex::NeedsFeature},
    value::Value,
};

/// `name` defines a function that takes no values.
macro_rules! without {
    ($($function:ident)*) => {$(
        #[allow(missing_docs, reason = "the names of cel-go's overloads")]
        pub fn $function<'a, T: NeedsFeature>(_: &'a Arena, _: &[T]) -> Option<Outcome<'a, Value<'a>>> {
            None
        }
    )*};
}

without! { matches string_find_string string_find_all_string string_find_all_string_int }
