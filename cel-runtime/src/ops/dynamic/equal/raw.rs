//! Compares values as the server's maps do: by their Go types (k8s: `cel/common/valuesreflect.go`, `setElementKey`).
//! Unlike in CEL, `1` is not `1.0`.

use super::{equal, preserved};
use crate::keyed_hash::KeyedHasher;
use crate::{
    json::{AnyJson, Content, Entries},
    ops::{CelList, equality::Equal},
    value::Value,
    work,
};
use std::hash::Hash;

/// True if two values are the same.
#[inline]
pub(super) fn is_same<'a>(left: Value<'a>, right: Value<'a>) -> bool {
    match (left, right) {
        (Value::Timestamp(left), Value::Timestamp(right)) => left.is_identical(right),
        (Value::Null, Value::Null) => true,
        (Value::Preserved(left), right) | (right, Value::Preserved(left)) => preserved::equal(left, right),
        (
            Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_),
            right,
        ) => left.type_name() == right.type_name() && equal(left, right) == Ok(true),
        _ => false,
    }
}

/// Hashes the parts that [`is_same`] compares. `false` for a value that equals nothing.
#[inline]
pub(in crate::ops::dynamic) fn write(value: Value<'_>, hasher: &mut KeyedHasher) -> bool {
    match value {
        Value::Null => 0_u8.hash(hasher),
        Value::Bool(value) => (1_u8, value).hash(hasher),
        Value::Int(value) => (2_u8, value).hash(hasher),
        Value::Uint(value) => (3_u8, value).hash(hasher),
        Value::Double(value) => {
            4_u8.hash(hasher);
            return value.write(hasher);
        }
        Value::String(value) => {
            5_u8.hash(hasher);
            return value.write(hasher);
        }
        Value::Bytes(value) => {
            if !work::admits_key(value) {
                return false;
            }
            (6_u8, value).hash(hasher);
        }
        Value::Duration(value) => (7_u8, value).hash(hasher),
        Value::Timestamp(value) => (8_u8, value, value.zone()).hash(hasher),
        Value::Preserved(value) => value.read(|json| write_json(json, hasher)),
        _ => return false,
    }
    true
}

/// Hashes the value that the JSON is decoded to, as [`write`] does.
#[inline]
fn write_json(json: AnyJson<'_>, hasher: &mut KeyedHasher) {
    match json.content() {
        Content::Null => write(Value::Null, hasher),
        Content::Bool(value) => write(Value::Bool(value), hasher),
        Content::String(value) => write(Value::String(value), hasher),
        Content::Int(value) => write(Value::Int(value), hasher),
        Content::Float(value) => write(Value::Double(value), hasher),
        Content::Array(items) => {
            (9_u8, items.length()).hash(hasher);
            items.elements().for_each(|item| write_json(item, hasher));
            true
        }
        Content::Object(entries) => {
            (10_u8, entries.length()).hash(hasher);
            let mut entries: Vec<_> = entries.entries().collect();
            entries.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in entries {
                if !work::admits_key(name.as_bytes()) {
                    break;
                }
                name.hash(hasher);
                write_json(value, hasher);
            }
            true
        }
    };
}
