//! The type at the root, which derives `CustomResource`.

use super::{
    DERIVES, OWN, Writer, attributes,
    text::{doc, literal, may_have_code},
    version,
};
use crate::crd::{
    definition::{CustomResourceDefinition, Version},
    document::{Node, Value},
    props::{Property, RuleProps, SchemaProps},
};
use std::fmt::Write as _;

impl Writer {
    /// All types of a version, the outer ones first.
    pub(super) fn resource(
        mut self,
        crd: &CustomResourceDefinition,
        version: &Version,
        node: &Node,
    ) -> String {
        let schema = &version.schema;
        let no_schema = Node::default();
        let raw =
            node.field("schema").and_then(|schema| schema.field("openAPIV3Schema")).unwrap_or(&no_schema);
        let properties = raw.field("properties");
        let property = |name: &str| {
            properties.and_then(|properties| properties.field(name)).cloned().unwrap_or_default()
        };
        let is_required = |name: &str| schema.required.iter().any(|required| required == name);
        let is_other = |name: &str| !TYPE_META.contains(&name) && !["spec", "status"].contains(&name);
        let spec = schema.property("spec").filter(|spec| {
            is_plain_struct(spec)
                && is_required("spec")
                && schema.preserve_unknown_fields != Some(true)
                && !schema.properties.iter().any(|property| is_other(&property.name))
        });
        let name = self.names.reserve(if spec.is_some() { "Spec" } else { "Fields" });
        let status = schema.property("status").map(|status| self.status(status, &property("status")));
        let head = Head {
            crd,
            version,
            node,
            root: self.names.root(),
            description: if spec.is_some() { &schema.description } else { "" },
            status: status.as_deref(),
            rules: &schema.rules,
            is_spec: spec.is_some(),
        }
        .attributes();
        match spec {
            Some(spec) => self.root(&name, spec, &property("spec"), &head, &[]),
            None => {
                let [a, b, c] = TYPE_META;
                self.root(&name, schema, raw, &head, &[a, b, c, "status"]);
            }
        }
        self.finish()
    }

    /// The type of the status. kube refers to it by name, so it is always a separate type.
    fn status(&mut self, schema: &SchemaProps, raw: &Node) -> String {
        if schema.ty == "object" && schema.value_schema().is_none() {
            return self.structure(schema, raw, &["status"]);
        }
        let typed = self.typed(schema, raw, &["status"]);
        self.newtype(&typed.ty, &typed.attributes, &["status"])
    }

    /// The struct that derives `CustomResource`. `head` holds the rules on the resource itself.
    fn root(&mut self, name: &str, schema: &SchemaProps, raw: &Node, head: &str, without: &[&str]) {
        let (fields, defaults, has_rules) = self.fields(schema, raw, &[], without);
        let rules = if without.is_empty() { attributes::rules(&schema.rules, "") } else { String::new() };
        let derives = DERIVES.replace("derive(", "derive(CustomResource, ");
        let mut body =
            format!("{}{derives}{head}#[serde(rename_all = \"camelCase\")]\n", doc(&schema.description, ""));
        body.push_str(&attributes::container_extensions(schema, raw));
        if has_rules || !rules.is_empty() {
            _ = writeln!(body, "#[schemars(transform = {OWN}::x_validations)]");
        }
        _ = write!(body, "{rules}pub struct {OWN} {{\n{fields}}}\n{defaults}");
        self.types.push(body.replace(OWN, name));
    }

    fn finish(self) -> String {
        let mut out = String::from(
            "// Written by `cel-codegen structs`.\n\nuse cel_runtime::XValidation;\nuse kube::CustomResource;\nuse schemars::JsonSchema;\nuse serde::{Deserialize, Serialize};\n",
        );
        if self.uses_value {
            out.push_str("use serde_json::Value;\n");
        }
        if self.uses_map {
            out.push_str("use std::collections::BTreeMap;\n");
        }
        for body in self.types.iter().rev() {
            out.push('\n');
            out.push_str(body);
        }
        out
    }
}

/// The attributes for kube.
struct Head<'c> {
    crd: &'c CustomResourceDefinition,
    version: &'c Version,
    /// The version as it is written.
    node: &'c Node,
    /// The name of the resource.
    root: &'c str,
    /// The type of the status.
    status: Option<&'c str>,
    rules: &'c [RuleProps],
    is_spec: bool,
    /// The description of the resource, if the struct has the description of the spec.
    description: &'c str,
}

