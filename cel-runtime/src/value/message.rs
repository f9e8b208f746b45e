//! Protobuf messages without a CEL type of their own.

use super::Value;
use crate::cost::Arena;
use cel_types::TypeName;
use std::ptr::from_ref;

/// A message without a CEL type of its own. The server's maps distinguish equal messages by their addresses.
#[derive(Clone, Copy)]
pub struct Message<'a>(pub(crate) &'a MessageKind<'a>);

/// The kind of the message.
pub(crate) enum MessageKind<'a> {
    Empty,
    FieldsEntry { key: &'a str, value: Option<Value<'a>> },
}

/// A new `google.protobuf.Empty{}`.
pub fn empty(arena: &Arena) -> Message<'_> {
    Message(arena.alloc(MessageKind::Empty))
}

/// A new `google.protobuf.Struct.FieldsEntry{key: .., value: ..}`.
pub fn fields_entry<'a>(arena: &'a Arena, key: &'a str, value: Option<Value<'a>>) -> Message<'a> {
    Message(arena.alloc(MessageKind::FieldsEntry { key, value }))
}

impl<'a> Message<'a> {
    pub(crate) fn address(self) -> usize {
        from_ref(self.0).addr()
    }

    pub(crate) fn type_name(self) -> TypeName {
        match self.0 {
            MessageKind::Empty => TypeName::Empty,
            MessageKind::FieldsEntry { .. } => TypeName::FieldsEntry,
        }
    }

    /// True if no field is set.
    pub fn is_zero(self) -> bool {
        matches!(self.0, MessageKind::Empty | MessageKind::FieldsEntry { key: "", value: None })
    }
}
