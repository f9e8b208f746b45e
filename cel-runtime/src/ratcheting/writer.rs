//! Writes what serde says of an object as bytes. [`Value`](super::value::Value) reads them, and passes over a value without reading it.
//!
//! A value begins with a byte that says what it is. The name of an entry is a text, and its value is behind it. Whole numbers beyond 64 bits
//! are floats, as in Go. Equal scalars have equal bytes, except 0.0 and -0.0. The entries of an object are in the order that serde has: a
//! type that was written twice has the same order, but its `HashMap`s may not.

mod parts;

use self::parts::Parts;
use serde::{Serialize, Serializer, ser::Error};
use std::fmt::{self, Display};

pub(super) const NULL: u8 = 0;
pub(super) const FALSE: u8 = 1;
pub(super) const TRUE: u8 = 2;
/// A float of eight bytes.
pub(super) const FLOAT: u8 = 3;
/// A number of seven bits in each byte, the lowest first. Only its last byte has the highest bit.
pub(super) const INT: u8 = 4;
/// The length as in `INT`, and the bytes of the text.
pub(super) const TEXT: u8 = 5;
/// The length as four bytes, and the items.
pub(super) const LIST: u8 = 6;
/// The length as four bytes, and the entries.
pub(super) const OBJECT: u8 = 7;

pub(super) const SEVEN_BITS: u8 = 0x7f;

/// Writes an object. It is a pointer, so what takes it is not compiled for each type.
pub(super) type WriteObject<'o> = &'o dyn Fn(&mut Writer<'_>) -> Written;

/// The bytes of both objects, one behind the other, and where the second begins. `None` if one of them does not serialize, or if they are
/// longer than 4 GiB.
pub(super) fn write_both(one: WriteObject<'_>, other: WriteObject<'_>) -> Option<(Vec<u8>, u32)> {
    // Most objects are small. The bytes of large ones have no room to spare.
    let small = Writer { bytes: Vec::with_capacity(FIRST), most: SMALL, ..Writer::default() };
    small.write_both(one, other).or_else(|| {
        let mut counter = Writer { is_counting: true, ..Writer::default() };
        one(&mut counter).and_then(|()| other(&mut counter)).ok()?;
        let most = counter.length;
        u32::try_from(most).ok()?;
        Writer { bytes: Vec::with_capacity(most), most, ..Writer::default() }.write_both(one, other)
    })
}

/// The same for a small part of both: the value behind these names. `None` if it is not there, not small, or in anything but structs.
pub(super) fn write_parts(
    one: WriteObject<'_>,
    other: WriteObject<'_>,
    names: &[&str],
) -> Option<(Vec<u8>, u32)> {
    let mut picker = Writer { bytes: Vec::with_capacity(FIRST), names, ..Writer::default() };
    one(&mut picker).ok()?;
    let start_of_other = u32::try_from(picker.bytes.len()).ok()?;
    other(&mut picker).ok()?;
    let end = u32::try_from(picker.bytes.len()).ok()?;
    let has_one_of_each = picker.parts == 2 && 0 < start_of_other && start_of_other < end;
    has_one_of_each.then_some((picker.bytes, start_of_other))
}

/// The bytes of an object.
#[cfg(test)]
pub(super) fn write<T: Serialize + ?Sized>(object: &T) -> Option<Vec<u8>> {
    let mut writer = Writer { most: usize::MAX, ..Writer::default() };
    object.serialize(&mut writer).ok()?;
    Some(writer.bytes)
}

/// Bytes of two objects that are written without counting them before.
const SMALL: usize = 1 << 13;

/// Bytes that are taken from the allocator for them first.
const FIRST: usize = 1 << 9;

/// The written bytes, or their number.
#[derive(Default)]
pub(super) struct Writer<'n> {
    bytes: Vec<u8>,
    /// So many bytes may be written.
    most: usize,
    is_counting: bool,
    length: usize,
    /// What is written next is the name of an entry, so it becomes a text.
    is_name: bool,
    /// The names of the entries on the way to the part that is written. While there are any, only structs can be entered.
    names: &'n [&'n str],
    /// How many parts were written so.
    parts: usize,
}

