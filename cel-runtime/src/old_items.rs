//! The items of a `list-type: map` before an update, found by their keys (k8s: `apiserver/pkg/cel/common/maplist.go`).

use crate::{access::Shown, json::Json, value::Value};
use std::{borrow::Cow, collections::HashMap, fmt::Display};

/// A part of a key, as Go's decoder gives it a type: `1`, `1.0` and `\"1\"` are different keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KeyPart<'o> {
    /// `true`, `false`
    Bool(bool),
    /// A whole number that fits.
    Int(i64),
    /// The bits of another number.
    Float(u64),
    /// A text.
    String(Cow<'o, str>),
}

impl KeyPart<'_> {
    /// The same, apart from the object.
    pub(crate) fn into_owned(self) -> KeyPart<'static> {
        match self {
            KeyPart::Bool(value) => KeyPart::Bool(value),
            KeyPart::Int(value) => KeyPart::Int(value),
            KeyPart::Float(bits) => KeyPart::Float(bits),
            KeyPart::String(text) => KeyPart::String(text.into_owned().into()),
        }
    }
}

/// What a key can be read from.
pub trait AsKeyPart<'o> {
    /// None if it is missing or something else: then the item has no key.
    fn key_part(self) -> Option<KeyPart<'o>>;
}

/// A part of an item's key.
pub fn part<'o>(value: impl AsKeyPart<'o>) -> Option<KeyPart<'o>> {
    value.key_part()
}

impl<'o> AsKeyPart<'o> for bool {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(KeyPart::Bool(self))
    }
}

impl<'o> AsKeyPart<'o> for i64 {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(KeyPart::Int(self))
    }
}

impl<'o> AsKeyPart<'o> for u64 {
    fn key_part(self) -> Option<KeyPart<'o>> {
        #[expect(clippy::cast_precision_loss, reason = "Go's decoder makes a float of what is no int64")]
        let float = || KeyPart::Float((self as f64).to_bits());
        Some(i64::try_from(self).map_or_else(|_| float(), KeyPart::Int))
    }
}

impl<'o> AsKeyPart<'o> for f64 {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(KeyPart::Float(self.to_bits()))
    }
}

impl<'o> AsKeyPart<'o> for &'o str {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(KeyPart::String(self.into()))
    }
}

impl<'o, T: Display> AsKeyPart<'o> for Shown<'o, T> {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(KeyPart::String(self.to_string().into()))
    }
}

impl<'o> AsKeyPart<'o> for &'o Json {
    fn key_part(self) -> Option<KeyPart<'o>> {
        match self {
            Json::Bool(value) => value.key_part(),
            Json::Number(number) => match number.as_i64() {
                Some(value) => value.key_part(),
                None => number.as_f64()?.key_part(),
            },
            Json::String(value) => value.as_str().key_part(),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }
}

impl<'o> AsKeyPart<'o> for Value<'o> {
    fn key_part(self) -> Option<KeyPart<'o>> {
        match self {
            Value::Int(value) => value.key_part(),
            Value::String(value) => value.key_part(),
            _ => None,
        }
    }
}

impl<'o, T: AsKeyPart<'o>> AsKeyPart<'o> for Option<T> {
    fn key_part(self) -> Option<KeyPart<'o>> {
        self?.key_part()
    }
}

/// The old items of a list, found by the keys that a function reads; of several with the same keys the first.
pub struct OldItems<'o, T, F, const N: usize> {
    items: HashMap<[KeyPart<'o>; N], &'o T>,
    key: F,
}

impl<'o, T, F, const N: usize> OldItems<'o, T, F, N>
where
    F: Fn(&'o T) -> [Option<KeyPart<'o>>; N],
{
    /// The items before the update; `key` gives the parts of an item's key.
    pub fn new(items: Option<impl IntoIterator<Item = &'o T>>, key: F) -> Self {
        let items = items.map(IntoIterator::into_iter);
        let mut found = HashMap::with_capacity(items.as_ref().map_or(0, |items| items.size_hint().0));
        for item in items.into_iter().flatten() {
            if let Some(parts) = whole(key(item)) {
                found.entry(parts).or_insert(item);
            }
        }
        OldItems { items: found, key }
    }

    /// What an item replaces.
    pub fn find(&self, new: &'o T) -> Option<&'o T> {
        if self.items.is_empty() {
            return None;
        }
        self.items.get(&whole((self.key)(new))?).copied()
    }
}

/// The key, if it has all its parts.
fn whole<'o, const N: usize>(parts: [Option<KeyPart<'o>>; N]) -> Option<[KeyPart<'o>; N]> {
    let is_whole = parts.iter().all(Option::is_some);
    is_whole.then(|| parts.map(|part| part.unwrap_or(KeyPart::Bool(false))))
}
