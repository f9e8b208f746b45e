//! Embedded resources with a type. Rules see the declared fields of the type, so these must be what the server shows.

use super::{nested::properties_of, unresolved::Unresolved};
use crate::input::Property;
use cel_compiler::schema::{DeclField, DeclKind, DeclType, Schema, reference::resolve};

impl Unresolved<'_> {
    /// Reports reasons why the type of a property is not a resource.
    pub(super) fn check_embedded(&self, schema: &Schema, node: &DeclType, property: &Property) {
        let (Some(span), DeclKind::Ref(id)) = (property.bounds.embedded_resource, &node.kind) else { return };
        if resolve(Some(schema), node).is_some_and(|node| matches!(node.kind, DeclKind::Error)) {
            return; // a type with a mistake may be an object
        }
        let (message, help) = match mistake(schema, id) {
            None => return,
            Some(Mistake::NoObject) => {
                ("the field must be an object if `x-kubernetes-embedded-resource` is true".to_owned(), "")
            }
            Some(Mistake::Missing(name)) => (
                format!("an embedded resource needs the property `{name}`"),
                "without it the server refuses each object; or use a `serde_json::Value`",
            ),
            Some(Mistake::NoText(name)) => (format!("`{name}` of an embedded resource must be a string"), ""),
            Some(Mistake::Metadata) => (
                "`metadata` of an embedded resource must have the properties `name` and `generateName`"
                    .to_owned(),
                "else the server shows rules nothing but these; or mark it `#[x_validation(opaque)]`",
            ),
        };
        match help {
            "" => self.cx.error(span, message),
            help => self.cx.error_with_help(span, message, help),
        }
    }
}

enum Mistake {
    NoObject,
    Missing(&'static str),
    NoText(&'static str),
    Metadata,
}

fn mistake(schema: &Schema, id: &str) -> Option<Mistake> {
    let Some((fields, _)) = properties_of(schema, id) else { return Some(Mistake::NoObject) };
    for name in ["apiVersion", "kind"] {
        match node_of(schema, &fields, name) {
            None => return Some(Mistake::Missing(name)),
            Some(DeclKind::String | DeclKind::Error) => {}
            Some(_) => return Some(Mistake::NoText(name)),
        }
    }
    match node_of(schema, &fields, "metadata") {
        None | Some(DeclKind::Unknown | DeclKind::Error) => None,
        Some(DeclKind::Object { fields, .. }) => {
            let is_text = |name| matches!(node_of(schema, fields, name), Some(DeclKind::String));
            (!is_text("name") || !is_text("generateName")).then_some(Mistake::Metadata)
        }
        Some(_) => Some(Mistake::Metadata),
    }
}

/// The node of a property, after following references.
fn node_of<'s>(schema: &'s Schema, fields: &'s [DeclField], name: &str) -> Option<&'s DeclKind> {
    let mut kind = &fields.iter().find(|field| field.name == name)?.node.kind;
    while let DeclKind::Ref(id) = kind {
        kind = &schema.definitions.get(id)?.node.kind;
    }
    Some(kind)
}
