//! The items of a `list-type: map` before an update, found by their keys (k8s: `apiserver/pkg/cel/common/maplist.go`).

use crate::{
    access::Shown,
    json::{AnyJson, Content, Json},
    key_index::KeyIndex,
    ops::list::CelList,
    value::Value,
};
use std::{
    borrow::Cow,
    cell::Cell,
    fmt::Display,
    hash::{Hash, Hasher},
};

/// A part of a key with the type that Go's decoder gives it: `1`, `1.0` and `\"1\"` are different keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPart<'o> {
    /// `true`, `false`
    Bool(bool),
    /// A whole number that fits.
    Int(i64),
    /// The bits of any other number.
    Float(u64),
    /// A text.
    String(Cow<'o, str>),
}

/// Parts of different types may have the same hash. The caller also compares the keys.
impl Hash for KeyPart<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            KeyPart::Bool(value) => state.write_u8((*value).into()),
            KeyPart::Int(value) => state.write_i64(*value),
            KeyPart::Float(bits) => state.write_u64(*bits),
            KeyPart::String(text) => state.write(text.as_bytes()),
        }
    }
}

impl KeyPart<'_> {
    /// A part that is the whole key: Go compares such numbers, and zeros have no sign then. Of several parts it compares the texts.
    #[inline]
    fn alone(mut self) -> Self {
        if let KeyPart::Float(bits) = &mut self
            && *bits == (-0.0_f64).to_bits()
        {
            *bits = 0;
        }
        self
    }
}

/// Values that can be parts of a key.
pub trait AsKeyPart<'o> {
    /// `None` if the value is missing or has another type. The item then has no key.
    fn key_part(self) -> Option<KeyPart<'o>>;
}

/// A part of an item's key.
pub fn part<'o>(value: impl AsKeyPart<'o>) -> Option<KeyPart<'o>> {
    value.key_part()
}

impl<'o> AsKeyPart<'o> for KeyPart<'o> {
    fn key_part(self) -> Option<KeyPart<'o>> {
        Some(self)
    }
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

impl<'o> AsKeyPart<'o> for AnyJson<'o> {
    fn key_part(self) -> Option<KeyPart<'o>> {
        match self.content() {
            Content::Bool(value) => value.key_part(),
            Content::Int(value) => value.key_part(),
            Content::Float(value) => value.key_part(),
            Content::String(value) => value.key_part(),
            Content::Null | Content::Array(_) | Content::Object(_) => None,
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

/// The old items of a list, found by their keys. A function reads the keys. Of several items with the same key the first is found.
pub struct OldItems<'o, S, F, const N: usize> {
    items: S,
    find: Find<'o, N>,
    key: F,
}

/// The items of a list: a slice, which needs no further memory, or references to the items of any other collection.
pub trait Items<'o> {
    /// An item: a reference, or a value that is as small.
    type Item: Copy + 'o;

    /// The number of items.
    fn count(&self) -> usize;

    /// The item at a position.
    fn at(&self, position: usize) -> Option<Self::Item>;
}

impl<'o, T> Items<'o> for &'o [T] {
    type Item = &'o T;

    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, position: usize) -> Option<&'o T> {
        self.get(position)
    }
}

impl<'o, T> Items<'o> for Vec<&'o T> {
    type Item = &'o T;

    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, position: usize) -> Option<&'o T> {
        self.get(position).copied()
    }
}

