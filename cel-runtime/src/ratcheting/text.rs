//! An object as the text that serde writes. Whole numbers beyond 64 bits are floats, as in Go. Equal scalars have equal texts. The entries
//! of an object are in the order that serde has: a type that was written twice has the same order, but its `HashMap`s may not.

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};
use std::io::{self, Write};

/// The texts of two versions of an object. `None` if one does not serialize or is longer than 4 GiB.
pub(super) fn write_both<T: Serialize + ?Sized>(new: &T, old: &T) -> Option<[Vec<u8>; 2]> {
    let new = write(new)?;
    // They mostly have about the same length.
    let likely = new.len().saturating_add(new.len() / 16);
    let mut old = match likely {
        ..=SMALL => write(old)?,
        likely => write_within(old, likely, likely).or_else(|| write(old))?,
    };
    if old.capacity() > old.len().saturating_add(SMALL.max(new.len() / 8)) {
        old.shrink_to_fit();
    }
    Some([new, old])
}

/// The text of an object.
pub(super) fn write<T: Serialize + ?Sized>(object: &T) -> Option<Vec<u8>> {
    // Most objects are small. The text of a large one has no room to spare.
    if let Some(small) = write_within(object, FIRST, SMALL) {
        return Some(small);
    }
    let length = run(object, Output { is_counting: true, ..Output::default() })?.length;
    write_within(object, length, length)
}

/// The text of an object, if it is not longer than `most`. The room for the first bytes is taken at once.
fn write_within<T: Serialize + ?Sized>(object: &T, first: usize, most: usize) -> Option<Vec<u8>> {
    let most = most.min(usize::try_from(u32::MAX).unwrap_or(usize::MAX));
    let text = Vec::with_capacity(first.min(most));
    Some(run(object, Output { text, most, ..Output::default() })?.text)
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
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_counting {
            self.length = self.length.saturating_add(bytes.len());
            return Ok(());
        }
        if self.text.len().saturating_add(bytes.len()) > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
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
