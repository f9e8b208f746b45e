//! Types whose scalar only serde shows: handwritten implementations, `into = ".."`, and text types of other crates.

use super::CelValue;
use crate::{
    cost::Arena,
    eval_error::EvalError,
    json::{NULL, invalid},
    ops::{formatted, ops::Outcome},
    value::{NEITHER, Value},
};
use cel_types::{Duration, Timestamp, number::format_double, quote::quote};
use serde::{
    Serialize, Serializer,
    ser::{Error, Impossible},
};
use std::fmt::{self, Display};

/// A value that serde writes as one scalar. Rules see that scalar.
pub struct Scalar<'a, T> {
    value: &'a T,
    write: Write<T>,
}

/// serde's function that writes the value with this serializer.
type Write<T> = for<'w> fn(&T, Writer<'w>) -> Result<Written<'w>, NoScalar>;

impl<'a, T> Scalar<'a, T> {
    /// The value as the type's own serde writes it.
    pub fn new(value: &'a T) -> Self
    where
        T: Serialize,
    {
        Scalar { value, write: |value, writer| value.serialize(writer) }
    }

    /// The value as the function in a field's `serialize_with` writes it.
    pub fn with(value: &'a T, write: Write<T>) -> Self {
        Scalar { value, write }
    }

    /// True if it is null. Null is like absent.
    pub fn is_null(self) -> bool {
        matches!((self.write)(self.value, Writer(None)), Ok(Written::Null))
    }

    /// `type: boolean`
    pub fn bool(self, arena: &'a Arena) -> Outcome<'a, bool> {
        match self.written(arena) {
            Ok(Written::Bool(value)) => Ok(value),
            other => Err(unexpected(arena, "bool", other)),
        }
    }

    /// `type: integer`
    pub fn int(self, arena: &'a Arena) -> Outcome<'a, i64> {
        match self.written(arena) {
            Ok(Written::Int(value)) => Ok(value),
            other => Err(unexpected(arena, "int", other)),
        }
    }

    /// `type: number`
    #[expect(clippy::cast_precision_loss, reason = "Go's decoder does the same")]
    pub fn double(self, arena: &'a Arena) -> Outcome<'a, f64> {
        match self.written(arena) {
            Ok(Written::Double(value)) => Ok(value),
            Ok(Written::Int(value)) => Ok(value as f64),
            other => Err(unexpected(arena, "float", other)),
        }
    }

    /// `type: string`
    pub fn text(self, arena: &'a Arena) -> Outcome<'a, &'a str> {
        match self.written(arena) {
            Ok(Written::Text(value)) => Ok(value),
            other => Err(unexpected(arena, "string", other)),
        }
    }

    /// `x-kubernetes-int-or-string: true`
    pub fn int_or_string(self, arena: &'a Arena) -> Outcome<'a, Value<'a>> {
        match self.written(arena) {
            Ok(Written::Int(value)) => Ok(Value::Int(value)),
            Ok(Written::Text(value)) => Ok(Value::String(value)),
            Ok(Written::Null) => Err(EvalError::Text(NULL)),
            Ok(Written::Bool(_) | Written::Double(_)) | Err(_) => Err(NEITHER),
        }
    }

    /// `type: string` of format `byte`
    pub fn bytes(self, arena: &'a Arena) -> Outcome<'a, &'a [u8]> {
        formatted::bytes(arena, self.text(arena)?)
    }

    /// `type: string` of format `duration`
    pub fn duration(self, arena: &'a Arena) -> Outcome<'a, Duration> {
        formatted::duration(arena, self.text(arena)?)
    }

    /// `type: string` of format `date`
    pub fn date(self, arena: &'a Arena) -> Outcome<'a, Timestamp> {
        formatted::date(arena, self.text(arena)?)
    }

    /// `type: string` of format `date-time`
    pub fn date_time(self, arena: &'a Arena) -> Outcome<'a, Timestamp> {
        formatted::date_time(arena, self.text(arena)?)
    }

    /// The value as the server prints it.
    pub fn bad_value(self) -> Option<String> {
        Some(match self.written(&Arena::new()).ok()? {
            Written::Bool(value) => value.to_string(),
            Written::Int(value) => value.to_string(),
            Written::Double(value) => format_double(value),
            Written::Text(value) => quote(value),
            Written::Null => "null".to_owned(),
        })
    }

    fn written<'w>(self, arena: &'w Arena) -> Result<Written<'w>, NoScalar> {
        (self.write)(self.value, Writer(Some(arena)))
    }
}

impl<T> Clone for Scalar<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scalar<'_, T> {}

impl<T> fmt::Debug for Scalar<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scalar").field(&self.bad_value()).finish()
    }
}

/// The scalar that serde wrote.
#[derive(Clone, Copy, Debug)]
pub enum Written<'w> {
    /// `true`
    Bool(bool),
    /// A number that Go decodes as an int64.
    Int(i64),
    /// Any other number.
    Double(f64),
    /// A text in the arena.
    Text(&'w str),
    /// `null`
    Null,
}

#[cold]
fn unexpected<'a>(arena: &'a Arena, expected: &str, found: Result<Written<'_>, NoScalar>) -> EvalError<'a> {
    let found = match found {
        Ok(Written::Null) => return EvalError::Text(NULL),
        Ok(Written::Bool(_)) => "bool",
        Ok(Written::Int(_)) => "int64",
        Ok(Written::Double(_)) => "float64",
        Ok(Written::Text(_)) => "string",
        Err(NoScalar(found)) => found,
    };
    invalid(arena, expected, found)
}

/// True if serde writes null.
pub(crate) fn is_null(value: &(impl Serialize + ?Sized)) -> bool {
    matches!(value.serialize(Writer(None)), Ok(Written::Null))
}

/// A serializer for scalars. It copies texts into the arena, if there is one.
#[derive(Clone, Copy)]
pub struct Writer<'w>(Option<&'w Arena>);

/// Go's name for the type of a value that is no scalar.
#[derive(Clone, Copy, Debug)]
pub struct NoScalar(&'static str);

impl Display for NoScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no scalar")
    }
}

impl std::error::Error for NoScalar {}

impl Error for NoScalar {
    fn custom<T: Display>(_: T) -> Self {
        MAP
    }
}

macro_rules! integers {
    ($($method:ident: $integer:ty;)*) => {$(
        #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "of some types, and Go's decoder does the same")]
        fn $method(self, value: $integer) -> Result<Self::Ok, NoScalar> {
            Ok(i64::try_from(value).map_or(Written::Double(value as f64), Written::Int))
        }
    )*};
}

impl<'w> Serializer for Writer<'w> {
    type Ok = Written<'w>;
    type Error = NoScalar;
    type SerializeSeq = Impossible<Self::Ok, NoScalar>;
    type SerializeTuple = Impossible<Self::Ok, NoScalar>;
    type SerializeTupleStruct = Impossible<Self::Ok, NoScalar>;
    type SerializeTupleVariant = Impossible<Self::Ok, NoScalar>;
    type SerializeMap = Impossible<Self::Ok, NoScalar>;
    type SerializeStruct = Impossible<Self::Ok, NoScalar>;
    type SerializeStructVariant = Impossible<Self::Ok, NoScalar>;

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

