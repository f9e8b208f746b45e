//! `google.protobuf.Any`: the name of a message type and the bytes of the message. CEL decodes it to the message's value at once.

use super::{duration, timestamp};
use crate::value::empty;
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{address::placed, list::List, map, ops::Outcome},
    value::Value,
};
use std::fmt::{self, Display, Write as _};

/// The value of `google.protobuf.Any{type_url: .., value: ..}`. Only messages of types that CEL knows have a value.
///
/// # Errors
/// `unsupported conversion to ref.Val: ..` if the type is another one, or if the bytes are not a message of the type.
#[inline]
pub fn any<'a>(arena: &'a Arena, type_url: &'a str, value: &'a [u8]) -> Outcome<'a, Value<'a>> {
    decoded(arena, type_url, value).ok_or_else(|| {
        // Go puts one or two spaces between fields. The number depends on the build.
        let text = bumpalo::format!(
            in arena, "unsupported conversion to ref.Val: (*dynamicpb.Message){}", Text { type_url, value }
        );
        EvalError::Text(text.into_bump_str())
    })
}

#[inline]
fn decoded<'a>(arena: &'a Arena, type_url: &str, bytes: &'a [u8]) -> Option<Value<'a>> {
    let fields = || fields(bytes).collect::<Option<Vec<_>>>();
    let numbers = || {
        let fields = fields()?;
        let nanos = varint(&fields, 2).map_or(0, to_i32);
        Some((varint(&fields, 1).unwrap_or(0).cast_signed(), nanos))
    };
    let number = || Some(varint(&fields()?, 1).unwrap_or(0));
    Some(match name(type_url).strip_prefix("google.protobuf.")? {
        "BoolValue" => Value::Bool(number()? != 0),
        "Int32Value" => Value::Int(to_i32(number()?)),
        "Int64Value" => Value::Int(number()?.cast_signed()),
        "UInt32Value" => Value::Uint(number()? & u64::from(u32::MAX)),
        "UInt64Value" => Value::Uint(number()?),
        "FloatValue" => Value::Double(last(&fields()?, 1, float).unwrap_or(0.0)),
        "DoubleValue" => Value::Double(last(&fields()?, 1, double).unwrap_or(0.0)),
        "StringValue" => Value::String(last_text(&fields()?, 1)?),
        "BytesValue" => Value::Bytes(last(&fields()?, 1, text).unwrap_or_default()),
        "Duration" => numbers().map(|(seconds, nanos)| Value::Duration(duration(seconds, nanos)))?,
        "Timestamp" => numbers().map(|(seconds, nanos)| Value::Timestamp(timestamp(seconds, nanos)))?,
        "Empty" => fields().map(|_| Value::Message(empty(arena)))?,
        "Struct" => Value::map(finished(arena, struct_entries(arena, bytes, MOST_NESTED)?)),
        "ListValue" => Value::list(List::Slice(placed(arena, &list_values(arena, bytes, MOST_NESTED)?))),
        "Value" => value(arena, bytes, MOST_NESTED)?,
        _ => return None,
    })
}

/// The name of a type: the text after the last slash.
#[inline]
fn name(type_url: &str) -> &str {
    type_url.rsplit_once('/').map_or(type_url, |(_, name)| name)
}

type Entries<'a> = Vec<(Value<'a>, Value<'a>)>;

#[inline]
fn struct_entries<'a>(arena: &'a Arena, bytes: &'a [u8], depth: usize) -> Option<Entries<'a>> {
    let mut entries = Entries::new();
    for field in fields(bytes) {
        if let Field { number: 1, wire: Wire::Bytes(entry) } = field? {
            let parts = fields(entry).collect::<Option<Vec<_>>>()?;
            let key = Value::String(last_text(&parts, 1)?);
            let held = value(arena, last(&parts, 2, text).unwrap_or_default(), depth)?;
            entries.push((key, held));
        }
    }
    Some(entries)
}

/// Of duplicate keys the last value counts.
#[inline]
fn finished<'a>(arena: &'a Arena, entries: Entries<'a>) -> map::Map<'a, Value<'a>, Value<'a>> {
    map::present(arena, entries.into_iter().map(|(key, value)| (key, Some(value))))
}

#[inline]
fn list_values<'a>(arena: &'a Arena, bytes: &'a [u8], depth: usize) -> Option<Vec<Value<'a>>> {
    let mut values = Vec::new();
    for field in fields(bytes) {
        if let Field { number: 1, wire: Wire::Bytes(element) } = field? {
            values.push(value(arena, element, depth)?);
        }
    }
    Some(values)
}

/// `google.protobuf.Value`: the last field counts. Successive parts of a list or a struct are joined.
#[inline]
fn value<'a>(arena: &'a Arena, bytes: &'a [u8], depth: usize) -> Option<Value<'a>> {
    let depth = depth.checked_sub(1)?;
    let (mut found, mut list, mut entries) = (0, Vec::new(), Entries::new());
    let mut scalar = Value::Null;
    for field in fields(bytes) {
        let field = field?;
        match (field.number, field.wire) {
            (1, Wire::Varint(_)) => scalar = Value::Null,
            (2, Wire::Fixed64(bits)) => scalar = Value::Double(f64::from_bits(bits)),
            (3, Wire::Bytes(bytes)) => scalar = Value::String(std::str::from_utf8(bytes).ok()?),
            (4, Wire::Varint(number)) => scalar = Value::Bool(number != 0),
            (5, Wire::Bytes(bytes)) => {
                entries = if found == 5 { entries } else { Entries::new() };
                entries.extend(struct_entries(arena, bytes, depth)?);
            }
            (6, Wire::Bytes(bytes)) => {
                list = if found == 6 { list } else { Vec::new() };
                list.extend(list_values(arena, bytes, depth)?);
            }
            _ => continue,
        }
        found = field.number;
    }
    Some(match found {
        5 => Value::map(finished(arena, entries)),
        6 => Value::list(List::Slice(placed(arena, &list))),
        _ => scalar,
    })
}

