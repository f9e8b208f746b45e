//! The keywords of a schema in a CRD, read as the API server decodes them (k8s: `apiextensions/v1`, `JSONSchemaProps`).

use super::{
    document::{FileError, Node, Position, Value},
    keys::Keys,
};
use crate::{
    by_name::{ByName, Named},
    rule::Key,
    schema::ValidationRule,
};
use std::sync::Arc;

/// A schema: one node with everything below it.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the keywords of those names")]
pub struct SchemaProps {
    /// Where the schema begins.
    pub at: Position,
    /// `type`, empty if there is none.
    pub ty: String,
    /// `format`, empty if there is none.
    pub format: String,
    pub title: String,
    pub description: String,
    pub default: Option<Node>,
    pub example: Option<Node>,
    /// `externalDocs`
    pub external_docs: Option<Node>,
    pub enum_values: Vec<Node>,
    pub nullable: bool,
    pub maximum: Option<f64>,
    pub exclusive_maximum: bool,
    pub minimum: Option<f64>,
    pub exclusive_minimum: bool,
    pub multiple_of: Option<f64>,
    pub max_length: Option<i64>,
    pub min_length: Option<i64>,
    pub pattern: String,
    pub max_items: Option<i64>,
    pub min_items: Option<i64>,
    pub unique_items: bool,
    pub max_properties: Option<i64>,
    pub min_properties: Option<i64>,
    pub required: Vec<String>,
    pub items: Option<Items>,
    pub properties: ByName<Property>,
    pub additional_properties: Option<AdditionalProperties>,
    pub all_of: Vec<SchemaProps>,
    pub any_of: Vec<SchemaProps>,
    pub one_of: Vec<SchemaProps>,
    pub not: Option<Box<SchemaProps>>,
    /// `x-kubernetes-preserve-unknown-fields`
    pub preserve_unknown_fields: Option<bool>,
    /// `x-kubernetes-embedded-resource`
    pub embedded_resource: bool,
    /// `x-kubernetes-int-or-string`
    pub int_or_string: bool,
    /// `x-kubernetes-list-type`
    pub list_type: Option<String>,
    /// `x-kubernetes-list-map-keys`
    pub list_map_keys: Vec<String>,
    /// `x-kubernetes-map-type`
    pub map_type: Option<String>,
    /// `x-kubernetes-validations`. The reports about them share the list.
    pub rules: Arc<[RuleProps]>,
    /// There is `properties: {}`. Go distinguishes it from absent `properties`.
    pub has_empty_properties: bool,
    /// There is `required: []`, or another empty list that Go distinguishes from an absent one.
    pub has_empty_list: bool,
    /// Where the keywords stand.
    pub keys: Keys,
    /// Keywords in the schema that a structural schema may not have: `$ref`, `definitions`, `patternProperties`, …
    pub forbidden: Vec<&'static str>,
}

/// A property with its schema.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Property {
    pub name: String,
    pub at: Position,
    pub schema: SchemaProps,
}

impl Named for Property {
    fn name(&self) -> &str {
        &self.name
    }
}

/// `items`
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// A schema for all items.
    Schema(Box<SchemaProps>),
    /// A schema for each item. This is not structural.
    Several(Vec<SchemaProps>),
}

/// `additionalProperties`
#[derive(Clone, Debug, PartialEq)]
pub enum AdditionalProperties {
    /// Whether additional properties are allowed.
    Allowed(bool),
    /// Their schema.
    Schema(Box<SchemaProps>),
}

/// An entry of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the keys of those names")]
pub struct RuleProps {
    /// Where the entry begins.
    pub at: Position,
    pub rule: String,
    /// Where the text of the rule begins.
    pub rule_at: Position,
    pub message: String,
    /// Where the text of the message begins.
    pub message_at: Position,
    pub message_expression: String,
    /// Where the text of the message expression begins.
    pub message_expression_at: Position,
    pub reason: Option<String>,
    pub field_path: String,
    pub optional_old_self: Option<bool>,
    /// Where the keys stand.
    pub keys: Keys,
}

