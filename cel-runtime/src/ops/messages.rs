//! Protobuf messages, built from the values of their fields (cel-go: `ConvertToNative` of each type).

mod any;
mod field;
mod parts;

pub use self::{any::any, field::Field};

use self::field::{Why, field_name};
use super::{
    CelList, CelMap,
    address::placed,
    dynamic,
    equality::Equal,
    list::List,
    map::{self, Map},
    ops::Outcome,
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    value::{ListType, Message, MessageKind, Shown, Value},
    work,
};
use bumpalo::collections::Vec as BumpVec;
use cel_types::{Duration, Timestamp, Zone, formatted};

impl<'a> Message<'a> {
    /// The value of a field, if it is set.
    ///
    /// # Errors
    /// `no such field 'foo'`; `no such overload` if `name` is not a string.
    #[inline]
    pub(crate) fn get(self, arena: &'a Arena, name: Value<'a>) -> Outcome<'a, Option<Value<'a>>> {
        match (self.0, name) {
            (MessageKind::FieldsEntry { key, .. }, Value::String("key")) => {
                Ok(Some(Value::String(key)).filter(|_| !key.is_empty()))
            }
            (MessageKind::FieldsEntry { value, .. }, Value::String("value")) => {
                Ok(value.map(|value| parts::read(arena, value)))
            }
            (_, Value::String(name)) => {
                let text = bumpalo::format!(in arena, "no such field '{}'", name);
                Err(EvalError::Text(text.into_bump_str()))
            }
            _ => Err(EvalError::NoSuchOverload),
        }
    }

    /// The value of a field, or its default if it is not set.
    ///
    /// # Errors
    /// The errors of [`Self::get`].
    #[inline]
    pub(crate) fn field(self, arena: &'a Arena, name: Value<'a>) -> Outcome<'a, Value<'a>> {
        let default = if let Value::String("key") = name { Value::String("") } else { Value::Null };
        self.get(arena, name).map(|found| found.unwrap_or(default))
    }

    /// Its fields as JSON. JSON has only finite numbers.
    #[inline]
    fn json(self, arena: &'a Arena) -> Result<Value<'a>, Why<'a>> {
        if let MessageKind::FieldsEntry { value: Some(value), .. } = self.0
            && let Some(number) = not_finite(*value)
        {
            return Err(Why::NoJson(number));
        }
        let set = ["key", "value"].into_iter().filter_map(|name| {
            let name = Value::String(name);
            Some((name, self.get(arena, name).ok()??))
        });
        Ok(Value::map(map::of(arena, set)))
    }
}

impl Equal for Message<'_> {
    #[inline]
    fn equal(self, right: Self) -> bool {
        match (self.0, right.0) {
            (MessageKind::Empty, MessageKind::Empty) => true,
            (
                MessageKind::FieldsEntry { key, value },
                MessageKind::FieldsEntry { key: right_key, value: right_value },
            ) => key == right_key && same_part(*value, *right_value),
            _ => false,
        }
    }
}

#[inline]
fn not_finite(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Double(number) => Some(number).filter(|number| !number.is_finite()),
        Value::List(list) if !work::admits(list.elements.length()) => None,
        Value::Map(map) if !work::admits(map.entries.length()) => None,
        Value::List(list) => list.elements.elements().find_map(not_finite),
        Value::Map(map) => map.entries.entries().find_map(|(_, value)| not_finite(value)),
        _ => None,
    }
}

#[inline]
fn same_part<'a>(left: Option<Value<'a>>, right: Option<Value<'a>>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => dynamic::equal(left, right) == Ok(true),
        (left, right) => left.is_none() && right.is_none(),
    }
}

/// A literal of an unknown type.
///
/// # Errors
/// Always.
#[cold]
pub fn unknown<'a, T>(arena: &'a Arena, name: &str) -> Outcome<'a, T> {
    Err(EvalError::Text(bumpalo::format!(in arena, "unknown type '{}'", name).into_bump_str()))
}

/// `int64`, or a smaller type: `int32` or an enumeration.
#[inline]
pub fn int<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, i64> {
    field.read(arena, value, |value| match value {
        Value::Int(number) if field.held_as == "int64" => Ok(number),
        Value::Int(number) => {
            i32::try_from(number).map(i64::from).map_err(|_| Why::Overflow(EvalError::IntegerOverflow))
        }
        other => Err(Why::Value(other)),
    })
}

