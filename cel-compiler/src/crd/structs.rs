//! Rust types for the CRDs of a file, with their rules: the output of `cel-codegen structs`.

mod attributes;
mod names;
mod resource;
mod text;
mod version;

use super::{
    definition::CrdFile,
    document::Node,
    props::{Property, SchemaProps},
};
use crate::by_name::Named;
use attributes::{Attributes, container_extensions};
use names::{Names, field_name, singular, variant_name};
use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};
use text::{doc, literal};

/// Writes the types of all versions of all CRDs in a file. Each version and CRD gets a module if there are several. `None` if the file
/// has no CRD.
#[must_use]
pub fn structs(file: &CrdFile) -> Option<String> {
    let mut out = String::new();
    let mut modules = HashSet::new();
    for crd in &file.crds {
        let mut versions = String::new();
        for version in &crd.versions {
            let node = node(crd, &version.name);
            let code = Writer::new(&crd.kind).resource(crd, version, node.unwrap_or(&Node::default()));
            if crd.versions.len() > 1 {
                versions.push_str(&module(&field_name(&version.name, &mut HashSet::new()), &code));
            } else {
                versions.push_str(&code);
            }
        }
        if file.crds.len() > 1 {
            versions = module(&field_name(&crd.plural, &mut modules), &versions);
        }
        out.push_str(&versions);
    }
    (!out.is_empty()).then_some(out)
}

/// A version as a node of the document.
fn node<'c>(crd: &'c super::definition::CustomResourceDefinition, version: &str) -> Option<&'c Node> {
    match &crd.node.field("spec")?.field("versions")?.value {
        super::document::Value::List(versions) => {
            versions.iter().find(|node| node.field("name").and_then(Node::as_str) == Some(version))
        }
        _ => None,
    }
}

fn module(name: &str, content: &str) -> String {
    let mut out = format!("pub mod {name} {{\n");
    for line in content.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        out.extend([indent, line, "\n"]);
    }
    out + "}\n"
}

/// Writes the types of one version.
struct Writer {
    names: Names,
    /// The names of types by their text. Two types with the same text become one.
    known: HashMap<String, String>,
    /// The names of these types.
    defined: HashSet<String>,
    /// The types, inner ones first.
    types: Vec<String>,
    /// The variants of each enum with their texts, by the name of the enum.
    enums: HashMap<String, Vec<(String, String)>>,
    uses_map: bool,
    uses_value: bool,
}

/// Placeholder for the name of a type in its own text, since the name is chosen later.
const OWN: &str = "\u{1}";

/// How a value of a schema is written as a field, an item of a list or a value of a map.
struct Typed {
    ty: String,
    attributes: Attributes,
    /// True unless the value is a struct, an enum or free-form. The attributes of a list can then describe its items: `inner(..)` and
    /// `items(..)`.
    is_plain: bool,
}

impl Typed {
    fn of(ty: impl Into<String>) -> Self {
        Typed { ty: ty.into(), attributes: Attributes::default(), is_plain: false }
    }
}

impl Writer {
    fn new(kind: &str) -> Self {
        Writer {
            names: Names::new(kind),
            known: HashMap::new(),
            defined: HashSet::new(),
            types: Vec::new(),
            enums: HashMap::new(),
            uses_map: false,
            uses_value: false,
        }
    }

    /// The type of a schema and its attributes. `way` holds the property names from the root, from which the type gets its name.
    fn typed(&mut self, schema: &SchemaProps, raw: &Node, way: &[&str]) -> Typed {
        let mut typed = match &*schema.ty {
            _ if schema.int_or_string => {
                self.uses_value = true;
                let mut typed = Typed::of("Value");
                typed.attributes.extend("x-kubernetes-int-or-string", "true");
                typed.attributes.text_extensions(schema);
                typed
            }
            "string" => self.string(schema, way),
            "integer" => self.number(schema, integer(schema)),
            "number" => self.number(schema, if schema.format == "float" { "f32" } else { "f64" }),
            "boolean" => Typed { is_plain: true, ..Typed::of("bool") },
            "array" => self.list(schema, raw, way),
            "object" => return self.object(schema, raw, way),
            _ => self.free_form(schema),
        };
        let is_enum = self.enums.contains_key(&typed.ty);
        if !is_enum && !schema.enum_values.is_empty() {
            typed.attributes.extend_list("enum", &schema.enum_values);
            typed.is_plain = false;
        }
        if !schema.int_or_string {
            typed.is_plain &= typed.attributes.add_junctors(raw);
        }
        typed.attributes.rules = schema.rules.to_vec();
        typed
    }