/// A value that JSON does not have, or too many bytes.
#[derive(Debug)]
pub(super) struct NotWritten;

pub(super) type Written = Result<(), NotWritten>;

impl<'n> Writer<'n> {
    fn write_both(mut self, one: WriteObject<'_>, other: WriteObject<'_>) -> Option<(Vec<u8>, u32)> {
        one(&mut self).ok()?;
        let start_of_other = u32::try_from(self.bytes.len()).ok()?;
        other(&mut self).ok()?;
        Some((self.bytes, start_of_other))
    }

    /// Enters the entry of the next name, with the names `behind` it. Nothing can be written before the last name.
    fn enter<T: Serialize + ?Sized>(&mut self, behind: &'n [&'n str], value: &T) -> Written {
        let names = std::mem::replace(&mut self.names, behind);
        if behind.is_empty() {
            (self.most, self.parts) = (SMALL, self.parts.saturating_add(1));
        }
        value.serialize(&mut *self)?;
        (self.names, self.most) = (names, 0);
        Ok(())
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Written {
        if self.is_counting {
            self.length = self.length.saturating_add(bytes.len());
            return Ok(());
        }
        if self.bytes.len().saturating_add(bytes.len()) > self.most {
            return Err(NotWritten);
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The first byte of a value that cannot be the name of an entry.
    #[inline]
    fn begin(&mut self, kind: u8) -> Written {
        if self.is_name { Err(NotWritten) } else { self.put(&[kind]) }
    }

    #[inline]
    fn number(&mut self, mut number: u64) -> Written {
        while number > SEVEN_BITS.into() {
            let [low, ..] = number.to_le_bytes();
            self.put(&[low & SEVEN_BITS])?;
            number >>= SEVEN_BITS.count_ones();
        }
        let [low, ..] = number.to_le_bytes();
        self.put(&[low | !SEVEN_BITS])
    }

    #[inline]
    fn text(&mut self, text: &str) -> Written {
        match u8::try_from(text.len()) {
            Ok(length @ ..=SEVEN_BITS) => self.put(&[TEXT, length | !SEVEN_BITS])?,
            _ => {
                self.put(&[TEXT])?;
                self.number(u64::try_from(text.len()).unwrap_or(u64::MAX))?;
            }
        }
        self.put(text.as_bytes())
    }

    #[inline]
    fn int(&mut self, int: i64) -> Written {
        self.begin(INT)?;
        self.number((int << 1 ^ int >> 63).cast_unsigned()) // small numbers of both signs are short
    }

    /// JSON has null for a float that is not finite.
    fn float(&mut self, float: f64) -> Written {
        if !float.is_finite() {
            return self.begin(NULL);
        }
        self.begin(FLOAT)?;
        self.put(&float.to_bits().to_le_bytes())
    }

    #[inline]
    fn open(&mut self, kind: u8) -> Result<Parts<'_, 'n>, NotWritten> {
        self.begin(kind)?;
        let start = self.bytes.len();
        self.put(&[0; 4])?;
        Ok(Parts { writer: self, start: Some(start), outer: None })
    }

    /// The parts of a variant with data, which is an object with one entry.
    fn open_variant(&mut self, variant: &str, kind: u8) -> Result<Parts<'_, 'n>, NotWritten> {
        let outer = self.open(OBJECT)?.start;
        self.text(variant)?;
        Ok(Parts { outer, ..self.open(kind)? })
    }

    /// Writes the length of the parts that begin at a place.
    #[inline]
    fn close(&mut self, start: usize) -> Written {
        let parts = self.bytes.len().saturating_sub(start).saturating_sub(4);
        let length = u32::try_from(parts).map_err(|_| NotWritten)?;
        if let Some(place) = self.bytes.get_mut(start..).and_then(<[u8]>::first_chunk_mut) {
            *place = length.to_le_bytes();
        }
        Ok(())
    }

    /// What `serde_json` keeps as text, with its features `arbitrary_precision` and `raw_value`.
    #[cold]
    fn kept_text<T: Serialize + ?Sized>(&mut self, token: &str, text: &T) -> Written {
        self.kept(token, &|writer| text.serialize(writer))
    }

    fn kept(&mut self, token: &str, write_text: WriteObject<'_>) -> Written {
        let mut writer = Writer { most: usize::MAX, ..Writer::default() };
        write_text(&mut writer)?;
        let text = text_of(&writer.bytes).ok_or(NotWritten)?;
        if token == RAW_VALUE {
            let value: serde_json::Value = serde_json::from_str(text).map_err(|_| NotWritten)?;
            return value.serialize(self);
        }
        match text.parse() {
            Ok(int) => self.int(int),
            Err(_) => self.float(text.parse().map_err(|_| NotWritten)?),
        }
    }
}

/// The text of a value that is one.
fn text_of(value: &[u8]) -> Option<&str> {
    let [TEXT, length @ ..] = value else { return None };
    let last = length.iter().position(|byte| *byte > SEVEN_BITS)?;
    std::str::from_utf8(length.get(last.checked_add(1)?..)?).ok()
}

/// The names that `serde_json` gives its structs of texts, and the one field of each.
const NUMBER: &str = "$serde_json::private::Number";
const RAW_VALUE: &str = "$serde_json::private::RawValue";

macro_rules! integers {
    ($($method:ident: $integer:ty;)*) => {$(
        #[inline]
        #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "of some types, and Go's decoder does the same")]
        fn $method(self, value: $integer) -> Written {
            match i64::try_from(value) {
                _ if self.is_name => self.text(&value.to_string()),
                Ok(int) => self.int(int),
                Err(_) => self.float(value as f64),
            }
        }
    )*};
}

impl<'w, 'n> Serializer for &'w mut Writer<'n> {
    type Ok = ();
    type Error = NotWritten;
    type SerializeSeq = Parts<'w, 'n>;
    type SerializeTuple = Parts<'w, 'n>;
    type SerializeTupleStruct = Parts<'w, 'n>;
    type SerializeTupleVariant = Parts<'w, 'n>;
    type SerializeMap = Parts<'w, 'n>;
    type SerializeStruct = Parts<'w, 'n>;
    type SerializeStructVariant = Parts<'w, 'n>;

    integers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_i128: i128;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_u128: u128;
    }

    fn serialize_bool(self, value: bool) -> Written {
        match value {
            _ if self.is_name => self.text(if value { "true" } else { "false" }),
            true => self.put(&[TRUE]),
            false => self.put(&[FALSE]),
        }
    }

    /// The number that the digits of the `f32` say.
    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.to_string().parse().map_err(|_| NotWritten)?)
    }

    fn serialize_f64(self, value: f64) -> Written {
        if self.is_name && value.is_finite() { self.text(&format!("{value:?}")) } else { self.float(value) }
    }

    fn serialize_char(self, value: char) -> Written {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Written {
        self.text(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.collect_seq(value)
    }

    #[inline]
    fn serialize_none(self) -> Written {
        self.begin(NULL)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.begin(NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.begin(NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.text(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut parts = self.open(OBJECT)?;
        parts.entry(variant, value)?;
        parts.close()
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open(LIST)
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open(LIST)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open(LIST)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open_variant(variant, LIST)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open(OBJECT)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'w, 'n>, NotWritten> {
        match name {
            NUMBER | RAW_VALUE => Ok(Parts { writer: self, start: None, outer: None }),
            _ if self.names.is_empty() => self.open(OBJECT),
            _ => Ok(Parts { writer: self, start: None, outer: None }),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'n>, NotWritten> {
        self.open_variant(variant, OBJECT)
    }
}

impl Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value cannot be written")
    }
}

impl std::error::Error for NotWritten {}

impl Error for NotWritten {
    fn custom<T: Display>(_: T) -> Self {
        NotWritten
    }
}
