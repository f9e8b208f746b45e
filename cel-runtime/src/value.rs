//! Values whose type is known only at run time: `dyn`, int-or-string, elements of mixed collections.

mod message;
mod number;
mod object;
mod preserved;
mod shown;

pub(crate) use message::MessageKind;
pub use message::{Message, empty, fields_entry};
pub(crate) use number::{exact_int, exact_uint};
pub use object::{Class, Property, class, no_such_key, object, unknown_key, view};
pub use preserved::{Held, Preserved};
pub(crate) use shown::Shown;

use crate::{
    cost::Arena,
    eval_error::EvalError,
    json::{AnyJson, Content, Json, object::Object},
    library::{cidr::Cidr, format::NamedFormat, ip::Ip, quantity::Quantity, semver::Semver, url::Url},
    ops::{
        CelList, CelMap,
        list::{Indexed, List, Sequence},
        map::{Entries, Key, Map},
        ops::Outcome,
        size,
    },
};
use cel_types::{Duration, Timestamp, TypeName};
use std::{cmp::Ordering, fmt::Display, ptr::from_ref};

/// A CEL value of any type. It is `Copy`: its content lives in the object or in the arena.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "each is the type of that name")]
pub enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(&'a str),
    Bytes(&'a [u8]),
    Timestamp(Timestamp),
    Duration(Duration),
    Type(TypeName),
    Quantity(Quantity<'a>),
    Semver(Semver<'a>),
    NamedFormat(NamedFormat),
    List(ListValue<'a>),
    Map(MapValue<'a>),
    Optional(Option<&'a Value<'a>>),
    Url(Url<'a>),
    Ip(Ip),
    Cidr(Cidr),
    Message(Message<'a>),
    /// The value of a property without a type (`x-kubernetes-preserve-unknown-fields`). Only equality can use it.
    Preserved(Preserved<'a>),
    /// A part of an object that does not match its schema. Reading it gives this error.
    Error(EvalError<'a>),
}

/// A list, and its list type, which `==` and `+` need.
#[derive(Clone, Copy)]
pub struct ListValue<'a> {
    /// The elements.
    pub elements: List<'a, Value<'a>>,
    /// Its `x-kubernetes-list-type`.
    pub list_type: ListType<'a>,
}

/// A map, or an object of a schema.
#[derive(Clone, Copy)]
pub struct MapValue<'a> {
    /// The entries.
    pub entries: Map<'a, Value<'a>, Value<'a>>,
    /// True if it is part of an object of a schema. It is then looked up only by strings.
    pub is_native: bool,
}

impl<'a> MapValue<'a> {
    /// For an object: the properties that its schema describes, by their names in JSON, each with the value that a lookup finds.
    pub fn properties(&self) -> Option<Vec<(Value<'a>, Option<Value<'a>>)>> {
        match self.entries {
            Map::Entries(_) => None,
            Map::Shared(shared) => shared.properties(),
        }
    }

    /// The entries. For an object, the properties that are present, by their names in JSON.
    pub(crate) fn present(&self) -> Vec<(Value<'a>, Value<'a>)> {
        match self.properties() {
            None => self.entries.entries().collect(),
            Some(properties) => {
                properties.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
            }
        }
    }

    /// For an object of a type: true if it has a key, even without a value.
    pub fn has_key(&self, name: Value<'_>) -> bool {
        match (self.entries, name) {
            (Map::Shared(shared), Value::String(name)) => shared.has_key(name),
            _ => true,
        }
    }

    /// For an object: true if its schema has a property of this name without a type.
    pub fn is_untyped(&self, name: &str) -> bool {
        matches!(self.entries, Map::Shared(shared) if shared.is_untyped(name))
    }

    /// For an object of a type, see [`Object::nullable_elements`](crate::ops::object::Object::nullable_elements).
    pub fn nullable_elements(&self, name: &str) -> &'static [bool] {
        match self.entries {
            Map::Entries(_) => &[],
            Map::Shared(shared) => shared.nullable_elements(name),
        }
    }

    /// For an object of a type: the entries whose keys rules cannot see.
    pub fn unknown(&self) -> serde_json::Map<String, serde_json::Value> {
        match self.entries {
            Map::Entries(_) => serde_json::Map::new(),
            Map::Shared(shared) => shared.unknown(),
        }
    }

    /// For an object of a type: the value under a name in JSON as it was sent, without conversion.
    pub(crate) fn sent(&self, name: &'a str) -> Option<Value<'a>> {
        match self.entries {
            Map::Entries(_) => None,
            Map::Shared(shared) => shared.sent(name).or_else(|| shared.value(Value::String(name))),
        }
    }

    /// For an object that is JSON: the JSON.
    pub fn json(&self) -> Option<Object<'a>> {
        match self.entries {
            Map::Entries(_) => None,
            Map::Shared(shared) => shared.json(),
        }
    }
}

/// `x-kubernetes-list-type`, as operators see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListType<'a> {
    /// The list is not part of an object.
    #[default]
    Literal,
    /// Also for lists without a list type.
    Atomic,
    /// Compared in any order.
    Set,
    /// Objects that are identified by these keys.
    Map(&'a [ItemKey<'a>]),
    /// A sum of such lists.
    Merged(&'a [ItemKey<'a>]),
}

/// A property that identifies items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemKey<'a> {
    /// The name in JSON.
    pub name: &'a str,
    /// The name in rules. The server also looks up this name when it compares lists of an object, though their keys have their names in
    /// JSON.
    pub escaped: &'a str,
}

impl<'a> Value<'a> {
    /// The name of its type, as `type(x)` and `no such overload` print it.
    #[inline]
    pub fn type_name(self) -> TypeName {
        match self {
            Value::Null | Value::Error(_) => TypeName::Null,
            Value::Bool(_) => TypeName::Bool,
            Value::Int(_) => TypeName::Int,
            Value::Uint(_) => TypeName::Uint,
            Value::Double(_) => TypeName::Double,
            Value::String(_) => TypeName::String,
            Value::Bytes(_) => TypeName::Bytes,
            Value::Timestamp(_) => TypeName::Timestamp,
            Value::Duration(_) => TypeName::Duration,
            Value::Type(_) => TypeName::Type,
            Value::Quantity(_) => TypeName::Quantity,
            Value::Semver(_) => TypeName::Semver,
            Value::NamedFormat(_) => TypeName::NamedFormat,
            Value::List(_) => TypeName::List,
            Value::Map(_) => TypeName::Map,
            Value::Optional(_) => TypeName::Optional,
            Value::Url(_) => TypeName::Url,
            Value::Ip(_) => TypeName::Ip,
            Value::Cidr(_) => TypeName::Cidr,
            Value::Message(message) => message.type_name(),
            Value::Preserved(_) => TypeName::Unknown,
        }
    }

    /// A list that a rule builds.
    pub const fn list(elements: List<'a, Value<'a>>) -> Self {
        Value::List(ListValue { elements, list_type: ListType::Literal })
    }

    /// A map that a rule builds.
    pub const fn map(entries: Map<'a, Value<'a>, Value<'a>>) -> Self {
        Value::Map(MapValue { entries, is_native: false })
    }

    /// Its address, if the server compares such values by their addresses.
    fn address(self) -> Option<usize> {
        match self {
            Value::List(list) => list.elements.address(),
            Value::Map(map) => map.entries.address(),
            Value::Optional(content) => content.map(|content| from_ref(content).addr()),
            Value::Quantity(quantity) => Some(quantity.address()),
            Value::Url(url) => Some(url.address()),
            Value::Message(message) => Some(message.address()),
            _ => None,
        }
    }

    /// The value, or the error that it holds.
    #[inline]
    pub fn checked(self) -> Outcome<'a, Self> {
        match self {
            Value::Error(error) => Err(error),
            value => Ok(value),
        }
    }

    /// The charge of Kubernetes' list functions for this value.
    pub fn traversal(self) -> u64 {
        match self {
            Value::String(text) => size::tenth(text.len()),
            Value::Bytes(bytes) => size::tenth(bytes.len()),
            Value::List(list) => size::of_elements(list.elements, Value::traversal),
            Value::Map(map) => size::of_entries(map.entries, Value::traversal, Value::traversal),
            _ => 1,
        }
    }

    /// The size that the cost model uses. For an optional it is the size of its content.
    #[inline]
    pub fn size(self) -> u64 {
        match self {
            Value::Optional(Some(content)) => content.size(),
            value => value.own_size(),
        }
    }

    /// The size that the charges of Kubernetes' functions use.
    #[inline]
    pub fn own_size(self) -> u64 {
        match self {
            Value::String(text) => size::code_points(text),
            Value::Bytes(bytes) => size::length(bytes.len()),
            Value::List(list) => size::length(list.elements.length()),
            Value::Map(map) => size::length(map.entries.length()),
            Value::Ip(ip) => ip.size(),
            Value::Cidr(cidr) => cidr.size(),
            _ => 1,
        }
    }
}

/// A map may have keys of different types.
impl<'a> Key<'a> for Value<'a> {
    #[cold]
    fn missing(self) -> EvalError<'a> {
        match self {
            Value::Bool(key) => EvalError::NoSuchBoolKey(key),
            Value::Int(key) => EvalError::NoSuchIntKey(key),
            Value::Uint(key) => EvalError::NoSuchUintKey(key),
            Value::Double(key) => EvalError::NoSuchDoubleKey(key),
            Value::String(key) => EvalError::NoSuchKey(key),
            _ => EvalError::NoSuchOverload,
        }
    }
    fn order(self, other: Self) -> Ordering {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(&b),
            (Value::Int(a), Value::Int(b)) => a.cmp(&b),
            (Value::Uint(a), Value::Uint(b)) => a.cmp(&b),
            (Value::Double(a), Value::Double(b)) => a.order(b),
            (Value::String(a), Value::String(b)) => a.cmp(b),
            (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Value::Timestamp(a), Value::Timestamp(b)) => a.cmp(&b).then(a.zone().cmp(&b.zone())),
            (Value::Duration(a), Value::Duration(b)) => a.cmp(&b),
            (Value::Type(a), Value::Type(b)) => a.cmp(&b),
            (Value::Ip(a), Value::Ip(b)) => a.cmp(&b),
            (Value::Cidr(a), Value::Cidr(b)) => a.cmp(&b),
            (Value::Null, Value::Null) | (Value::Optional(None), Value::Optional(None)) => Ordering::Equal,
            // The server compares all other keys by reference, and each literal is a different reference.
            (a, b) => a.type_name().cmp(&b.type_name()).then(match (a.address(), b.address()) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => Ordering::Less,
            }),
        }
    }
    /// The equal keys of other numeric types: of an int its uint, of a uint its int, of a double both if they are exactly equal.
    fn twins(self) -> [Option<Self>; 2] {
        match self {
            Value::Int(key) => [u64::try_from(key).ok().map(Value::Uint), None],
            Value::Uint(key) => [i64::try_from(key).ok().map(Value::Int), None],
            Value::Double(key) => [exact_int(key).map(Value::Int), exact_uint(key).map(Value::Uint)],
            _ => [None; 2],
        }
    }
    fn is_reference(self) -> bool {
        self.address().is_some()
    }
    fn is_found(self) -> bool {
        !matches!(self, Value::Double(key) if key.is_nan())
    }
    fn text(self) -> impl Display {
        Shown(self)
    }
}

