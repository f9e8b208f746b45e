//! `==`, `!=` and `in` over values whose type is known only at run time.

mod item_keys;
mod list_types;
mod preserved;
pub(super) mod raw;
mod untyped;

pub(in crate::ops::dynamic) use list_types::concat;
pub(crate) use preserved::are_equal;
pub use preserved::type_of;

use super::{find, is_built, is_native, is_number, is_of_library, order_numbers};
use crate::{
    eval_error::EvalError,
    json::AnyJson,
    ops::{
        CelList, CelMap,
        equality::{self, Equal},
        ops::Outcome,
        size,
    },
    outcome::Verdict,
    value::{MapValue, Value},
    work::{self, Steps},
};
use list_types::equal_lists;
use std::cmp::Ordering;
use untyped::equal_unseen;

/// `left == right`. Values of different types are not equal. If the left value is of a Kubernetes library, or a list or map of an object,
/// other types are an error.
#[inline]
pub fn equal<'a>(left: Value<'a>, right: Value<'a>) -> Verdict<'a> {
    Ok(match (left, right) {
        (Value::Error(error), _) => return Err(error),
        (left, Value::Error(error)) if is_of_library(left) || is_native(left) => return Err(error),
        (_, Value::Error(_)) => false, // most types only test whether the other value has their type
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Preserved(left), right) => preserved::equal(left, right),
        (left, right) if is_number(left) && is_number(right) => {
            order_numbers(left, right).is_ok_and(Ordering::is_eq)
        }
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::String(left), Value::String(right)) => left.equal(right),
        (Value::Bytes(left), Value::Bytes(right)) => work::are_same(left, right),
        (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
        (Value::Duration(left), Value::Duration(right)) => left == right,
        (Value::Type(left), Value::Type(right)) => left == right,
        (Value::Quantity(left), Value::Quantity(right)) => return equality::checked(left, right),
        (Value::Semver(left), Value::Semver(right)) => left.equal(right),
        (Value::NamedFormat(left), Value::NamedFormat(right)) => left == right,
        (Value::Quantity(_) | Value::Semver(_) | Value::NamedFormat(_), _) => {
            return Err(EvalError::NoSuchOverload);
        }
        (Value::List(left), Value::List(right)) => return equal_lists(left, right),
        (Value::Map(left), Value::Map(right)) => return equal_maps(left, right),
        (Value::Optional(Some(left)), Value::Optional(Some(right))) => return equal_to_part(*left, *right),
        (Value::Optional(left), Value::Optional(right)) => left.is_none() && right.is_none(),
        (Value::Url(left), Value::Url(right)) => left == right,
        (Value::Ip(left), Value::Ip(right)) => left == right,
        (Value::Cidr(left), Value::Cidr(right)) => left == right,
        (Value::Message(left), Value::Message(right)) => left.equal(right),
        (Value::Url(_) | Value::Ip(_) | Value::Cidr(_), _) => return Err(EvalError::NoSuchOverload),
        (left, _) if is_native(left) => return Err(EvalError::NoSuchOverload),
        _ => false,
    })
}

/// The same, but the left value itself compares. Some types do not know null: that is `no such overload`.
#[inline]
pub(super) fn equal_to_part<'a>(left: Value<'a>, right: Value<'a>) -> Verdict<'a> {
    match right {
        Value::Null if is_of_library(left) || is_native(left) => Err(EvalError::NoSuchOverload),
        right => equal(left, right),
    }
}

/// `left != right`. It is true if `==` fails.
#[inline]
pub fn not_equal<'a>(left: Value<'a>, right: Value<'a>) -> bool {
    !matches!(equal(left, right), Ok(true))
}

/// Compares pairs. In a list or map that a rule builds, a comparison that fails does not make it unequal. In one of an object the error is
/// the result.
#[inline]
pub(super) fn all_equal<'a>(is_native: bool, mut pairs: impl Iterator<Item = Verdict<'a>>) -> Verdict<'a> {
    let decides = |pair: &Verdict<'a>| if is_native { *pair != Ok(true) } else { *pair == Ok(false) };
    pairs.find(decides).unwrap_or(Ok(true))
}

#[inline]
fn equal_maps<'a>(left: MapValue<'a>, right: MapValue<'a>) -> Verdict<'a> {
    if left.entries.length() != right.entries.length()
        || !work::admits_parts(left.entries.length(), Steps::Lookup)
    {
        return Ok(false);
    }
    let same = if left.is_native { equal_to_part } else { equal };
    let pair = |(key, l): (Value<'a>, Option<Value<'a>>)| match (l, find(right.entries, key)) {
        (Some(l), Some(r)) => same(l, r),
        (l, r) => Ok(l.is_none() && r.is_none()),
    };
    let Some(properties) = left.properties() else {
        return all_equal(left.is_native, left.entries.entries().map(|(key, l)| pair((key, Some(l)))));
    };
    let Some(json) = left.json() else {
        let (mut unknown, of_right) = (left.unknown(), right.unknown());
        if !unknown.values().chain(of_right.values()).all(work::admits_written) {
            return Ok(false);
        }
        // A generic type does not know which keys of its arguments rules see.
        for (key, _) in &properties {
            if let Value::String(key) = key {
                unknown.remove(*key);
            }
        }
        // Keys that only the right object has are not compared.
        let present = properties.into_iter().filter(|(key, l)| l.is_some() || left.has_key(*key));
        let same = unknown
            .iter()
            .map(|(name, l)| equal_unseen(left, name, l.into(), of_right.get(name).map(AnyJson::from)));
        return all_equal(true, present.map(pair).chain(same));
    };
    let named = json.names().map(|name| {
        let described = properties.iter().find(|(key, _)| matches!(key, Value::String(key) if *key == name));
        match (described, right.json()) {
            (Some(described), _) => pair(*described),
            (None, Some(right)) => {
                json.raw(name).map_or(Ok(true), |value| equal_unseen(left, name, value, right.raw(name)))
            }
            (None, None) => Err(EvalError::NoSuchOverload),
        }
    });
    all_equal(true, named)
}

/// `value in container`
#[inline]
pub fn contains<'a>(value: Value<'a>, container: Value<'a>) -> Verdict<'a> {
    match container {
        Value::List(list) => {
            if is_built(list) {
                return Ok(list.elements.elements().any(|element| equal(value, element) == Ok(true)));
            }
            // The elements of an object's list compare themselves. The first error stays, unless the value is found.
            let value = value.checked()?;
            let mut elements = list.elements.elements().map(|element| equal_to_part(element, value));
            elements
                .try_fold(Ok(false), |found: Verdict<'a>, element| match element {
                    Ok(true) => Err(()),
                    element => Ok(found.and(element)),
                })
                .unwrap_or(Ok(true))
        }
        Value::Map(map) if map.is_native && !matches!(value, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) => find(map.entries, value).map_or(Ok(false), |found| found.checked().map(|_| true)),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// The charge of `left == right`: 1 for a value of a Kubernetes library, otherwise by the smaller size. An error has size 1.
#[inline]
pub fn equality<'a>(left: Outcome<'a, Value<'a>>, right: u64) -> u64 {
    match left {
        Ok(left) if is_of_library(left) => 1,
        left => size::smaller(left.map_or(1, Value::size), right),
    }
}
