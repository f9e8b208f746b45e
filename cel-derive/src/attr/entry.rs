//! The arguments of attributes, one by one.

use crate::{
    ctxt::Ctxt,
    literal::{Text, string_literal},
};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::Attribute;

/// `key`, `key = value` or `key(..)` between two commas.
pub(crate) struct Entry {
    /// The key without spaces; for a key in quotes its text.
    pub(crate) name: String,
    pub(crate) is_quoted: bool,
    pub(crate) span: Span,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    None,
    Eq(TokenStream),
    List(TokenStream),
}

impl Entry {
    pub(super) fn value_span(&self) -> Span {
        match &self.value {
            Value::Eq(tokens) | Value::List(tokens) => {
                let spans = tokens.clone().into_iter().map(|token| token.span());
                spans.reduce(|a, b| a.join(b).unwrap_or(a)).unwrap_or(self.span)
            }
            Value::None => self.span,
        }
    }

    /// True if the value after `key =` is a path, as the name of a constant.
    pub(super) fn is_path(&self) -> bool {
        matches!(&self.value, Value::Eq(tokens) if syn::parse2::<syn::Path>(tokens.clone()).is_ok())
    }

    /// `"self.name == "a""`
    pub(super) fn has_several_literals(&self) -> bool {
        let Value::Eq(tokens) = &self.value else { return false };
        let is_literal = |token: TokenTree| matches!(token, TokenTree::Literal(_));
        tokens.clone().into_iter().filter(|token| is_literal(token.clone())).count() > 1
    }

    /// `rule = ("self.min > 0", "x")`, `rule = Rule::new("self.min > 0")`, as in `#[x_kube(validation = ..)]`
    pub(super) fn is_rule_of_kube(&self) -> bool {
        let Value::Eq(tokens) = &self.value else { return false };
        let Ok(value) = syn::parse2::<syn::Expr>(tokens.clone()) else { return false };
        matches!(
            value,
            syn::Expr::Tuple(_) | syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Struct(_)
        )
    }

    /// `rule = "self.min > 0"; message = "x"`
    pub(super) fn has_semicolon(&self) -> bool {
        let Value::Eq(tokens) = &self.value else { return false };
        tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'))
    }

    /// A text with an escape that Rust does not have: `"self.name.matches('\d')"`
    pub(super) fn is_broken_text(&self) -> bool {
        let Value::Eq(tokens) = &self.value else { return false };
        let text = tokens.to_string();
        text.starts_with('"')
            && text.contains('\\')
            && !self.has_several_literals()
            && self.string().is_none()
    }

    /// The text after `key =`.
    pub(crate) fn string(&self) -> Option<Text> {
        match &self.value {
            Value::Eq(tokens) => string_literal(tokens.clone()),
            Value::None | Value::List(_) => None,
        }
    }
}

/// The arguments of all attributes with a name.
pub(crate) fn entries(attrs: &[Attribute], name: &str) -> Vec<Entry> {
    let lists = attrs.iter().filter(|attr| attr.path().is_ident(name));
    lists
        .filter_map(|attr| attr.meta.require_list().ok())
        .flat_map(|list| split(list.tokens.clone()))
        .collect()
}

/// Splits the arguments of an attribute.
pub(crate) fn split(tokens: TokenStream) -> Vec<Entry> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    tokens.split(is_comma).filter(|tokens| !tokens.is_empty()).map(entry).collect()
}

/// Reports a comma with nothing in front of it.
pub(super) fn empty_places(cx: &Ctxt, tokens: TokenStream) {
    let mut before = true;
    for token in tokens {
        let is_comma = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        if is_comma && before {
            return cx.error_with_help(token.span(), "there is nothing in front of this comma", "remove it");
        }
        before = is_comma;
    }
}

/// Reports quotes around a name.
pub(super) fn unquoted(cx: &Ctxt, entry: &Entry) {
    if entry.is_quoted {
        let help = format!("write `{}` without quotes", entry.name);
        cx.error_with_help(entry.span, format!("`{}` is a name, not a text", entry.name), help);
    }
}

fn entry(tokens: &[TokenTree]) -> Entry {
    let is_equals = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=');
    let (key, value) = match (tokens.iter().position(is_equals), tokens) {
        (Some(at), _) => (&tokens[..at], Value::Eq(tokens[at + 1..].iter().cloned().collect())),
        (None, [key @ .., TokenTree::Group(group)])
            if group.delimiter() == Delimiter::Parenthesis && !key.is_empty()
                || group.delimiter() != Delimiter::None && matches!(key, [TokenTree::Ident(_)]) =>
        {
            (key, Value::List(group.stream()))
        }
        (None, key) => (key, Value::None),
    };
    let span = key.first().or(tokens.first()).map_or_else(Span::call_site, TokenTree::span);
    let text = string_literal(key.iter().cloned().collect());
    let is_quoted = text.is_some();
    let name = text.map_or_else(|| key.iter().map(ToString::to_string).collect(), |text| text.value());
    Entry { name, is_quoted, span, value }
}

pub(super) fn ungroup(tokens: TokenStream) -> TokenStream {
    let mut iter = tokens.clone().into_iter();
    match (iter.next(), iter.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            ungroup(group.stream())
        }
        _ => tokens,
    }
}
