//! Values of types that the derive cannot see into. serde writes such a value, and the schema from the CRD says how to read it.

mod schema;
mod value;

pub use self::schema::Schema;
pub(crate) use self::schema::{Kind, ListKind};

use crate::{cost::Arena, json, ops::typed::Outcome, value::Value, work};
use serde_json::Value as Tree;
#[cfg(feature = "schemars")]
use std::{
    any::TypeId,
    collections::HashMap,
    sync::{LazyLock, PoisonError, RwLock},
};
use std::{fmt, marker::PhantomData};

/// An opaque value as rules hold it. `S` gives its schema.
pub struct Opaque<'a, T: ?Sized, S> {
    value: &'a T,
    json: fn(&T) -> Option<Tree>,
    schema: S,
}

impl<'a, T: ?Sized, S: Copy> Opaque<'a, T, S> {
    /// A value, the function that serializes it, and its schema.
    pub const fn new(value: &'a T, json: fn(&T) -> Option<Tree>, schema: S) -> Self {
        Opaque { value, json, schema }
    }

    /// The `type` of its schema.
    pub fn schema_type(self) -> &'static str
    where
        S: SchemaSource,
    {
        self.schema.schema().schema_type()
    }

    /// The value as the server prints it. Objects and lists are not printed.
    pub fn bad_value(self) -> Option<String> {
        (self.json)(self.value).as_ref().map(|json| json::bad_value(json.into()))
    }

    /// The value, read by its schema.
    pub fn read(self, arena: &'a Arena) -> Outcome<'a, Value<'a>>
    where
        S: Described,
    {
        if work::is_over() {
            return Ok(Value::Null);
        }
        match (self.json)(self.value) {
            Some(json) if work::admits_written(&json) => value::read(arena, self.schema.schema(), &json),
            _ => Ok(Value::Null),
        }
    }
}

impl<T: ?Sized, S: Copy> Clone for Opaque<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, S: Copy> Copy for Opaque<'_, T, S> {}

impl<T: ?Sized, S> fmt::Debug for Opaque<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opaque").field(&(self.json)(self.value)).finish()
    }
}

/// Gives the schema of an opaque value.
pub trait SchemaSource: Copy {
    /// The schema.
    fn schema(self) -> &'static Schema;
}

/// A source with a known schema.
#[diagnostic::on_unimplemented(
    message = "a rule compares an opaque value whose schema is not known here",
    label = "formats and list types decide whether such values are equal",
    note = "derive `JsonSchema` on the type that has the opaque field; `has(..)` and `size()` need none",
    note = "the feature `schemars` of cel-runtime, which is on by default, must be on"
)]
pub trait Described: SchemaSource {}

/// A function that returns the schema. `IS_KNOWN` is false if the schema says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Given<const IS_KNOWN: bool>(pub fn() -> &'static Schema);

impl<const IS_KNOWN: bool> SchemaSource for Given<IS_KNOWN> {
    fn schema(self) -> &'static Schema {
        (self.0)()
    }
}

impl Described for Given<true> {}

/// The schema some steps below a type with parameters. No constant can hold it, so it is looked up by the type.
pub struct Below<T> {
    #[cfg_attr(not(feature = "schemars"), expect(dead_code, reason = "without it there is no schema"))]
    steps: &'static [Option<&'static str>],
    of: PhantomData<fn() -> T>,
}

impl<T> Below<T> {
    /// The schema below these steps.
    pub const fn new(steps: &'static [Option<&'static str>]) -> Self {
        Below { steps, of: PhantomData }
    }
}

impl<T> Clone for Below<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Below<T> {}

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + 'static> SchemaSource for Below<T> {
    fn schema(self) -> &'static Schema {
        let key = (TypeId::of::<T>(), self.steps);
        let found = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        found.unwrap_or_else(|| {
            let schema = Schema::at(&crate::crd::schema_of::<T>(), self.steps);
            let mut schemas = SCHEMAS.write().unwrap_or_else(PoisonError::into_inner);
            schemas.entry(key).or_insert_with(|| Box::leak(Box::new(schema)))
        })
    }
}

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + 'static> Described for Below<T> {}

/// One entry for each opaque field of each type, so the program bounds the number.
#[cfg(feature = "schemars")]
static SCHEMAS: LazyLock<RwLock<HashMap<Place, &'static Schema>>> = LazyLock::new(RwLock::default);

#[cfg(feature = "schemars")]
type Place = (TypeId, &'static [Option<&'static str>]);
