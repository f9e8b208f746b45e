//! The items and entries that serde writes one after the other.

use super::{NotWritten, Writer, Written};
use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

/// The items or entries of a value.
pub(in crate::ratcheting) struct Parts<'w, 'n> {
    pub(super) writer: &'w mut Writer<'n>,
    /// Where their length is written. `None` for a struct of `serde_json` that is one text.
    pub(super) start: Option<usize>,
    /// The same of the object around a variant.
    pub(super) outer: Option<usize>,
}

impl Parts<'_, '_> {
    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }

    #[inline]
    pub(super) fn entry<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        if let Some((wanted, behind)) = self.writer.names.split_first() {
            return if *wanted == name { self.writer.enter(behind, value) } else { Ok(()) };
        }
        if self.start.is_none() {
            return self.writer.kept_text(name, value);
        }
        self.writer.text(name)?;
        self.item(value)
    }

    #[inline]
    pub(super) fn close(self) -> Written {
        [self.start, self.outer].into_iter().flatten().try_for_each(|start| self.writer.close(start))
    }
}

macro_rules! lists {
    ($($parts:ident: $method:ident;)*) => {$(
        impl $parts for Parts<'_, '_> {
            type Ok = ();
            type Error = NotWritten;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.item(value)
            }

            #[inline]
            fn end(self) -> Written {
                self.close()
            }
        }
    )*};
}

lists! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}

macro_rules! structs {
    ($($parts:ident)*) => {$(
        impl $parts for Parts<'_, '_> {
            type Ok = ();
            type Error = NotWritten;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
                self.entry(name, value)
            }

            #[inline]
            fn end(self) -> Written {
                self.close()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = NotWritten;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.writer.is_name = true;
        key.serialize(&mut *self.writer)?;
        self.writer.is_name = false;
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}
