//! Checks that a schema is structural (k8s: `apiextensions-apiserver/pkg/apiserver/schema`, `ValidateStructural`): one place gives
//! the type of each part of an object, and `allOf`, `anyOf`, `oneOf` and `not` only restrict values.

use super::{
    error::{
        ErrorType::{Forbidden, Invalid, Required},
        FieldError,
    },
    path::{of_part, of_property},
};
use crate::by_name::ByName;
use crate::crd::{
    document::Position,
    props::{AdditionalProperties, Items, SchemaProps},
};
use cel_types::{quote::quote, regex};
use std::collections::HashSet;

/// Why the server cannot make a structural schema of this one. In most cases other errors of the server say more about it.
pub(super) fn unsupported(schema: &SchemaProps) -> Option<String> {
    if let Some(keyword) = schema.forbidden.first() {
        let keyword = if *keyword == "$schema" { "schema" } else { keyword };
        return Some(format!("OpenAPIV3Schema '{keyword}' is not supported"));
    }
    if schema.preserve_unknown_fields == Some(false) {
        return Some(
            "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined".to_owned(),
        );
    }
    if matches!(&schema.items, Some(Items::Several(several)) if !several.is_empty()) {
        return Some("OpenAPIV3Schema 'items' must be a schema, but is an array".to_owned());
    }
    let below = schema.properties.iter().map(|property| &property.schema);
    let mut below = below.chain(schema.item_schema()).chain(schema.value_schema()).chain(junctors(schema));
    below.find_map(unsupported)
}

/// All errors, sorted by their text.
pub(super) fn validate(schema: &SchemaProps, path: &str) -> Vec<FieldError> {
    let mut check = Check { errors: Vec::new(), valid_patterns: HashSet::new() };
    check.invariants(schema, Level::Root, path);
    check.completeness(schema, schema, path, path);
    check.errors.sort_by_cached_key(ToString::to_string);
    check.errors
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Root,
    Item,
    Field,
}

struct Check<'s> {
    errors: Vec<FieldError>,
    /// Patterns that are valid. Many nodes have the same one.
    valid_patterns: HashSet<&'s str>,
}

impl<'s> Check<'s> {
    /// Checks a part of the schema outside of junctors.
    fn invariants(&mut self, schema: &'s SchemaProps, level: Level, path: &str) {
        let items = schema.item_schema();
        if schema.ty == "array" && items.is_none() {
            self.required(schema.at, format!("{path}.items"), "must be specified");
        }
        if let Some(items) = items {
            self.invariants(items, Level::Item, &of_part(path, "items"));
        }
        for property in &schema.properties {
            self.invariants(&property.schema, Level::Field, &of_property(path, &property.name));
        }
        if schema.additional_properties.is_some() && level == Level::Root {
            self.forbidden(schema.at, format!("{path}.additionalProperties"), "must not be used at the root");
        }
        if let Some(values) = schema.value_schema() {
            self.invariants(values, Level::Field, &of_part(path, "additionalProperties"));
        }
        self.extensions(schema, path);
        let skip = Skip {
            any_of: is_int_or_string(&schema.any_of),
            first_all_of: schema.all_of.first().is_some_and(|first| is_int_or_string(&first.any_of)),
        };
        self.value_validation(schema, skip, path);
        self.ty(schema, level, path);
        self.resource(schema, level, path);
    }

    fn extensions(&mut self, schema: &SchemaProps, path: &str) {
        if !schema.int_or_string {
            return;
        }
        let keywords = [
            ("x-kubernetes-preserve-unknown-fields", schema.preserve_unknown_fields == Some(true)),
            ("x-kubernetes-embedded-resource", schema.embedded_resource),
        ];
        for (keyword, _) in keywords.into_iter().filter(|(_, set)| *set) {
            let detail = "must be false if x-kubernetes-int-or-string is true";
            self.invalid(schema.at, format!("{path}.{keyword}"), "true", detail);
        }
    }

    fn ty(&mut self, schema: &SchemaProps, level: Level, path: &str) {
        let (at, field) = (schema.at, || of_part(path, "type"));
        if schema.embedded_resource && schema.ty != "object" {
            let detail = "must be object if x-kubernetes-embedded-resource is true";
            if schema.ty.is_empty() {
                self.required(at, field(), detail);
            } else {
                self.invalid(at, field(), quote(&schema.ty), detail);
            }
        } else if schema.ty.is_empty()
            && !schema.int_or_string
            && schema.preserve_unknown_fields != Some(true)
        {
            let detail = match level {
                Level::Root => "must not be empty at the root",
                Level::Item => "must not be empty for specified array items",
                Level::Field => "must not be empty for specified object fields",
            };
            self.required(at, field(), detail);
        }
        if level == Level::Root && !schema.ty.is_empty() && schema.ty != "object" {
            self.invalid(at, field(), quote(&schema.ty), "must be object at the root");
        }
    }

