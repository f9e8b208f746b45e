//! The text that schema macros use to pass a [`Schema`] from one derive to another.
//!
//! It is a protocol between crates that may be built with different versions of the derive. The text begins with [`FORMAT_VERSION`].
//! Another version is an error that names both numbers. Defaults are left out.

mod read;

use super::{
    AccessStep, Bound, DeclField, DeclKind, DeclType, Definition, DefinitionId, Encoding, FORMAT_VERSION,
    ListType, Origin, Schema, ValidationRule,
};
use serde_json::Value;
use std::fmt;

/// The reason why a text is not a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeError {
    /// Written by a derive that uses another [`FORMAT_VERSION`].
    Format(u64),
    /// Not a schema at all: the macro is not one of ours.
    Malformed,
}

impl fmt::Display for ExchangeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeError::Format(found) => {
                write!(f, "written in schema format {found}, this cel-runtime reads format {FORMAT_VERSION}")
            }
            ExchangeError::Malformed => f.write_str("not a schema"),
        }
    }
}

impl std::error::Error for ExchangeError {}

impl Schema {
    /// The schema as one line of JSON.
    #[must_use]
    #[inline]
    pub fn to_text(&self) -> String {
        let mut out = Writer::default();
        out.object(|out| {
            out.number_at("format", FORMAT_VERSION.into());
            out.text_at("root", &self.root);
            out.key("definitions");
            out.object(|out| {
                for (id, definition) in &self.definitions {
                    out.separate();
                    out.text(id);
                    out.0.push(':');
                    out.object(|out| write_definition(definition, out));
                }
            });
        });
        out.0
    }

    /// Reads what [`to_text`](Schema::to_text) wrote.
    ///
    /// # Errors
    /// If the text has another format version, or is no schema.
    #[inline]
    pub fn from_text(text: &str) -> Result<Schema, ExchangeError> {
        read::schema(text)
    }

    /// The published bounds of the root and of all types that it nests, in the order of the root's hidden array of bounds. The root's
    /// bounds come first, then the bounds of the other definitions in the order of their ids.
    #[inline]
    pub fn symbols(&self) -> impl Iterator<Item = (&DefinitionId, u32)> {
        let own = self.definitions.get_key_value(&self.root);
        let nested = self.definitions.iter().filter(|(id, _)| **id != self.root);
        own.into_iter()
            .chain(nested)
            .flat_map(|(id, definition)| (0..definition.symbols).map(move |n| (id, n)))
    }

    /// The index of a definition's bound in [`symbols`](Schema::symbols).
    #[must_use]
    #[inline]
    pub fn symbol(&self, definition: &str, n: u32) -> u32 {
        if definition == self.root {
            return n;
        }
        let before = self.definitions.iter().filter(|(id, _)| **id == self.root || id.as_str() < definition);
        before.fold(n, |number, (_, definition)| number.saturating_add(definition.symbols))
    }
}

/// Writes JSON directly. Building a JSON value first would take each derive longer than all its other work with schemas.
#[derive(Default)]
struct Writer(String);

impl Writer {
    fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.0.push('{');
        members(self);
        self.0.push('}');
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.0.push('[');
        for item in items {
            self.separate();
            write(self, item);
        }
        self.0.push(']');
    }

    /// A key of ours. It needs no escapes.
    #[inline]
    fn key(&mut self, key: &'static str) {
        self.separate();
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
    }

    /// Writes a comma, unless this is the first member of its object or list.
    #[inline]
    fn separate(&mut self) {
        if !matches!(self.0.as_bytes().last(), Some(b'{' | b'[')) {
            self.0.push(',');
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        let escaped = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
        if !text.as_bytes().iter().any(escaped) {
            self.0.push('"');
            self.0.push_str(text);
            self.0.push('"');
        } else {
            self.0.push_str(&Value::from(text).to_string());
        }
    }

    #[inline]
    fn text_at(&mut self, key: &'static str, text: &str) {
        self.key(key);
        self.text(text);
    }

    #[inline]
    fn some_text_at(&mut self, key: &'static str, text: Option<&str>) {
        if let Some(text) = text {
            self.text_at(key, text);
        }
    }

    #[inline]
    fn number_at(&mut self, key: &'static str, number: u64) {
        self.key(key);
        self.0.push_str(&number.to_string());
    }

    /// Writes a flag only if it is true.
    #[inline]
    fn flag_at(&mut self, key: &'static str, flag: bool) {
        if flag {
            self.key(key);
            self.0.push_str("true");
        }
    }

    #[inline]
    fn texts_at(&mut self, key: &'static str, texts: &[String]) {
        self.key(key);
        self.list(texts, |out, text| out.text(text));
    }

    #[inline]
    fn node_at(&mut self, key: &'static str, node: &DeclType) {
        self.key(key);
        self.object(|out| write_node(node, out));
    }
}

