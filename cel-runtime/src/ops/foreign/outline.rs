//! The types of JSON values, without their content.

use serde::{
    Serialize, Serializer,
    ser::{Impossible, SerializeMap, SerializeStruct},
};
use std::fmt;

/// The outline of a value.
pub(super) enum Outline {
    Object {
        /// The number of its keys.
        keys: usize,
        /// True if it has the key that was asked for.
        has_key: bool,
    },
    Int(i64),
    Text(String),
    Other,
}

/// The outline of the value that serde writes. For an object it says whether it has a key.
pub(super) fn outline<T: Serialize + ?Sized>(value: &T, key: &str) -> Outline {
    value.serialize(Outliner { key, keys: 0, has_key: false }).unwrap_or(Outline::Other)
}

/// Counts the keys of an object, and looks for one of them.
struct Outliner<'k> {
    key: &'k str,
    keys: usize,
    has_key: bool,
}

impl Outliner<'_> {
    #[inline]
    fn add(&mut self, key: &str) {
        self.keys = self.keys.saturating_add(1);
        self.has_key |= key == self.key;
    }

    #[inline]
    fn object(self) -> Outline {
        Outline::Object { keys: self.keys, has_key: self.has_key }
    }
}

impl SerializeStruct for Outliner<'_> {
    type Ok = Outline;
    type Error = fmt::Error;

    fn serialize_field<T: ?Sized>(&mut self, key: &'static str, _: &T) -> Result<(), fmt::Error> {
        self.add(key);
        Ok(())
    }
    #[inline]
    fn end(self) -> Result<Outline, fmt::Error> {
        Ok(self.object())
    }
}

impl SerializeMap for Outliner<'_> {
    type Ok = Outline;
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), fmt::Error> {
        if let Outline::Text(key) = outline(key, "") {
            self.add(&key);
        }
        Ok(())
    }
    fn serialize_value<T: ?Sized>(&mut self, _: &T) -> Result<(), fmt::Error> {
        Ok(())
    }
    #[inline]
    fn end(self) -> Result<Outline, fmt::Error> {
        Ok(self.object())
    }
}

/// The serializer of a value that is no object, int or text.
type Other = Impossible<Outline, fmt::Error>;

macro_rules! ints {
    ($($method:ident: $int:ty;)*) => {$(
        fn $method(self, value: $int) -> Result<Outline, fmt::Error> {
            i64::try_from(value).map(Outline::Int).map_err(|_| fmt::Error)
        }
    )*};
}

macro_rules! others {
    ($($method:ident($($argument:ty),*) -> $output:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$output, fmt::Error> {
            Err(fmt::Error)
        }
    )*};
}

impl<'k> Serializer for Outliner<'k> {
    type Ok = Outline;
    type Error = fmt::Error;
    type SerializeSeq = Other;
    type SerializeTuple = Other;
    type SerializeTupleStruct = Other;
    type SerializeTupleVariant = Other;
    type SerializeMap = Outliner<'k>;
    type SerializeStruct = Outliner<'k>;
    type SerializeStructVariant = Other;

    ints! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
    }
    others! {
        serialize_bool(bool) -> Outline;
        serialize_f32(f32) -> Outline;
        serialize_f64(f64) -> Outline;
        serialize_char(char) -> Outline;
        serialize_bytes(&[u8]) -> Outline;
        serialize_none() -> Outline;
        serialize_unit() -> Outline;
        serialize_unit_struct(&'static str) -> Outline;
        serialize_unit_variant(&'static str, u32, &'static str) -> Outline;
        serialize_seq(Option<usize>) -> Other;
        serialize_tuple(usize) -> Other;
        serialize_tuple_struct(&'static str, usize) -> Other;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Other;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Other;
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<Outline, fmt::Error> {
        Ok(Outline::Text(value.to_owned()))
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Outline, fmt::Error> {
        value.serialize(self)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Outline, fmt::Error> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Outline, fmt::Error> {
        Err(fmt::Error)
    }
    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Self, fmt::Error> {
        Ok(self)
    }
    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }
}
