//! Values in trees that were read from texts.

use crate::short;
use serde_json::Number;

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

/// The entries of an object: the object itself, so that they are as small as those of other trees.
#[derive(Clone, Copy, Debug)]
pub struct TextEntries<'a>(&'a TextJson<'a>);

/// Up to this number of entries they are compared one after the other.
const FEW: usize = 8;

impl<'a> TextEntries<'a> {
    /// The entries of an object. Other values have none.
    #[inline]
    pub(super) fn new(value: &'a TextJson<'a>) -> Self {
        TextEntries(value)
    }

    /// All entries.
    #[inline]
    pub(super) fn as_slice(self) -> &'a [Entry<'a>] {
        if let TextJson::Object(entries) = self.0 { entries } else { &[] }
    }

    /// The value of a name.
    #[inline]
    pub(super) fn find(self, name: &str) -> Option<&'a TextJson<'a>> {
        let entries = self.as_slice();
        let entry = match entries.len() {
            0..=FEW => entries.iter().find(|(known, _)| short::are_same(known.as_bytes(), name.as_bytes())),
            _ => entries.get(entries.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?),
        };
        entry.map(|(_, value)| value)
    }
}