    /// Checks a resource. Its schema can restrict `apiVersion`, `kind` and `metadata` only in a few ways.
    fn resource(&mut self, schema: &SchemaProps, level: Level, path: &str) {
        let embedded = schema.embedded_resource;
        if embedded && schema.additional_properties.is_some() {
            let detail = "must not be used if x-kubernetes-embedded-resource is set";
            self.forbidden(schema.at, format!("{path}.additionalProperties"), detail);
        }
        let is_resource = level == Level::Root || embedded;
        for (name, ty) in [("kind", "string"), ("apiVersion", "string"), ("metadata", "object")] {
            if let Some(property) = schema.property(name).filter(|found| is_resource && found.ty != ty) {
                let field = format!("{path}.properties[{name}].type");
                self.invalid(property.at, field, quote(&property.ty), format!("must be {ty}"));
            }
        }
        if level == Level::Root
            && let Some(metadata) = schema.property("metadata")
            && !restricts_only_names(metadata)
        {
            let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
            self.forbidden(metadata.at, format!("{path}.properties[metadata]"), detail);
        }
        if embedded && schema.preserve_unknown_fields != Some(true) && schema.properties.is_empty() {
            let detail = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
            self.required(schema.at, format!("{path}.properties"), detail);
        }
    }

    fn value_validation(&mut self, schema: &'s SchemaProps, skip: Skip, path: &str) {
        for (i, any_of) in schema.any_of.iter().enumerate().filter(|_| !skip.any_of) {
            self.nested(any_of, Skip::default(), &format!("{path}.anyOf[{i}]"));
        }
        for (i, all_of) in schema.all_of.iter().enumerate() {
            let skip = Skip { any_of: skip.first_all_of && i == 0, first_all_of: false };
            self.nested(all_of, skip, &format!("{path}.allOf[{i}]"));
        }
        for (i, one_of) in schema.one_of.iter().enumerate() {
            self.nested(one_of, Skip::default(), &format!("{path}.oneOf[{i}]"));
        }
        if let Some(not) = &schema.not {
            self.nested(not, Skip::default(), &format!("{path}.not"));
        }
        if schema.pattern.is_empty() || self.valid_patterns.contains(&*schema.pattern) {
            return;
        }
        match regex::check(&schema.pattern) {
            Ok(()) => drop(self.valid_patterns.insert(&schema.pattern)),
            Err(error) => {
                let detail = format!("must be a valid regular expression, but isn't: {error}");
                self.invalid(schema.at, format!("{path}.pattern"), quote(&schema.pattern), detail);
            }
        }
    }

    /// Checks a part inside a junctor: it may only restrict values.
    fn nested(&mut self, schema: &'s SchemaProps, skip: Skip, path: &str) {
        self.value_validation(schema, skip, path);
        if let Some(items) = schema.item_schema() {
            self.nested(items, Skip::default(), &of_part(path, "items"));
        }
        for property in &schema.properties {
            let path = of_property(path, &property.name);
            self.nested(&property.schema, Skip::default(), &path);
        }
        for (keyword, detail) in not_structural(schema) {
            self.forbidden(schema.at, format!("{path}.{keyword}"), detail);
        }
        if let Some(metadata) = schema.property("metadata") {
            let field = format!("{path}.properties[metadata]");
            self.forbidden(metadata.at, field, "must not be specified in a nested context");
        }
    }

    /// Checks that the schema itself contains every part that a junctor mentions.
    fn completeness(&mut self, restriction: &SchemaProps, schema: &SchemaProps, path: &str, from: &str) {
        for (from, junctor) in named_junctors(restriction, from) {
            self.nested_completeness(junctor, schema, path, &from);
        }
    }

    fn nested_completeness(
        &mut self,
        restriction: &SchemaProps,
        schema: &SchemaProps,
        path: &str,
        from: &str,
    ) {
        self.completeness(restriction, schema, path, from);
        if let Some(items) = restriction.item_schema() {
            let (path, from) = (format!("{path}.items"), format!("{from}.items"));
            match schema.item_schema() {
                Some(schema) => self.nested_completeness(items, schema, &path, &from),
                None => self.required(items.at, path, format!("because it is defined in {from}")),
            }
        }
        for property in &restriction.properties {
            let name = &property.name;
            let (path, from) = (format!("{path}.properties[{name}]"), format!("{from}.properties[{name}]"));
            match schema.property(name) {
                Some(schema) => self.nested_completeness(&property.schema, schema, &path, &from),
                None => self.required(property.at, path, format!("because it is defined in {from}")),
            }
        }
    }

