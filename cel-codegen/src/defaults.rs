//! Checks the default values of a schema against the schema and its rules (k8s:
//! `apiextensions-apiserver/pkg/apiserver/schema/defaulting`, `ValidateDefaults`).

pub(crate) mod coerce;
mod email;
mod enums;
pub(crate) mod formats;
mod ip;
pub(crate) mod metadata;
pub(crate) mod object_meta;
pub(crate) mod rules;
pub(crate) mod values;

use cel_compiler::{
    crd::{
        check::{ErrorType, FieldError, Room, go_value},
        document::{Entry, Node, Value},
        props::SchemaProps,
    },
    library::KubernetesVersion,
    parser::Copies,
};
use values::Mistake;

/// All errors of the defaults in a resource's schema. Rules may use the functions that servers of `version` have.
#[must_use]
pub fn judge(
    schema: &SchemaProps,
    path: &str,
    version: KubernetesVersion,
    copies: &Copies,
) -> Vec<FieldError> {
    if !has_defaults(schema) {
        return Vec::new();
    }
    // The root is a resource itself.
    let root = SchemaProps { embedded_resource: true, ..schema.clone() };
    let mut judge =
        Judge { version, copies, budget: rules::BUDGET, errors: Vec::new(), room: Room::default() };
    judge.node(&root, &Within::root(&root), path);
    judge.errors.extend(judge.room.error(schema.at, path));
    judge.errors
}

struct Judge<'c> {
    version: KubernetesVersion,
    copies: &'c Copies,
    /// Remaining cost budget for the rules of all defaults.
    budget: i64,
    errors: Vec<FieldError>,
    room: Room,
}

/// A node inside a resource's own metadata: the resource's schema, and the steps from the resource to the node.
struct Within<'s> {
    resource: &'s SchemaProps,
    /// The last step, and where it begins.
    last: Option<(&'s Within<'s>, Step<'s>)>,
    is_metadata: bool,
}

#[derive(Clone, Copy)]
enum Step<'s> {
    Property(&'s str),
    Item,
}

impl<'s> Within<'s> {
    fn root(resource: &'s SchemaProps) -> Self {
        Within { resource, last: None, is_metadata: false }
    }

    fn step(&'s self, step: Step<'s>) -> Self {
        Within { last: Some((self, step)), ..*self }
    }

    /// The steps, last one first.
    fn steps_back(&self) -> impl Iterator<Item = Step<'s>> {
        std::iter::successors(self.last, |(within, _)| within.last).map(|(_, step)| step)
    }

    /// A resource that has only the value and the fields that every resource needs.
    fn resource_with(&self, value: &Node) -> Node {
        let at = value.at;
        let entry = |key: &str, value: Node| Entry { key: key.into(), at, value };
        let resource = self.steps_back().fold(value.clone(), |value, step| Node {
            value: match step {
                Step::Property(name) => Value::object(vec![entry(name, value)]),
                Step::Item => Value::list(vec![value]),
            },
            at,
        });
        if !matches!(resource.value, Value::Object(_)) {
            return resource;
        }
        let has = [("kind", "Validation"), ("apiVersion", "validation/v1")];
        let missing = has.into_iter().filter(|(key, _)| resource.field(key).is_none());
        let missing = missing.map(|(key, text)| entry(key, Node { value: Value::String(text.into()), at }));
        let entries = resource.entries().iter().cloned().chain(missing).collect();
        Node { value: Value::object(entries), at }
    }
}

impl Judge<'_> {
    /// Visits a node and those below it. Defaults inside of `additionalProperties` are not checked.
    fn node(&mut self, schema: &SchemaProps, within: &Within<'_>, path: &str) {
        if self.budget < 0 {
            return;
        }
        let own = Within::root(schema);
        let within = if schema.embedded_resource { &own } else { within };
        if let Some(default) = &schema.default {
            self.default(schema, default, within, &[path, ".default"].concat());
        }
        if let Some(items) = schema.item_schema() {
            self.node(items, &within.step(Step::Item), &[path, ".items"].concat());
        }
        for property in &schema.properties {
            let mut within = within.step(Step::Property(&property.name));
            within.is_metadata |= schema.embedded_resource && is_metadata(&property.name);
            self.node(&property.schema, &within, &[path, ".properties[", &property.name, "]"].concat());
        }
    }

    /// Adds a mistake while there is room. A mistake about an enumeration can be long: it lists all values.
    fn mistake(&mut self, mistake: Mistake, path: &str) {
        if self.room.takes(mistake.length() + path.len()) {
            self.errors.push(mistake.at_path(path));
        }
    }

    fn default(&mut self, schema: &SchemaProps, default: &Node, within: &Within<'_>, path: &str) {
        let coerced;
        let mut default = default;
        let invalid = |detail| {
            FieldError::new(ErrorType::Invalid, default.at, path, detail).with_value(go_value(default))
        };
        if within.is_metadata {
            let found = metadata::validate(&within.resource_with(default), within.resource, "");
            if !found.is_empty() {
                let detail = format!("must result in valid metadata: {}", metadata::aggregate(&found));
                return self.errors.push(invalid(detail));
            }
        } else {
            coerced = coerce::coerced(default, schema);
            if has_unknown_fields(default, Some(schema), false) {
                // The server prints the value after it has read the metadata in it.
                let shown = go_value(&coerced);
                self.errors.push(invalid("must not have unknown fields".to_owned()).with_value(shown));
            }
            let found = metadata::validate(default, schema, path);
            if !found.is_empty() {
                return self.errors.extend(found);
            }
            default = &coerced;
        }
        let (mistakes, left_out) = values::validate(default, schema, self.version);
        if !mistakes.is_empty() {
            mistakes.into_iter().for_each(|mistake| self.mistake(mistake, path));
            return self.room.add_cut(left_out);
        }
        let found = rules::judge(schema, self.version, self.copies, default, path, &mut self.budget);
        self.errors.extend(found);
    }
}

/// True if the server would drop a part of the value. `preserved`: the list around it keeps unknown fields.
fn has_unknown_fields(value: &Node, schema: Option<&SchemaProps>, preserved: bool) -> bool {
    let Some(schema) = schema else {
        return !preserved
            && match &value.value {
                Value::List(items) => items.iter().any(|item| has_unknown_fields(item, None, false)),
                _ => !value.entries().is_empty(),
            };
    };
    let preserves = preserved || schema.preserve_unknown_fields == Some(true);
    match &value.value {
        Value::List(items) => {
            items.iter().any(|item| has_unknown_fields(item, schema.item_schema(), preserves))
        }
        _ => value.entries().iter().any(|entry| {
            if schema.embedded_resource && is_metadata(&entry.key) {
                return false;
            }
            match schema.property(&entry.key) {
                Some(property) => has_unknown_fields(&entry.value, Some(property), false),
                None if schema.additional_properties.is_some() => {
                    has_unknown_fields(&entry.value, schema.value_schema(), false)
                }
                None => !preserves,
            }
        }),
    }
}

fn has_defaults(schema: &SchemaProps) -> bool {
    let below = schema.properties.iter().map(|property| &property.schema);
    schema.default.is_some() || below.chain(schema.item_schema()).any(has_defaults)
}

/// True for the properties that every resource has.
fn is_metadata(name: &str) -> bool {
    ["metadata", "kind", "apiVersion"].contains(&name)
}
