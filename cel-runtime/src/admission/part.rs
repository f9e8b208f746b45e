//! Reads one of the objects of a request, and passes over the rest.

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor},
};
use std::fmt;

/// An object of a request.
#[derive(Clone, Copy)]
pub(super) enum Field {
    Object,
    OldObject,
}

/// The value of a field, or of a field in it, as `S` reads it. There is one type for all depths, so little is compiled for each `S`.
pub(super) struct Part<S> {
    /// The names on the way to it.
    names: &'static [&'static str],
    seed: S,
}

impl<S> Part<S> {
    pub(super) fn of_request(field: Field, seed: S) -> Self {
        let names: &[_] = match field {
            Field::Object => &["request", "object"],
            Field::OldObject => &["request", "oldObject"],
        };
        Part { names, seed }
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Part<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        if self.names.is_empty() {
            self.seed.deserialize(deserializer)
        } else {
            deserializer.deserialize_map(self)
        }
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Part<S> {
    type Value = S::Value;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<S::Value, A::Error> {
        let (name, names) = self.names.split_first().unwrap_or((&"", &[]));
        let (mut part, mut found) = (Some(Part { names, seed: self.seed }), None);
        while let Some(is_wanted) = map.next_key_seed(Is(name))? {
            match (is_wanted, part.take()) {
                (false, rest) => {
                    map.next_value::<IgnoredAny>()?;
                    part = rest;
                }
                (true, Some(part)) => found = Some(map.next_value_seed(part)?),
                (true, None) => return Err(A::Error::duplicate_field(name)),
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
