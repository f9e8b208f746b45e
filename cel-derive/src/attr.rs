//! Reads `#[x_validation(..)]`, and splits the arguments of any attribute.

mod adopted;
pub(crate) mod apart;
pub(crate) mod elements;
mod entry;
pub(crate) mod extension;
pub(crate) mod keywords;
pub(crate) mod kube;
pub(crate) mod kubebuilder;
pub(crate) mod levels;
pub(crate) mod schemars;
pub(crate) mod serde;
mod unknown;

use crate::{
    ctxt::Ctxt,
    literal::{self, Text, string_literal},
};
use cel_compiler::{library::KubernetesVersion, schema::ValidationRule};
use elements::ElementRule;
pub(crate) use entry::{Entry, Value, entries, split};
use entry::{empty_places, ungroup, unquoted};
use levels::{LEVEL_KEYS, LintLevels};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::{Attribute, Meta, parse::Parse};
use unknown::{misspelt_keys, nearest, rule_without_key, unknown_key, valid, without_second_text};

/// Settings of `#[x_validation(..)]` on a type or a field.
#[derive(Default)]
pub(crate) struct XValidationAttrs {
    pub(crate) rules: Vec<Rule>,
    /// Rules on the elements of a list or a map.
    pub(crate) elements: Vec<ElementRule>,
    pub(crate) schema: Option<syn::Path>,
    pub(crate) nested: Option<Span>,
    /// A setting that may be about the type was not understood.
    pub(crate) is_unclear: bool,
    pub(crate) opaque: Option<Span>,
    /// `as = "string"`: serde writes this scalar, whatever the Rust type.
    pub(crate) written: Option<ScalarType>,
    /// Only the API server runs the rules in attributes of other derives. On an opaque field it also runs those inside the field.
    pub(crate) server_only: Option<Span>,
    pub(crate) opaque_status: Option<Span>,
    pub(crate) macro_name: Option<Ident>,
    pub(crate) manual_crd: bool,
    /// True if the type is the root of a CRD's schema without a `CustomResource`.
    pub(crate) root: bool,
    /// The versions of the API servers that run the rules.
    pub(crate) kubernetes: Option<KubernetesVersion>,
    pub(crate) krate: Option<syn::Path>,
    pub(crate) k8s_openapi: Option<syn::Path>,
    /// The levels of lints on this item.
    pub(crate) levels: LintLevels,
}

/// One rule as written.
pub(crate) struct Rule {
    pub(crate) rule: ValidationRule,
    pub(crate) literal: Text,
    /// The literal of the message expression.
    pub(crate) message_expression: Option<Text>,
    /// The span of each other text, by key.
    pub(crate) spans: Vec<(&'static str, Span)>,
    /// The derive whose attribute has the rule.
    pub(crate) origin: Origin,
    /// False if the rule is not a literal, so its text is not known here.
    pub(crate) is_read: bool,
    /// The levels of lints for this rule.
    pub(crate) levels: LintLevels,
}

/// The derive whose attribute has a rule. The rules of a node have this order in the CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// `#[schemars(extend("x-kubernetes-validations" = [..]))]`
    Schemars,
    /// `#[x_validation(rule = "..")]`
    XValidation,
    /// `#[x_kube(validation = ..)]`, `#[kube(validation = ..)]`
    Kube,
}

impl Rule {
    fn new(literal: Text) -> Self {
        let location = literal::location(&literal);
        let rule = ValidationRule { rule: literal.value(), location, ..ValidationRule::default() };
        Rule {
            rule,
            literal,
            message_expression: None,
            spans: Vec::new(),
            origin: Origin::XValidation,
            is_read: true,
            levels: LintLevels::default(),
        }
    }

    /// True if the rule is compiled, and does not only run on the server.
    pub(crate) fn is_compiled(&self) -> bool {
        !self.rule.server_only
    }

    /// True if another derive puts the rule into the CRD.
    pub(crate) fn is_in_crd(&self) -> bool {
        self.origin != Origin::XValidation
    }

    /// The span of one of the rule's texts, or of the rule itself.
    pub(crate) fn span(&self, key: &str) -> Span {
        self.spans.iter().rfind(|(name, _)| *name == key).map_or(self.literal.span(), |(_, span)| *span)
    }
}

/// The types of scalars in schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarType {
    String,
    Integer,
    Number,
    Boolean,
    IntOrString,
}

