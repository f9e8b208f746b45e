//! `kube` and `x_kube` attributes: the type around a spec, and rules.

use super::{Entry, Origin, Rule, Value, entries, split};
use crate::{
    decl_type::{Kubernetes, Shape, Typed},
    kubernetes::meant,
    literal::{Text, string_literal},
    tokens::{Tokens, located},
};
use cel_compiler::rule::REASONS;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Expr, ExprStruct, FieldValue, Lit, Member, parse_quote, spanned::Spanned};

/// The root type that `#[derive(CustomResource)]` generates.
pub(crate) struct Kube {
    pub(crate) root: Ident,
    /// The `apiVersion` of its objects. `kind` is their kind.
    pub(crate) api_version: String,
    pub(crate) kind: String,
    /// The rules on the root.
    pub(crate) validations: Vec<Rule>,
    pub(crate) status: Option<syn::Path>,
    /// The status, if its type is from k8s-openapi.
    pub(crate) foreign_status: Option<Typed>,
    /// True if the type of the status does not derive `XValidation`.
    pub(crate) opaque_status: bool,
    /// `no_spec`: the root has the properties of the spec.
    pub(crate) no_spec: bool,
    /// `schema = "disabled"` or `schema = "manual"`: no derive writes the schema into the CRD.
    pub(crate) is_schema_manual: bool,
    /// The path of `kube::core`.
    pub(crate) core: Tokens,
}

impl Kube {
    /// The type of the status, if it derives `XValidation`.
    pub(crate) fn nested_status(&self) -> Option<&syn::Path> {
        self.status.as_ref().filter(|_| !self.opaque_status)
    }

    /// The type of the status, if it does not derive.
    pub(crate) fn hidden_status(&self) -> Option<&syn::Path> {
        self.status.as_ref().filter(|_| self.opaque_status)
    }
}

