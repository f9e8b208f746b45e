//! Reads one of the objects of a request, and passes over the rest.

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor},
};
use std::{fmt, marker::PhantomData};

/// An object of a request.
#[derive(Clone, Copy)]
pub(super) enum Field {
    Object,
    OldObject,
}

/// The value of a field, or of a field in it, as `T`. There is one type for all depths, so little is compiled for each `T`.
pub(super) struct Part<T> {
    /// The names on the way to it.
    names: &'static [&'static str],
    value: PhantomData<T>,
}

impl<T> Part<T> {
    pub(super) fn of_request(field: Field) -> Self {
        let names: &[_] = match field {
            Field::Object => &["request", "object"],
            Field::OldObject => &["request", "oldObject"],
        };
        Part { names, value: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Part<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if self.names.is_empty() { T::deserialize(deserializer) } else { deserializer.deserialize_map(self) }
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Part<T> {
    type Value = T;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let (name, names) = self.names.split_first().unwrap_or((&"", &[]));
        let mut found = None;
        while let Some(is_wanted) = map.next_key_seed(Is(name))? {
            match (is_wanted, &found) {
                (false, _) => drop(map.next_value::<IgnoredAny>()?),
                (true, None) => found = Some(map.next_value_seed(Part { names, value: PhantomData })?),
                (true, Some(_)) => return Err(A::Error::duplicate_field(name)),
            }
        }
        found.ok_or_else(|| A::Error::missing_field(name))
    }
}

/// True for a key that is this name.
struct Is(&'static str);

impl<'de> DeserializeSeed<'de> for Is {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Is {
    type Value = bool;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<bool, E> {
        Ok(key == self.0)
    }
}