impl ScalarType {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "string" => ScalarType::String,
            "integer" => ScalarType::Integer,
            "number" => ScalarType::Number,
            "boolean" => ScalarType::Boolean,
            "int-or-string" => ScalarType::IntOrString,
            _ => return None,
        })
    }
}

/// The item that an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Container,
    Field,
}

impl XValidationAttrs {
    pub(crate) fn from_attrs(cx: &Ctxt, attrs: &[Attribute], place: Place) -> Self {
        let mut out = XValidationAttrs::default();
        let mut seen = BTreeSet::new();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("x_validation")) {
            let Meta::List(list) = &attr.meta else {
                let help = "write `#[x_validation(rule = \"..\")]`";
                cx.error_in(attr, "`x_validation` needs arguments", help);
                continue;
            };
            let entries = split_own(cx, list.tokens.clone());
            if list.tokens.is_empty() {
                let help = "write `#[x_validation(rule = \"..\")]`";
                cx.error_in(attr, "`x_validation` needs arguments", help);
            }
            let (mut rule, mut settings): (Vec<_>, Vec<_>) =
                entries.into_iter().partition(|entry| is_rule_key(&entry.name));
            let misspelt = misspelt_keys(cx, &rule, &mut settings, place);
            rule.extend(misspelt);
            let is_alone = rule.is_empty();
            // Without a rule these keys are about all rules of the item.
            if rule.iter().all(|entry| entry.name == SERVER_ONLY || is_level_key(&entry.name)) {
                settings.extend(rule);
            } else {
                out.rules.extend(read_rule(cx, rule, ""));
            }
            for entry in settings {
                let name = entry.name.as_str();
                let is_single = !REPEATABLE.contains(&name);
                // `mesage` beside a rule is meant for the rule, `opaqe` alone for the type.
                let is_of_type = is_single && (is_alone || FIELD_KEYS.contains(&name));
                let before = cx.count();
                if is_single && !seen.insert(entry.name.clone()) {
                    cx.error(entry.span, format!("duplicate `{}`", entry.name));
                } else {
                    out.read_setting(cx, entry, place);
                }
                out.is_unclear |= is_of_type && cx.count() > before;
            }
        }
        out.adopt(cx, attrs);
        out
    }

    fn read_setting(&mut self, cx: &Ctxt, entry: Entry, place: Place) {
        let known = if place == Place::Container { CONTAINER_KEYS } else { FIELD_KEYS };
        if !known.contains(&entry.name.as_str()) {
            return unknown_key(cx, &entry, place);
        }
        match entry.name.as_str() {
            "self" => self.rules.extend(elements::read_own(cx, entry)),
            "items" | "values" => self.read_elements(cx, entry, &[]),
            "schema" => self.schema = read_parsed(cx, &entry, ("the path of a type", "path::Type")),
            "nested" => self.nested = read_flag(cx, &entry).then_some(entry.span),
            "opaque" => self.opaque = read_flag(cx, &entry).then_some(entry.span),
            "opaque_status" => self.opaque_status = read_flag(cx, &entry).then_some(entry.span),
            "as" => self.written = read_scalar_type(cx, &entry),
            SERVER_ONLY => self.server_only = read_flag(cx, &entry).then_some(entry.span),
            "manual_crd" => self.manual_crd = read_flag(cx, &entry),
            "root" => self.root = read_flag(cx, &entry),
            "kubernetes" => self.kubernetes = read_version(cx, &entry),
            "macro" => self.macro_name = read_parsed(cx, &entry, ("a name", "SpecSchema")),
            "crate" => self.krate = read_crate(cx, &entry, "cel_runtime"),
            "k8s_openapi" => self.k8s_openapi = read_crate(cx, &entry, "k8s_openapi"),
            name if is_level_key(name) => self.levels.read(cx, &entry),
            _ => unknown_key(cx, &entry, place),
        }
    }
}

const RULE_KEYS: &[&str] =
    &["rule", "message", "message_expression", "field_path", "reason", "optional_old_self", SERVER_ONLY];
const SERVER_ONLY: &str = "server_only";
/// `self(rule = "..")` is the same as `rule = ".."`, but one attribute can have many of them. rustc expands at most 127 attributes of an item.
const REPEATABLE: &[&str] = &["self", "items", "values", "allow", "deny", "warn"];
const CONTAINER_KEYS: &[&str] = &[
    "self",
    "macro",
    "manual_crd",
    "crate",
    "k8s_openapi",
    "kubernetes",
    "root",
    "as",
    "opaque_status",
    "allow",
    "deny",
    "warn",
    SERVER_ONLY,
];
const FIELD_KEYS: &[&str] =
    &["self", "items", "values", "schema", "nested", "opaque", "as", "allow", "deny", "warn", SERVER_ONLY];