impl DeclType {
    /// The text of the node in a schema.
    #[must_use]
    #[inline]
    pub fn to_text(&self) -> String {
        let mut out = Writer::default();
        out.object(|out| write_node(self, out));
        out.0
    }
}

#[inline]
fn write_definition(definition: &Definition, out: &mut Writer) {
    out.text_at("name", &definition.name);
    out.node_at("node", &definition.node);
    if definition.symbols > 0 {
        out.number_at("symbols", definition.symbols.into());
    }
    if !definition.forwards.is_empty() {
        out.texts_at("forwards", &definition.forwards);
    }
    out.flag_at("hides", definition.hides);
}

#[inline]
fn write_bound(key: &'static str, bound: Option<Bound>, out: &mut Writer) {
    match bound {
        None => {}
        Some(Bound::Value(max)) => out.number_at(key, max),
        Some(Bound::Symbol(n)) => {
            out.key(key);
            out.object(|out| out.number_at("symbol", n.into()));
        }
    }
}

#[inline]
fn write_node(node: &DeclType, out: &mut Writer) {
    write_kind(&node.kind, out);
    out.flag_at("nullable", node.nullable);
    out.flag_at("default", node.defaulted);
    out.flag_at("of_variants", node.of_variants);
    write_bound("max", node.max, out);
    if let Some(maxima) = &node.maxima {
        write_bound("max_length", maxima.length, out);
        write_bound("max_items", maxima.items, out);
        write_bound("max_properties", maxima.properties, out);
    }
    if !node.enum_values.is_empty() {
        out.texts_at("enum", &node.enum_values);
    }
    if !node.rules.is_empty() {
        out.key("rules");
        out.list(&node.rules, |out, rule| write_rule(rule, out, true));
    }
    match node.encoding {
        Encoding::Native => {}
        Encoding::Text => out.text_at("encoding", "text"),
        Encoding::Shown => out.text_at("encoding", "shown"),
        Encoding::WideInt => out.text_at("encoding", "wide"),
        Encoding::Json => out.text_at("encoding", "json"),
        Encoding::FreeMap => out.text_at("encoding", "map"),
        Encoding::Resource => out.text_at("encoding", "resource"),
        Encoding::Generic => out.text_at("encoding", "generic"),
        Encoding::Foreign(entry) => out.text_at("encoding", &format!("{FOREIGN}{}", entry.path())),
        Encoding::Written => out.text_at("encoding", "written"),
        Encoding::Unwritten => out.text_at("encoding", "unwritten"),
        Encoding::Variant(n) => out.text_at("encoding", &format!("variant{n}")),
        Encoding::Keyed => out.text_at("encoding", "keyed"),
        Encoding::DocumentedEnum => out.text_at("encoding", "documented"),
    }
}

/// Stands before the path of a type of k8s-openapi.
pub(super) const FOREIGN: &str = "foreign ";