    fn string(&mut self, schema: &SchemaProps, way: &[&str]) -> Typed {
        let texts: Vec<&str> = schema.enum_values.iter().filter_map(Node::as_str).collect();
        let is_enum =
            !texts.is_empty() && texts.len() == schema.enum_values.iter().filter(|v| !v.is_null()).count();
        let is_plain_format = schema.format.is_empty();
        let mut typed = if is_enum && is_plain_format {
            Typed::of(self.enumeration(&texts, way))
        } else {
            Typed { is_plain: is_plain_format, ..Typed::of("String") }
        };
        typed.attributes.length(schema.min_length, schema.max_length);
        if !schema.pattern.is_empty() {
            typed.attributes.schemars.push(format!("regex(pattern = {})", literal(&schema.pattern)));
        }
        if !is_plain_format {
            typed.attributes.extend("format", &literal(&schema.format));
        }
        typed
    }

    fn number(&mut self, schema: &SchemaProps, ty: &str) -> Typed {
        let mut typed = Typed { is_plain: true, ..Typed::of(ty) };
        typed.is_plain &= typed.attributes.range(schema, ty.starts_with('f'));
        typed
    }

    /// An enum of texts.
    fn enumeration(&mut self, texts: &[&str], way: &[&str]) -> String {
        let mut taken = HashSet::new();
        let variants: Vec<_> =
            texts.iter().map(|text| (variant_name(text, &mut taken), (*text).to_owned())).collect();
        let mut body = format!("{DERIVES}pub enum {OWN} {{\n");
        for (variant, text) in &variants {
            if variant != text {
                _ = writeln!(body, "    #[serde(rename = {})]", literal(text));
            }
            _ = writeln!(body, "    {variant},");
        }
        let name = self.define(body + "}\n", way);
        self.enums.insert(name.clone(), variants);
        name
    }

    fn list(&mut self, schema: &SchemaProps, raw: &Node, way: &[&str]) -> Typed {
        let empty = Node::default();
        let mut typed = Typed { is_plain: true, ..Typed::of("") };
        if let Some(items) = schema.item_schema() {
            let name = singular(way.last().copied().unwrap_or("item"));
            let way: Vec<&str> =
                way.iter().take(way.len().saturating_sub(1)).copied().chain([&*name]).collect();
            let mut item = self.typed(items, raw.field("items").unwrap_or(&empty), &way);
            if item.is_plain && !items.nullable && item.attributes.extensions.is_empty() {
                typed.attributes.take_item(&mut item.attributes);
            }
            typed.ty = format!("Vec<{}>", self.element(item, items, &way));
        } else {
            self.uses_value = true;
            typed.ty = "Vec<Value>".to_owned();
        }
        typed.attributes.length(schema.min_items, schema.max_items);
        if schema.unique_items {
            typed.attributes.extend("uniqueItems", "true");
        }
        if let Some(list_type) = &schema.list_type {
            typed.attributes.extend("x-kubernetes-list-type", &literal(list_type));
        }
        if !schema.list_map_keys.is_empty() {
            let keys: Vec<String> = schema.list_map_keys.iter().map(|key| literal(key)).collect();
            typed.attributes.extend("x-kubernetes-list-map-keys", &format!("[{}]", keys.join(", ")));
        }
        typed
    }

    /// The type of an item or a map value. It is a newtype if there are attributes that only a field can have.
    fn element(&mut self, typed: Typed, schema: &SchemaProps, way: &[&str]) -> String {
        let Typed { ty, attributes, .. } = typed;
        let ty = if attributes.is_empty() { ty } else { self.newtype(&ty, &attributes, way) };
        if schema.nullable { format!("Option<{ty}>") } else { ty }
    }

    fn newtype(&mut self, ty: &str, attributes: &Attributes, way: &[&str]) -> String {
        let mut body = DERIVES.to_owned();
        if attributes.has_rules() {
            _ = writeln!(body, "#[schemars(transform = {OWN}::x_validations)]");
        }
        _ = writeln!(body, "pub struct {OWN}(\n{}    pub {ty},\n);", attributes.lines("    "));
        self.define(body, way)
    }

