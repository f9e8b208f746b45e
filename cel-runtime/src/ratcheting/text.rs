//! An object as the text that serde writes. Whole numbers beyond 64 bits are floats, as in Go. Equal scalars have equal texts. The entries
//! of an object are in the order that serde has: a type that was written twice has the same order, but its `HashMap`s may not.

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};
use std::io::{self, Write};

/// The text of an object. `None` if it does not serialize or is longer than 4 GiB.
pub(super) fn write<T: Serialize + ?Sized>(object: &T) -> Option<Vec<u8>> {
    // Most objects are small. The text of a large one has no room to spare.
    let small = Output { text: Vec::with_capacity(FIRST), most: SMALL, ..Output::default() };
    if let Some(small) = run(object, small) {
        return Some(small.text);
    }
    let counted = run(object, Output { is_counting: true, ..Output::default() })?;
    u32::try_from(counted.length).ok()?;
    let (text, most) = (Vec::with_capacity(counted.length), usize::MAX);
    let output = Output { text, most, ..Output::default() };
    Some(run(object, output)?.text)
}

fn run<T: Serialize + ?Sized>(object: &T, output: Output) -> Option<Output> {
    let mut serializer = Serializer::with_formatter(output, Normal { is_key: false });
    object.serialize(&mut serializer).ok()?;
    Some(serializer.into_inner())
}

/// Bytes of a text that is written without counting it before.
const SMALL: usize = 1 << 12;

/// Bytes that are taken from the allocator for it first.
const FIRST: usize = 1 << 9;

/// The written text, or its size.
#[derive(Default)]
struct Output {
    is_counting: bool,
    length: usize,
    text: Vec<u8>,
    /// So long the text may become.
    most: usize,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_counting {
            self.length = self.length.saturating_add(bytes.len());
        } else {
            if self.text.len().saturating_add(bytes.len()) > self.most {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            self.text.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes numbers in their normal form.
struct Normal {
    is_key: bool,
}

impl Formatter for Normal {
    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.is_key = true;
        CompactFormatter.begin_object_key(writer, first)
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.is_key = false;
        CompactFormatter.end_object_key(writer)
    }

    fn write_u64<W: Write + ?Sized>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        if self.is_key {
            return CompactFormatter.write_u64(writer, value);
        }
        write_number(writer, i64::try_from(value).ok(), value as f64)
    }

    fn write_u128<W: Write + ?Sized>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        if self.is_key {
            return CompactFormatter.write_u128(writer, value);
        }
        write_number(writer, i64::try_from(value).ok(), value as f64)
    }

    fn write_i128<W: Write + ?Sized>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        if self.is_key {
            return CompactFormatter.write_i128(writer, value);
        }
        write_number(writer, i64::try_from(value).ok(), value as f64)
    }

    /// A number that `serde_json` keeps as text, with the feature `arbitrary_precision`.
    fn write_number_str<W: Write + ?Sized>(&mut self, writer: &mut W, value: &str) -> io::Result<()> {
        let float = value.parse().map_err(io::Error::other)?;
        write_number(writer, value.parse().ok(), float)
    }

    /// A `RawValue` of `serde_json`.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let value: serde_json::Value = serde_json::from_str(fragment)?;
        let text = write(&value).ok_or_else(|| io::Error::other("JSON that cannot be written"))?;
        writer.write_all(&text)
    }
}

fn write_number<W: Write + ?Sized>(writer: &mut W, int: Option<i64>, float: f64) -> io::Result<()> {
    match int {
        Some(int) => CompactFormatter.write_i64(writer, int),
        None => CompactFormatter.write_f64(writer, float),
    }
}
