//! The types of k8s-openapi. They implement none of our traits. Rules hold references to them and read their public fields.

mod converted;
mod outline;

pub use self::converted::value;
pub use crate::access::{Scalar, micro_time, time};

use self::outline::{Outline, outline};
use super::{equality::Equal, object::AsObject};
use crate::{
    access::{ReadList, ReadMap},
    cost::Arena,
    ops::{dynamic::are_equal, size},
    value::Value,
    work,
};
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// Proves that a field's type is the type of k8s-openapi with its name. Generated code uses the trait at the field and reads its result.
/// So a wrong guess is only this one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{K}`",
    label = "taken for the type of k8s-openapi by its name",
    note = "write `self::` or `crate::path::` in front of the name, if it is your own type that derives `XValidation`",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait Taken<K: ?Sized> {
    /// The value as the type of k8s-openapi.
    fn taken(&self) -> &K;
}

impl<K: ?Sized> Taken<K> for K {
    #[inline]
    fn taken(&self) -> &K {
        self
    }
}

/// The same proof for types that the list in the crate's `Cargo.toml` names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{K}`",
    label = "taken for the type of k8s-openapi that the list in `Cargo.toml` names",
    note = "change the name's entry in `[package.metadata.cel-runtime.k8s-openapi]`: `false` says that the type is your own",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait Listed<K: ?Sized> {
    /// The value as the type of k8s-openapi.
    fn taken(&self) -> &K;
}

impl<K: ?Sized> Listed<K> for K {
    #[inline]
    fn taken(&self) -> &K {
        self
    }
}

/// A reference to an object of k8s-openapi.
pub struct Foreign<'o, T: ?Sized>(pub &'o T);

impl<T: ?Sized> Clone for Foreign<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Foreign<'_, T> {}

impl<T: ?Sized> fmt::Debug for Foreign<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Foreign")
    }
}

/// The schema describes all keys that serde writes.
impl<T: Serialize> AsObject for Foreign<'_, T> {
    fn keys(self) -> u64 {
        match outline(self.0, "") {
            Outline::Object { keys, .. } => size::length(keys),
            Outline::Int(_) | Outline::Text(_) | Outline::Other => 0,
        }
    }
    fn has_key(self, name: &str) -> bool {
        matches!(outline(self.0, name), Outline::Object { has_key: true, .. })
    }
    fn is_untyped(self, _: &str) -> bool {
        false
    }
    fn unknown(self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
}

/// Values are equal if serde writes the same for them. Times, for example, lose their fractions of seconds.
impl<T: Serialize + PartialEq> Equal for Foreign<'_, T> {
    fn equal(self, right: Self) -> bool {
        let written = |object: &T| {
            let is_over = work::is_over();
            let written = (!is_over).then(|| serde_json::to_value(object).unwrap_or_default());
            written.filter(work::admits_written).unwrap_or_default()
        };
        self.0 == right.0 || are_equal((&written(self.0)).into(), (&written(right.0)).into())
    }
}

/// A list of any type. A function reads its elements.
#[inline]
pub fn list<'a, C, T, E>(list: &'a C, read: fn(&'a T) -> E) -> ReadList<'a, C, T, E>
where
    &'a C: IntoIterator<Item = &'a T>,
{
    ReadList::new(list, read)
}

/// A map. A function reads its values.
#[inline]
pub fn map<'a, T, E>(
    map: &'a BTreeMap<String, T>,
    read: fn(&'a T) -> E,
) -> ReadMap<'a, BTreeMap<String, T>, T, E> {
    ReadMap::new(map, read)
}

/// The content of a `ByteString`.
#[inline]
pub fn bytes(bytes: &[u8]) -> &[u8] {
    bytes
}

/// An `IntOrString`, read from the JSON that serde writes. The crate of the generated code may be unable to name the type.
pub fn int_or_string<'a>(arena: &'a Arena, value: &impl Serialize) -> Value<'a> {
    match outline(value, "") {
        Outline::Int(value) => Value::Int(value),
        Outline::Text(text) if arena.admits(text.len()) => Value::String(arena.alloc_str(&text)),
        Outline::Text(_) | Outline::Object { .. } | Outline::Other => Value::Null,
    }
}

/// A field that is an `Option` in some versions of Kubernetes.
#[derive(Debug)]
pub struct Probe<'a, T>(pub &'a T);

/// The field, if it is an `Option`.
pub trait OfOption<'a> {
    /// The type of its content.
    type Value;
    /// The value, if there is one.
    fn present(&self) -> Option<&'a Self::Value>;
}

impl<'a, T> OfOption<'a> for Probe<'a, Option<T>> {
    type Value = T;
    fn present(&self) -> Option<&'a T> {
        self.0.as_ref()
    }
}

/// The field, if it is not an `Option`. rustc looks here after [`OfOption`].
pub trait OfValue<'a> {
    /// Its type.
    type Value;
    /// The value. It is never absent.
    fn present(&self) -> Option<&'a Self::Value>;
}

impl<'a, T> OfValue<'a> for &Probe<'a, T> {
    type Value = T;
    fn present(&self) -> Option<&'a T> {
        Some(self.0)
    }
}
