//! What messages of protocol buffers make of the values of their fields (cel-go: `ConvertToNative` of each type).

mod any;
mod parts;

pub use any::any;

use super::{
    CelList, CelMap,
    dynamic::go_type,
    equality::Equal,
    list::List,
    map::{self, Map},
    ops::Outcome,
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    library::strings::Shown,
    value::{ListType, Value},
};
use bumpalo::collections::{String as BumpString, Vec as BumpVec};
use cel_types::{Duration, Timestamp, Zone, formatted};
use std::ptr::from_ref;

/// `google.protobuf.Empty{}`: all are equal, but maps of the server tell them apart by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty<'a>(&'a u8);

/// One more message.
pub fn empty(arena: &Arena) -> Empty<'_> {
    Empty(arena.alloc(0))
}

impl Empty<'_> {
    pub(crate) fn address(self) -> usize {
        from_ref(self.0).addr()
    }
}

impl Equal for Empty<'_> {
    fn equal(self, _right: Self) -> bool {
        true
    }
}

/// A literal of a type that is no message.
///
/// # Errors
/// Always.
#[cold]
pub fn unknown<'a, T>(arena: &'a Arena, name: &str) -> Outcome<'a, T> {
    Err(EvalError::Text(bumpalo::format!(in arena, "unknown type '{}'", name).into_bump_str()))
}

/// A field: where a value that it cannot hold is put.
#[derive(Clone, Copy)]
pub struct Field<'f> {
    /// With the message: `google.protobuf.Int32Value.value`.
    pub name: &'f str,
    /// The Go type that holds it: `int32`.
    pub held_as: &'static str,
}

impl Field<'_> {
    /// Why the field cannot hold a value.
    #[cold]
    fn error<'a>(self, arena: &'a Arena, why: Why<'a>) -> EvalError<'a> {
        let mut text =
            bumpalo::format!(in arena, "field type conversion error for {} value type: ", self.name);
        why.write(self.held_as, &mut text);
        EvalError::Text(text.into_bump_str())
    }

    /// A list or map expected, something else found.
    #[cold]
    fn unsupported<'a>(self, arena: &'a Arena, value: Value<'a>) -> EvalError<'a> {
        let parameters = match value {
            Value::List(_) | Value::Optional(_) => "(dyn)",
            Value::Map(_) => "(dyn, dyn)",
            _ => "",
        };
        let text = bumpalo::format!(
            in arena, "unsupported field type for {}: {}{}", self.name, value.type_name(), parameters
        );
        EvalError::Text(text.into_bump_str())
    }

    /// A value that has one type.
    fn read<'a, T>(
        self,
        arena: &'a Arena,
        value: Value<'a>,
        read: impl Fn(Value<'a>) -> Result<T, Why<'a>>,
    ) -> Outcome<'a, T> {
        match value {
            Value::Error(error) => Err(error),
            Value::Optional(Some(content)) => self.read(arena, *content, read),
            Value::Optional(None) => Err(self.error(arena, Why::None)),
            value => read(value).map_err(|why| self.error(arena, why)),
        }
    }
}

/// Why a value does not become another one.
enum Why<'a> {
    /// Its type does not.
    Value(Value<'a>),
    /// The same, of a part that becomes a type of its own.
    Part(Value<'a>, &'static str),
    Overflow(EvalError<'a>),
    /// An empty optional.
    None,
    /// A list has no fields but `Values`.
    NoField(Value<'a>),
}

impl Why<'_> {
    fn write(&self, wanted: &str, text: &mut BumpString<'_>) {
        use std::fmt::Write as _;
        let written = match self {
            Why::Value(value) => return of_type(*value, wanted, text),
            Why::Part(value, wanted) => return of_type(*value, wanted, text),
            Why::Overflow(error) => write!(text, "{error}"),
            Why::None => write!(text, "{}", EvalError::NoneDereferenced),
            Why::NoField(key) => {
                write!(
                    text,
                    "type conversion error, no such field '{}' in type 'structpb.ListValue'",
                    field_name(*key)
                )
            }
        };
        written.unwrap_or_default(); // writing to a string does not fail
    }
}

/// The text of each type in cel-go.
fn of_type(value: Value<'_>, wanted: &str, text: &mut BumpString<'_>) {
    use std::fmt::Write as _;
    let message = wanted.strip_prefix("*structpb.");
    let written = match value {
        Value::Int(_) => write!(text, "unsupported type conversion from 'int' to {wanted}"),
        Value::Uint(_) => write!(text, "unsupported type conversion from 'uint' to {wanted}"),
        Value::String(_) => write!(text, "unsupported native conversion from string to '{wanted}'"),
        Value::Type(_) => write!(text, "type conversion not supported for 'type'"),
        Value::Optional(_) => write!(text, "{}", EvalError::NoneDereferenced),
        Value::Empty(_) if message.is_some() => write!(
            text,
            "type conversion error: pb.Merge() arguments must be the same type. got: google.protobuf.{}, google.protobuf.Empty",
            message.unwrap_or_default()
        ),
        value => write!(text, "type conversion error from {} to '{wanted}'", go_name(value)),
    };
    written.unwrap_or_default(); // writing to a string does not fail
}

fn go_name(value: Value<'_>) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Double(_) => "Double",
        Value::Bytes(_) => "Bytes",
        Value::Null => "'null_type'",
        Value::Timestamp(_) => "'Timestamp'",
        Value::Duration(_) => "'Duration'",
        Value::List(list) if list.list_type == ListType::Literal => "list",
        Value::List(_) => "'list(dyn)'",
        Value::Map(map) if !map.is_native => "map",
        Value::Map(_) => "'map(dyn, dyn)'",
        Value::Quantity(_) => "'Quantity'",
        Value::Url(_) => "'URL'",
        Value::Semver(_) => "'Semver'",
        Value::NamedFormat(_) => "'Format'",
        Value::Ip(_) => "'IP'",
        Value::Cidr(_) => "'CIDR'",
        Value::Empty(_) => "'*dynamicpb.Message'",
        value => go_type(value),
    }
}