impl Head<'_> {
    fn attributes(&self) -> String {
        let CustomResourceDefinition { group, kind, plural, node, .. } = self.crd;
        let mut keys = vec![
            format!("group = {}", literal(group)),
            format!("version = {}", literal(&self.version.name)),
            format!("kind = {}", literal(kind)),
            format!("plural = {}", literal(plural)),
        ];
        if self.root != kind {
            keys.push(format!("root = {}", literal(self.root)));
        }
        let spec = node.field("spec");
        let names = spec.and_then(|spec| spec.field("names"));
        if let Some(singular) = names.and_then(|names| names.field("singular")?.as_str()) {
            keys.push(format!("singular = {}", literal(singular)));
        }
        for (list, key) in [("shortNames", "shortname"), ("categories", "category")] {
            if let Some(Value::List(values)) =
                names.and_then(|names| names.field(list)).map(|list| &list.value)
            {
                keys.extend(
                    values.iter().filter_map(Node::as_str).map(|name| format!("{key} = {}", literal(name))),
                );
            }
        }
        if spec.and_then(|spec| spec.field("scope")?.as_str()) == Some("Namespaced") {
            keys.push("namespaced".to_owned());
        }
        if let Some(status) = self.status {
            keys.push(format!("status = {}", literal(status)));
        }
        if !self.is_spec {
            keys.push("no_spec".to_owned());
        }
        let doc = format!("doc = {}", literal(self.description));
        let is_hidden = may_have_code(self.description);
        if !self.description.is_empty() && !is_hidden {
            keys.push(doc.clone());
        }
        keys.push("derive = \"PartialEq\"".to_owned());
        let mut out = format!("#[kube({})]\n", keys.join(", "));
        if is_hidden {
            _ = writeln!(out, "#[cfg_attr(not(doctest), kube({doc}))]");
        }
        out.push_str(&version::attributes(self.node));
        for rule in self.rules {
            _ = writeln!(out, "#[kube(validation = {})]", kube_rule(rule));
        }
        out
    }
}

/// A rule as kube writes it. kube knows either a message or a message expression.
fn kube_rule(rule: &RuleProps) -> String {
    let mut out = format!("Rule::new({})", literal(&rule.rule));
    if !rule.message_expression.is_empty() {
        _ = write!(out, ".message(Message::Expression({}.into()))", literal(&rule.message_expression));
    } else if !rule.message.is_empty() {
        _ = write!(out, ".message({})", literal(&rule.message));
    }
    if !rule.field_path.is_empty() {
        _ = write!(out, ".field_path({})", literal(&rule.field_path));
    }
    if let Some(reason) = &rule.reason {
        _ = write!(out, ".reason(Reason::{reason})");
    }
    if let Some(optional) = rule.optional_old_self {
        _ = write!(out, ".optional_old_self({optional})");
    }
    out
}

/// True for an object that only has properties: kube can make a resource around such a spec.
fn is_plain_struct(schema: &SchemaProps) -> bool {
    schema.ty == "object"
        && !schema.properties.is_empty()
        && !schema.nullable
        && schema.default.is_none()
        && schema.value_schema().is_none()
}

/// Adds the properties of every resource to the schema of an embedded resource. On the server rules see `metadata.name` and
/// `metadata.generateName` even if the schema lacks them.
pub(super) fn with_type_meta(schema: &SchemaProps) -> SchemaProps {
    let text = |name: &str| Property {
        name: name.to_owned(),
        at: schema.at,
        schema: SchemaProps { ty: "string".to_owned(), ..SchemaProps::default() },
    };
    let mut schema = schema.clone();
    let mut properties: Vec<Property> = schema.properties.iter().cloned().collect();
    for name in ["apiVersion", "kind"] {
        properties.retain(|property| property.name != name);
        schema.required.push(name.to_owned());
    }
    let metadata =
        properties.iter().position(|property| property.name == "metadata").map(|at| properties.remove(at));
    let mut metadata = metadata.map(|metadata| metadata.schema).unwrap_or_default();
    let mut names: Vec<Property> = metadata.properties.iter().cloned().collect();
    for name in ["name", "generateName"] {
        if metadata.property(name).is_none() {
            names.push(text(name));
            metadata.preserve_unknown_fields = Some(true);
        }
    }
    metadata = SchemaProps { ty: "object".to_owned(), properties: names.into(), ..metadata };
    properties.splice(
        0..0,
        [
            text("apiVersion"),
            text("kind"),
            Property { name: "metadata".to_owned(), at: schema.at, schema: metadata },
        ],
    );
    SchemaProps { properties: properties.into(), ..schema }
}

const TYPE_META: [&str; 3] = ["apiVersion", "kind", "metadata"];
