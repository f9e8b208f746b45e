//! Values of generated code: from the oracle's JSON, and back to it.
//!
//! Uses cel-runtime only: the crates that `native` writes contain a copy of this file.

use cel_runtime::{
    __private::{
        Arena, Cost,
        cel_types::{Duration, Timestamp, TypeName, Zone, number},
        json::{Memory, TextJson},
        ops::{
            CelList, CelMap, Outcome,
            cidr::Cidr,
            format::NamedFormat,
            ip::Ip,
            list::List,
            map::{self, Key, Map},
            quantity::Quantity,
            semver::Semver,
            url::Url,
            value::{Message, Value as Dyn},
        },
        serde_json::{Map as Fields, Value, json},
    },
    Options,
};

/// A variable's value.
pub trait Decode<'a>: Copy {
    /// The value of this type for some JSON. `None` if the JSON is of another type.
    fn decode(value: &Value, arena: &'a Arena) -> Option<Self>;
}

/// A result.
pub trait Encode {
    /// `{"type": .., "value": ..}`
    fn encode(&self) -> Value;
}

/// The value of a variable in a request.
///
/// # Panics
/// If the request has no such variable of this type.
pub fn variable<'a, T: Decode<'a>>(request: &Value, name: &str, arena: &'a Arena) -> T {
    let value = &request["vars"][name]["value"];
    T::decode(value, arena).unwrap_or_else(|| panic!("{value} for {name}"))
}

/// The answer to a request: value or error, and the cost.
pub fn answer<'a>(outcome: Outcome<'a, impl Encode>, cost: &Cost<'a>) -> Value {
    match outcome {
        Ok(value) => json!({"value": value.encode(), "runtime_cost": cost.spent()}),
        Err(error) => json!({"error": error.to_string(), "runtime_cost": cost.spent()}),
    }
}

/// Runs an evaluation and nothing else: `limits try growth-native` counts the instructions in this function.
#[inline(never)]
pub fn counted<T>(evaluate: impl FnOnce() -> T) -> T {
    std::hint::black_box(evaluate())
}

/// Adds the memory that the arena holds at the end, if the request asks for it.
pub fn with_memory(mut answer: Value, request: &Value, memory: usize) -> Value {
    if request["memory"] == true {
        answer["memory"] = memory.into();
    }
    answer
}

/// Options with the cost limit of a request.
pub fn options(request: &Value) -> Options {
    let per_call_limit = request["perCallLimit"].as_u64();
    Options { per_call_limit: per_call_limit.unwrap_or(1_000_000), ..Options::default() }
}

