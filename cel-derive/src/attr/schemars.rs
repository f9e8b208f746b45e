//! The parts of `schemars`, `validate`, `garde` and `x_kube` attributes that affect the schema.

use super::{Entry, Value, entries, split};
use crate::ctxt::Ctxt;
use crate::literal::string_literal;
use cel_compiler::schema::ListType;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Attribute, Lit, ext::IdentExt};

/// Bounds and extensions of a field, and of its elements.
#[derive(Clone, Default)]
pub(crate) struct Bounds {
    /// `length(max = ..)` or `length(equal = ..)`, for a string or a list.
    pub(crate) length: Option<TokenStream>,
    pub(crate) max_length: Option<TokenStream>,
    pub(crate) max_items: Option<TokenStream>,
    pub(crate) max_properties: Option<TokenStream>,
    pub(crate) preserve_unknown_fields: bool,
    int_or_string: bool,
    /// `extend("x-kubernetes-embedded-resource" = true)`
    pub(crate) embedded_resource: Option<Span>,
    /// `extend("type" = "object")`
    pub(crate) is_object: bool,
    /// `extend("format" = "..")`
    pub(crate) format: Option<String>,
    pub(crate) list_type: Option<ListType>,
    /// `inner(..)`
    pub(crate) inner: Option<Box<Bounds>>,
    /// `with` or `schema_with`: the schema does not come from the Rust type.
    pub(crate) foreign_schema: Option<Span>,
    /// `schema_with`: a function makes the schema.
    pub(crate) schema_with: Option<Span>,
    /// The type in `with`.
    pub(crate) with: Option<syn::Type>,
    /// `extend("enum" = ["..", ".."])`
    pub(crate) enum_values: Vec<String>,
}

impl Bounds {
    /// Reads all attributes. `schemars` goes before `validate`, and that before `garde`.
    pub(crate) fn from_attrs(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut out = Bounds::default();
        for name in ["schemars", "validate", "garde"] {
            out.read(&entries(attrs, name));
        }
        if let Some(strategy) = entries(attrs, "x_kube").iter().find(|entry| entry.name == "merge_strategy") {
            out.list_type = read_merge_strategy(cx, strategy).or(out.list_type);
        }
        out
    }

    /// Adds what the attributes of a newtype say. schemars writes it over what those of its field say.
    pub(crate) fn extend(&mut self, newtype: &Bounds) {
        if newtype.max_length.is_some() || newtype.max_items.is_some() {
            self.length = None;
        }
        for (of_field, of_type) in [
            (&mut self.max_length, &newtype.max_length),
            (&mut self.max_items, &newtype.max_items),
            (&mut self.max_properties, &newtype.max_properties),
        ] {
            *of_field = of_type.clone().or_else(|| of_field.take());
        }
        self.format = newtype.format.clone().or_else(|| self.format.take());
        self.list_type = newtype.list_type.clone().or_else(|| self.list_type.take());
        self.embedded_resource = newtype.embedded_resource.or(self.embedded_resource);
        self.preserve_unknown_fields |= newtype.preserve_unknown_fields;
        self.int_or_string |= newtype.int_or_string;
        self.is_object |= newtype.is_object;
    }