/// The way to find an item.
enum Find<'o, const N: usize> {
    /// For few items: the key of each item, if it has one. They are compared one after the other.
    InOrder(Vec<Option<[KeyPart<'o>; N]>>),
    Index {
        index: KeyIndex,
        /// The position of the last found item, and the step to the next one, which is likely to be its neighbour. Only if all keys are
        /// distinct.
        last: Option<Cell<[usize; 2]>>,
    },
}

impl<'o, T, F, const N: usize> OldItems<'o, Vec<&'o T>, F, N>
where
    F: Fn(&'o T) -> [Option<KeyPart<'o>>; N],
{
    /// The items before the update. `key` reads the parts of an item's key.
    pub fn new(items: Option<impl IntoIterator<Item = &'o T>>, key: F) -> Self {
        Self::of(items.into_iter().flatten().collect(), key)
    }
}

impl<'o, S: Items<'o>, F, const N: usize> OldItems<'o, S, F, N>
where
    F: Fn(S::Item) -> [Option<KeyPart<'o>>; N],
{
    /// The same for items that are in memory one after the other.
    pub fn of(items: S, key: F) -> Self {
        let keys = (0..items.count()).map(|position| whole(key(items.at(position)?)));
        let find = match items.count() {
            0..=FEW => Find::InOrder(keys.collect()),
            many => {
                let index = KeyIndex::new(many, keys);
                let key = |position| items.at(position).map(&key);
                let is_same = |one, other| match (key(one), key(other).and_then(whole)) {
                    (Some(parts), Some(other)) => is_key(&parts, &other),
                    _ => false,
                };
                let last = index.are_distinct(is_same).then(|| Cell::new([usize::MAX, 1]));
                Find::Index { index, last }
            }
        };
        OldItems { items, find, key }
    }

    /// The old item that `new` replaces.
    pub fn find(&self, new: S::Item) -> Option<S::Item> {
        if self.items.count() == 0 {
            return None;
        }
        let key = whole((self.key)(new))?;
        let has_key = |position| self.items.at(position).is_some_and(|item| is_key(&(self.key)(item), &key));
        self.items.at(match &self.find {
            Find::InOrder(keys) => keys.iter().position(|known| known.as_ref() == Some(&key))?,
            Find::Index { index, last: None } => index.find(&key, has_key)?,
            Find::Index { index, last: Some(last) } => {
                let [from, step] = last.get();
                let (next, before) = (from.wrapping_add(step), from.wrapping_sub(step));
                let (found, step) = if has_key(next) {
                    (next, step)
                } else if has_key(before) {
                    (before, step.wrapping_neg())
                } else {
                    (index.find(&key, has_key)?, step)
                };
                last.set([found, step]);
                found
            }
        })
    }
}

/// True if these parts of an item are the key.
#[inline]
fn is_key<const N: usize>(parts: &[Option<KeyPart<'_>>; N], key: &[KeyPart<'_>; N]) -> bool {
    parts.iter().zip(key).all(|(part, known)| match (part, known) {
        (Some(KeyPart::Float(bits)), KeyPart::Float(0)) if N == 1 => f64::from_bits(*bits) == 0.0,
        (part, known) => part.as_ref() == Some(known),
    })
}

/// Up to this number of items, comparing all pairs takes less time than making an index.
const FEW: usize = 12;

/// The key, if it has all its parts.
#[inline]
fn whole<const N: usize>(parts: [Option<KeyPart<'_>>; N]) -> Option<[KeyPart<'_>; N]> {
    if !parts.iter().all(Option::is_some) {
        return None;
    }
    let parts = parts.map(|part| part.unwrap_or(KeyPart::Bool(false)));
    Some(if N == 1 { parts.map(KeyPart::alone) } else { parts })
}

/// The same for a JSON list with any number of keys.
pub(crate) struct KeyedItems<'o, K, L> {
    keys: &'o [K],
    items: L,
    /// `None` for few items. They are compared one after the other.
    index: Option<KeyIndex>,
}

impl<'o, K, L> KeyedItems<'o, K, L>
where
    K: AsRef<str>,
    L: CelList<'o, Item: Json<'o>>,
{
    pub(crate) fn new(items: L, keys: &'o [K]) -> Self {
        let many = items.length() > FEW;
        let index =
            many.then(|| KeyIndex::new(items.length(), items.elements().map(|item| item_key(item, keys))));
        KeyedItems { keys, items, index }
    }

    pub(crate) fn find(&self, new: L::Item) -> Option<L::Item> {
        match &self.index {
            None => self.items.elements().find(|item| has_same_key(*item, new, self.keys)),
            Some(index) => {
                let key = item_key(new, self.keys)?;
                let has_key =
                    |position| self.items.at(position).is_some_and(|item| has_same_key(item, new, self.keys));
                self.items.at(index.find(&key, has_key)?)
            }
        }
    }
}

/// True if both items have all parts of a key, and these are the same.
fn has_same_key<'o, J: Json<'o>, K: AsRef<str>>(item: J, other: J, keys: &[K]) -> bool {
    let is_alone = keys.len() == 1;
    keys.iter().all(|key| match (key_part(item, key.as_ref()), key_part(other, key.as_ref())) {
        (Some(part), Some(other)) if is_alone => part.alone() == other.alone(),
        (Some(part), Some(other)) => part == other,
        _ => false,
    })
}

/// A part of the key of an item that is JSON.
#[inline]
pub(crate) fn key_part<'o, J: Json<'o>>(item: J, key: &str) -> Option<KeyPart<'o>> {
    let value: AnyJson<'o> = item.get(key)?.into();
    value.key_part()
}

/// `None` if a part is missing or has a type that keys cannot have.
fn item_key<'o, J: Json<'o>, K: AsRef<str>>(item: J, keys: &[K]) -> Option<Vec<KeyPart<'o>>> {
    let mut parts = Vec::with_capacity(keys.len());
    for key in keys {
        parts.push(key_part(item, key.as_ref())?);
    }
    Some(match keys.len() {
        1 => parts.into_iter().map(KeyPart::alone).collect(),
        _ => parts,
    })
}