/// `ab_cd` as a field of a Go struct: `AbCd`.
fn field_name(key: Value<'_>) -> String {
    let key = Shown(key).to_string();
    let words = key.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    words.collect()
}

/// `int64`, and `int32` or an enumeration, which hold less.
pub fn int<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, i64> {
    field.read(arena, value, |value| match value {
        Value::Int(number) if field.held_as == "int64" => Ok(number),
        Value::Int(number) => {
            i32::try_from(number).map(i64::from).map_err(|_| Why::Overflow(EvalError::IntegerOverflow))
        }
        other => Err(Why::Value(other)),
    })
}

/// `uint64`, and `uint32`, which holds less.
pub fn uint<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, u64> {
    field.read(arena, value, |value| match value {
        Value::Uint(number) if field.held_as == "uint64" => Ok(number),
        Value::Uint(number) => u32::try_from(number)
            .map(u64::from)
            .map_err(|_| Why::Overflow(EvalError::UnsignedIntegerOverflow)),
        other => Err(Why::Value(other)),
    })
}

/// `float64`, and `float32`, which holds less.
#[expect(clippy::cast_possible_truncation, reason = "a float32 holds no more")]
pub fn double<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, f64> {
    field.read(arena, value, |value| match value {
        Value::Double(number) if field.held_as == "float64" => Ok(number),
        Value::Double(number) => Ok(f64::from(number as f32)),
        other => Err(Why::Value(other)),
    })
}

/// `bool`
pub fn bool<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, bool> {
    field.read(arena, value, |value| match value {
        Value::Bool(value) => Ok(value),
        other => Err(Why::Value(other)),
    })
}

/// `string`: also of values of Kubernetes' libraries.
pub fn text<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, &'a str> {
    field.read(arena, value, |value| match value {
        Value::String(text) => Ok(text),
        Value::Quantity(_) | Value::Url(_) | Value::Semver(_) | Value::Ip(_) | Value::Cidr(_) => {
            Ok(bumpalo::format!(in arena, "{}", Shown(value)).into_bump_str())
        }
        other => Err(Why::Value(other)),
    })
}

/// `[]uint8`: also of a list of uints.
pub fn bytes<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, &'a [u8]> {
    field.read(arena, value, |value| match value {
        Value::Bytes(bytes) => Ok(bytes),
        Value::List(list) if list.list_type == ListType::Literal => {
            let mut bytes = BumpVec::new_in(arena);
            for element in list.elements.elements() {
                bytes.push(match element {
                    Value::Uint(byte) => {
                        u8::try_from(byte).map_err(|_| Why::Overflow(EvalError::UnsignedIntegerOverflow))?
                    }
                    other => return Err(Why::Part(other, "uint8")),
                });
            }
            Ok(bytes.into_bump_slice())
        }
        other => Err(Why::Value(other)),
    })
}

/// `google.protobuf.ListValue.values`: any list.
pub fn elements<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    field: Field<'_>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    match value {
        Value::Error(error) => Err(error),
        Value::List(list) => match json_list(arena, list.elements) {
            Ok(list) => Ok(parts::elements(arena, list)),
            Err(why) => Err(field.error(arena, why)),
        },
        other => Err(field.unsupported(arena, other)),
    }
}

/// `google.protobuf.Struct.fields`: any map.
pub fn entries<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    field: Field<'_>,
) -> Outcome<'a, Map<'a, &'a str, Value<'a>>> {
    match value {
        Value::Error(error) => Err(error),
        Value::Map(map) => match json_map(arena, map.entries) {
            Ok(map) => Ok(parts::fields(arena, map)),
            Err(why) => Err(field.error(arena, why)),
        },
        other => Err(field.unsupported(arena, other)),
    }
}

/// A field of type `google.protobuf.ListValue`.
pub fn list_value<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    field: Field<'_>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    let list = field.read(arena, value, |value| match value {
        Value::List(list) if list.list_type == ListType::Literal => json_list(arena, list.elements),
        Value::Map(map) if !map.is_native => {
            let mut values = List::Slice(&[]);
            for (key, value) in map.entries.entries() {
                match value {
                    _ if field_name(key) != "Values" => return Err(Why::NoField(key)),
                    Value::List(list) => values = json_list(arena, list.elements)?,
                    other => return Err(Why::Part(other, "[]*structpb.Value")),
                }
            }
            Ok(values)
        }
        other => Err(Why::Value(other)),
    });
    list.map(|list| parts::elements(arena, list))
}