    /// True if both have the same effect on the schema.
    pub(crate) fn is_same(&self, other: &Bounds) -> bool {
        let texts = |bounds: &Bounds| {
            let amounts = [&bounds.length, &bounds.max_length, &bounds.max_items, &bounds.max_properties];
            amounts.map(|amount| amount.as_ref().map(TokenStream::to_string))
        };
        let flags = |bounds: &Bounds| {
            let flags = (bounds.preserve_unknown_fields, bounds.int_or_string, bounds.is_object);
            (flags, bounds.embedded_resource.is_some(), bounds.foreign_schema.is_some())
        };
        let inner = match (&self.inner, &other.inner) {
            (Some(a), Some(b)) => a.is_same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let named = self.format == other.format && self.list_type == other.list_type;
        inner && named && texts(self) == texts(other) && flags(self) == flags(other)
    }

    /// True if the value, or each item of the list, is an int-or-string.
    pub(crate) fn is_int_or_string(&self) -> bool {
        self.int_or_string || self.inner.as_ref().is_some_and(|inner| inner.is_int_or_string())
    }

    fn read(&mut self, entries: &[Entry]) {
        for entry in entries {
            match (entry.name.as_str(), &entry.value) {
                ("length", Value::List(list)) if self.length.is_none() => self.length = read_length(list),
                ("inner", Value::List(list)) => {
                    self.inner.get_or_insert_default().read(&split(list.clone()));
                }
                ("extend", Value::List(list)) => self.read_extensions(&split(list.clone())),
                ("with" | "schema_with", Value::Eq(_)) => {
                    self.foreign_schema = Some(entry.span);
                    match entry.name.as_str() {
                        "with" => self.with = entry.string().and_then(|text| text.parse().ok()),
                        _ => self.schema_with = Some(entry.span),
                    }
                }
                _ => {}
            }
        }
    }

    fn read_extensions(&mut self, entries: &[Entry]) {
        let mut map_keys = Vec::new();
        for entry in entries {
            let Value::Eq(value) = &entry.value else { continue };
            match entry.name.as_str() {
                "maxLength" => self.max_length = Some(value.clone()),
                "maxItems" => self.max_items = Some(value.clone()),
                "maxProperties" => self.max_properties = Some(value.clone()),
                "enum" => self.enum_values = strings(value.clone()),
                "format" => self.format = string_literal(value.clone()).map(|text| text.value()),
                "x-kubernetes-preserve-unknown-fields" => {
                    self.preserve_unknown_fields = value.to_string() == "true";
                }
                "x-kubernetes-embedded-resource" if value.to_string() == "true" => {
                    self.embedded_resource = Some(entry.span);
                }
                "type" => {
                    self.is_object = string_literal(value.clone()).is_some_and(|ty| ty.value() == "object");
                }
                "x-kubernetes-int-or-string" => self.int_or_string = value.to_string() == "true",
                "x-kubernetes-list-type" => {
                    self.list_type = match string_literal(value.clone()).map(|text| text.value()).as_deref() {
                        Some("set") => Some(ListType::Set),
                        Some("map") => Some(ListType::Map(Vec::new())),
                        _ => None,
                    };
                }
                "x-kubernetes-list-map-keys" => map_keys = strings(value.clone()),
                _ => {}
            }
        }
        if let Some(ListType::Map(keys)) = &mut self.list_type {
            keys.extend(map_keys);
        }
    }
}

fn read_length(list: &TokenStream) -> Option<TokenStream> {
    split(list.clone()).into_iter().find_map(|entry| match entry.value {
        Value::Eq(bound) if entry.name == "max" || entry.name == "equal" => Some(expression(bound)),
        _ => None,
    })
}

/// The expression of a bound. schemars also reads it from a text: `length(max = "MAX")`.
fn expression(bound: TokenStream) -> TokenStream {
    string_literal(bound.clone()).and_then(|text| text.parse().ok()).unwrap_or(bound)
}

/// Reads `ListMerge::Set` and `ListMerge::Map(vec!["name".into()])`. Strategies of maps and structs do not
/// affect rules.
fn read_merge_strategy(cx: &Ctxt, entry: &Entry) -> Option<ListType> {
    let Value::Eq(tokens) = &entry.value else { return None };
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let named = |token: &TokenTree, name: &str| matches!(token, TokenTree::Ident(ident) if ident == name);
    let at = tokens.iter().position(|token| named(token, "ListMerge"))?;
    let variant = tokens[at..].iter().skip(1).find(|token| matches!(token, TokenTree::Ident(_)))?;
    if named(variant, "Set") {
        return Some(ListType::Set);
    }
    if !named(variant, "Map") {
        return None;
    }
    let keys = strings(tokens[at..].iter().cloned().collect());
    if keys.is_empty() {
        let help = "write them as literals: `ListMerge::Map(vec![\"name\".into()])`";
        cx.error_with_help(entry.span, "the keys of the list cannot be read", help);
    }
    Some(ListType::Map(keys))
}

/// All string literals in an expression.
fn strings(tokens: TokenStream) -> Vec<String> {
    let of = |token: TokenTree| match token {
        TokenTree::Group(group) => strings(group.stream()),
        TokenTree::Literal(literal) => match Lit::new(literal) {
            Lit::Str(text) => vec![text.value()],
            _ => Vec::new(),
        },
        TokenTree::Ident(_) | TokenTree::Punct(_) => Vec::new(),
    };
    tokens.into_iter().flat_map(of).collect()
}

/// rustc and schemars report what is nearly right: `WebSpec::x_validation`, `x_validations()`, `"WebSpec::x_validations"`.
fn is_meant(last: &str) -> bool {
    let name = last.trim_matches('"');
    let name = name.rsplit_once("::").map_or(name, |(_, name)| name);
    matches!(name, "x_validations" | "x_validation" | "x_validate")
}

/// True if `#[schemars(transform = ..::x_validations)]` is on the type. Reports a second one.
pub(crate) fn has_transform(cx: &Ctxt, item: &syn::DeriveInput) -> bool {
    let mut found: Vec<(String, Span)> = Vec::new();
    // A generic type's arguments contain commas: `transform = Pair::<A, B>::x_validations`.
    let mut transform = None;
    for entry in entries(&item.attrs, "schemars") {
        match &entry.value {
            Value::Eq(_) if entry.name != "transform" => transform = None,
            Value::Eq(path) => transform = Some((path.clone(), entry.span)),
            Value::None | Value::List(_) => {
                let Some((path, _)) = &mut transform else { continue };
                path.extend(entry.name.parse::<TokenStream>().unwrap_or_default());
            }
        }
        let Some((path, span)) = &transform else { continue };
        let last = path.clone().into_iter().filter(|token| !matches!(token, TokenTree::Group(_))).last();
        if last.is_some_and(|token| is_meant(&token.to_string())) {
            found.push((owner(path, &item.ident), *span));
            transform = None;
        }
    }
    let twice = (1..found.len()).find(|n| found[..*n].iter().any(|(owner, _)| *owner == found[*n].0));
    if let Some((_, span)) = twice.and_then(|n| found.get(n)) {
        let help = "remove one of the two: the rules are to be in the CRD once";
        cx.error_with_help(*span, "the `transform` of the rules is there twice", help);
    }
    let own = item.ident.unraw().to_string();
    let is_own = |owner: &String| *owner == own || owner.is_empty();
    if let (Some((owner, span)), false) = (found.first(), found.iter().any(|(owner, _)| is_own(owner))) {
        let message = format!("this `transform` puts the rules of `{owner}` into the CRD");
        cx.error_with_help(*span, message, format!("write `transform = {}::x_validations`", item.ident));
    }
    !found.is_empty()
}

/// The name of the type in front of `::x_validations`, or nothing. In attributes of schemars `Self` is the type.
fn owner(path: &TokenStream, own: &proc_macro2::Ident) -> String {
    let text = path.to_string().replace([' ', '"'], "");
    let text = text.rsplit_once("::").map_or("", |(owner, _)| owner);
    let name = text.split('<').next().unwrap_or_default().trim_end_matches("::");
    match name {
        "Self" => own.unraw().to_string(),
        name => name.rsplit("::").next().unwrap_or_default().trim_start_matches("r#").to_owned(),
    }
}