/// `uint64`, or the smaller `uint32`.
#[inline]
pub fn uint<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, u64> {
    field.read(arena, value, |value| match value {
        Value::Uint(number) if field.held_as == "uint64" => Ok(number),
        Value::Uint(number) => u32::try_from(number)
            .map(u64::from)
            .map_err(|_| Why::Overflow(EvalError::UnsignedIntegerOverflow)),
        other => Err(Why::Value(other)),
    })
}

/// `float64`, or the smaller `float32`.
#[expect(clippy::cast_possible_truncation, reason = "a float32 holds no more")]
#[inline]
pub fn double<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, f64> {
    field.read(arena, value, |value| match value {
        Value::Double(number) if field.held_as == "float64" => Ok(number),
        Value::Double(number) => Ok(f64::from(number as f32)),
        other => Err(Why::Value(other)),
    })
}

/// `bool`
#[inline]
pub fn bool<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, bool> {
    field.read(arena, value, |value| match value {
        Value::Bool(value) => Ok(value),
        other => Err(Why::Value(other)),
    })
}

/// `string`. Values of Kubernetes' libraries are converted, too.
#[inline]
pub fn text<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, &'a str> {
    field.read(arena, value, |value| match value {
        Value::String(text) => Ok(text),
        Value::Quantity(_) | Value::Url(_) | Value::Semver(_) | Value::Ip(_) | Value::Cidr(_) => {
            Ok(bumpalo::format!(in arena, "{}", Shown(value)).into_bump_str())
        }
        other => Err(Why::Value(other)),
    })
}

/// `[]uint8`. A list of uints is converted, too.
#[inline]
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

/// `google.protobuf.ListValue.values`: takes any list.
#[inline]
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

/// `google.protobuf.Struct.fields`: takes any map.
#[inline]
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
#[inline]
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
#[inline]
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

/// A field of type `google.protobuf.Value`.
#[inline]
pub fn value<'a>(arena: &'a Arena, value: Value<'a>, field: Field<'_>) -> Outcome<'a, Value<'a>> {
    field.read(arena, value, |value| json(arena, value))
}

/// A value as CEL reads it back from its JSON.
#[inline]
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
        Value::Message(message) => message.json(arena)?,
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

/// A number that a double may not hold exactly becomes a text.
#[expect(clippy::cast_precision_loss, reason = "there is none below 2^53")]
#[inline]
fn json_number<'a>(arena: &'a Arena, number: i128) -> Value<'a> {
    const LARGEST: u128 = (1 << 53) - 1;
    match number.unsigned_abs() {
        0..=LARGEST => Value::Double(number as f64),
        _ => Value::String(bumpalo::format!(in arena, "{}", number).into_bump_str()),
    }
}

#[inline]
fn json_list<'a>(arena: &'a Arena, list: List<'a, Value<'a>>) -> Result<List<'a, Value<'a>>, Why<'a>> {
    let elements = list.elements().map(|element| json(arena, element));
    Ok(List::Slice(placed(arena, &elements.collect::<Result<Vec<_>, _>>()?)))
}

#[inline]
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

/// `google.protobuf.Duration{seconds: .., nanos: ..}`. Beyond the range it is the nearest duration.
#[inline]
pub fn duration(seconds: i64, nanos: i64) -> Duration {
    let total = i128::from(seconds).saturating_mul(1_000_000_000).saturating_add(i128::from(nanos));
    let nearest = if total < 0 { i64::MIN } else { i64::MAX };
    Duration::from_nanos(i64::try_from(total).unwrap_or(nearest))
}

/// `google.protobuf.Timestamp{seconds: .., nanos: ..}`. It may have any range.
#[inline]
pub fn timestamp(seconds: i64, nanos: i64) -> Timestamp {
    let seconds = seconds.wrapping_add(nanos.div_euclid(1_000_000_000));
    let nanos = u32::try_from(nanos.rem_euclid(1_000_000_000)).unwrap_or(0);
    Timestamp::new(seconds, nanos, Zone::Utc)
}