    /// An object of JSON: a map, a struct, a resource, or a free-form object.
    fn object(&mut self, schema: &SchemaProps, raw: &Node, way: &[&str]) -> Typed {
        let preserves = schema.preserve_unknown_fields == Some(true);
        let has_fields = !schema.properties.is_empty();
        if let Some(values) = schema.value_schema() {
            let mut typed = self.map(values, raw, way);
            typed.attributes.properties(schema);
            typed.attributes.add_junctors(raw);
            typed.attributes.rules = schema.rules.to_vec();
            return typed;
        }
        if has_fields && schema.embedded_resource {
            let mut typed = Typed::of(self.structure(&resource::with_type_meta(schema), raw, way));
            typed.attributes.extend("x-kubernetes-embedded-resource", "true");
            return typed;
        }
        if has_fields {
            return Typed::of(self.structure(schema, raw, way));
        }
        let mut typed = if schema.embedded_resource {
            self.uses_value = true;
            let mut typed = Typed::of("Value");
            typed.attributes.extend("type", "\"object\"");
            typed.attributes.extend("x-kubernetes-embedded-resource", "true");
            typed
        } else {
            (self.uses_map, self.uses_value) = (true, true);
            let mut typed = Typed::of("BTreeMap<String, Value>");
            typed.attributes.extend("type", "\"object\"");
            typed
        };
        if preserves {
            typed.attributes.extend("x-kubernetes-preserve-unknown-fields", "true");
        }
        typed.attributes.properties(schema);
        typed.attributes.add_junctors(raw);
        typed.attributes.rules = schema.rules.to_vec();
        typed
    }

    fn map(&mut self, values: &SchemaProps, raw: &Node, way: &[&str]) -> Typed {
        self.uses_map = true;
        let empty = Node::default();
        let name = singular(way.last().copied().unwrap_or("value"));
        let way: Vec<&str> = way.iter().take(way.len().saturating_sub(1)).copied().chain([&*name]).collect();
        let mut value = self.typed(values, raw.field("additionalProperties").unwrap_or(&empty), &way);
        let mut typed = Typed { is_plain: true, ..Typed::of("") };
        if value.is_plain && !values.nullable && value.attributes.is_unbounded() {
            typed.attributes.take_element_rules(&mut value.attributes, "values");
        }
        typed.ty = format!("BTreeMap<String, {}>", self.element(value, values, &way));
        typed
    }

    /// A value without a type: `serde_json::Value`.
    fn free_form(&mut self, schema: &SchemaProps) -> Typed {
        self.uses_value = true;
        let mut typed = Typed::of("Value");
        if schema.embedded_resource {
            typed.attributes.extend("x-kubernetes-embedded-resource", "true");
        }
        typed.attributes.extend("x-kubernetes-preserve-unknown-fields", "true");
        typed
    }

    fn structure(&mut self, schema: &SchemaProps, raw: &Node, way: &[&str]) -> String {
        let (fields, defaults, has_rules) = self.fields(schema, raw, way, &[]);
        let mut body = doc(&schema.description, "") + DERIVES + "#[serde(rename_all = \"camelCase\")]\n";
        body.push_str(&container_extensions(schema, raw));
        if has_rules || !schema.rules.is_empty() {
            _ = writeln!(body, "#[schemars(transform = {OWN}::x_validations)]");
        }
        body.push_str(&attributes::rules(&schema.rules, ""));
        _ = write!(body, "pub struct {OWN} {{\n{fields}}}\n{defaults}");
        self.define(body, way)
    }

    /// The fields of an object, the functions for their defaults, and whether any field has rules.
    fn fields(
        &mut self,
        schema: &SchemaProps,
        raw: &Node,
        way: &[&str],
        without: &[&str],
    ) -> (String, String, bool) {
        let empty = Node::default();
        let raw = raw.field("properties").unwrap_or(&empty);
        let (mut fields, mut defaults, mut has_rules) = (String::new(), String::new(), false);
        let mut taken = HashSet::new();
        for property in schema.properties.iter().filter(|property| !without.contains(&property.name())) {
            let way: Vec<&str> = way.iter().copied().chain([&*property.name]).collect();
            let typed = self.typed(&property.schema, raw.field(&property.name).unwrap_or(&empty), &way);
            has_rules |= typed.attributes.has_rules();
            let is_required = schema.required.contains(&property.name);
            self.field(property, &typed, is_required, &mut taken, (&mut fields, &mut defaults));
        }
        if schema.preserve_unknown_fields == Some(true) {
            (self.uses_map, self.uses_value) = (true, true);
            let name = field_name("rest", &mut taken);
            // Beside properties kube removes `additionalProperties`, which the server refuses at the root.
            let skip = if fields.is_empty() { "    #[schemars(skip)]\n" } else { "" };
            _ = writeln!(fields, "    #[serde(flatten)]\n{skip}    pub {name}: BTreeMap<String, Value>,");
        }
        if !defaults.is_empty() {
            defaults = format!("\nimpl {OWN} {{\n{defaults}}}\n");
        }
        (fields, defaults, has_rules)
    }