/// The digits of a number, which may be in a string.
fn digits(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

macro_rules! scalars {
    ($($form:ty: $value:ident, $arena:ident => $decoded:expr;)*) => {$(
        impl<'a> Decode<'a> for $form {
            fn decode($value: &Value, $arena: &'a Arena) -> Option<Self> {
                $decoded
            }
        }
    )*};
}
scalars! {
    (): value, _arena => value.is_null().then_some(());
    bool: value, _arena => value.as_bool().or_else(|| number::parse_bool(value.as_str()?));
    i64: value, _arena => number::parse_int(&digits(value)?);
    u64: value, _arena => number::parse_uint(&digits(value)?);
    f64: value, _arena => number::parse_double(&digits(value)?);
    &'a str: value, arena => Some(arena.alloc_str(value.as_str()?));
    &'a [u8]: value, arena => Some(arena.alloc_slice_copy(&from_base64(value.as_str()?)?));
    Duration: value, _arena => Duration::parse(value.as_str()?);
    Timestamp: value, _arena => Timestamp::parse(value.as_str()?).ok();
}

/// An object that a schema describes. It is never freed.
impl<'a> Decode<'a> for &'a TextJson<'a> {
    fn decode(value: &Value, _arena: &'a Arena) -> Option<Self> {
        let text: &str = value.to_string().leak();
        Box::leak(Box::new(Memory::new())).read(text.as_bytes()).ok()
    }
}

/// Like the oracle, reads a whole number that fits as an int.
impl<'a> Decode<'a> for Dyn<'a> {
    fn decode(value: &Value, arena: &'a Arena) -> Option<Self> {
        Some(match value {
            Value::Null => Dyn::Null,
            Value::Bool(value) => Dyn::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(int) => Dyn::Int(int),
                None => Dyn::Double(number.as_f64()?),
            },
            Value::String(text) => Dyn::String(arena.alloc_str(text)),
            Value::Array(_) => Dyn::list(List::decode(value, arena)?),
            Value::Object(fields) => {
                let mut entries = Ok(map::Builder::new());
                for (key, value) in fields {
                    map::insert(
                        arena,
                        &mut entries,
                        Dyn::String(arena.alloc_str(key)),
                        Ok(Dyn::decode(value, arena)?),
                    );
                }
                Dyn::map(entries.ok()?.finish(arena))
            }
        })
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for Option<T> {
    fn decode(value: &Value, arena: &'a Arena) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::decode(value, arena).map(Some) }
    }
}

impl<'a, E: Decode<'a> + 'a> Decode<'a> for List<'a, E> {
    fn decode(value: &Value, arena: &'a Arena) -> Option<Self> {
        let elements: Option<Vec<E>> =
            value.as_array()?.iter().map(|element| E::decode(element, arena)).collect();
        Some(List::Slice(arena.alloc_slice_copy(&elements?)))
    }
}

impl<'a, K: Decode<'a> + Key<'a> + 'a, V: Decode<'a> + 'a> Decode<'a> for Map<'a, K, V> {
    fn decode(value: &Value, arena: &'a Arena) -> Option<Self> {
        let mut entries = Ok(map::Builder::new());
        for (key, value) in value.as_object()? {
            let key = K::decode(&Value::from(key.as_str()), arena)?;
            map::insert(arena, &mut entries, key, Ok(V::decode(value, arena)?));
        }
        Some(entries.ok()?.finish(arena))
    }
}

fn tagged(ty: &str, value: impl Into<Value>) -> Value {
    let fields: Fields<String, Value> =
        [("type".into(), ty.into()), ("value".into(), value.into())].into_iter().collect();
    Value::Object(fields)
}

macro_rules! encode {
    ($($form:ty: $value:ident => $ty:literal, $encoded:expr;)*) => {$(
        impl Encode for $form {
            fn encode(&self) -> Value {
                let $value = self;
                tagged($ty, $encoded)
            }
        }
    )*};
}
encode! {
    (): _value => "null", Value::Null;
    bool: value => "bool", *value;
    i64: value => "int", *value;
    u64: value => "uint", *value;
    f64: value => "double", double(*value);
    &str: value => "string", *value;
    &[u8]: value => "bytes", base64(value);
    Duration: value => "duration", duration(value.nanos());
    Timestamp: value => "timestamp", Timestamp::new(value.seconds(), value.nanos(), Zone::Utc).to_string();
    TypeName: value => "type", value.to_string();
    Ip: value => "net.IP", value.to_string();
    Cidr: value => "net.CIDR", value.to_string();
    Url<'_>: value => "kubernetes.URL", value.to_string();
    Quantity<'_>: _value => "kubernetes.Quantity", Value::Null;
    NamedFormat: _value => "kubernetes.NamedFormat", Value::Null;
    Semver<'_>: value => "kubernetes.Semver", value.to_string();
}

impl Encode for Message<'_> {
    fn encode(&self) -> Value {
        tagged(Dyn::Message(*self).type_name().as_str(), Value::Null)
    }
}

impl Encode for std::convert::Infallible {
    fn encode(&self) -> Value {
        match *self {}
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self) -> Value {
        match self {
            Some(value) => tagged("optional", value.encode()),
            None => json!({"type": "optional"}),
        }
    }
}