    fn required(&mut self, at: Position, field: String, detail: impl Into<String>) {
        self.errors.push(FieldError::new(Required, at, field, detail));
    }

    fn forbidden(&mut self, at: Position, field: String, detail: impl Into<String>) {
        self.errors.push(FieldError::new(Forbidden, at, field, detail));
    }

    fn invalid(&mut self, at: Position, field: String, value: impl Into<String>, detail: impl Into<String>) {
        self.errors.push(FieldError::new(Invalid, at, field, detail).with_value(value));
    }
}

/// The junctors of an int-or-string that may name types. No other junctor may.
#[derive(Clone, Copy, Default)]
struct Skip {
    any_of: bool,
    first_all_of: bool,
}

fn is_int_or_string(any_of: &[SchemaProps]) -> bool {
    let is = |schema: &SchemaProps, ty: &str| {
        schema.ty == ty
            && *schema == SchemaProps { at: schema.at, ty: ty.to_owned(), ..SchemaProps::default() }
    };
    matches!(any_of, [first, second] if is(first, "integer") && is(second, "string"))
}

fn restricts_only_names(metadata: &SchemaProps) -> bool {
    let is_name = |name: &str| name == "name" || name == "generateName";
    let properties = metadata.properties.iter().all(|property| is_name(&property.name));
    let rest = SchemaProps {
        ty: String::new(),
        default: None,
        properties: ByName::default(),
        has_empty_properties: false,
        at: Position::default(),
        ..metadata.clone()
    };
    properties && rest == SchemaProps::default()
}

/// The keywords of a junctor that do not restrict values, with their errors.
fn not_structural(schema: &SchemaProps) -> impl Iterator<Item = (&'static str, &'static str)> {
    const EMPTY: &str = "must be empty to be structural";
    const UNDEFINED: &str = "must be undefined to be structural";
    const FALSE: &str = "must be false to be structural";
    let has_values = match &schema.additional_properties {
        Some(AdditionalProperties::Allowed(allowed)) => *allowed,
        Some(AdditionalProperties::Schema(_)) => true,
        None => false,
    };
    let keywords = [
        ("type", EMPTY, !schema.ty.is_empty()),
        ("additionalProperties", UNDEFINED, has_values),
        ("default", UNDEFINED, schema.default.is_some()),
        ("title", EMPTY, !schema.title.is_empty()),
        ("description", EMPTY, !schema.description.is_empty()),
        ("nullable", FALSE, schema.nullable),
        ("x-kubernetes-preserve-unknown-fields", FALSE, schema.preserve_unknown_fields == Some(true)),
        ("x-kubernetes-embedded-resource", FALSE, schema.embedded_resource),
        ("x-kubernetes-int-or-string", FALSE, schema.int_or_string),
        ("x-kubernetes-list-map-keys", EMPTY, !schema.list_map_keys.is_empty()),
        ("x-kubernetes-list-type", UNDEFINED, schema.list_type.is_some()),
        ("x-kubernetes-map-type", UNDEFINED, schema.map_type.is_some()),
        ("x-kubernetes-validations", EMPTY, !schema.rules.is_empty()),
    ];
    keywords.into_iter().filter(|(.., set)| *set).map(|(keyword, detail, _)| (keyword, detail))
}

/// The schemas under `not`, `allOf`, `anyOf` and `oneOf`.
pub(super) fn junctors(schema: &SchemaProps) -> impl Iterator<Item = &SchemaProps> {
    let lists = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
    schema.not.as_deref().into_iter().chain(lists)
}

/// The same with their paths.
pub(super) fn named_junctors<'s>(
    schema: &'s SchemaProps,
    path: &str,
) -> impl Iterator<Item = (String, &'s SchemaProps)> {
    let list = |keyword: &str, schemas: &'s [SchemaProps]| {
        let named = schemas.iter().enumerate().map(|(i, schema)| (format!("{path}.{keyword}[{i}]"), schema));
        named.collect::<Vec<_>>()
    };
    let not = schema.not.as_deref().map(|not| (format!("{path}.not"), not));
    let lists = [list("allOf", &schema.all_of), list("oneOf", &schema.one_of), list("anyOf", &schema.any_of)];
    not.into_iter().chain(lists.into_iter().flatten())
}