    fn field(
        &self,
        property: &Property,
        typed: &Typed,
        is_required: bool,
        taken: &mut HashSet<String>,
        (fields, defaults): (&mut String, &mut String),
    ) {
        let Property { name: json, schema, .. } = property;
        let name = field_name(json, taken);
        let default = schema.default.as_ref().filter(|default| !default.is_null());
        let is_optional = schema.nullable || !is_required && default.is_none();
        let ty = if is_optional { format!("Option<{}>", typed.ty) } else { typed.ty.clone() };
        // A struct has its description on the type.
        if !self.is_struct(&typed.ty) {
            fields.push_str(&doc(&schema.description, "    "));
        }
        let mut serde = Vec::new();
        if names::camel_case(&name) != *json {
            serde.push(format!("rename = {}", literal(json)));
        }
        if let Some(default) = default {
            let function = names::plain_function(&format!("default_{}", name.trim_start_matches("r#")));
            serde.push(format!("default = \"{OWN}::{function}\""));
            let value = self.default(default, &typed.ty, schema.nullable);
            _ = writeln!(defaults, "    fn {function}() -> {ty} {{\n        {value}\n    }}");
        }
        if is_optional && default.is_none() {
            serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
        }
        if !serde.is_empty() {
            _ = writeln!(fields, "    #[serde({})]", serde.join(", "));
        }
        fields.push_str(&typed.attributes.lines("    "));
        _ = writeln!(fields, "    pub {name}: {ty},");
    }

    fn is_struct(&self, ty: &str) -> bool {
        self.defined.contains(ty) && !self.enums.contains_key(ty)
    }

    /// A Rust expression for a default value.
    fn default(&self, default: &Node, ty: &str, nullable: bool) -> String {
        use super::document::Value;
        let variants = self.enums.get(ty);
        let variant =
            variants.and_then(|variants| variants.iter().find(|(_, text)| default.as_str() == Some(text)));
        let value = match (&default.value, ty) {
            (_, _) if variant.is_some() => {
                format!("{ty}::{}", variant.map(|(name, _)| name.as_str()).unwrap_or_default())
            }
            (Value::String(text), "String") => format!("{}.to_owned()", literal(text)),
            (Value::Bool(value), "bool") => value.to_string(),
            (Value::Int(value), "i32" | "i64") => value.to_string(),
            (Value::Int(_) | Value::Float(_), "f32" | "f64") => {
                let number = default.to_json().to_string();
                if number.contains(['.', 'e']) { number } else { format!("{number}.0") }
            }
            _ => {
                let json = literal(&default.to_json().to_string());
                format!("serde_json::from_str({json}).expect(\"a value of the schema\")")
            }
        };
        if nullable { format!("Some({value})") } else { value }
    }

    /// Defines a type with this text, in which `OWN` stands for its name. Returns the name.
    fn define(&mut self, body: String, way: &[&str]) -> String {
        if let Some(name) = self.known.get(&body) {
            return name.clone();
        }
        let name = self.names.of_type(way);
        self.types.push(body.replace(OWN, &name));
        self.defined.insert(name.clone());
        self.known.insert(body, name.clone());
        name
    }
}

/// The Rust type of an integer. Some CRDs say `int32` beside bounds that an `i32` cannot hold.
fn integer(schema: &SchemaProps) -> &'static str {
    let fits = |bound: &f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(bound);
    let bounds = [schema.minimum, schema.maximum, schema.multiple_of];
    let default = schema.default.as_ref().and_then(|default| default.value.as_integer());
    let is_small =
        bounds.iter().flatten().all(fits) && default.is_none_or(|value| i32::try_from(value).is_ok());
    if schema.format == "int32" && is_small { "i32" } else { "i64" }
}

const DERIVES: &str = "#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]\n";
