//! Whether the default values of a schema are values of it, and what the rules say of them (k8s:
//! `apiextensions-apiserver/pkg/apiserver/schema/defaulting`, `ValidateDefaults`).

mod formats;
mod metadata;
mod rules;
mod values;

use cel_codegen::crd::{
    check::{ErrorType, FieldError, go_value},
    document::{Node, Value},
    props::SchemaProps,
};

/// All errors of the defaults below the root of a resource.
#[must_use]
pub fn judge(schema: &SchemaProps, path: &str) -> Vec<FieldError> {
    // The root is a resource itself.
    let root = SchemaProps { embedded_resource: true, ..schema.clone() };
    let mut judge = Judge { budget: rules::BUDGET, errors: Vec::new() };
    judge.node(&root, false, path);
    judge.errors
}

struct Judge {
    /// For the rules of all defaults.
    budget: i64,
    errors: Vec<FieldError>,
}

impl Judge {
    /// `inside_metadata`: the node describes what every resource has. Defaults inside of `additionalProperties` are not looked at.
    fn node(&mut self, schema: &SchemaProps, inside_metadata: bool, path: &str) {
        if let Some(default) = &schema.default {
            self.default(schema, default, inside_metadata, &format!("{path}.default"));
        }
        if let Some(items) = schema.item_schema() {
            self.node_if_within_budget(items, inside_metadata, format!("{path}.items"));
        }
        for property in &schema.properties {
            let inside = inside_metadata && !property.schema.embedded_resource
                || schema.embedded_resource && is_metadata(&property.name);
            let path = format!("{path}.properties[{}]", property.name);
            self.node_if_within_budget(&property.schema, inside, path);
        }
    }

    fn node_if_within_budget(&mut self, schema: &SchemaProps, inside_metadata: bool, path: String) {
        if self.budget >= 0 {
            self.node(schema, inside_metadata, &path);
        }
    }

    fn default(&mut self, schema: &SchemaProps, default: &Node, inside_metadata: bool, path: &str) {
        if !inside_metadata {
            if has_unknown_fields(default, Some(schema), false) {
                let error =
                    FieldError::new(ErrorType::Invalid, default.at, path, "must not have unknown fields");
                self.errors.push(error.with_value(go_value(default)));
            }
            let found = metadata::validate(default, schema, path);
            if !found.is_empty() {
                return self.errors.extend(found);
            }
        }
        let found = values::validate(default, schema, path);
        if !found.is_empty() {
            return self.errors.extend(found);
        }
        let found = rules::judge(schema, default, path, &mut self.budget);
        self.errors.extend(found);
    }
}

/// True if storing the value would drop something of it. `preserved`: the list around it keeps what is unknown.
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

/// What every resource has.
fn is_metadata(name: &str) -> bool {
    ["metadata", "kind", "apiVersion"].contains(&name)
}
