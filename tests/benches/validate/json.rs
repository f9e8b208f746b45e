//! The rules with loops, and forty rules, written by hand over the same `serde_json::Value`.

mod whole;

use serde_json::{Map, Value};
use std::collections::HashMap;

/// A validator written by hand, of an object and of its old one.
pub(crate) type Hand = fn(&Value, Option<&Value>) -> bool;

/// The validator for a version of `rules.yaml`.
pub(crate) fn by_hand(version: &str) -> Option<Hand> {
    Some(match version {
        "named" => |object, _| named(object).unwrap_or_default(),
        "map_exists" => |object, _| map_exists(object).unwrap_or_default(),
        "unique" => |object, _| unique(object).unwrap_or_default(),
        "few" => |object, _| few(object).unwrap_or_default(),
        "object_equality" => |object, _| same_items(object, "pairs").unwrap_or_default(),
        "two_variables" => |object, _| two_variables(object).unwrap_or_default(),
        "same_lists" => |object, _| same_items(object, "lists").unwrap_or_default(),
        "long_in" => |object, _| long_in(object).unwrap_or_default(),
        "long_key" => |object, _| long_key(object).unwrap_or_default(),
        "immutable" => |object, old| old.and_then(|old| immutable(object, old)).unwrap_or_default(),
        "keyed" => |object, old| old.and_then(|old| keyed(object, old)).unwrap_or_default(),
        "kept" => |object, old| old.and_then(|old| kept(object, old)).unwrap_or_default(),
        "whole" => |object, old| whole::whole(object, old).unwrap_or_default(),
        _ => return None,
    })
}

fn list<'v>(value: &'v Value, name: &str) -> Option<&'v Vec<Value>> {
    value.get(name)?.as_array()
}

fn map<'v>(value: &'v Value, name: &str) -> Option<&'v Map<String, Value>> {
    value.get(name)?.as_object()
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

fn number(value: &Value, name: &str) -> Option<i64> {
    value.get(name)?.as_i64()
}

/// `self.ports.all(p, p.name.startsWith('a') && p.port > 0)`
fn named(object: &Value) -> Option<bool> {
    for port in list(object, "ports")? {
        if !(text(port, "name")?.starts_with('a') && number(port, "port")? > 0) {
            return Some(false);
        }
    }
    Some(true)
}

/// `self.labels.exists(k, self.labels[k] == 'x')`
fn map_exists(object: &Value) -> Option<bool> {
    Some(map(object, "labels")?.values().any(|value| value.as_str() == Some("x")))
}

/// `self.ports.all(p, self.ports.exists_one(q, q.name == p.name))`
fn unique(object: &Value) -> Option<bool> {
    let ports = list(object, "ports")?;
    for port in ports {
        let name = text(port, "name")?;
        let mut found = 0;
        for other in ports {
            found += usize::from(text(other, "name")? == name);
        }
        if found != 1 {
            return Some(false);
        }
    }
    Some(true)
}

/// `self.ports.filter(p, p.port > 10).size() < 60`
fn few(object: &Value) -> Option<bool> {
    let mut found = 0;
    for port in list(object, "ports")? {
        found += usize::from(number(port, "port")? > 10);
    }
    Some(found < 60)
}

/// `self.pairs[0] == self.pairs[1]`
fn same_items(object: &Value, name: &str) -> Option<bool> {
    let [left, right, ..] = &**list(object, name)? else { return None };
    Some(left == right)
}

/// `self.labels.all(k, v, k.startsWith('app') && v.size() <= 63)`
fn two_variables(object: &Value) -> Option<bool> {
    for (key, value) in map(object, "labels")? {
        if !(key.starts_with("app") && value.as_str()?.chars().count() <= 63) {
            return Some(false);
        }
    }
    Some(true)
}

/// `self.name in self.names`
fn long_in(object: &Value) -> Option<bool> {
    let name = text(object, "name")?;
    Some(list(object, "names")?.iter().any(|known| known.as_str() == Some(name)))
}

/// `self.name in self.labels`
fn long_key(object: &Value) -> Option<bool> {
    Some(map(object, "labels")?.contains_key(text(object, "name")?))
}

/// `self.zones == oldSelf.zones && self.class == oldSelf.class`
fn immutable(object: &Value, old: &Value) -> Option<bool> {
    Some(list(object, "zones")? == list(old, "zones")? && text(object, "class")? == text(old, "class")?)
}

/// `self.port == oldSelf.port || self.name.startsWith('tmp-')` on items with the key `name`
fn keyed(object: &Value, old: &Value) -> Option<bool> {
    let mut known: HashMap<&str, &Value> = HashMap::new();
    for listener in list(old, "listeners")? {
        known.entry(text(listener, "name")?).or_insert(listener);
    }
    for listener in list(object, "listeners")? {
        let name = text(listener, "name")?;
        if let Some(old) = known.get(name)
            && number(listener, "port")? != number(old, "port")?
            && !name.starts_with("tmp-")
        {
            return Some(false);
        }
    }
    Some(true)
}

/// `oldSelf.names.all(n, n in self.names)`
fn kept(object: &Value, old: &Value) -> Option<bool> {
    let names = list(object, "names")?;
    Some(list(old, "names")?.iter().all(|name| names.contains(name)))
}
