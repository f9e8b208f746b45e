//! The keywords that decide which objects are accepted, and the effect of their changes.

use crate::objects::correlation::same;
use cel_compiler::crd::{
    check::go_json,
    document::Node,
    props::{AdditionalProperties, Items, SchemaProps},
};

/// The effect that a changed keyword can have on the set of accepted objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It can only refuse more.
    Tighter,
    /// Either of the two.
    Looser,
    /// Either.
    Both,
    /// No object is accepted or refused because of it.
    Neither,
}

/// A keyword of schemas.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// Its name in a CRD.
    pub name: &'static str,
    /// Its value as text, if the schema has it.
    pub shown: fn(&SchemaProps) -> Option<String>,
    /// Copies the value from one schema to another.
    pub copy: fn(&mut SchemaProps, &SchemaProps),
    /// The direction of a change.
    pub direction: fn(&SchemaProps, &SchemaProps) -> Direction,
}

fn both(_: &SchemaProps, _: &SchemaProps) -> Direction {
    Direction::Both
}

fn neither(_: &SchemaProps, _: &SchemaProps) -> Direction {
    Direction::Neither
}

/// Compares lower limits. For upper limits exchange the sides. No limit is the loosest.
fn limit<T: PartialOrd>(old: Option<T>, new: Option<T>) -> Direction {
    let is_tighter = match (&old, &new) {
        (None, _) => true,
        (_, None) => false,
        (Some(old), Some(new)) => new > old,
    };
    if is_tighter { Direction::Tighter } else { Direction::Looser }
}

fn upper<T: PartialOrd>(old: Option<T>, new: Option<T>) -> Direction {
    match (&old, &new) {
        (Some(_), Some(_)) => limit(new, old),
        _ => limit(old, new),
    }
}

