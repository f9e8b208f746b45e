//! Schemas of CRDs as the compiler's model (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/model`, `SchemaDeclType`).

use super::props::{Property, SchemaProps};
use crate::schema::{Access, Bound, DeclField, DeclKind, DeclType, Limits, ListType};
use std::collections::HashSet;

/// The node of a schema, without its rules. The root of a custom resource and embedded resources have the fields that every
/// resource has.
#[must_use]
pub fn decl_type(schema: &SchemaProps, is_resource_root: bool) -> DeclType {
    let mut node = DeclType {
        nullable: schema.nullable,
        defaulted: schema.default.is_some(),
        ..DeclType::new(kind(schema, is_resource_root))
    };
    node.max = bound(schema, &node.kind);
    node.limits = limits(schema, &node.kind);
    if matches!(node.kind, DeclKind::String) {
        node.enum_values =
            schema.enum_values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect();
    }
    node
}

/// False for a schema without CEL type: no rule at it or below it ever runs.
pub(crate) fn has_type(schema: &SchemaProps) -> bool {
    schema.int_or_string
        || match &*schema.ty {
            "boolean" | "integer" | "number" | "string" => true,
            "array" => schema.item_schema().is_some_and(has_type),
            "object" => schema.value_schema().is_none_or(has_type),
            _ => false,
        }
}

fn kind(schema: &SchemaProps, is_resource_root: bool) -> DeclKind {
    if schema.int_or_string {
        return DeclKind::IntOrString;
    }
    match &*schema.ty {
        "boolean" => DeclKind::Bool,
        "integer" => DeclKind::Int,
        "number" => DeclKind::Double,
        "string" => match &*schema.format {
            "byte" => DeclKind::Bytes,
            "duration" => DeclKind::Duration,
            "date" => DeclKind::Date,
            "date-time" => DeclKind::DateTime,
            _ => DeclKind::String,
        },
        "array" => match schema.item_schema() {
            Some(items) => {
                DeclKind::List { items: Box::new(decl_type(items, false)), list_type: list_type(schema) }
            }
            None => DeclKind::Unknown,
        },
        "object" => match schema.value_schema() {
            Some(values) => DeclKind::Map { values: Box::new(decl_type(values, false)) },
            None => DeclKind::Object {
                fields: fields(schema, is_resource_root).into(),
                preserve_unknown_fields: schema.preserve_unknown_fields == Some(true),
            },
        },
        _ => DeclKind::Unknown,
    }
}

fn list_type(schema: &SchemaProps) -> ListType {
    match schema.list_type.as_deref() {
        Some("set") => ListType::Set,
        Some("map") => ListType::Map(schema.list_map_keys.clone()),
        None | Some("" | "atomic") => ListType::Atomic,
        Some(name) => ListType::Unknown(name.into()),
    }
}

fn fields(schema: &SchemaProps, is_resource_root: bool) -> Vec<DeclField> {
    let required: HashSet<&str> = schema.required.iter().map(String::as_str).collect();
    let mut fields = Vec::with_capacity(schema.properties.len());
    // A loop without iterator adapters: unoptimised, each adapter keeps a field on the stack, and there may be 500 levels.
    for property in schema.properties.iter() {
        fields.push(field(property, &required));
    }
    if replaces_type_meta(schema, is_resource_root) {
        fields.retain(|field| !TYPE_META.contains(&&*field.name));
        let metadata = schema.property("metadata");
        let added = [text_field("kind", None), text_field("apiVersion", None), metadata_field(metadata)];
        fields.extend(added.map(|field| DeclField { required: required.contains(&*field.name), ..field }));
    }
    fields
}

fn field(property: &Property, required: &HashSet<&str>) -> DeclField {
    let node = decl_type(&property.schema, false);
    DeclField { required: required.contains(&*property.name), ..new_field(&property.name, node) }
}

/// True if the fields of every resource replace the schema's properties for them.
fn replaces_type_meta(schema: &SchemaProps, is_resource_root: bool) -> bool {
    (is_resource_root || schema.embedded_resource) && !declares_type_meta(schema)
}

/// True if a field of every resource replaces this property of a schema.
pub(super) fn is_replaced(schema: &SchemaProps, is_resource_root: bool, name: &str) -> bool {
    TYPE_META.contains(&name) && replaces_type_meta(schema, is_resource_root)
}

/// The properties that every resource has.
const TYPE_META: [&str; 3] = ["kind", "apiVersion", "metadata"];

/// True if a schema declares all parts of a resource's own fields that rules may see.
fn declares_type_meta(schema: &SchemaProps) -> bool {
    let is = |schema: &SchemaProps, name: &str, ty: &str| {
        schema.property(name).is_some_and(|property| property.ty == ty)
    };
    is(schema, "kind", "string")
        && is(schema, "apiVersion", "string")
        && is(schema, "metadata", "object")
        && schema
            .property("metadata")
            .is_some_and(|metadata| is(metadata, "name", "string") && is(metadata, "generateName", "string"))
}

/// `metadata` with the two names that rules may see.
fn metadata_field(declared: Option<&SchemaProps>) -> DeclField {
    let name = |name: &str, limit: u64| {
        let declared = declared.and_then(|metadata| metadata.property(name)?.max_length);
        let declared = declared.map(|max| u64::try_from(max).unwrap_or(0));
        text_field(name, Some(declared.map_or(limit, |max| max.min(limit))))
    };
    let fields = vec![name("name", 253), name("generateName", 252)];
    new_field(
        "metadata",
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false }),
    )
}

fn text_field(name: &str, max: Option<u64>) -> DeclField {
    new_field(name, DeclType { max: max.map(Bound::Value), ..DeclType::new(DeclKind::String) })
}

fn new_field(name: &str, node: DeclType) -> DeclField {
    DeclField { name: name.to_owned(), rust_name: None, node, required: false, access: Access::default() }
}

/// The keyword that limits a kind; negative limits count as 0.
fn bound(schema: &SchemaProps, kind: &DeclKind) -> Option<Bound> {
    let max = match kind {
        DeclKind::List { .. } => schema.max_items,
        DeclKind::Map { .. } | DeclKind::Object { .. } => schema.max_properties,
        DeclKind::String | DeclKind::Bytes | DeclKind::IntOrString => schema.max_length,
        DeclKind::Bool
        | DeclKind::Int
        | DeclKind::Double
        | DeclKind::Duration
        | DeclKind::Date
        | DeclKind::DateTime
        | DeclKind::Ref(_)
        | DeclKind::Opaque
        | DeclKind::Unknown
        | DeclKind::Error => None,
    };
    max.map(|max| Bound::Value(u64::try_from(max).unwrap_or(0)))
}

/// The other bounds of a kind.
fn limits(schema: &SchemaProps, kind: &DeclKind) -> Option<Box<Limits>> {
    let min = match kind {
        DeclKind::List { .. } => schema.min_items,
        DeclKind::Map { .. } => schema.min_properties,
        DeclKind::String => schema.min_length,
        _ => None,
    };
    let mut limits = Limits {
        min: min.and_then(|min| u64::try_from(min).ok()).filter(|min| *min > 0),
        ..Limits::default()
    };
    if matches!(kind, DeclKind::Int | DeclKind::Double) {
        limits = Limits {
            minimum: schema.minimum,
            exclusive_minimum: schema.exclusive_minimum,
            maximum: schema.maximum,
            exclusive_maximum: schema.exclusive_maximum,
            ..limits
        };
    }
    (limits != Limits::default()).then(|| Box::new(limits))
}
