//! Counts the work of a search.

use super::patterns::Patterns;
use crate::defaults::values::Matches;
use cel_compiler::crd::{
    document::{Node, Value},
    props::{AdditionalProperties, Items, SchemaProps},
};
use std::{cell::Cell, rc::Rc};

/// The work of a search, in units of a few microseconds. Clones share one count, and what the search has found out about patterns.
#[derive(Clone, Debug, Default)]
pub struct Work {
    done: Rc<Cell<u64>>,
    patterns: Rc<Patterns>,
}

impl Work {
    /// Adds parts that take one unit each.
    pub fn add(&self, parts: usize) {
        let parts = u64::try_from(parts).unwrap_or(u64::MAX);
        self.done.set(self.done.get().saturating_add(parts));
    }

    /// The units that were counted.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// The answers of patterns so far.
    pub(crate) fn matches(&self) -> &Rc<Matches> {
        &self.patterns.matches
    }

    pub(super) fn patterns(&self) -> &Patterns {
        &self.patterns
    }
}

/// Units for copying a schema: about one for each node and each rule.
#[must_use]
pub(crate) fn of_copy(schema: &SchemaProps) -> usize {
    let own = 1 + schema.rules.len() + (schema.required.len() + schema.enum_values.len()) / FAST;
    let texts = (schema.description.len() + schema.pattern.len()) / LONG;
    below(schema).map(of_copy).fold(own + texts, usize::saturating_add)
}

/// Units for checking a value against a schema without rules. Each value reads all keywords, and some have long
/// lists.
pub(crate) fn of_value(schema: &SchemaProps, value: &Node) -> usize {
    1 + steps(schema, value) / FAST
}

fn steps(schema: &SchemaProps, value: &Node) -> usize {
    let own = OF_A_VALUE + schema.enum_values.len() + schema.pattern.len();
    let several = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
    let several = several.chain(schema.not.as_deref()).map(|schema| steps(schema, value));
    let below = match &value.value {
        Value::Object(entries) => {
            let values = entries.iter().filter_map(|entry| {
                let schema = schema.property(&entry.key).or_else(|| schema.value_schema())?;
                Some(steps(schema, &entry.value))
            });
            schema.properties.len() + schema.required.len() + values.sum::<usize>()
        }
        Value::List(items) => match schema.item_schema() {
            Some(schema) => items.iter().map(|item| steps(schema, item)).sum(),
            None => 0,
        },
        Value::String(text) => text.len() / 8,
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => 0,
    };
    several.fold(own + below, usize::saturating_add)
}

/// The schemas right below one.
pub(super) fn below(schema: &SchemaProps) -> impl Iterator<Item = &SchemaProps> {
    let items = match &schema.items {
        Some(Items::Schema(items)) => Some(&**items),
        _ => None,
    };
    let values = match &schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&**values),
        _ => None,
    };
    let several = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
    let properties = schema.properties.iter().map(|property| &property.schema);
    properties.chain(items).chain(values).chain(several).chain(schema.not.as_deref())
}

/// Number of steps in one unit. A step is a name or a value of a schema.
pub(super) const FAST: usize = 64;
const OF_A_VALUE: usize = 16;
/// Number of bytes in one unit.
const LONG: usize = 256;
