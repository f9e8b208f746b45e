//! Properties of representations.

use super::tree::Repr;
use crate::schema::ListType;
use cel_types::TypeName;
use std::rc::Rc;

/// The representations of values without parts, as a pattern.
macro_rules! scalar {
    () => {
        Repr::Null
            | Repr::Bool
            | Repr::Int
            | Repr::Uint
            | Repr::Double
            | Repr::String
            | Repr::Bytes
            | Repr::Timestamp
            | Repr::Duration
            | Repr::Type
    };
}
pub(crate) use scalar;

impl Repr {
    /// True for values that the server holds in its own types for objects.
    pub(crate) fn is_of_object(&self) -> bool {
        match self {
            Repr::Object(_) | Repr::List { native: true, .. } | Repr::Map { native: true, .. } => true,
            Repr::List { set, .. } => *set != ListType::Atomic,
            _ => false,
        }
    }

    /// The representation inside a collection. A type that is too deep for rustc becomes `Dynamic`.
    pub(crate) fn part(self) -> Repr {
        if self.is_too_deep() { Repr::Dynamic } else { self }
    }

    /// True if a collection must hold values of the representation as a `Value`.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.depth() >= DEEPEST
    }

    fn depth(&self) -> usize {
        match self {
            Repr::List { element: inner, .. } | Repr::Optional(inner) | Repr::Nullable(inner) => {
                inner.depth() + 1
            }
            Repr::Map { value, .. } => value.depth() + 1,
            _ => 0,
        }
    }

    /// A list that a rule builds.
    pub(crate) fn list(element: Repr) -> Repr {
        Repr::List { element: Rc::new(element), native: false, set: ListType::Atomic }
    }

    /// A map that a rule builds.
    pub(crate) fn map(key: Repr, value: Repr) -> Repr {
        Repr::Map { key: Rc::new(key), value: Rc::new(value), native: false }
    }

    /// True if the value counts 1 wherever the cost model asks for a size.
    pub(crate) fn is_scalar(&self) -> bool {
        match self {
            Repr::Null
            | Repr::Bool
            | Repr::Int
            | Repr::Uint
            | Repr::Double
            | Repr::Timestamp
            | Repr::Duration
            | Repr::Type
            | Repr::Opaque(
                TypeName::Quantity
                | TypeName::Url
                | TypeName::Semver
                | TypeName::NamedFormat
                | TypeName::Empty
                | TypeName::FieldsEntry,
            )
            | Repr::Encoded(_)
            | Repr::Never => true,
            Repr::String
            | Repr::Opaque(_)
            | Repr::Bytes
            | Repr::Object(_)
            | Repr::List { .. }
            | Repr::Map { .. }
            | Repr::Optional(_)
            | Repr::Nullable(_)
            | Repr::Dynamic => false,
        }
    }

    /// True for lists.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self, Repr::List { .. })
    }

    /// True if equality compares only the values: no list in it has a `x-kubernetes-list-type`.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Repr::List { element, set, .. } => *set == ListType::Atomic && element.is_plain(),
            Repr::Map { value, .. } => value.is_plain(),
            Repr::Optional(value) | Repr::Nullable(value) => value.is_plain(),
            _ => true,
        }
    }

    /// True if the conversion may fail where the value is read.
    pub(crate) fn may_fail(&self) -> bool {
        match self {
            Repr::Encoded(held) => held.is_fallible(),
            Repr::Nullable(inner) => inner.may_fail(),
            _ => false,
        }
    }

    /// True if keys of built maps can have the representation.
    pub(crate) fn is_key(&self) -> bool {
        matches!(self, Repr::Bool | Repr::Int | Repr::Uint | Repr::Double | Repr::String | Repr::Never)
    }

    /// True if the value, or a part of it, never exists.
    pub(crate) fn has_never(&self) -> bool {
        match self {
            Repr::Never => true,
            Repr::List { element, .. } => element.has_never(),
            Repr::Map { key, value, .. } => key.has_never() || value.has_never(),
            Repr::Optional(value) => value.has_never(),
            _ => false,
        }
    }

    /// True if all types in it are known at compile time.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            Repr::Dynamic | Repr::Nullable(_) | Repr::Encoded(_) => false,
            Repr::List { element, .. } => element.is_static(),
            Repr::Map { key, value, .. } => key.is_static() && value.is_static(),
            Repr::Optional(value) => value.is_static(),
            scalar!() | Repr::Opaque(_) | Repr::Never | Repr::Object(_) => true,
        }
    }

    /// True if generated code can name its Rust type, where rustc cannot infer it. Objects have the user's own types.
    pub(crate) fn has_name(&self) -> bool {
        match self {
            Repr::Object(_)
            | Repr::Encoded(_)
            | Repr::List { native: true, .. }
            | Repr::Map { native: true, .. } => false,
            Repr::List { element: inner, .. } | Repr::Optional(inner) | Repr::Nullable(inner) => {
                inner.has_name()
            }
            Repr::Map { key, value, .. } => key.has_name() && value.has_name(),
            scalar!() | Repr::Opaque(_) | Repr::Never | Repr::Dynamic => true,
        }
    }

    /// The static representation that values of both can be converted to, if there is one. Collections with the same elements are
    /// read through `List` and `Map`.
    pub(crate) fn join(&self, other: &Repr) -> Option<Repr> {
        match (self, other) {
            _ if self == other => Some(self.clone()),
            (Repr::Never, repr) | (repr, Repr::Never) => Some(repr.clone()),
            (Repr::List { element: a, set, .. }, Repr::List { element: b, set: other_set, .. }) => {
                let element = a.join_part(b)?;
                let set = if set == other_set || b.has_never() {
                    set.clone()
                } else if a.has_never() {
                    other_set.clone()
                } else {
                    return None;
                };
                Some(Repr::List { element, native: false, set })
            }
            (Repr::Map { key, value, .. }, Repr::Map { key: other_key, value: other_value, .. }) => {
                let (key, value) = (key.join_part(other_key)?, value.join_part(other_value)?);
                Some(Repr::Map { key, value, native: false })
            }
            (Repr::Optional(a), Repr::Optional(b)) => Some(Repr::Optional(a.join_part(b)?)),
            _ => None,
        }
    }

    /// The representation that values of both can be converted to.
    pub(crate) fn join_or_dynamic(&self, other: &Repr) -> Repr {
        self.join(other).unwrap_or(Repr::Dynamic)
    }

    /// The same for parts of collections. They cannot be converted one by one, so both sides have the same representation, or no parts.
    pub(crate) fn join_part(&self, other: &Repr) -> Option<Rc<Repr>> {
        self.join(other)
            .filter(|joined| (joined == self || self.has_never()) && (joined == other || other.has_never()))
            .map(Rc::new)
    }

    /// The type name in `no such overload` errors and in `type()`.
    pub(crate) fn type_name(&self) -> Option<TypeName> {
        Some(match self {
            Repr::Null => TypeName::Null,
            Repr::Bool => TypeName::Bool,
            Repr::Int => TypeName::Int,
            Repr::Uint => TypeName::Uint,
            Repr::Double => TypeName::Double,
            Repr::String => TypeName::String,
            Repr::Bytes => TypeName::Bytes,
            Repr::Timestamp => TypeName::Timestamp,
            Repr::Duration => TypeName::Duration,
            Repr::Type => TypeName::Type,
            Repr::Opaque(name) => *name,
            Repr::Object(_) | Repr::Map { .. } => TypeName::Map,
            Repr::List { .. } => TypeName::List,
            Repr::Optional(_) => TypeName::Optional,
            Repr::Nullable(_) | Repr::Never | Repr::Encoded(_) | Repr::Dynamic => return None,
        })
    }
}

/// Greatest depth of nested collections with a static type. rustc's own limit is 128 steps, and each collection takes some.
const DEEPEST: usize = 8;