/// An encoded field.
#[derive(Clone, Copy)]
struct Field<'b> {
    number: u64,
    wire: Wire<'b>,
}

#[derive(Clone, Copy)]
enum Wire<'b> {
    Varint(u64),
    Fixed64(u64),
    Bytes(&'b [u8]),
    /// The content is not kept, because no type here has such a field.
    Group,
    Fixed32(u32),
}

/// The fields of a message; `None` if the bytes are not a message.
#[inline]
fn fields(mut bytes: &[u8]) -> impl Iterator<Item = Option<Field<'_>>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let field = take_field(&mut bytes, MOST_NESTED);
        if field.is_none() {
            bytes = &[];
        }
        Some(field)
    })
}

#[inline]
fn take_field<'b>(bytes: &mut &'b [u8], depth: usize) -> Option<Field<'b>> {
    let (number, kind) = take_tag(bytes)?;
    let wire = match kind {
        0 => Wire::Varint(take_varint(bytes)?),
        1 => Wire::Fixed64(u64::from_le_bytes(take_array(bytes)?)),
        2 => {
            let length = usize::try_from(take_varint(bytes)?).ok()?;
            Wire::Bytes(take(bytes, length)?)
        }
        3 => take_group(bytes, number, depth)?,
        5 => Wire::Fixed32(u32::from_le_bytes(take_array(bytes)?)),
        _ => return None,
    };
    Some(Field { number, wire })
}

#[inline]
fn take_tag(bytes: &mut &[u8]) -> Option<(u64, u64)> {
    const LARGEST: u64 = (1 << 29) - 1;
    let tag = take_varint(bytes)?;
    Some((tag >> 3, tag & 7)).filter(|(number, _)| (1..=LARGEST).contains(number))
}

/// A group ends with a tag that has its own number.
#[inline]
fn take_group<'b>(bytes: &mut &'b [u8], number: u64, depth: usize) -> Option<Wire<'b>> {
    let depth = depth.checked_sub(1)?;
    loop {
        let mut rest = *bytes;
        if let (end, 4) = take_tag(&mut rest)? {
            *bytes = rest;
            return (end == number).then_some(Wire::Group);
        }
        take_field(bytes, depth)?;
    }
}

#[inline]
fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    take(bytes, N)?.try_into().ok()
}

/// Seven bits in each byte, the lowest first; at most 64 bits.
#[inline]
fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if shift == 63 && *byte > 1 {
            return None;
        }
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The last field with a number and the encoding of its type.
fn last<'b, T>(fields: &[Field<'b>], number: u64, read: fn(Wire<'b>) -> Option<T>) -> Option<T> {
    fields.iter().rev().filter(|field| field.number == number).find_map(|field| read(field.wire))
}

#[inline]
fn varint(fields: &[Field<'_>], number: u64) -> Option<u64> {
    last(fields, number, |wire| if let Wire::Varint(number) = wire { Some(number) } else { None })
}

#[inline]
fn float(wire: Wire<'_>) -> Option<f64> {
    if let Wire::Fixed32(bits) = wire { Some(f64::from(f32::from_bits(bits))) } else { None }
}

#[inline]
fn double(wire: Wire<'_>) -> Option<f64> {
    if let Wire::Fixed64(bits) = wire { Some(f64::from_bits(bits)) } else { None }
}

#[inline]
fn text(wire: Wire<'_>) -> Option<&[u8]> {
    if let Wire::Bytes(bytes) = wire { Some(bytes) } else { None }
}

/// All texts of a field must be UTF-8.
#[inline]
fn last_text<'b>(fields: &[Field<'b>], number: u64) -> Option<&'b str> {
    let texts = fields.iter().filter(|field| field.number == number).filter_map(|field| text(field.wire));
    texts.map(|bytes| std::str::from_utf8(bytes).ok()).try_fold("", |_, text| text)
}

/// The lower half, as protobuf reads an `int32`.
#[expect(clippy::cast_possible_truncation, reason = "the low half is what they read")]
#[inline]
fn to_i32(number: u64) -> i64 {
    i64::from(number as u32 as i32)
}

/// The message as Go prints it. A nested message is printed with its fields.
struct Text<'b> {
    type_url: &'b str,
    value: &'b [u8],
}

impl Display for Text<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if name(self.type_url) == "google.protobuf.Any"
            && let Some(parts) = fields(self.value).collect::<Option<Vec<_>>>()
            && let Some(type_url) = last_text(&parts, 1)
        {
            let inner = Text { type_url, value: last(&parts, 2, text).unwrap_or_default() };
            return write!(f, "[{}]:{{{inner}}}", self.type_url);
        }
        if !self.type_url.is_empty() {
            write!(f, "type_url:{}", Quoted(self.type_url.as_bytes()))?;
        }
        if !self.value.is_empty() {
            let space = if self.type_url.is_empty() { "" } else { " " };
            write!(f, "{space}value:{}", Quoted(self.value))?;
        }
        Ok(())
    }
}

struct Quoted<'b>(&'b [u8]);

impl Display for Quoted<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\n' => f.write_str("\\n")?,
                    '\r' => f.write_str("\\r")?,
                    '\t' => f.write_str("\\t")?,
                    '\0'..' ' | '\x7f' => write!(f, "\\x{:02x}", u32::from(c))?,
                    _ => f.write_char(c)?,
                }
            }
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        f.write_char('"')
    }
}

/// Most levels of nested values. Each level takes several bytes of the rule's text.
const MOST_NESTED: usize = 1000;
