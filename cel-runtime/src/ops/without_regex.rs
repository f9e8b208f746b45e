//! Replaces regular expressions without the feature `regex`. Its use is a compile error that names the feature.

use super::{list::List, ops::Outcome};
use crate::{cost::Arena, eval_error::EvalError};

#[diagnostic::on_unimplemented(
    message = "`matches`, `find` and `findAll` in rules need the feature `regex` of cel-runtime",
    label = "in a rule of this type",
    note = "add `features = [\"regex\"]` to cel-runtime in Cargo.toml"
)]
pub trait NeedsFeature {}

/// A pattern that nothing can construct.
pub struct Pattern;

impl Pattern {
    pub fn constant<T: NeedsFeature>(_: T) -> Self {
        Pattern
    }

    pub fn matches(&self, _: &str) -> bool {
        false
    }

    pub fn find<'a>(&self, _: &'a str) -> &'a str {
        ""
    }

    pub fn find_all<'a>(&self, _: &'a Arena, _: &'a str, _: i64) -> List<'a, &'a str> {
        List::Slice(&[])
    }

    pub fn matches_bounded<'a>(&self, _: &'a Arena, _: &str) -> Outcome<'a, bool> {
        Err(EvalError::NoSuchOverload)
    }

    pub fn find_bounded<'a>(&self, _: &'a Arena, _: &'a str) -> Outcome<'a, &'a str> {
        Err(EvalError::NoSuchOverload)
    }

    pub fn find_all_bounded<'a>(&self, _: &'a Arena, _: &'a str, _: i64) -> Outcome<'a, List<'a, &'a str>> {
        Err(EvalError::NoSuchOverload)
    }
}

pub fn matches<'a, T: NeedsFeature, P>(_: &'a Arena, _: T, _: P) -> Outcome<'a, bool> {
    Err(EvalError::NoSuchOverload)
}

pub fn find<'a, T: NeedsFeature, P>(_: &'a Arena, _: T, _: P) -> Outcome<'a, &'a str> {
    Err(EvalError::NoSuchOverload)
}

pub fn find_all<'a, T: NeedsFeature, P>(_: &'a Arena, _: T, _: P) -> Outcome<'a, List<'a, &'a str>> {
    Err(EvalError::NoSuchOverload)
}

pub fn find_all_limited<'a, T: NeedsFeature, P>(
    _: &'a Arena,
    _: T,
    _: P,
    _: i64,
) -> Outcome<'a, List<'a, &'a str>> {
    Err(EvalError::NoSuchOverload)
}