impl SchemaProps {
    /// Reads a schema. All mistakes are reported; a part that cannot be read is left out.
    #[must_use]
    pub fn read(node: &Node) -> (Self, Vec<FileError>) {
        let mut reader = Reader { errors: Vec::new() };
        let schema = reader.schema(node);
        (schema, reader.errors)
    }

    /// The schema of the items, if there is one schema for all.
    #[must_use]
    pub fn item_schema(&self) -> Option<&SchemaProps> {
        match &self.items {
            Some(Items::Schema(schema)) => Some(schema),
            Some(Items::Several(_)) | None => None,
        }
    }

    /// The schema of additional properties, if they have one.
    #[must_use]
    pub fn value_schema(&self) -> Option<&SchemaProps> {
        match &self.additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(schema),
            Some(AdditionalProperties::Allowed(_)) | None => None,
        }
    }

    /// A mutable reference to the schema of items or of additional properties.
    pub fn element_mut(&mut self) -> Option<&mut SchemaProps> {
        match (&mut self.items, &mut self.additional_properties) {
            (Some(Items::Schema(schema)), _) | (_, Some(AdditionalProperties::Schema(schema))) => {
                Some(schema)
            }
            _ => None,
        }
    }

    /// The schema of a property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&SchemaProps> {
        self.properties.find(name).map(|property| &property.schema)
    }
}

impl RuleProps {
    /// The text of the rule, of its message, or of its message expression, and where it begins.
    #[must_use]
    pub fn expression(&self, key: Key) -> (&str, Position) {
        match key {
            Key::Message => (&self.message, self.message_at),
            Key::MessageExpression => (&self.message_expression, self.message_expression_at),
            _ => (&self.rule, self.rule_at),
        }
    }

    /// The rule for the compiler.
    #[must_use]
    pub fn to_rule(&self) -> ValidationRule {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        ValidationRule {
            rule: self.rule.clone(),
            message: text(&self.message),
            message_expression: text(&self.message_expression),
            field_path: text(&self.field_path),
            reason: self.reason.clone(),
            optional_old_self: self.optional_old_self,
            ..ValidationRule::default()
        }
    }
}

/// Reads values as Go decodes them into fields: null does not change a field.
struct Reader {
    errors: Vec<FileError>,
}

impl Reader {
    fn schema(&mut self, node: &Node) -> SchemaProps {
        // The parts are set one by one: a struct that is filled from another one takes its stack twice.
        let mut schema = SchemaProps::default();
        (schema.at, schema.keys) = (node.at, Keys::of(node));
        if !node.is_null() && !matches!(node.value, Value::Object(_)) {
            self.mismatch(node, "a schema", "an object");
        }
        for entry in node.entries() {
            let (key, value) = (&*entry.key, &entry.value);
            if value.is_null() {
                continue;
            }
            let before = self.errors.len();
            self.text_keyword(&mut schema, key, value);
            self.bound(&mut schema, key, value);
            self.structure(&mut schema, key, value);
            self.extension(&mut schema, key, value);
            if self.is_refused(value, before) {
                schema.keys.mark_wrong(key);
            }
            note_empty(&mut schema, key, value);
            let is_set = |empty_is_set: bool| empty_is_set || !is_empty(value);
            let mut forbidden =
                FORBIDDEN.iter().filter(|(name, empty_is_set)| *name == key && is_set(*empty_is_set));
            schema.forbidden.extend(forbidden.next().map(|(name, _)| *name));
        }
        schema
    }

    fn text_keyword(&mut self, schema: &mut SchemaProps, key: &str, value: &Node) {
        match key {
            "type" => self.text(&mut schema.ty, key, value),
            "format" => self.text(&mut schema.format, key, value),
            "title" => self.text(&mut schema.title, key, value),
            "description" => self.text(&mut schema.description, key, value),
            "pattern" => self.text(&mut schema.pattern, key, value),
            "nullable" => self.flag(&mut schema.nullable, key, value),
            "default" => schema.default = Some(value.clone()),
            "example" => schema.example = Some(value.clone()),
            "externalDocs" => schema.external_docs = Some(value.clone()),
            "enum" => schema.enum_values = self.list(key, value).to_vec(),
            "required" => schema.required = self.texts(key, value),
            _ => {}
        }
    }

