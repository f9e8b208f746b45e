//! Values that generated code can compare as Rust values.

use super::{
    DeclField, DeclKind, DeclType, Encoding, ListType, Schema,
    reference::{definition, resolve},
};
use crate::escaping::unescape;

impl Schema {
    /// True if generated code can compare values of this node as the server does.
    #[must_use]
    #[inline]
    pub fn is_comparable(&self, node: &DeclType) -> bool {
        match &node.kind {
            // compared as serde writes it
            _ if matches!(node.encoding, Encoding::Foreign(_)) => true,
            _ if matches!(
                node.encoding,
                Encoding::Text
                    | Encoding::WideInt
                    | Encoding::Json
                    | Encoding::FreeMap
                    | Encoding::Generic
                    | Encoding::Written
                    | Encoding::Keyed
            ) =>
            {
                false
            }
            DeclKind::Bool
            | DeclKind::Int
            | DeclKind::Double
            | DeclKind::String
            | DeclKind::Date
            | DeclKind::DateTime
            | DeclKind::IntOrString => true,
            DeclKind::List { items, list_type } => {
                let is_alike = match list_type {
                    ListType::Atomic => true,
                    ListType::Set => self.is_scalar_in_go(items),
                    ListType::Map(_) | ListType::Unknown(_) => false,
                };
                is_alike && self.is_comparable_element(items)
            }
            DeclKind::Map { values } => self.is_comparable_element(values),
            DeclKind::Object { fields, preserve_unknown_fields } => {
                !preserve_unknown_fields && fields.iter().all(|field| self.is_comparable_field(field))
            }
            DeclKind::Ref(id) => definition(Some(self), id).is_some_and(|node| self.is_comparable(node)),
            DeclKind::Bytes | DeclKind::Duration | DeclKind::Opaque | DeclKind::Unknown | DeclKind::Error => {
                false
            }
        }
    }

    /// True if an element can be compared as a Rust value. A list, a map or an object that is compared with a null is an error, and Rust
    /// does not know that a list is a set.
    #[inline]
    fn is_comparable_element(&self, element: &DeclType) -> bool {
        let resolved = resolve(Some(self), element);
        let is_nullable = element.nullable || resolved.is_some_and(|resolved| resolved.nullable);
        let is_comparable_kind = match resolved.map(|resolved| &resolved.kind) {
            Some(DeclKind::List { list_type: ListType::Set, .. }) => false,
            Some(DeclKind::List { .. } | DeclKind::Map { .. } | DeclKind::Object { .. }) => !is_nullable,
            _ => true,
        };
        is_comparable_kind && self.is_comparable(element)
    }

    /// True for an element of a set that Go compares as CEL does. Of times Go compares the zones, too. It never compares objects and lists.
    #[inline]
    fn is_scalar_in_go(&self, node: &DeclType) -> bool {
        let kind = resolve(Some(self), node).map(|node| &node.kind);
        matches!(
            kind,
            Some(
                DeclKind::Bool | DeclKind::Int | DeclKind::Double | DeclKind::String | DeclKind::IntOrString
            )
        )
    }

    #[inline]
    fn is_comparable_field(&self, field: &DeclField) -> bool {
        if field.node.encoding == Encoding::Unwritten {
            return true; // on both sides it is absent
        }
        // The server's lookup must not take the name for another one. The fields of a variant in a flattened enum are excluded, too.
        let is_found = unescape(&field.name).is_some_and(|name| name == field.name);
        let is_below = matches!(field.node.kind, DeclKind::Object { .. }) && field.access.steps.len() > 1;
        is_found && !is_below && self.is_comparable(&field.node)
    }
}
