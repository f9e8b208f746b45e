//! The attributes of a field, or of the only field of a newtype.

use super::text::literal;
use crate::crd::{
    document::{Node, Value},
    props::{RuleProps, SchemaProps},
};
use std::fmt::Write as _;

/// The attributes, grouped by the place where they are written.
#[derive(Default)]
pub(super) struct Attributes {
    /// `#[schemars(..)]`
    pub(super) schemars: Vec<String>,
    /// `#[schemars(inner(..))]`
    pub(super) inner: Vec<String>,
    /// `#[schemars(extend(..))]`
    pub(super) extensions: Vec<String>,
    pub(super) rules: Vec<RuleProps>,
    /// Rules on the elements of a list or a map, at any depth.
    pub(super) element_rules: Vec<ElementRule>,
}

/// A rule and the attributes around it: for `items(values(rule = ".."))` these are `items` and `values`.
pub(super) struct ElementRule {
    way: Vec<&'static str>,
    rule: RuleProps,
}

impl Attributes {
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty() || !self.element_rules.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.has_rules() && self.is_unbounded()
    }

    /// Takes over the rules on an element. `step` is `items` or `values`.
    pub(super) fn take_element_rules(&mut self, element: &mut Attributes, step: &'static str) {
        let own = element.rules.drain(..).map(|rule| ElementRule { way: vec![step], rule });
        self.element_rules.extend(own);
        let inner = element.element_rules.drain(..).map(|mut inner| {
            inner.way.insert(0, step);
            inner
        });
        self.element_rules.extend(inner);
    }

    /// Takes over all attributes of an item. Its bounds go into `inner(..)`.
    pub(super) fn take_item(&mut self, item: &mut Attributes) {
        self.inner = std::mem::take(&mut item.schemars);
        self.inner.extend(inner(&std::mem::take(&mut item.inner)));
        self.take_element_rules(item, "items");
    }

    /// True if the value has no attributes other than rules.
    pub(super) fn is_unbounded(&self) -> bool {
        self.schemars.is_empty() && self.inner.is_empty() && self.extensions.is_empty()
    }

    /// Adds an extension. `value` is Rust source.
    pub(super) fn extend(&mut self, keyword: &str, value: &str) {
        self.extensions.push(format!("{} = {value}", literal(keyword)));
    }

    pub(super) fn extend_list(&mut self, keyword: &str, values: &[Node]) {
        let values: Vec<String> = values.iter().map(json).collect();
        self.extend(keyword, &format!("[{}]", values.join(", ")));
    }

    pub(super) fn length(&mut self, min: Option<i64>, max: Option<i64>) {
        let bounds = [("min", min), ("max", max)];
        let bounds = bounds.iter().filter_map(|(name, bound)| Some(format!("{name} = {}", (*bound)?.max(0))));
        let bounds: Vec<String> = bounds.collect();
        if !bounds.is_empty() {
            self.schemars.push(format!("length({})", bounds.join(", ")));
        }
    }

    /// Adds the bounds of a text whose Rust type is not `String`.
    pub(super) fn text_extensions(&mut self, schema: &SchemaProps) {
        for (keyword, bound) in [("minLength", schema.min_length), ("maxLength", schema.max_length)] {
            if let Some(bound) = bound {
                self.extend(keyword, &integer(&bound.to_string()));
            }
        }
        if !schema.pattern.is_empty() {
            self.extend("pattern", &literal(&schema.pattern));
        }
        for (keyword, bound) in [("minimum", schema.minimum), ("maximum", schema.maximum)] {
            if let Some(bound) = bound {
                self.extend(keyword, &number(bound, false));
            }
        }
    }

    /// Adds the bounds of a number. True if `inner(..)` can express all of them.
    pub(super) fn range(&mut self, schema: &SchemaProps, is_float: bool) -> bool {
        let mut bounds = Vec::new();
        let before = self.extensions.len();
        let sides = [
            ("min", "minimum", schema.minimum, "exclusiveMinimum", schema.exclusive_minimum),
            ("max", "maximum", schema.maximum, "exclusiveMaximum", schema.exclusive_maximum),
        ];
        for (side, keyword, bound, exclusive, is_exclusive) in sides {
            let Some(bound) = bound else { continue };
            if is_exclusive {
                self.extend(keyword, &number(bound, is_float));
                self.extend(exclusive, "true");
            } else {
                bounds.push(format!("{side} = {}", number(bound, is_float)));
            }
        }
        if let Some(factor) = schema.multiple_of {
            self.extend("multipleOf", &number(factor, is_float));
        }
        if !bounds.is_empty() {
            self.schemars.push(format!("range({})", bounds.join(", ")));
        }
        self.extensions.len() == before
    }

    /// Adds the bounds of an object that is a map or free-form.
    pub(super) fn properties(&mut self, schema: &SchemaProps) {
        for extension in property_bounds(schema) {
            self.extensions.push(extension);
        }
    }

    /// Adds `allOf`, `anyOf`, `oneOf` and `not`. True if the schema has none of them.
    pub(super) fn add_junctors(&mut self, raw: &Node) -> bool {
        let found: Vec<_> = junctors(raw).collect();
        let is_empty = found.is_empty();
        self.extensions.extend(found);
        is_empty
    }

    /// All attributes, a line each.
    pub(super) fn lines(&self, indent: &str) -> String {
        let mut schemars = self.schemars.clone();
        schemars.extend(inner(&self.inner));
        if !self.extensions.is_empty() {
            schemars.push(format!("extend({})", self.extensions.join(", ")));
        }
        let mut out = String::new();
        if !schemars.is_empty() {
            _ = writeln!(out, "{indent}#[schemars({})]", schemars.join(", "));
        }
        out.push_str(&rules(&self.rules, indent));
        for group in self.element_rules.chunks(GROUP) {
            let group: Vec<String> = group.iter().map(ElementRule::text).collect();
            _ = writeln!(out, "{indent}#[x_validation({})]", group.join(", "));
        }
        out
    }
}