macro_rules! keyword {
    ($name:literal, $field:ident, $shown:expr, $direction:expr) => {
        Keyword {
            name: $name,
            shown: $shown,
            copy: |to, from| to.$field = from.$field.clone(),
            direction: $direction,
        }
    };
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn flag(flag: bool) -> Option<String> {
    flag.then(|| "true".to_owned())
}

/// All keywords except `required`, `properties` and `x-kubernetes-validations`. The parts of those are compared
/// one by one.
pub const KEYWORDS: [Keyword; 26] = [
    Keyword {
        name: "type",
        shown: |schema| if schema.int_or_string { text("integer or string") } else { text(&schema.ty) },
        copy: |to, from| {
            to.ty.clone_from(&from.ty);
            to.int_or_string = from.int_or_string;
        },
        direction: both,
    },
    keyword!("format", format, |schema| text(&schema.format), both),
    keyword!("nullable", nullable, |schema| flag(schema.nullable), both),
    keyword!("enum", enum_values, |schema| values(&schema.enum_values), enumeration),
    keyword!("default", default, |schema| schema.default.as_ref().map(go_json), both),
    Keyword {
        name: "maximum",
        shown: |schema| bound(schema.maximum, schema.exclusive_maximum),
        copy: |to, from| (to.maximum, to.exclusive_maximum) = (from.maximum, from.exclusive_maximum),
        direction: |old, new| {
            let of = |schema: &SchemaProps| schema.maximum.map(|max| (max, !schema.exclusive_maximum));
            upper(of(old), of(new))
        },
    },
    Keyword {
        name: "minimum",
        shown: |schema| bound(schema.minimum, schema.exclusive_minimum),
        copy: |to, from| (to.minimum, to.exclusive_minimum) = (from.minimum, from.exclusive_minimum),
        direction: |old, new| {
            let of = |schema: &SchemaProps| schema.minimum.map(|min| (min, schema.exclusive_minimum));
            limit(of(old), of(new))
        },
    },
    keyword!("multipleOf", multiple_of, |schema| schema.multiple_of.map(|n| n.to_string()), both),
    keyword!("maxLength", max_length, |schema| schema.max_length.map(|n| n.to_string()), |old, new| {
        upper(old.max_length, new.max_length)
    }),
    keyword!("minLength", min_length, |schema| schema.min_length.map(|n| n.to_string()), |old, new| {
        limit(old.min_length, new.min_length)
    }),
    keyword!("pattern", pattern, |schema| text(&schema.pattern), |old, new| match (
        &*old.pattern,
        &*new.pattern
    ) {
        ("", _) => Direction::Tighter,
        (_, "") => Direction::Looser,
        _ => Direction::Both,
    }),
    keyword!("maxItems", max_items, |schema| schema.max_items.map(|n| n.to_string()), |old, new| upper(
        old.max_items,
        new.max_items
    )),
    keyword!("minItems", min_items, |schema| schema.min_items.map(|n| n.to_string()), |old, new| limit(
        old.min_items,
        new.min_items
    )),
    keyword!(
        "maxProperties",
        max_properties,
        |schema| schema.max_properties.map(|n| n.to_string()),
        |old, new| { upper(old.max_properties, new.max_properties) }
    ),
    keyword!(
        "minProperties",
        min_properties,
        |schema| schema.min_properties.map(|n| n.to_string()),
        |old, new| { limit(old.min_properties, new.min_properties) }
    ),
    keyword!("items", items, |schema| schema.items.as_ref().map(|_| "a schema".to_owned()), both),
    keyword!("additionalProperties", additional_properties, additional, both),
    keyword!(
        "x-kubernetes-preserve-unknown-fields",
        preserve_unknown_fields,
        |schema| flag(schema.preserve_unknown_fields == Some(true)),
        both
    ),
    keyword!(
        "x-kubernetes-embedded-resource",
        embedded_resource,
        |schema| flag(schema.embedded_resource),
        both
    ),
    Keyword {
        name: "x-kubernetes-list-type",
        shown: list_type,
        // Keys belong to a list of type `map`.
        copy: |to, from| {
            to.list_type.clone_from(&from.list_type);
            to.list_map_keys.clone_from(&from.list_map_keys);
        },
        direction: both,
    },
    keyword!("x-kubernetes-map-type", map_type, |schema| schema.map_type.clone(), neither),
    keyword!("uniqueItems", unique_items, |schema| flag(schema.unique_items), both),
    keyword!("allOf", all_of, |schema| schemas(&schema.all_of), both),
    keyword!("anyOf", any_of, |schema| schemas(&schema.any_of), both),
    keyword!("oneOf", one_of, |schema| schemas(&schema.one_of), both),
    keyword!("not", not, |schema| schema.not.as_deref().map(plain), both),
];

fn bound(bound: Option<f64>, is_exclusive: bool) -> Option<String> {
    bound.map(|bound| format!("{bound}{}", if is_exclusive { ", exclusive" } else { "" }))
}

fn list_type(schema: &SchemaProps) -> Option<String> {
    let keys = schema.list_map_keys.join(", ");
    let keys = if keys.is_empty() { keys } else { format!(", keys: {keys}") };
    schema.list_type.as_ref().map(|ty| ty.clone() + &keys)
}

fn values(values: &[Node]) -> Option<String> {
    (!values.is_empty()).then(|| values.iter().map(go_json).collect::<Vec<_>>().join(", "))
}

fn enumeration(old: &SchemaProps, new: &SchemaProps) -> Direction {
    let has_all =
        |one: &[Node], other: &[Node]| other.iter().all(|value| one.iter().any(|known| same(known, value)));
    match (old.enum_values.as_slice(), new.enum_values.as_slice()) {
        ([], _) => Direction::Tighter,
        (_, []) => Direction::Looser,
        // Each value is compared with each other value, so the search decides about long lists.
        (old, new) if old.len().saturating_mul(new.len()) > LONG => Direction::Both,
        (old, new) => match (has_all(old, new), has_all(new, old)) {
            (true, true) => Direction::Neither,
            (true, false) => Direction::Tighter,
            (false, true) => Direction::Looser,
            (false, false) => Direction::Both,
        },
    }
}

fn additional(schema: &SchemaProps) -> Option<String> {
    schema.additional_properties.as_ref().map(|additional| match additional {
        AdditionalProperties::Allowed(allowed) => allowed.to_string(),
        AdditionalProperties::Schema(_) => "a schema".to_owned(),
    })
}

fn schemas(schemas: &[SchemaProps]) -> Option<String> {
    (!schemas.is_empty()).then(|| schemas.iter().map(plain).collect::<Vec<_>>().join(" | "))
}

/// A schema as text, without places and descriptions.
fn plain(schema: &SchemaProps) -> String {
    let own = KEYWORDS.iter().filter_map(|keyword| {
        let below = match (keyword.name, &schema.items, &schema.additional_properties) {
            ("items", Some(Items::Schema(items)), _) => Some(plain(items)),
            ("additionalProperties", _, Some(AdditionalProperties::Schema(values))) => Some(plain(values)),
            _ => None,
        };
        Some(format!("{}: {}", keyword.name, below.or_else(|| (keyword.shown)(schema))?))
    });
    let required = (!schema.required.is_empty()).then(|| format!("required: {}", schema.required.join(", ")));
    let properties =
        schema.properties.iter().map(|property| format!("{}: {}", property.name, plain(&property.schema)));
    let parts: Vec<String> = own.chain(required).chain(properties).collect();
    format!("{{{}}}", parts.join(", "))
}

const LONG: usize = 1_000_000;