/// The first key of an `#[x_validation(..)]` that has no rule.
pub(crate) fn setting(attr: &Attribute) -> Option<(String, Span)> {
    let entries = entries(std::slice::from_ref(attr), "x_validation");
    let is_rule = |entry: &Entry| {
        matches!(entry.name.as_str(), "self" | "items" | "values")
            || RULE_KEYS.contains(&entry.name.as_str())
            || rule_without_key(entry).is_some()
    };
    let first = entries.first().filter(|_| !entries.iter().any(is_rule))?;
    Some((first.name.clone(), first.span))
}

fn is_level_key(name: &str) -> bool {
    LEVEL_KEYS.contains(&name)
}

/// True for a key that belongs to the rule in the same attribute, if the attribute has one.
fn is_rule_key(name: &str) -> bool {
    RULE_KEYS.contains(&name) || is_level_key(name)
}

/// The rule that one attribute describes, or `items` or `values` in it.
fn read_rule(cx: &Ctxt, entries: Vec<Entry>, of: &str) -> Option<Rule> {
    let first = entries.first().map(|entry| (entry.name.clone(), entry.span));
    let mut rule = ValidationRule::default();
    let (mut literal, mut message_expression) = (None, None);
    let mut spans = Vec::new();
    let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
    let mut has_rule = false;
    let mut levels = LintLevels::default();
    for entry in entries {
        levels.read(cx, &entry);
        let Some(key) = RULE_KEYS.iter().find(|key| **key == entry.name) else { continue };
        has_rule |= *key == "rule";
        if !seen.insert(*key) {
            // The same key for the third time is the same mistake.
            if twice.insert(*key) {
                let help = "write one `#[x_validation(..)]` per rule";
                cx.error_with_help(entry.span, format!("duplicate `{key}`"), help);
            }
            continue;
        }
        if *key == SERVER_ONLY {
            rule.server_only = read_flag(cx, &entry);
            continue;
        }
        if *key == "optional_old_self" {
            // Without a value the rule means `true`.
            rule.optional_old_self = read_bool(cx, &entry).or(Some(true));
            spans.push((*key, entry.span));
            continue;
        }
        let Some(text) = read_string(cx, &entry) else { continue };
        spans.push((*key, text.span()));
        match *key {
            "message" => rule.message = Some(text.value()),
            "message_expression" => {
                rule.message_expression = Some(text.value());
                message_expression = Some(text);
            }
            "field_path" => rule.field_path = Some(text.value()),
            "reason" => rule.reason = Some(text.value()),
            _ => literal = Some(text),
        }
    }
    if let (false, Some((name, span))) = (has_rule, first) {
        let value = if name == SERVER_ONLY { "" } else { " = .." };
        let rule = format!("rule = \"..\", {name}{value}");
        let help = match of {
            "" => format!("write `#[x_validation({rule})]`"),
            of => format!("write `{of}({rule})`"),
        };
        cx.error_with_help(span, format!("`{name}` without a `rule`"), help);
    }
    let mut out = Rule { message_expression, spans, levels, ..Rule::new(literal?) };
    out.rule = ValidationRule { rule: out.rule.rule, location: out.rule.location, ..rule };
    Some(out)
}

fn read_string(cx: &Ctxt, entry: &Entry) -> Option<Text> {
    let name = &entry.name;
    if let Value::Eq(tokens) = &entry.value {
        if let Some(text) = string_literal(tokens.clone()) {
            return Some(text);
        }
        if let Some((text, next)) = without_comma(tokens) {
            let message = format!("a comma is missing in front of `{next}`");
            let help = format!("write `{name} = .., {next}`");
            cx.error_with_help(next.span(), message, help);
            return Some(text);
        }
        if entry.is_broken_text() {
            return None; // rustc reports it
        }
        let mut tokens = tokens.clone().into_iter().skip(1);
        if matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '!') {
            let help = "write the text out; macros such as `concat!` are not expanded here";
            cx.error_with_help(entry.value_span(), format!("`{name}` takes a string literal"), help);
            return None;
        }
    }
    let message = format!("`{name}` takes a string literal: `{name} = \"..\"`");
    let help = match entry {
        _ if entry.is_path() => "write the text itself: a derive does not see the value of a constant",
        _ if entry.has_semicolon() => "a comma stands between keys: `rule = \"..\", message = \"..\"`",
        _ if entry.is_rule_of_kube() => {
            "write the parts by their keys: `rule = \"self.min > 0\", message = \"min is positive\"`"
        }
        _ if entry.has_several_literals() => {
            "write one text; quotes in it are single: `rule = \"self.name != 'a'\"`"
        }
        _ => {
            cx.error(entry.value_span(), message);
            return None;
        }
    };
    cx.error_with_help(entry.value_span(), message, help);
    None
}