    fn bound(&mut self, schema: &mut SchemaProps, key: &str, value: &Node) {
        match key {
            "maximum" => schema.maximum = self.number(key, value),
            "exclusiveMaximum" => self.flag(&mut schema.exclusive_maximum, key, value),
            "minimum" => schema.minimum = self.number(key, value),
            "exclusiveMinimum" => self.flag(&mut schema.exclusive_minimum, key, value),
            "multipleOf" => schema.multiple_of = self.number(key, value),
            "maxLength" => schema.max_length = self.integer(key, value),
            "minLength" => schema.min_length = self.integer(key, value),
            "maxItems" => schema.max_items = self.integer(key, value),
            "minItems" => schema.min_items = self.integer(key, value),
            "uniqueItems" => self.flag(&mut schema.unique_items, key, value),
            "maxProperties" => schema.max_properties = self.integer(key, value),
            "minProperties" => schema.min_properties = self.integer(key, value),
            _ => {}
        }
    }

    fn structure(&mut self, schema: &mut SchemaProps, key: &str, value: &Node) {
        match key {
            "items" => {
                schema.items = Some(match &value.value {
                    Value::List(items) => {
                        Items::Several(items.iter().map(|item| self.schema(item)).collect())
                    }
                    _ => Items::Schema(Box::new(self.schema(value))),
                });
            }
            "properties" => {
                if !matches!(value.value, Value::Object(_)) {
                    self.mismatch(value, "properties", "an object");
                }
                schema.properties = value.entries().iter().map(|entry| self.property(entry)).collect();
            }
            "additionalProperties" => {
                schema.additional_properties = Some(match value.value {
                    Value::Bool(allowed) => AdditionalProperties::Allowed(allowed),
                    _ => AdditionalProperties::Schema(Box::new(self.schema(value))),
                });
            }
            "allOf" => schema.all_of = self.schemas(key, value),
            "anyOf" => schema.any_of = self.schemas(key, value),
            "oneOf" => schema.one_of = self.schemas(key, value),
            "not" => schema.not = Some(Box::new(self.schema(value))),
            _ => {}
        }
    }

    fn extension(&mut self, schema: &mut SchemaProps, key: &str, value: &Node) {
        match key {
            "x-kubernetes-preserve-unknown-fields" => {
                let mut preserve = false;
                self.flag(&mut preserve, key, value);
                schema.preserve_unknown_fields = Some(preserve);
            }
            "x-kubernetes-embedded-resource" => self.flag(&mut schema.embedded_resource, key, value),
            "x-kubernetes-int-or-string" => self.flag(&mut schema.int_or_string, key, value),
            "x-kubernetes-list-type" => schema.list_type = self.optional_text(key, value),
            "x-kubernetes-list-map-keys" => schema.list_map_keys = self.texts(key, value),
            "x-kubernetes-map-type" => schema.map_type = self.optional_text(key, value),
            "x-kubernetes-validations" => {
                schema.rules = self.list(key, value).iter().map(|rule| self.rule(rule)).collect();
            }
            _ => {}
        }
    }

    fn property(&mut self, entry: &super::document::Entry) -> Property {
        Property { name: entry.key.to_string(), at: entry.at, schema: self.schema(&entry.value) }
    }

    fn schemas(&mut self, key: &str, value: &Node) -> Vec<SchemaProps> {
        self.list(key, value).iter().map(|schema| self.schema(schema)).collect()
    }

