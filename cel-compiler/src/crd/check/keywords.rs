//! The API server's answer about the keywords of one schema node (k8s: `apis/apiextensions/validation`,
//! `ValidateCustomResourceDefinitionOpenAPISchema`).

use super::{
    Room, Surroundings,
    error::{
        ErrorType::{Forbidden, Invalid, Required},
        FieldError, go_json_text, go_json_texts,
    },
};
use crate::crd::{
    document::Position,
    props::{AdditionalProperties, Items, SchemaProps},
};
use cel_types::quote::quote;
use std::collections::HashSet;

/// All errors of a node, without the errors of its rules and of the nodes below.
pub(super) fn validate(
    schema: &SchemaProps,
    around: &Surroundings,
    path: &str,
    room: &mut Room,
) -> Vec<FieldError> {
    let mut check = Check { at: schema.at, path, room, errors: Vec::new() };
    check.standard(schema, around);
    check.structure(schema);
    check.map_type(schema);
    check.list_type(schema);
    check.list_map_keys(schema);
    if schema.list_type.as_deref() == Some("map") {
        check.map_list(schema);
    }
    check.items_of_sets_and_maps(schema);
    check.errors
}

struct Check<'p> {
    at: Position,
    path: &'p str,
    room: &'p mut Room,
    errors: Vec<FieldError>,
}