    fn serialize_bool(self, value: bool) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Self::Ok, NoScalar> {
        self.serialize_f64(value.cel())
    }

    fn serialize_f64(self, value: f64) -> Result<Self::Ok, NoScalar> {
        Ok(if value.is_finite() { Written::Double(value) } else { Written::Null })
    }

    fn serialize_char(self, value: char) -> Result<Self::Ok, NoScalar> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<Self::Ok, NoScalar> {
        let arena = self.0.filter(|arena| arena.admits(value.len()));
        Ok(Written::Text(arena.map_or("", |arena| arena.alloc_str(value))))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Text(match self.0 {
            Some(arena) => bumpalo::format!(in arena, "{}", value).into_bump_str(),
            None => "",
        }))
    }

    fn serialize_none(self) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Null)
    }

    fn serialize_unit(self) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Self::Ok, NoScalar> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Self::Ok, NoScalar> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Self::Ok, NoScalar> {
        Ok(Written::Text(variant))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Self::Ok, NoScalar> {
        Err(LIST)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, NoScalar> {
        Err(LIST)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, NoScalar> {
        Err(LIST)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, NoScalar> {
        Err(LIST)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NoScalar> {
        Err(MAP)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, NoScalar> {
        Err(MAP)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Self::Ok, NoScalar> {
        Err(MAP)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoScalar> {
        Err(MAP)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NoScalar> {
        Err(MAP)
    }
}

const LIST: NoScalar = NoScalar("[]interface {}");
const MAP: NoScalar = NoScalar("map[string]interface {}");