/// A field of type `google.protobuf.Struct`.
pub fn struct_value<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    field: Field<'_>,
) -> Outcome<'a, Map<'a, &'a str, Value<'a>>> {
    let map = field.read(arena, value, |value| match value {
        Value::Map(map) if !map.is_native => json_map(arena, map.entries),
        other => Err(Why::Value(other)),
    });
    map.map(|map| parts::fields(arena, map))
}

/// What a message writes as JSON and CEL reads again.
fn json<'a>(arena: &'a Arena, value: Value<'a>) -> Result<Value<'a>, Why<'a>> {
    Ok(match value {
        Value::Null | Value::Bool(_) | Value::Double(_) | Value::String(_) => value,
        Value::Int(number) => json_number(arena, i128::from(number)),
        Value::Uint(number) => json_number(arena, i128::from(number)),
        Value::Bytes(bytes) => Value::String(arena.alloc_str(&formatted::to_base64(bytes))),
        Value::Timestamp(time) => Value::String(arena.alloc_str(&time.to_string())),
        Value::Duration(duration) => Value::String(arena.alloc_str(&duration.to_string())),
        Value::Optional(Some(content)) => json(arena, *content)?,
        Value::Optional(None) => return Err(Why::None),
        Value::Empty(_) => Value::map(Map::Entries(&[])),
        Value::List(list) if list.list_type == ListType::Literal => {
            Value::list(json_list(arena, list.elements)?)
        }
        Value::Map(map) if !map.is_native => {
            let fields = json_map(arena, map.entries)?;
            Value::map(map::of(arena, fields.entries().map(|(key, value)| (Value::String(key), value))))
        }
        other => return Err(Why::Part(other, "*structpb.Value")),
    })
}

/// A number that a double may not hold is text.
#[expect(clippy::cast_precision_loss, reason = "there is none below 2^53")]
fn json_number<'a>(arena: &'a Arena, number: i128) -> Value<'a> {
    const LARGEST: u128 = (1 << 53) - 1;
    match number.unsigned_abs() {
        0..=LARGEST => Value::Double(number as f64),
        _ => Value::String(bumpalo::format!(in arena, "{}", number).into_bump_str()),
    }
}

fn json_list<'a>(arena: &'a Arena, list: List<'a, Value<'a>>) -> Result<List<'a, Value<'a>>, Why<'a>> {
    let elements = list.elements().map(|element| json(arena, element));
    Ok(List::Slice(arena.alloc_slice_copy(&elements.collect::<Result<Vec<_>, _>>()?)))
}

fn json_map<'a>(
    arena: &'a Arena,
    map: Map<'a, Value<'a>, Value<'a>>,
) -> Result<Map<'a, &'a str, Value<'a>>, Why<'a>> {
    let entries = map.entries().map(|(key, value)| match key {
        Value::String(key) => Ok((key, json(arena, value)?)),
        other => Err(Why::Part(other, "string")),
    });
    Ok(map::of(arena, entries.collect::<Result<Vec<_>, _>>()?))
}

/// `google.protobuf.Duration{seconds: .., nanos: ..}`: beyond the range it is the nearest duration.
pub fn duration(seconds: i64, nanos: i64) -> Duration {
    let total = i128::from(seconds).saturating_mul(1_000_000_000).saturating_add(i128::from(nanos));
    let nearest = if total < 0 { i64::MIN } else { i64::MAX };
    Duration::from_nanos(i64::try_from(total).unwrap_or(nearest))
}

/// `google.protobuf.Timestamp{seconds: .., nanos: ..}`: of any range.
pub fn timestamp(seconds: i64, nanos: i64) -> Timestamp {
    let seconds = seconds.wrapping_add(nanos.div_euclid(1_000_000_000));
    let nanos = u32::try_from(nanos.rem_euclid(1_000_000_000)).unwrap_or(0);
    Timestamp::new(seconds, nanos, Zone::Utc)
}

/// The value of `[?value]` and, for a key, of `{?key: value}` and `Message{?key: value}`.
///
/// # Errors
/// `cannot initialize optional list element from non-optional value 1`, or `.. optional entry 'key' from ..`
pub fn optional_part<'a>(
    arena: &'a Arena,
    key: Option<Value<'a>>,
    value: Value<'a>,
) -> Outcome<'a, Option<Value<'a>>> {
    let from = Shown(value);
    let text = match (value, key) {
        (Value::Error(error), _) => return Err(error),
        (Value::Optional(content), _) => return Ok(content.copied()),
        (_, None) => bumpalo::format!(in arena, "list element from non-optional value {}", from),
        (_, Some(key)) => {
            bumpalo::format!(in arena, "entry '{}' from non-optional value {}", Shown(key), from)
        }
    };
    Err(EvalError::Text(bumpalo::format!(in arena, "cannot initialize optional {}", text).into_bump_str()))
}
