//! How values that a struct holds in another way than rules compute with become values of rules.

use super::{Repr, Value};
use std::rc::Rc;

/// How a value becomes what rules compute with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Conversion {
    /// A type that prints its text.
    Shown,
    /// A `u64`.
    WideInt,
    /// Text of format `date-time`, and so on.
    DateTime,
    Date,
    Duration,
    Bytes,
    /// JSON of an int-or-string in a struct.
    IntOrString,
    /// A scalar as serde writes it: read by the function of the runtime for it.
    Written(Rc<Repr>, &'static str),
    /// The value as serde writes it, read by the schema that goes with it.
    Opaque,
    /// JSON.
    Json(Rc<JsonPart>),
}

/// How to read JSON that matches its schema.
#[derive(Debug)]
pub(crate) struct JsonPart {
    pub(crate) repr: Repr,
    /// The function of the runtime that reads it.
    pub(crate) read: &'static str,
    /// Where it may be null: what was read, `value`, as a `Value`.
    pub(crate) nullable: Option<Value>,
}

impl PartialEq for JsonPart {
    fn eq(&self, other: &Self) -> bool {
        (&self.repr, self.read, self.nullable.is_some())
            == (&other.repr, other.read, other.nullable.is_some())
    }
}

impl Conversion {
    pub(crate) fn is_fallible(&self) -> bool {
        !matches!(self, Conversion::Shown)
    }

    /// True for a text that is converted by its format.
    pub(crate) fn is_of_text(&self) -> bool {
        matches!(self, Conversion::DateTime | Conversion::Date | Conversion::Duration | Conversion::Bytes)
    }

    /// The representation of the result.
    pub(crate) fn repr(&self) -> Repr {
        match self {
            Conversion::Json(part) if part.nullable.is_some() => Repr::Dynamic,
            Conversion::Json(part) => part.repr.clone(),
            Conversion::Shown => Repr::String,
            Conversion::WideInt => Repr::Int,
            Conversion::DateTime | Conversion::Date => Repr::Timestamp,
            Conversion::Duration => Repr::Duration,
            Conversion::Bytes => Repr::Bytes,
            Conversion::Written(repr, _) => (**repr).clone(),
            Conversion::IntOrString | Conversion::Opaque => Repr::Dynamic,
        }
    }
}
