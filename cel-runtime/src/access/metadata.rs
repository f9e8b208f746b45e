//! The `metadata` of a custom resource.

use crate::ops::{
    equality::Equal,
    object::{AsObject, HasFields},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

/// The `metadata`. Rules see only `name` and `generateName`. Comparisons also see its other keys.
#[derive(Clone, Copy, Debug)]
pub struct Metadata<'o> {
    name: Option<&'o str>,
    generate_name: Option<&'o str>,
    object: &'o dyn Written,
}

impl<'o> Metadata<'o> {
    /// The metadata of any version of k8s-openapi, and the names in it.
    pub fn new<M: Serialize + fmt::Debug>(
        object: &'o M,
        name: &'o Option<String>,
        generate_name: &'o Option<String>,
    ) -> Self {
        Metadata { name: name.as_deref(), generate_name: generate_name.as_deref(), object }
    }

    /// `metadata.name`
    #[must_use]
    #[inline]
    pub fn f_name(self) -> Option<&'o str> {
        self.name
    }

    /// `metadata.generateName`
    #[must_use]
    #[inline]
    pub fn f_generate_name(self) -> Option<&'o str> {
        self.generate_name
    }

    /// The size: the number of its keys in JSON.
    #[must_use]
    #[inline]
    pub fn keys(self) -> u64 {
        self.object.written().len() as u64
    }
}

impl Metadata<'_> {
    /// True if it has a key that rules see.
    #[inline]
    pub(crate) fn has_key(self, name: &str) -> bool {
        match name {
            "name" => self.name.is_some(),
            "generateName" => self.generate_name.is_some(),
            _ => true,
        }
    }

    /// The keys that rules do not see.
    #[inline]
    pub(crate) fn unknown(self) -> Map<String, Value> {
        let mut keys = self.object.written();
        keys.remove("name");
        keys.remove("generateName");
        keys
    }
}

/// Compares as the server compares objects with unknown keys. The numbers of keys must be equal, and the values of the left keys. If only
/// the left object has a key, this matters only if rules see the key (k8s: `common/values.go`, `unstructuredMap.Equal`).
impl Equal for Metadata<'_> {
    fn equal(self, right: Self) -> bool {
        let (left_keys, right_keys) = (self.object.written(), right.object.written());
        let is_same =
            |(key, value): (&String, &Value)| right_keys.get(key).is_none_or(|right| right == value);
        left_keys.len() == right_keys.len()
            && (self.name.is_none() || self.name == right.name)
            && (self.generate_name.is_none() || self.generate_name == right.generate_name)
            && left_keys.iter().all(is_same)
    }
}

/// The value as serde writes it.
trait Written: fmt::Debug {
    fn written(&self) -> Map<String, Value>;
}

impl<T: Serialize + fmt::Debug> Written for T {
    fn written(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(keys)) => keys,
            _ => Map::new(),
        }
    }
}

impl HasFields for Metadata<'_> {
    type Fields = Self;

    fn fields(self) -> Self {
        self
    }
}

impl AsObject for Metadata<'_> {
    #[inline]
    fn keys(self) -> u64 {
        Metadata::keys(self)
    }
    #[inline]
    fn has_key(self, name: &str) -> bool {
        Metadata::has_key(self, name)
    }
    fn is_untyped(self, _: &str) -> bool {
        false
    }
    #[inline]
    fn unknown(self) -> Map<String, Value> {
        Metadata::unknown(self)
    }
}
