//! How encoded values in a struct become values of rules.

use super::tree::{Conversion, JsonPart, Repr};

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