impl<'a, E: Encode + Copy + 'a> Encode for List<'a, E> {
    fn encode(&self) -> Value {
        tagged("list", self.elements().map(|element| element.encode()).collect::<Vec<_>>())
    }
}

impl<'a, K: Encode + Key<'a> + 'a, V: Encode + Copy + 'a> Encode for Map<'a, K, V> {
    fn encode(&self) -> Value {
        // The oracle looks each value up, and finds none for NaN.
        let found = |key: Value, value: V| match key["type"] == "double" && key["value"] == "NaN" {
            true => Value::from(vec![key, tagged("error", "no such key: NaN")]),
            false => Value::from(vec![key, value.encode()]),
        };
        let entries = self.entries().map(|(key, value)| found(key.encode(), value));
        tagged("map", entries.collect::<Vec<_>>())
    }
}

impl Encode for Dyn<'_> {
    fn encode(&self) -> Value {
        match self {
            Dyn::Null => ().encode(),
            Dyn::Bool(value) => value.encode(),
            Dyn::Int(value) => value.encode(),
            Dyn::Uint(value) => value.encode(),
            Dyn::Double(value) => value.encode(),
            Dyn::String(value) => value.encode(),
            Dyn::Bytes(value) => value.encode(),
            Dyn::Timestamp(value) => value.encode(),
            Dyn::Duration(value) => value.encode(),
            Dyn::Type(value) => value.encode(),
            Dyn::Quantity(value) => value.encode(),
            Dyn::Semver(value) => value.encode(),
            Dyn::NamedFormat(value) => value.encode(),
            Dyn::List(list) => list.elements.encode(),
            Dyn::Map(map) => map.entries.encode(),
            Dyn::Optional(value) => value.copied().encode(),
            Dyn::Url(value) => value.encode(),
            Dyn::Ip(value) => value.encode(),
            Dyn::Cidr(value) => value.encode(),
            Dyn::Message(value) => value.encode(),
            Dyn::Preserved(json) => tagged("unknown", json.to_string()),
            Dyn::Error(error) => tagged("error", error.to_string()),
        }
    }
}

fn double(value: f64) -> Value {
    if value.is_finite() { value.into() } else { number::format_double(value).into() }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::new();
    for group in text.chunks(4) {
        let mut bits = 0_u32;
        for i in 0..4 {
            let digit = group.get(i).map_or(Some(0), |digit| DIGITS.iter().position(|known| known == digit));
            bits = bits << 6 | u32::try_from(digit?).ok()?;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(group.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= group.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// A duration in Go's notation: `1h0m2.5s`, `-1.5µs`.
fn duration(nanos: i64) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let all = nanos.unsigned_abs();
    let with_fraction = |unit: u64, name: &str| {
        let (whole, rest) = (all / unit, all % unit);
        let width = unit.ilog10() as usize;
        let text = if rest == 0 { String::new() } else { format!(".{rest:0width$}") };
        let text = text.trim_end_matches('0');
        format!("{sign}{whole}{text}{name}")
    };
    match all {
        0 => "0s".into(),
        1..1_000 => format!("{sign}{all}ns"),
        1_000..1_000_000 => with_fraction(1_000, "µs"),
        1_000_000..1_000_000_000 => with_fraction(1_000_000, "ms"),
        _ => {
            let (minutes, nanos) = (all / 60_000_000_000, all % 60_000_000_000);
            let fraction = format!("{:09}", nanos % 1_000_000_000);
            let fraction = fraction.trim_end_matches('0');
            let point = if fraction.is_empty() { "" } else { "." };
            let seconds = format!("{}{point}{fraction}s", nanos / 1_000_000_000);
            match (minutes / 60, minutes % 60) {
                (0, 0) => format!("{sign}{seconds}"),
                (0, minutes) => format!("{sign}{minutes}m{seconds}"),
                (hours, minutes) => format!("{sign}{hours}h{minutes}m{seconds}"),
            }
        }
    }
}