/// The value of an int-or-string that a struct holds as untyped JSON.
///
/// # Errors
/// If it is neither an integer that fits an int nor a string.
pub fn int_or_string<'a>(json: impl Into<AnyJson<'a>>) -> Outcome<'a, Value<'a>> {
    let json = json.into();
    json.as_str().map_or_else(|| int(json), |text| Ok(Value::String(text)))
}

/// The error for a value that is neither string nor integer.
pub(crate) const NEITHER: EvalError<'_> =
    EvalError::Text("invalid data, expected XIntOrString value to be either a string or integer");

/// The value of an int-or-string that is not a string.
pub(crate) fn int<'a>(json: AnyJson<'_>) -> Outcome<'a, Value<'a>> {
    match json.content() {
        Content::Int(value) => Ok(Value::Int(value)),
        Content::Null => Err(EvalError::Text("invalid data, got null for schema with nullable=false")),
        _ => Err(NEITHER),
    }
}

/// An optional with a value, or an empty one.
pub fn optional<'a>(arena: &'a Arena, value: Option<Value<'a>>) -> Value<'a> {
    Value::Optional(value.map(|value| &*arena.alloc(value)))
}

/// A view of a list that converts its elements to values.
pub fn list<'a, L: CelList<'a> + 'a>(
    arena: &'a Arena,
    list: L,
    list_type: ListType<'a>,
    value: impl Fn(L::Item) -> Value<'a> + 'a,
) -> Value<'a> {
    // A function may return a list of the object itself.
    let list_type =
        if list.is_native() && list_type == ListType::Literal { ListType::Atomic } else { list_type };
    let is_native = list_type != ListType::Literal;
    let elements = if L::IS_INDEXED {
        List::Shared(arena.alloc(Elements { list, is_native, value }))
    } else {
        List::Shared(arena.alloc(Elements { list: Indexed::new(arena, list), is_native, value }))
    };
    Value::List(ListValue { elements, list_type })
}

