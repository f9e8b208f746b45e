//! Values whose type is known only at run time: `dyn`, int-or-string, the parts of mixed collections.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{
        CelList, CelMap,
        list::{List, Sequence},
        map::{Entries, Map},
    },
};
use cel_types::{Duration, Timestamp, TypeName};

/// A CEL value of any type. `Copy`: what it holds lives in the object or in the arena.
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
    List(ListValue<'a>),
    /// A map, or an object of a schema.
    Map(Map<'a, Value<'a>, Value<'a>>),
    Optional(Option<&'a Value<'a>>),
    /// A part of an object that is not what its schema says: reading it is this error.
    Error(EvalError<'a>),
}

/// A list, and what `==` and `+` look at beside its elements.
#[derive(Clone, Copy)]
pub struct ListValue<'a> {
    /// The elements.
    pub elements: List<'a, Value<'a>>,
    /// Its `x-kubernetes-list-type`.
    pub list_type: ListType,
}

/// `x-kubernetes-list-type`, as far as operators look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListType {
    /// Also without one.
    #[default]
    Atomic,
    /// Compared without regard to order.
    Set,
}

impl<'a> Value<'a> {
    /// The name of its type, as `type(x)` and `no such overload` print it.
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
            Value::List(_) => TypeName::List,
            Value::Map(_) => TypeName::Map,
            Value::Optional(_) => TypeName::Optional,
        }
    }

    /// A list without a list type.
    pub fn list(elements: List<'a, Value<'a>>) -> Self {
        Value::List(ListValue { elements, list_type: ListType::Atomic })
    }
}

/// An optional of a value.
pub fn optional<'a>(arena: &'a Arena, value: Option<Value<'a>>) -> Value<'a> {
    Value::Optional(value.map(|value| &*arena.alloc(value)))
}

/// A list of one form as a list of any values, read through it.
pub fn list<'a, L: CelList<'a> + 'a>(
    arena: &'a Arena,
    list: L,
    list_type: ListType,
    value: impl Fn(L::Item) -> Value<'a> + 'a,
) -> Value<'a> {
    let elements = List::Shared(arena.alloc(Elements { list, value }));
    Value::List(ListValue { elements, list_type })
}

struct Elements<L, F> {
    list: L,
    value: F,
}

impl<'a, L: CelList<'a>, F: Fn(L::Item) -> Value<'a>> Sequence<Value<'a>> for Elements<L, F> {
    fn length(&self) -> usize {
        self.list.length()
    }
    fn at(&self, index: usize) -> Option<Value<'a>> {
        self.list.at(index).map(&self.value)
    }
}

/// A map of one form as a map of any values, read through it; `key` finds its form of a key if that can be one.
pub fn map<'a, M: CelMap<'a> + 'a>(
    arena: &'a Arena,
    map: M,
    key: fn(Value<'a>) -> Option<M::Key>,
    key_value: fn(M::Key) -> Value<'a>,
    value: impl Fn(M::Value) -> Value<'a> + 'a,
) -> Value<'a> {
    Value::Map(Map::Shared(arena.alloc(Converted { map, key, key_value, value })))
}

struct Converted<'a, M: CelMap<'a>, F> {
    map: M,
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
}