impl ElementRule {
    fn text(&self) -> String {
        self.way.iter().rev().fold(rule_keys(&self.rule), |inner, step| format!("{step}({inner})"))
    }
}

/// The bounds of the items of a list, if they have some.
fn inner(bounds: &[String]) -> Option<String> {
    (!bounds.is_empty()).then(|| format!("inner({})", bounds.join(", ")))
}

/// rustc expands at most 127 attributes of an item, so one attribute holds several of many rules.
const GROUP: usize = 16;

/// The rules of one node: a line for each rule, or for each group if there are many.
pub(super) fn rules(rules: &[RuleProps], indent: &str) -> String {
    let mut out = String::new();
    if rules.len() <= GROUP {
        for rule in rules {
            _ = writeln!(out, "{indent}#[x_validation({})]", rule_keys(rule));
        }
        return out;
    }
    for group in rules.chunks(GROUP) {
        let group: Vec<String> = group.iter().map(|rule| format!("self({})", rule_keys(rule))).collect();
        _ = writeln!(out, "{indent}#[x_validation({})]", group.join(", "));
    }
    out
}

fn rule_keys(rule: &RuleProps) -> String {
    let mut keys = vec![format!("rule = {}", literal(&rule.rule))];
    for (key, text) in [
        ("message", &rule.message),
        ("message_expression", &rule.message_expression),
        ("field_path", &rule.field_path),
        ("reason", rule.reason.as_ref().unwrap_or(&String::new())),
    ] {
        if !text.is_empty() {
            keys.push(format!("{key} = {}", literal(text)));
        }
    }
    if let Some(optional) = rule.optional_old_self {
        keys.push(format!("optional_old_self = {optional}"));
    }
    keys.join(", ")
}

/// The `extend(..)` of a struct: keywords of the object itself.
pub(super) fn container_extensions(schema: &SchemaProps, raw: &Node) -> String {
    let mut extensions = property_bounds(schema);
    // kube writes this only for a struct with other fields.
    if schema.preserve_unknown_fields == Some(true) {
        extensions.push("\"x-kubernetes-preserve-unknown-fields\" = true".to_owned());
    }
    if let Some(map_type) = &schema.map_type {
        extensions.push(format!("\"x-kubernetes-map-type\" = {}", literal(map_type)));
    }
    extensions.extend(junctors(raw));
    match extensions.as_slice() {
        [] => String::new(),
        extensions => format!("#[schemars(extend({}))]\n", extensions.join(", ")),
    }
}

fn property_bounds(schema: &SchemaProps) -> Vec<String> {
    let bounds = [("minProperties", schema.min_properties), ("maxProperties", schema.max_properties)];
    bounds
        .iter()
        .filter_map(|(keyword, bound)| Some(format!("\"{keyword}\" = {}", integer(&(*bound)?.to_string()))))
        .collect()
}

/// `allOf`, `anyOf`, `oneOf` and `not`, each unless it has `properties`: kube would move these to the object around it.
fn junctors(raw: &Node) -> impl Iterator<Item = String> + '_ {
    ["allOf", "anyOf", "oneOf", "not"]
        .into_iter()
        .filter_map(|keyword| Some((keyword, raw.field(keyword)?)))
        .filter(|(_, value)| !has_properties(value))
        .map(|(keyword, value)| format!("\"{keyword}\" = {}", json(value)))
}

fn has_properties(node: &Node) -> bool {
    let of_items = match &node.value {
        Value::List(items) => items.iter().any(has_properties),
        _ => false,
    };
    of_items || node.entries().iter().any(|entry| &*entry.key == "properties" || has_properties(&entry.value))
}

/// A value in the syntax of the macro `json!`.
fn json(node: &Node) -> String {
    match &node.value {
        Value::String(text) => literal(text),
        Value::List(items) => format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(", ")),
        Value::Object(entries) => {
            let entries =
                entries.iter().map(|entry| format!("{}: {}", literal(&entry.key), json(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Int(value) => integer(&value.to_string()),
        Value::Null | Value::Bool(_) | Value::Float(_) => node.to_json().to_string(),
    }
}

/// A bound as a Rust literal.
fn number(value: f64, is_float: bool) -> String {
    let text = value.to_string();
    match is_float {
        true if !text.contains('.') => text + ".0",
        true => text,
        false => integer(&text),
    }
}

/// An integer as a Rust literal. One without a suffix is an `i32`, so larger ones get `i64`. A bound beyond all integers is a double.
fn integer(text: &str) -> String {
    match (text.parse::<i32>(), text.parse::<i64>()) {
        (Err(_), Ok(_)) => format!("{text}i64"),
        (Err(_), Err(_)) if !text.contains('.') => format!("{text}.0"),
        _ => text.to_owned(),
    }
}