struct Elements<L, F> {
    list: L,
    is_native: bool,
    value: F,
}

impl<'a, L: CelList<'a>, F: Fn(L::Item) -> Value<'a>> Sequence<Value<'a>> for Elements<L, F> {
    fn length(&self) -> usize {
        self.list.length()
    }
    fn at(&self, index: usize) -> Option<Value<'a>> {
        self.list.at(index).map(&self.value)
    }
    fn is_native(&self) -> bool {
        self.list.is_native()
    }
    /// The server wraps a list of an object anew each time it is read.
    fn address(&self) -> Option<usize> {
        if self.is_native { Some(from_ref(self).addr()) } else { self.list.address() }
    }
    fn is_joined(&self) -> bool {
        self.list.is_joined()
    }
}

/// A view of a map that converts its entries to values. `key` converts a key back, if it can be a key of the map.
pub fn map<'a, M: CelMap<'a> + 'a>(
    arena: &'a Arena,
    map: M,
    is_native: bool,
    key: fn(Value<'a>) -> Option<M::Key>,
    key_value: fn(M::Key) -> Value<'a>,
    value: impl Fn(M::Value) -> Value<'a> + 'a,
) -> Value<'a> {
    let entries = Map::Shared(arena.alloc(Converted { map, is_native, key, key_value, value }));
    Value::Map(MapValue { entries, is_native })
}

struct Converted<'a, M: CelMap<'a>, F> {
    map: M,
    is_native: bool,
    key: fn(Value<'a>) -> Option<M::Key>,
    key_value: fn(M::Key) -> Value<'a>,
    value: F,
}

impl<'a, M: CelMap<'a>, F: Fn(M::Value) -> Value<'a>> Entries<Value<'a>, Value<'a>> for Converted<'a, M, F> {
    fn length(&self) -> usize {
        self.map.length()
    }
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        self.map.value((self.key)(key)?).map(&self.value)
    }
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        self.map.entries().map(|(key, value)| ((self.key_value)(key), (self.value)(value))).collect()
    }
    fn is_zero(&self) -> bool {
        self.map.is_zero()
    }
    fn is_message(&self) -> bool {
        self.map.is_message()
    }
    fn address(&self) -> Option<usize> {
        if self.is_native { Some(from_ref(self).addr()) } else { self.map.address() }
    }
}
