//! Numbers, bools, strings and untyped JSON.

use super::CelValue;
use crate::{json, value};
use cel_types::{number::format_double, quote::quote};
use serde_json::Value;
use std::{
    fmt::{self, Write},
    path::PathBuf,
};

macro_rules! integers {
    ($($integer:ty => $cel:ty, $shown:expr;)*) => {$(
        impl CelValue for $integer {
            type Cel<'a> = $cel;
            const SCHEMA_TYPE: &'static str = "integer";

            #[inline]
            fn cel(&self) -> $cel {
                *self as $cel // never narrower
            }

            fn bad_value(&self) -> Option<String> {
                let shown: fn(&$integer) -> String = $shown;
                Some(shown(self))
            }
        }
    )*};
}

// A `u64` may exceed an int, so its CEL type is `u64`. Converting it to an int is an error above `i64::MAX`, where the server decodes a
// float. A schema has no wider integers.
integers! {
    i8 => i64, i8::to_string;
    i16 => i64, i16::to_string;
    i32 => i64, i32::to_string;
    i64 => i64, i64::to_string;
    isize => i64, isize::to_string;
    u8 => i64, u8::to_string;
    u16 => i64, u16::to_string;
    u32 => i64, u32::to_string;
    u64 => u64, |value| wide_text(*value);
    usize => u64, |value| wide_text(*value as u64);
}

macro_rules! nonzero {
    ($($nonzero:ident: $integer:ty;)*) => {$(
        impl CelValue for std::num::$nonzero {
            type Cel<'a> = <$integer as CelValue>::Cel<'a>;
            const SCHEMA_TYPE: &'static str = "integer";

            #[inline]
            fn cel(&self) -> Self::Cel<'_> {
                self.get() as Self::Cel<'_> // never narrower
            }

            fn bad_value(&self) -> Option<String> {
                self.get().bad_value()
            }
        }
    )*};
}
nonzero! {
    NonZeroI8: i8;
    NonZeroI16: i16;
    NonZeroI32: i32;
    NonZeroI64: i64;
    NonZeroIsize: isize;
    NonZeroU8: u8;
    NonZeroU16: u16;
    NonZeroU32: u32;
    NonZeroU64: u64;
    NonZeroUsize: usize;
}

/// The text that the server prints. It decodes a float if the number is no int64.
#[expect(clippy::cast_precision_loss, reason = "Go's decoder does the same")]
fn wide_text(value: u64) -> String {
    i64::try_from(value).map_or_else(|_| format_double(value as f64), |value| value.to_string())
}

impl CelValue for f64 {
    type Cel<'a> = f64;
    const SCHEMA_TYPE: &'static str = "number";

    #[inline]
    fn cel(&self) -> f64 {
        *self
    }

    fn bad_value(&self) -> Option<String> {
        Some(format_double(*self))
    }
}

/// The server reads the text that serde writes: the shortest digits that identify the `f32`. As `f64` they are another number.
impl CelValue for f32 {
    type Cel<'a> = f64;
    const SCHEMA_TYPE: &'static str = "number";

    fn cel(&self) -> f64 {
        let shortest = ShortText::from(format_args!("{self:e}"));
        // If two shortest texts are equally near, serde writes the even one and Rust the larger one.
        let digits =
            shortest.as_str().bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
        let nearest = ShortText::from(format_args!("{self:.*e}", digits.saturating_sub(1)));
        let written = if nearest.as_str().parse() == Ok(*self) { nearest } else { shortest };
        written.as_str().parse().unwrap_or(f64::from(*self))
    }

    fn bad_value(&self) -> Option<String> {
        Some(format_double(self.cel()))
    }
}

impl CelValue for bool {
    type Cel<'a> = bool;
    const SCHEMA_TYPE: &'static str = "boolean";

    #[inline]
    fn cel(&self) -> bool {
        *self
    }

    fn bad_value(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl CelValue for str {
    type Cel<'a> = &'a str;
    const SCHEMA_TYPE: &'static str = "string";

    #[inline]
    fn cel(&self) -> &str {
        self
    }

    fn bad_value(&self) -> Option<String> {
        Some(quote(self))
    }
}

impl CelValue for String {
    type Cel<'a> = &'a str;
    const SCHEMA_TYPE: &'static str = "string";

    #[inline]
    fn cel(&self) -> &str {
        self
    }

    fn bad_value(&self) -> Option<String> {
        Some(quote(self))
    }
}

/// A path that is not UTF-8 does not serialize.
impl CelValue for PathBuf {
    type Cel<'a> = &'a str;
    const SCHEMA_TYPE: &'static str = "string";

    #[inline]
    fn cel(&self) -> &str {
        self.to_str().unwrap_or_default()
    }

    fn bad_value(&self) -> Option<String> {
        Some(quote(self.cel()))
    }
}

/// JSON without a type in Rust, such as int-or-string.
impl CelValue for Value {
    type Cel<'a> = &'a Value;
    const SCHEMA_TYPE: &'static str = "";

    #[inline]
    fn cel(&self) -> &Value {
        self
    }

    fn bad_value(&self) -> Option<String> {
        Some(json::bad_value(self.into()))
    }
}

/// Text of an int-or-string of a type of k8s-openapi in an error.
pub fn int_or_string_bad_value(value: value::Value<'_>) -> Option<String> {
    match value {
        value::Value::Int(int) => int.bad_value(),
        value::Value::String(text) => text.bad_value(),
        _ => None,
    }
}

/// A buffer for any `f32` in exponent form.
#[derive(Default)]
struct ShortText {
    bytes: [u8; 24],
    len: usize,
}

impl From<fmt::Arguments<'_>> for ShortText {
    fn from(text: fmt::Arguments<'_>) -> Self {
        let mut short = ShortText::default();
        let written = short.write_fmt(text);
        debug_assert!(written.is_ok(), "it has room for any number");
        short
    }
}

impl ShortText {
    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

impl Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.checked_add(text.len()).ok_or(fmt::Error)?;
        let room = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
