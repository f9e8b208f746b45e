//! Some items of the crate of this name, without the crate.

use schemars::{JsonSchema, Schema as Json, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{
    borrow::Cow, collections::BTreeMap, fmt::Display, marker::PhantomData, str::FromStr, time::Duration,
};

/// A conversion of a type: what is written.
pub(super) trait Convert<T> {
    type Written: Serialize + for<'de> Deserialize<'de> + JsonSchema;
    fn write(value: &T) -> Self::Written;
    fn read(written: Self::Written) -> T;
}

pub(super) struct As<A>(PhantomData<A>);

impl<A> As<A> {
    pub(super) fn serialize<T, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        A: Convert<T>,
    {
        A::write(value).serialize(serializer)
    }

    pub(super) fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
    where
        A: Convert<T>,
    {
        A::Written::deserialize(deserializer).map(A::read)
    }
}

pub(super) struct Schema<T, A>(PhantomData<(T, A)>);

impl<T, A: Convert<T>> JsonSchema for Schema<T, A> {
    fn schema_name() -> Cow<'static, str> {
        A::Written::schema_name()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Json {
        A::Written::json_schema(generator)
    }
}

pub(super) struct Same;
pub(super) struct DisplayFromStr;
pub(super) struct NoneAsEmptyString;
pub(super) struct DurationSeconds<F>(PhantomData<F>);

impl<T: Clone + Serialize + for<'de> Deserialize<'de> + JsonSchema> Convert<T> for Same {
    type Written = T;
    fn write(value: &T) -> T {
        value.clone()
    }
    fn read(written: T) -> T {
        written
    }
}

impl<T: Display + FromStr<Err: std::fmt::Debug>> Convert<T> for DisplayFromStr {
    type Written = String;
    fn write(value: &T) -> String {
        value.to_string()
    }
    fn read(written: String) -> T {
        written.parse().expect("a text of the type")
    }
}

impl Convert<Option<String>> for NoneAsEmptyString {
    type Written = String;
    fn write(value: &Option<String>) -> String {
        value.clone().unwrap_or_default()
    }
    fn read(written: String) -> Option<String> {
        Some(written).filter(|written| !written.is_empty())
    }
}

impl Convert<Duration> for DurationSeconds<u64> {
    type Written = u64;
    fn write(value: &Duration) -> u64 {
        value.as_secs()
    }
    fn read(written: u64) -> Duration {
        Duration::from_secs(written)
    }
}

impl<T, A: Convert<T>> Convert<Vec<T>> for Vec<A> {
    type Written = Vec<A::Written>;
    fn write(value: &Vec<T>) -> Self::Written {
        value.iter().map(A::write).collect()
    }
    fn read(written: Self::Written) -> Vec<T> {
        written.into_iter().map(A::read).collect()
    }
}

impl<T, A: Convert<T>> Convert<Option<T>> for Option<A> {
    type Written = Option<A::Written>;
    fn write(value: &Option<T>) -> Self::Written {
        value.as_ref().map(A::write)
    }
    fn read(written: Self::Written) -> Option<T> {
        written.map(A::read)
    }
}

impl<T, A: Convert<T>> Convert<BTreeMap<String, T>> for BTreeMap<Same, A> {
    type Written = BTreeMap<String, A::Written>;
    fn write(value: &BTreeMap<String, T>) -> Self::Written {
        value.iter().map(|(key, value)| (key.clone(), A::write(value))).collect()
    }
    fn read(written: Self::Written) -> BTreeMap<String, T> {
        written.into_iter().map(|(key, value)| (key, A::read(value))).collect()
    }
}