#[inline]
fn write_kind(kind: &DeclKind, out: &mut Writer) {
    match kind {
        DeclKind::List { items, list_type } => {
            out.node_at("items", items);
            match list_type {
                // Only files of CRDs have lists of an unknown type, and these are refused.
                ListType::Atomic | ListType::Unknown(_) => {}
                ListType::Set => out.text_at("list_type", "set"),
                ListType::Map(keys) => out.texts_at("list_type", keys),
            }
        }
        DeclKind::Map { values } => out.node_at("values", values),
        DeclKind::Object { fields, preserve_unknown_fields } => {
            out.key("fields");
            out.list(fields, |out, field| out.object(|out| write_field(field, out)));
            out.flag_at("preserve", *preserve_unknown_fields);
        }
        DeclKind::Ref(id) => out.text_at("id", id),
        DeclKind::Bool
        | DeclKind::Int
        | DeclKind::Double
        | DeclKind::String
        | DeclKind::Bytes
        | DeclKind::Duration
        | DeclKind::Date
        | DeclKind::DateTime
        | DeclKind::IntOrString
        | DeclKind::Opaque
        | DeclKind::Unknown
        | DeclKind::Error => {}
    }
    out.text_at("type", kind.name());
}

#[inline]
fn write_field(field: &DeclField, out: &mut Writer) {
    out.text_at("name", &field.name);
    if let Some(rust_name) = &field.rust_name {
        out.text_at("rust", rust_name);
    }
    out.node_at("node", &field.node);
    out.flag_at("required", field.required);
    out.key("steps");
    out.list(&field.access.steps, write_step);
    if !field.access.others.is_empty() {
        out.key("others");
        out.list(&field.access.others, |out, way| out.list(way, write_step));
    }
}

#[inline]
fn write_step(out: &mut Writer, step: &AccessStep) {
    // a method name needs no escapes
    out.0.push_str(if step.optional { "\"?" } else { "\"" });
    out.0.push_str(if step.is_raw { "&" } else { "" });
    out.0.push_str(&step.method);
    if let Some(n) = step.variant {
        out.0.push_str(&format!("#{n}"));
    }
    out.0.push('"');
}

impl ValidationRule {
    /// The entry of `x-kubernetes-validations`.
    #[must_use]
    #[inline]
    pub fn entry(&self) -> Value {
        serde_json::from_str(&self.to_entry()).unwrap_or_default()
    }

    /// The entry of `x-kubernetes-validations`, as JSON.
    #[must_use]
    #[inline]
    pub fn to_entry(&self) -> String {
        let mut out = Writer::default();
        write_rule(self, &mut out, false);
        out.0
    }
}

/// The entry of `x-kubernetes-validations`, with what only a schema of ours says of a rule. The keys are in the order of the alphabet.
#[inline]
fn write_rule(rule: &ValidationRule, out: &mut Writer, is_in_schema: bool) {
    out.object(|out| {
        let at = &rule.location;
        if is_in_schema {
            out.key("at");
            out.0.push('[');
            out.text(&at.file);
            out.0.push_str(&format!(",{},{}]", at.line, at.column));
        }
        out.some_text_at("fieldPath", rule.field_path.as_deref());
        out.flag_at("late", is_in_schema && rule.late);
        if let Some(cost) = rule.max_cost.as_ref().filter(|_| is_in_schema) {
            out.key("max_cost");
            out.0.push_str(&format!("[{},{},", cost.rule, cost.message_expression));
            out.list(&cost.reads, |out, text| out.text(text));
            out.0.push(']');
        }
        out.some_text_at("message", rule.message.as_deref());
        out.some_text_at("messageExpression", rule.message_expression.as_deref());
        if let Some(optional) = rule.optional_old_self {
            out.key("optionalOldSelf");
            out.0.push_str(if optional { "true" } else { "false" });
        }
        if let Some(Origin { folder, owner }) = at.origin.as_ref().filter(|_| is_in_schema) {
            out.key("origin");
            out.list(&[folder, owner], |out, text| out.text(text));
        }
        out.some_text_at("reason", rule.reason.as_deref());
        out.text_at("rule", &rule.rule);
        out.flag_at("server_only", is_in_schema && rule.server_only);
    });
}

#[cfg(test)]
mod tests;
