//! Values of types that the derive cannot see into: what serde writes of them, read by the schema that the CRD has for them.

mod schema;
mod value;

pub use self::schema::Schema;
pub(crate) use self::schema::{Kind, ListKind};

use crate::{
    cost::Arena,
    generated::ops::Outcome,
    json::{self, Json},
    value::Value,
    work,
};
use std::fmt;

/// Such a value as rules hold it. The parameter tells whether its schema is known.
pub struct Opaque<'a, T, const DESCRIBED: bool> {
    value: &'a T,
    json: fn(&T) -> Option<Json>,
    schema: fn() -> &'static Schema,
}

impl<'a, T, const DESCRIBED: bool> Opaque<'a, T, DESCRIBED> {
    /// A value, what serde writes of it, and its schema.
    pub const fn new(value: &'a T, json: fn(&T) -> Option<Json>, schema: fn() -> &'static Schema) -> Self {
        Opaque { value, json, schema }
    }

    /// The `type` of its schema.
    pub fn schema_type(self) -> &'static str {
        (self.schema)().schema_type()
    }

    /// As the server prints it, which objects and lists are not.
    pub fn bad_value(self) -> Option<String> {
        (self.json)(self.value).as_ref().map(json::bad_value)
    }

    /// The value as its schema has it.
    pub fn read(self, arena: &'a Arena) -> Outcome<'a, Value<'a>>
    where
        Self: Described,
    {
        if work::is_over() {
            return Ok(Value::Null);
        }
        match (self.json)(self.value) {
            Some(json) if work::admits_written(&json) => value::read(arena, (self.schema)(), &json),
            _ => Ok(Value::Null),
        }
    }
}

impl<T, const DESCRIBED: bool> Clone for Opaque<'_, T, DESCRIBED> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const DESCRIBED: bool> Copy for Opaque<'_, T, DESCRIBED> {}

impl<T, const DESCRIBED: bool> fmt::Debug for Opaque<'_, T, DESCRIBED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opaque").field(&(self.json)(self.value)).finish()
    }
}

/// An opaque value with a schema.
#[diagnostic::on_unimplemented(
    message = "a rule compares an opaque value whose schema is not known here",
    label = "formats and list types decide whether such values are equal",
    note = "derive `JsonSchema` on the type that has the opaque field, which cannot be generic; `has(..)` and `size()` need none",
    note = "the feature `schemars` of cel-runtime, which is on by default, must be on"
)]
pub trait Described {}

impl<T> Described for Opaque<'_, T, true> {}
