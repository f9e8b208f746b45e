//! Where the keys of an object stand in a file.

use super::document::{Entry, Node, Position, Value};
use std::sync::Arc;

/// The places of an object's keys and of their values. They are no part of what the object says: all are equal.
///
/// A CRD may have a hundred thousand schemas, so a key is a number, and copies share the places.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    places: Option<Arc<[Place]>>,
    /// There is another value in place of the object.
    is_no_object: bool,
}

#[derive(Clone, Debug)]
struct Place {
    /// The key's [`number`].
    key: u8,
    has_wrong_type: bool,
    at: Position,
    value_at: Position,
}

impl Keys {
    /// The keys of an object.
    pub(super) fn of(node: &Node) -> Self {
        let place = |entry: &Entry| {
            let key = number(&entry.key)?;
            Some(Place { key, has_wrong_type: false, at: entry.at, value_at: entry.value.at })
        };
        // Null is an object without keys: the server decodes it.
        let is_no_object = !matches!(node.value, Value::Object(_) | Value::Null);
        let places: Vec<Place> = node.entries().iter().filter_map(place).collect();
        Keys { places: (!places.is_empty()).then(|| places.into()), is_no_object }
    }

    /// Notes that the value of a key has the wrong type.
    pub(super) fn mark_wrong(&mut self, key: &str) {
        let number = number(key);
        let places = self.places.as_mut().and_then(Arc::get_mut).unwrap_or_default();
        if let Some(place) = places.iter_mut().find(|place| Some(place.key) == number) {
            place.has_wrong_type = true;
        }
    }

    /// True if this value has the wrong type.
    pub(super) fn is_wrong(&self, key: &str) -> bool {
        self.is_no_object || self.find(key).is_some_and(|place| place.has_wrong_type)
    }

    /// True if any value has the wrong type. The object is then read without it.
    pub(super) fn has_wrong(&self) -> bool {
        self.is_no_object
            || self.places.iter().flat_map(|places| places.iter()).any(|place| place.has_wrong_type)
    }

    /// Where a key stands.
    #[must_use]
    pub fn at(&self, key: &str) -> Option<Position> {
        self.find(key).map(|place| place.at)
    }

    /// Where the value of a key begins.
    #[must_use]
    pub fn value_at(&self, key: &str) -> Option<Position> {
        self.find(key).map(|place| place.value_at)
    }

    fn find(&self, key: &str) -> Option<&Place> {
        let number = number(key)?;
        self.places.as_deref()?.iter().find(|place| place.key == number)
    }
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn number(key: &str) -> Option<u8> {
    let place = OF_SCHEMAS.iter().chain(OF_RULES).position(|known| *known == key);
    place.and_then(|at| u8::try_from(at).ok())
}

/// The keys of schemas that errors name.
pub(super) const OF_SCHEMAS: &[&str] = &[
    "type",
    "description",
    "properties",
    "items",
    "additionalProperties",
    "required",
    "enum",
    "format",
    "pattern",
    "default",
    "nullable",
    "maximum",
    "minimum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "multipleOf",
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxProperties",
    "minProperties",
    "title",
    "example",
    "externalDocs",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "$ref",
    "$schema",
    "id",
    "additionalItems",
    "definitions",
    "dependencies",
    "patternProperties",
    "x-kubernetes-validations",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
];

/// The keys of rules.
pub(super) const OF_RULES: &[&str] =
    &["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

/// Names that people take for a field's.
#[must_use]
pub fn other_name(key: &str) -> Option<&'static str> {
    Some(match key {
        "x-validations" | "validations" | "x-kubernetes-rules" | "rules" | "cel" => {
            "x-kubernetes-validations"
        }
        "expression" | "expr" | "condition" => "rule",
        "msg" | "errorMessage" => "message",
        "messageExpr" => "messageExpression",
        "path" | "field" => "fieldPath",
        "printerColumns" | "columns" => "additionalPrinterColumns",
        "const" => "enum",
        "min" => "minimum",
        "max" => "maximum",
        "regex" | "regexp" => "pattern",
        "validation" => "schema",
        "x-preserve-unknown-fields" => "x-kubernetes-preserve-unknown-fields",
        "x-int-or-string" => "x-kubernetes-int-or-string",
        "x-embedded-resource" => "x-kubernetes-embedded-resource",
        "x-list-type" => "x-kubernetes-list-type",
        "x-list-map-keys" => "x-kubernetes-list-map-keys",
        "x-map-type" => "x-kubernetes-map-type",
        _ => return None,
    })
}