/// The text and the key of `"..." key = ..`, where a comma is missing.
fn without_comma(tokens: &TokenStream) -> Option<(Text, Ident)> {
    let mut tokens = tokens.clone().into_iter();
    let text = string_literal(tokens.next()?.into())?;
    match tokens.next()? {
        TokenTree::Ident(key) => Some((text, key)),
        _ => None,
    }
}

fn read_bool(cx: &Ctxt, entry: &Entry) -> Option<bool> {
    if let Value::Eq(tokens) = &entry.value {
        match tokens.to_string().as_str() {
            "true" => return Some(true),
            "false" => return Some(false),
            _ => {}
        }
    }
    let name = &entry.name;
    cx.error(entry.value_span(), format!("`{name}` takes `true` or `false`: `{name} = true`"));
    None
}

fn read_flag(cx: &Ctxt, entry: &Entry) -> bool {
    if !matches!(entry.value, Value::None) {
        cx.error(entry.value_span(), format!("`{}` takes no value", entry.name));
    }
    true
}

/// Parses a value. `takes` describes it and has an example.
fn read_parsed<T: Parse>(cx: &Ctxt, entry: &Entry, takes: (&str, &str)) -> Option<T> {
    if let Value::Eq(tokens) = &entry.value
        && let Ok(value) = syn::parse2(ungroup(tokens.clone()))
    {
        return Some(value);
    }
    let (name, (what, example)) = (&entry.name, takes);
    cx.error(entry.value_span(), format!("`{name}` takes {what}: `{name} = {example}`"));
    None
}

fn read_scalar_type(cx: &Ctxt, entry: &Entry) -> Option<ScalarType> {
    let found = entry.string().and_then(|text| ScalarType::from_name(&text.value()));
    if found.is_none() {
        let message = "`as` takes the type that serde writes: `\"string\"`, `\"integer\"`, `\"number\"`, `\"boolean\"` or `\"int-or-string\"`";
        cx.error(entry.value_span(), message);
    }
    found
}

fn read_version(cx: &Ctxt, entry: &Entry) -> Option<KubernetesVersion> {
    let text = entry.string().map(|text| text.value());
    match text.map(|text| KubernetesVersion::for_new_rules(&text)) {
        Some(Ok(version)) => return Some(version),
        Some(Err(error)) => cx.error(entry.value_span(), error.to_string()),
        None => cx.error(entry.value_span(), "`kubernetes` takes a version: `kubernetes = \"1.30\"`"),
    }
    None
}

/// Reads a path in quotes. A path is the same wherever the generated code stands.
fn read_crate(cx: &Ctxt, entry: &Entry, name: &str) -> Option<syn::Path> {
    if let Value::Eq(tokens) = &entry.value
        && let Some(text) = string_literal(tokens.clone())
        && let Ok(path) = text.parse::<syn::Path>()
    {
        return Some(path);
    }
    let key = &entry.name;
    cx.error(entry.value_span(), format!("`{key}` takes a path in quotes: `{key} = \"path::to::{name}\"`"));
    None
}

/// Splits the arguments of `#[x_validation(..)]` or of one of its keys, and reports commas and quotes that do not belong there.
fn split_own(cx: &Ctxt, tokens: TokenStream) -> Vec<Entry> {
    empty_places(cx, tokens.clone());
    let mut entries = split(tokens);
    without_second_text(cx, &mut entries);
    let is_key = |name: &&str| [RULE_KEYS, CONTAINER_KEYS, FIELD_KEYS].iter().any(|keys| keys.contains(name));
    entries.iter().filter(|entry| is_key(&entry.name.as_str())).for_each(|entry| unquoted(cx, entry));
    entries
}
