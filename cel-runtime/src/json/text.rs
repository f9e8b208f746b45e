//! Values in trees that were read from texts.

use super::value::{Entries, Json};
use crate::{access::CelValue, ops::typed, short};
use serde_json::Number;
use std::{iter, ptr::from_ref, slice};

/// A value. Its texts and its parts are in the text, or in the memory of the tree.
#[derive(Clone, Copy, Debug)]
pub enum TextJson<'a> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number of 64 bits, with its sign.
    Int(i64),
    /// Any other number. To the server it is a float.
    Float(f64),
    /// A text.
    String(&'a str),
    /// A list.
    Array(&'a [TextJson<'a>]),
    /// An object. The entries are sorted by their names.
    Object(&'a [Entry<'a>]),
}

/// A name and its value.
pub type Entry<'a> = (&'a str, TextJson<'a>);

impl From<&Number> for TextJson<'_> {
    #[inline]
    fn from(number: &Number) -> Self {
        number.as_i64().map_or_else(|| TextJson::Float(float(number)), TextJson::Int)
    }
}

/// A number as a float. If no float holds it, it is infinite. There are such numbers only with the feature `arbitrary_precision` of
/// `serde_json`.
#[inline]
pub(super) fn float(number: &Number) -> f64 {
    number.as_f64().unwrap_or(f64::INFINITY)
}

/// For lists of values.
impl CelValue for TextJson<'_> {
    type Cel<'a>
        = &'a Self
    where
        Self: 'a;
    const SCHEMA_TYPE: &'static str = "";

    #[inline]
    fn cel(&self) -> &Self {
        self
    }

    #[inline]
    fn bad_value(&self) -> Option<String> {
        Some(super::bad_value(self.into()))
    }
}

impl<'a> Json<'a> for &'a TextJson<'a> {
    type List = &'a [TextJson<'a>];
    type Entries = &'a [Entry<'a>];

    #[inline]
    fn as_bool(self) -> Option<bool> {
        if let TextJson::Bool(value) = self { Some(*value) } else { None }
    }
    #[inline]
    fn as_str(self) -> Option<&'a str> {
        if let TextJson::String(text) = self { Some(text) } else { None }
    }
    #[inline]
    fn as_i64(self) -> Option<i64> {
        if let TextJson::Int(int) = self { Some(*int) } else { None }
    }
    #[inline]
    fn as_f64(self) -> Option<f64> {
        match self {
            TextJson::Int(int) => Some(typed::int_to_double(*int)),
            TextJson::Float(double) => Some(*double),
            _ => None,
        }
    }
    #[inline]
    fn as_array(self) -> Option<&'a [TextJson<'a>]> {
        if let TextJson::Array(list) = self { Some(list) } else { None }
    }
    #[inline]
    fn as_object(self) -> Option<&'a [Entry<'a>]> {
        if let TextJson::Object(entries) = self { Some(entries) } else { None }
    }
    #[inline]
    fn is_null(self) -> bool {
        matches!(self, TextJson::Null)
    }
    #[inline]
    fn address(self) -> usize {
        from_ref(self).addr()
    }
}

/// Up to this number of entries they are compared one after the other.
const FEW: usize = 8;

impl<'a> Entries<'a> for &'a [Entry<'a>] {
    type Value = &'a TextJson<'a>;
    type Iter = iter::Map<slice::Iter<'a, Entry<'a>>, fn(&'a Entry<'a>) -> (&'a str, &'a TextJson<'a>)>;

    #[inline]
    fn length(self) -> usize {
        self.len()
    }
    #[inline]
    fn get(self, name: &str) -> Option<&'a TextJson<'a>> {
        let entry = match self.len() {
            0..=FEW => self.iter().find(|(known, _)| short::are_same(known.as_bytes(), name.as_bytes())),
            _ => self.get(self.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?),
        };
        entry.map(|(_, value)| value)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.iter().map(|(name, value)| (name, value))
    }
}