/// Reads `#[kube(..)]` (kube: `custom_resource/attrs/mod.rs`).
pub(crate) fn kube(item: &DeriveInput) -> Option<Kube> {
    let entries = entries(&item.attrs, "kube");
    let text = |name: &str| entries.iter().find(|entry| entry.name == name)?.string();
    let root = text("root").or_else(|| text("kind"))?;
    if item.ident == root.value() {
        return None; // kube reports it, and makes no root
    }
    let mut status =
        entries.iter().find(|entry| entry.name == "status").and_then(|entry| match &entry.value {
            Value::Eq(tokens) => match string_literal(tokens.clone()) {
                Some(path) => path.parse().ok(),
                None => syn::parse2(tokens.clone()).ok(),
            },
            Value::None | Value::List(_) => None,
        });
    let meant = status.as_ref().and_then(|path| meant(path, false));
    let foreign_status = meant.and_then(|meant| {
        let path = status.take()?;
        let shape = Shape::Kubernetes(Kubernetes::Object(meant));
        Some(Typed { ty: parse_quote!(#path), shape })
    });
    let value = |name: &str| text(name).map(|text| text.value()).unwrap_or_default();
    Some(Kube {
        api_version: format!("{}/{}", value("group"), value("version")),
        kind: value("kind"),
        validations: validations(&entries),
        root: syn::parse_str::<Ident>(&root.value()).ok().map(|ident| spanned(ident, root.span()))?,
        status,
        foreign_status,
        opaque_status: false,
        no_spec: entries.iter().any(|entry| entry.name == "no_spec" && is_set(entry)),
        is_schema_manual: matches!(value("schema").as_str(), "disabled" | "manual"),
        core: kube_core(&entries).map_or_else(|| Tokens::new(&quote!(::kube::core)), |path| located(&path)),
    })
}

/// A flag as kube reads it: `no_spec`, `no_spec = true`, `no_spec = "true"`.
fn is_set(flag: &Entry) -> bool {
    match &flag.value {
        Value::None => true,
        Value::Eq(tokens) => tokens.to_string().trim_matches('"') == "true",
        Value::List(_) => false,
    }
}

/// `crates(kube_core = "..")`
fn kube_core(entries: &[Entry]) -> Option<TokenStream> {
    let crates = entries.iter().filter(|entry| entry.name == "crates");
    let paths = crates.flat_map(|entry| match &entry.value {
        Value::List(list) => split(list.clone()),
        Value::None | Value::Eq(_) => Vec::new(),
    });
    let path = paths.into_iter().find(|path| path.name == "kube_core")?;
    match (&path.value, path.string()) {
        (_, Some(text)) => text.parse().ok(),
        (Value::Eq(tokens), None) => Some(tokens.clone()),
        (Value::None | Value::List(_), None) => None,
    }
}

fn spanned(mut ident: Ident, span: Span) -> Ident {
    ident.set_span(Span::call_site().located_at(span));
    ident
}

/// The rules in `validation = ..`. kube puts them into the CRD.
pub(super) fn validations(entries: &[Entry]) -> Vec<Rule> {
    let validations = entries.iter().filter(|entry| entry.name == "validation");
    let rule = |entry: &Entry| {
        let Value::Eq(tokens) = &entry.value else { return None }; // kube reports it
        let rule = syn::parse2(tokens.clone()).ok().as_ref().and_then(rule);
        Some(rule.unwrap_or_else(|| Rule::unread(entry.value_span(), Origin::Kube)))
    };
    validations.filter_map(rule).collect()
}

/// Reads a rule in one of kube's forms, if it consists of literals: a text, `("rule", "message")`,
/// `Rule::new("rule")` with calls of the builder, or `Rule { rule: .. }`.
fn rule(expr: &Expr) -> Option<Rule> {
    match expr {
        Expr::Group(group) => rule(&group.expr),
        Expr::Paren(paren) => rule(&paren.expr),
        Expr::Tuple(tuple) => {
            let mut texts = tuple.elems.iter().map(text);
            let (Some(rule), Some(message), None) = (texts.next()?, texts.next()?, texts.next()) else {
                return None;
            };
            let mut rule = Rule::of_kube(rule);
            rule.set_message(&message);
            Some(rule)
        }
        Expr::Call(call) if is_named(&call.func, "Rule", "new") => {
            only(call.args.iter()).and_then(text).map(Rule::of_kube)
        }
        Expr::Call(call) if is_named(&call.func, "Rule", "from") => only(call.args.iter()).and_then(rule),
        Expr::Struct(literal) => Rule::of_kube_fields(literal),
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => rule(&call.receiver),
        Expr::MethodCall(call) if text(expr).is_none() => {
            let mut rule = rule(&call.receiver)?;
            rule.set(&call.method, only(call.args.iter())?)?;
            Some(rule)
        }
        other => text(other).map(Rule::of_kube),
    }
}

impl Rule {
    fn of_kube(literal: Text) -> Self {
        Rule { origin: Origin::Kube, ..Rule::new(literal) }
    }

    /// `Rule { rule: "..".into(), message: Some(..), ..Default::default() }`
    fn of_kube_fields(literal: &ExprStruct) -> Option<Self> {
        if literal.path.segments.last()?.ident != "Rule" {
            return None;
        }
        let value = |field: &&FieldValue| matches!(&field.member, Member::Named(name) if name == "rule");
        let mut rule = text(&literal.fields.iter().find(value)?.expr).map(Rule::of_kube)?;
        for field in literal.fields.iter().filter(|field| !value(field)) {
            let Member::Named(name) = &field.member else { return None };
            match &field.expr {
                Expr::Path(path) if path.path.is_ident("None") => {}
                Expr::Call(call) if segments(&call.func)?.last()? == "Some" => {
                    rule.set(name, only(call.args.iter())?)?;
                }
                _ => return None,
            }
        }
        let rest = literal.rest.as_deref().map(|rest| match rest {
            Expr::Call(call) => {
                segments(&call.func).is_some_and(|path| path.last().is_some_and(|last| last == "default"))
            }
            _ => false,
        });
        rest.unwrap_or(true).then_some(rule)
    }

    /// Sets a field of the rule. If it is set twice, the last value counts.
    fn set(&mut self, key: &Ident, value: &Expr) -> Option<()> {
        let key = match key.to_string().as_str() {
            "message" => return self.set_kube_message(value),
            // kube has no such method, and rustc says so. The meaning is clear.
            "message_expression" => {
                self.set_message_expression(text(value)?);
                return Some(());
            }
            "field_path" => {
                self.rule.field_path = Some(text(value)?.value());
                "field_path"
            }
            "reason" => {
                self.rule.reason = Some(reason(value)?);
                "reason"
            }
            "optional_old_self" => {
                self.rule.optional_old_self = Some(boolean(value)?);
                "optional_old_self"
            }
            _ => return None,
        };
        self.spans.push((key, value.span()));
        Some(())
    }

    /// A text, or one of kube's `Message`.
    fn set_kube_message(&mut self, value: &Expr) -> Option<()> {
        match value {
            Expr::Call(call) if is_named(&call.func, "Message", "Expression") => {
                self.set_message_expression(only(call.args.iter()).and_then(text)?);
            }
            Expr::Call(call) if is_named(&call.func, "Message", "Message") => {
                self.set_message(&only(call.args.iter()).and_then(text)?);
            }
            value => self.set_message(&text(value)?),
        }
        Some(())
    }

    fn set_message_expression(&mut self, text: Text) {
        self.spans.push(("message_expression", text.span()));
        self.rule.message = None;
        self.rule.message_expression = Some(text.value());
        self.message_expression = Some(text);
    }

    fn set_message(&mut self, text: &Text) {
        self.spans.push(("message", text.span()));
        self.rule.message = Some(text.value());
        self.rule.message_expression = None;
        self.message_expression = None;
    }
}

/// A string literal, or its conversion to a `String`.
fn text(expr: &Expr) -> Option<Text> {
    match expr {
        Expr::Group(group) => text(&group.expr),
        Expr::Paren(paren) => text(&paren.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.into()),
            _ => None,
        },
        Expr::MethodCall(call) if call.args.is_empty() => {
            let converts = ["into", "to_owned", "to_string"].iter().any(|name| call.method == name);
            if converts { text(&call.receiver) } else { None }
        }
        Expr::Call(call) if is_named(&call.func, "String", "from") => only(call.args.iter()).and_then(text),
        _ => None,
    }
}

/// `Reason::FieldValueForbidden`, or `Reason::default()`
fn reason(expr: &Expr) -> Option<String> {
    if let Expr::Call(call) = expr
        && call.args.is_empty()
        && is_named(&call.func, "Reason", "default")
    {
        return Some("FieldValueInvalid".to_owned());
    }
    let name = segments(expr)?.pop()?;
    REASONS.contains(&name.as_str()).then_some(name)
}

fn boolean(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Group(group) => boolean(&group.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(value) => Some(value.value),
            _ => None,
        },
        _ => None,
    }
}

/// True for a path that ends in `of::name`.
fn is_named(expr: &Expr, of: &str, name: &str) -> bool {
    segments(expr).is_some_and(|segments| matches!(segments.as_slice(), [.., a, b] if a == of && b == name))
}

fn segments(expr: &Expr) -> Option<Vec<String>> {
    match expr {
        Expr::Group(group) => segments(&group.expr),
        Expr::Path(path) => {
            Some(path.path.segments.iter().map(|segment| segment.ident.to_string()).collect())
        }
        _ => None,
    }
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let item = items.next()?;
    items.next().is_none().then_some(item)
}
