//! Objects of a schema as values.

use super::{MapValue, Preserved, Value};
use crate::{
    cost::{Arena, Cost},
    eval_error::EvalError,
    json::object::Object,
    ops::{
        map::{Entries, Map},
        object::AsObject,
        ops::Outcome,
    },
};
use cel_types::escaping::{escape, unescape};
use std::{cell::OnceCell, ptr::from_ref};

/// A property that rules can reach, for [`object`].
#[derive(Clone, Copy)]
pub struct Property<'a, O> {
    /// The name in JSON.
    pub name: &'static str,
    /// The name in rules.
    pub escaped: &'static str,
    /// Its value, unless it is absent or null.
    pub read: fn(O, &'a Arena) -> Option<Value<'a>>,
    /// The text before `read` converts it by its format.
    pub sent: Option<fn(O) -> Option<&'a str>>,
}

/// An object of a schema.
pub fn object<'a, O: AsObject + 'a, const N: usize>(
    arena: &'a Arena,
    object: O,
    properties: &'a [Property<'a, O>; N],
) -> Value<'a> {
    class(arena).object(object, properties)
}

/// The function that makes a `Value` of a value of type `T`. The example only gives the type.
pub fn view<'a, T, F: Fn(T, &'a Arena) -> Value<'a>>(
    _example: impl FnOnce(&mut Cost<'a>) -> Outcome<'a, T>,
    view: F,
) -> F {
    view
}

/// The parts that all objects of a list or a map share. An object itself needs little more than its address.
pub struct Class<'a, O, const N: usize> {
    arena: &'a Arena,
    properties: OnceCell<&'a [Property<'a, O>; N]>,
}

/// A class of objects. The first object brings the properties.
pub fn class<'a, O, const N: usize>(arena: &'a Arena) -> &'a Class<'a, O, N> {
    arena.alloc(Class { arena, properties: OnceCell::new() })
}

impl<'a, O: AsObject + 'a, const N: usize> Class<'a, O, N> {
    /// An object of this class.
    pub fn object(&'a self, object: O, properties: &'a [Property<'a, O>; N]) -> Value<'a> {
        self.properties.get_or_init(|| properties);
        let entries = Map::Shared(self.arena.alloc(Properties { object, class: self }));
        Value::Map(MapValue { entries, is_native: true })
    }
}

struct Properties<'a, O, const N: usize> {
    object: O,
    class: &'a Class<'a, O, N>,
}

impl<'a, O: AsObject, const N: usize> Properties<'a, O, N> {
    fn described(&self) -> impl Iterator<Item = &'a Property<'a, O>> {
        self.class.properties.get().into_iter().copied().flatten()
    }

    fn read(&self, property: &Property<'a, O>) -> Option<Value<'a>> {
        (property.read)(self.object, self.class.arena)
    }
}

impl<'a, O: AsObject + 'a, const N: usize> Entries<Value<'a>, Value<'a>> for Properties<'a, O, N> {
    fn length(&self) -> usize {
        usize::try_from(self.object.keys()).unwrap_or(usize::MAX)
    }
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        let Value::String(key) = key else { return None };
        let name = unescape(key)?;
        match self.described().find(|property| property.name == name) {
            Some(property) => self.read(property),
            None if self.is_untyped(&name) => {
                Preserved::of(self.object, &name, self.class.arena).map(Value::Preserved)
            }
            None => None,
        }
    }
    fn sent(&self, name: &str) -> Option<Value<'a>> {
        let property = self.described().find(|property| property.name == name)?;
        property.sent?(self.object).map(Value::String)
    }
    /// A null property has a key, but a lookup does not find it. The entry of a key that no schema describes is null.
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        let (mut present, mut absent) = (Vec::new(), Vec::new());
        for property in self.described() {
            match self.read(property) {
                Some(value) => present.push((Value::String(property.escaped), value)),
                None => absent.push(property),
            }
        }
        let unknown = self.object.unknown();
        present.extend(unknown.keys().filter(|name| self.is_untyped(name)).map(|name| {
            let escaped = self.class.arena.alloc_str(&escape(name).unwrap_or(name.into()));
            let name = Value::String(escaped);
            self.value(name).map_or_else(|| (name, no_such_key(escaped)), |value| (name, value))
        }));
        let is_written = |name: &str| match self.json() {
            Some(json) => json.raw(name).is_some(),
            None => self.object.has_key(name),
        };
        let nulls = absent.into_iter().filter(|absent| is_written(absent.name));
        let nulls = nulls.take(self.length().saturating_sub(present.len()));
        present.extend(nulls.map(|null| (Value::String(null.escaped), no_such_key(null.escaped))));
        present.resize(self.length().max(present.len()), unknown_key());
        present
    }
    fn properties(&self) -> Option<Vec<(Value<'a>, Option<Value<'a>>)>> {
        let names = self.described().map(|property| Value::String(property.name));
        Some(names.map(|name| (name, self.value(name))).collect())
    }
    fn has_key(&self, name: &str) -> bool {
        self.object.has_key(name)
    }
    fn is_untyped(&self, name: &str) -> bool {
        self.object.is_untyped(name)
    }
    fn nullable_elements(&self, name: &str) -> &'static [bool] {
        self.object.nullable_elements(name)
    }
    fn unknown(&self) -> serde_json::Map<String, serde_json::Value> {
        self.object.unknown()
    }
    fn json(&self) -> Option<Object<'_>> {
        self.object.json()
    }
    fn is_zero(&self) -> bool {
        false
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}

/// The entry of a key that the schema does not describe.
pub fn unknown_key<'a>() -> (Value<'a>, Value<'a>) {
    (Value::Null, Value::Error(EvalError::NoSuchOverload))
}

/// The value in an entry whose key has a null.
pub fn no_such_key(key: &str) -> Value<'_> {
    Value::Error(EvalError::NoSuchKey(key))
}
