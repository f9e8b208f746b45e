//! An object as the text that serde writes, in one normal form. The keys of each object are sorted, and each occurs once. Whole numbers
//! beyond 64 bits are floats, as in Go. Equal values have equal texts.

use super::value::Value;
use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};
use std::{
    cell::RefCell,
    io::{self, Write},
};

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
    let output = RefCell::new(output);
    let format = InOrder { output: &output, keys: Vec::new(), objects: Vec::new(), is_key: false };
    object.serialize(&mut Serializer::with_formatter(Sink(&output), format)).ok()?;
    Some(output.into_inner())
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

struct Sink<'b>(&'b RefCell<Output>);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = self.0.borrow_mut();
        if output.is_counting {
            output.length = output.length.saturating_add(bytes.len());
        } else {
            if output.text.len().saturating_add(bytes.len()) > output.most {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            output.text.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sorts the entries of each object when the object ends.
struct InOrder<'b> {
    output: &'b RefCell<Output>,
    /// The places of the keys of all open objects in the text.
    keys: Vec<u32>,
    /// For each open object, the number of keys before its first key.
    objects: Vec<usize>,
    is_key: bool,
}

impl InOrder<'_> {
    fn sort_entries(&self, first: usize) {
        let mut output = self.output.borrow_mut();
        let keys = self.keys.get(first..).unwrap_or_default();
        let name = |text, key| Value::at(text, key).raw();
        let text = &output.text;
        let in_order = |pair: &[u32]| matches!(pair, [a, b] if name(text, *a) < name(text, *b));
        let Some(start) = keys.first().filter(|_| !keys.windows(2).all(in_order)) else { return };
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let ends = keys.iter().skip(1).map(|next| next.saturating_sub(1)).chain([end]);
        let mut entries: Vec<(u32, u32)> = keys.iter().copied().zip(ends).collect();
        entries.sort_by(|(a, _), (b, _)| name(text, *a).cmp(name(text, *b)));
        // If a key occurs twice, the last entry counts.
        entries.dedup_by(|later, earlier| {
            let is_same = name(text, later.0) == name(text, earlier.0);
            *earlier = if is_same { *later } else { *earlier };
            is_same
        });
        let mut sorted = Vec::with_capacity(index(end).saturating_sub(index(*start)));
        for (from, to) in entries {
            if !sorted.is_empty() {
                sorted.push(b',');
            }
            sorted.extend_from_slice(text.get(index(from)..index(to)).unwrap_or_default());
        }
        output.text.truncate(index(*start));
        output.text.extend_from_slice(&sorted);
    }
}

impl Formatter for InOrder<'_> {
    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects.push(self.keys.len());
        CompactFormatter.begin_object(writer)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.is_key = true;
        CompactFormatter.begin_object_key(writer, first)?;
        let output = self.output.borrow();
        if !output.is_counting {
            self.keys.push(u32::try_from(output.text.len()).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.is_key = false;
        CompactFormatter.end_object_key(writer)
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let first = self.objects.pop().unwrap_or_default();
        self.sort_entries(first);
        self.keys.truncate(first);
        CompactFormatter.end_object(writer)
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

fn index(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