impl Check<'_> {
    fn standard(&mut self, schema: &SchemaProps, around: &Surroundings) {
        if !schema.ty.is_empty() && !TYPES.contains(&&*schema.ty) {
            let field = format!("{}.type", self.path);
            self.errors.push(FieldError::not_supported(self.at, field, quote(&schema.ty), &TYPES));
        }
        if schema.default.is_some()
            && let Some(reason) = &around.no_defaults
        {
            self.forbidden("default", format!("must not be set {reason}"));
        }
        for keyword in schema.forbidden.iter().filter(|keyword| **keyword != "$schema") {
            self.forbidden(keyword, format!("{keyword} is not supported"));
        }
        if schema.ty == "null" {
            self.forbidden("type", "type cannot be set to null, use nullable as an alternative");
        }
        if matches!(&schema.items, Some(Items::Several(several)) if !several.is_empty()) {
            self.forbidden("items", "items must be a schema object and not an array");
        }
        if around.inside_metadata && schema.embedded_resource {
            self.forbidden("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
        }
    }

    fn structure(&mut self, schema: &SchemaProps) {
        if schema.unique_items {
            let detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
            self.forbidden("uniqueItems", detail);
        }
        let only_allows =
            matches!(schema.additional_properties, None | Some(AdditionalProperties::Allowed(true)));
        if !schema.properties.is_empty() && !only_allows {
            let detail = "additionalProperties and properties are mutual exclusive";
            self.forbidden("additionalProperties", detail);
        }
        if schema.preserve_unknown_fields == Some(false) {
            self.invalid("x-kubernetes-preserve-unknown-fields", "false", "must be true or undefined");
        }
    }

    fn map_type(&mut self, schema: &SchemaProps) {
        let Some(map_type) = &schema.map_type else { return };
        if schema.ty != "object" {
            self.wrong_type(schema, "must be object if x-kubernetes-map-type is specified");
        }
        self.one_of("x-kubernetes-map-type", map_type, &["atomic", "granular"]);
    }

    fn list_type(&mut self, schema: &SchemaProps) {
        let Some(list_type) = &schema.list_type else { return };
        let items = schema.item_schema();
        if schema.ty != "array" {
            self.wrong_type(schema, "must be array if x-kubernetes-list-type is specified");
        } else if let Some(items) = items.filter(|_| list_type == "set") {
            self.items_of_set(items);
        }
        self.one_of("x-kubernetes-list-type", list_type, &["atomic", "set", "map"]);
    }

    /// Checks the items of a set. Sets compare whole items, so the items must be atomic.
    fn items_of_set(&mut self, items: &SchemaProps) {
        let keyword = match &*items.ty {
            "array" if items.list_type.as_deref().is_some_and(|list_type| list_type != "atomic") => {
                "items.x-kubernetes-list-type"
            }
            "object" if items.map_type.as_deref() != Some("atomic") => "items.x-kubernetes-map-type",
            _ => return,
        };
        // The server shows the list type in both cases.
        let shown = items.list_type.as_deref().map_or_else(|| "null".to_owned(), go_json_text);
        let detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
        self.invalid(keyword, shown, detail);
    }

    fn list_map_keys(&mut self, schema: &SchemaProps) {
        let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        match schema.list_type.as_deref() {
            _ if schema.list_map_keys.is_empty() => {}
            None => self.required("x-kubernetes-list-type", detail),
            Some("map") => {}
            Some(list_type) => self.invalid("x-kubernetes-list-type", quote(list_type), detail),
        }
    }

    fn map_list(&mut self, schema: &SchemaProps) {
        if schema.list_map_keys.is_empty() {
            let detail = "must not be empty if x-kubernetes-list-type is map";
            self.required("x-kubernetes-list-map-keys", detail);
        }
        let Some(items) = schema.item_schema() else {
            match schema.items {
                None => self.required("items", "must have a schema if x-kubernetes-list-type is map"),
                Some(_) => {
                    let detail = "must only have a single schema if x-kubernetes-list-type is map";
                    self.invalid("items", "[]", detail);
                }
            }
            return;
        };
        if items.ty != "object" {
            let detail = "must be object if parent array's x-kubernetes-list-type is map";
            return self.invalid("items.type", quote(&items.ty), detail);
        }
        let shown = go_json_texts(&schema.list_map_keys);
        let mut seen = HashSet::new();
        for key in &schema.list_map_keys {
            self.map_list_key(items, key, &shown);
            if !seen.insert(key) {
                self.wrong_keys(&shown, "must not contain duplicate entries");
            }
        }
    }

    fn map_list_key(&mut self, items: &SchemaProps, key: &str, shown: &str) {
        match items.property(key) {
            Some(property) if property.ty == "array" || property.ty == "object" => {
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                self.invalid(&format!("items.properties[{key}].type"), quote(&items.ty), detail);
            }
            Some(_) => {}
            None => self.wrong_keys(shown, "entries must all be names of item properties"),
        }
    }

    /// An error about a key. Each such error shows all keys of the list.
    fn wrong_keys(&mut self, shown: &str, detail: &str) {
        if self.room.takes(shown.len()) {
            self.invalid("x-kubernetes-list-map-keys", shown, detail);
        }
    }

    fn items_of_sets_and_maps(&mut self, schema: &SchemaProps) {
        let (Some(items), Some(list_type @ ("set" | "map"))) =
            (schema.item_schema(), schema.list_type.as_deref())
        else {
            return;
        };
        if items.nullable {
            let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
            self.forbidden("items.nullable", detail);
        }
        if list_type == "set" {
            return;
        }
        let required: HashSet<_> = items.required.iter().collect();
        for key in &schema.list_map_keys {
            let Some(property) = items.property(key) else { continue };
            if !required.contains(key) && property.default.is_none() {
                let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
                self.required(&format!("items.properties[{key}].default"), detail);
            }
            if property.nullable {
                let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
                self.forbidden(&format!("items.properties[{key}].nullable"), detail);
            }
        }
    }

    fn wrong_type(&mut self, schema: &SchemaProps, detail: &str) {
        if schema.ty.is_empty() {
            self.required("type", detail);
        } else {
            self.invalid("type", quote(&schema.ty), detail);
        }
    }

    fn one_of(&mut self, keyword: &str, value: &str, supported: &[&str]) {
        if !supported.contains(&value) {
            let field = format!("{}.{keyword}", self.path);
            self.errors.push(FieldError::not_supported(self.at, field, quote(value), supported));
        }
    }

    fn required(&mut self, keyword: &str, detail: &str) {
        self.errors.push(FieldError::new(Required, self.at, format!("{}.{keyword}", self.path), detail));
    }

    fn forbidden(&mut self, keyword: &str, detail: impl Into<String>) {
        self.errors.push(FieldError::new(Forbidden, self.at, format!("{}.{keyword}", self.path), detail));
    }

    fn invalid(&mut self, keyword: &str, shown: impl Into<String>, detail: &str) {
        let error = FieldError::new(Invalid, self.at, format!("{}.{keyword}", self.path), detail);
        self.errors.push(error.with_value(shown));
    }
}

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];
