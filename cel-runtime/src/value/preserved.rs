//! Values of objects at properties without a type (k8s: `cel/common/values.go`, `unknownPreserved`).

use crate::{
    cost::Arena,
    json::{AnyJson, Json, TextJson, shown},
    ops::object::AsObject,
    work,
};
use serde_json::Value as Tree;
use std::{borrow::Cow, fmt};

/// The value of a property without a type.
#[derive(Clone, Copy)]
pub enum Preserved<'a> {
    /// A value of an object that is JSON.
    Json(AnyJson<'a>),
    /// A string in a struct.
    Text(&'a str),
    /// Any other value in a struct.
    Held(&'a dyn Held),
}

/// The value of an untyped property of a struct.
pub trait Held {
    /// The value as serde writes it.
    fn json(&self) -> Cow<'_, Tree>;
}

struct Untyped<'a, O> {
    object: O,
    name: &'a str,
}

impl<O: AsObject> Held for Untyped<'_, O> {
    /// Serializes the object at each call.
    fn json(&self) -> Cow<'_, Tree> {
        if work::is_over() {
            return Cow::Owned(Tree::Null);
        }
        let mut unknown = self.object.unknown();
        let weight = unknown.values().map(work::weight).fold(0, usize::saturating_add);
        let is_admitted = work::admits(weight);
        Cow::Owned(unknown.remove(self.name).filter(|_| is_admitted).unwrap_or_default())
    }
}

impl<'a> Preserved<'a> {
    /// The property of a struct, unless it is absent or null.
    pub(crate) fn of(object: impl AsObject + 'a, name: &str, arena: &'a Arena) -> Option<Self> {
        match object.unknown().remove(name)? {
            Tree::Null => None,
            Tree::String(text) => Some(Preserved::Text(arena.alloc_str(&text))),
            _ => Some(Preserved::Held(arena.alloc(Untyped { object, name: arena.alloc_str(name) }))),
        }
    }

    /// Reads the value as JSON.
    #[inline]
    pub(crate) fn read<R>(self, read: impl FnOnce(AnyJson<'_>) -> R) -> R {
        match self {
            Preserved::Json(json) => read(json),
            Preserved::Text(text) => read(AnyJson::Text(&TextJson::String(text))),
            Preserved::Held(held) => read(AnyJson::from(&*held.json())),
        }
    }

    /// The value as a string.
    pub(crate) fn text(self) -> Option<&'a str> {
        match self {
            Preserved::Json(json) => json.as_str(),
            Preserved::Text(text) => Some(text),
            Preserved::Held(_) => None,
        }
    }
}

impl fmt::Display for Preserved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.read(shown::json))
    }
}