    fn rule(&mut self, node: &Node) -> RuleProps {
        let mut rule =
            RuleProps { at: node.at, rule_at: node.at, keys: Keys::of(node), ..RuleProps::default() };
        if !node.is_null() && !matches!(node.value, Value::Object(_)) {
            self.mismatch(node, "a rule", "an object");
        }
        for entry in node.entries() {
            let (key, value) = (&*entry.key, &entry.value);
            if value.is_null() {
                continue;
            }
            let before = self.errors.len();
            match key {
                "rule" => {
                    rule.rule_at = value.at;
                    self.text(&mut rule.rule, key, value);
                }
                "message" => {
                    rule.message_at = value.at;
                    self.text(&mut rule.message, key, value);
                }
                "messageExpression" => {
                    rule.message_expression_at = value.at;
                    self.text(&mut rule.message_expression, key, value);
                }
                "reason" => rule.reason = self.optional_text(key, value),
                "fieldPath" => self.text(&mut rule.field_path, key, value),
                "optionalOldSelf" => {
                    let mut optional = false;
                    self.flag(&mut optional, key, value);
                    rule.optional_old_self = Some(optional);
                }
                _ => {}
            }
            if self.is_refused(value, before) {
                rule.keys.mark_wrong(key);
            }
        }
        rule
    }

    /// True if a value itself has the wrong type; `before` errors are older than it.
    fn is_refused(&self, value: &Node, before: usize) -> bool {
        self.errors.iter().skip(before).any(|error| error.at == Some(value.at))
    }

    fn text(&mut self, into: &mut String, key: &str, node: &Node) {
        if let Some(text) = self.optional_text(key, node) {
            *into = text;
        }
    }

    fn optional_text(&mut self, key: &str, node: &Node) -> Option<String> {
        if node.as_str().is_none() {
            self.mismatch(node, key, "a string");
        }
        node.as_str().map(str::to_owned)
    }

    fn texts(&mut self, key: &str, node: &Node) -> Vec<String> {
        self.list(key, node).iter().filter_map(|item| self.optional_text(key, item)).collect()
    }

    fn flag(&mut self, into: &mut bool, key: &str, node: &Node) {
        match node.value {
            Value::Bool(value) => *into = value,
            _ => self.mismatch(node, key, "a boolean"),
        }
    }

    fn integer(&mut self, key: &str, node: &Node) -> Option<i64> {
        // `kubectl` sends a whole number as an integer, in whatever notation the file has it.
        let value = node.value.as_integer();
        if value.is_none() {
            self.mismatch(node, key, "an integer");
        }
        value
    }

    fn number(&mut self, key: &str, node: &Node) -> Option<f64> {
        match node.value {
            #[expect(clippy::cast_precision_loss, reason = "Go decodes into a float")]
            Value::Int(value) => Some(value as f64),
            Value::Float(value) => Some(value),
            _ => {
                self.mismatch(node, key, "a number");
                None
            }
        }
    }

    fn list<'n>(&mut self, key: &str, node: &'n Node) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                self.mismatch(node, key, "a list");
                &[]
            }
        }
    }

    fn mismatch(&mut self, node: &Node, what: &str, expected: &str) {
        let found = node.kind();
        self.errors.push(FileError::new(node.at, format!("`{what}` must be {expected}, found {found}")));
    }
}

fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::String(text) => text.is_empty(),
        _ => matches!(node.value, Value::Object(_)) && node.entries().is_empty(),
    }
}

fn note_empty(schema: &mut SchemaProps, key: &str, value: &Node) {
    schema.has_empty_properties |= key == "properties" && is_empty(value);
    let is_empty_list = matches!(&value.value, Value::List(items) if items.is_empty());
    schema.has_empty_list |= is_empty_list && KEPT_LISTS.contains(&key);
}

/// Lists that Go keeps if they are empty. Go compares decoded schemas, so the difference counts.
const KEPT_LISTS: [&str; 3] = ["required", "x-kubernetes-list-map-keys", "x-kubernetes-validations"];

/// Keywords of JSON schemas that the API server knows but never accepts, and whether they count if they are empty.
const FORBIDDEN: [(&str, bool); 7] = [
    ("$ref", true),
    ("$schema", false),
    ("id", false),
    ("additionalItems", true),
    ("definitions", false),
    ("dependencies", true),
    ("patternProperties", false),
];
