//! Rules in `#[schemars(extend("x-kubernetes-validations" = [{ "rule": ".." }]))]`: JSON made of literals.

use super::{Entry, Origin, Rule, Value, entries, nearest, split, ungroup};
use crate::{
    ctxt::Ctxt,
    literal::{Text, string_literal},
};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::Attribute;

/// The key of an extension that has rules.
const VALIDATIONS: &str = "x-kubernetes-validations";

/// The rules in the arguments of `schemars`.
pub(super) fn rules(cx: &Ctxt, entries: &[Entry]) -> Vec<Rule> {
    let rules = extensions(entries).filter(|extension| extension.name == VALIDATIONS);
    rules.flat_map(|extension| list(cx, &extension)).collect()
}

/// The span of the rules in these attributes.
pub(crate) fn place(attrs: &[Attribute]) -> Option<Span> {
    let entries = entries(attrs, "schemars");
    let mut extensions = extensions(&entries);
    extensions.find(|extension| extension.name == VALIDATIONS).map(|extension| extension.span)
}

fn extensions(entries: &[Entry]) -> impl Iterator<Item = Entry> {
    let lists =
        entries.iter().filter(|entry| entry.name == "extend").filter_map(|entry| match &entry.value {
            Value::List(list) => Some(split(list.clone())),
            Value::None | Value::Eq(_) => None,
        });
    lists.flatten()
}

fn list(cx: &Ctxt, extension: &Entry) -> Vec<Rule> {
    let Value::Eq(tokens) = &extension.value else { return Vec::new() };
    match delimited(tokens.clone(), Delimiter::Bracket) {
        Some(list) => elements(list.stream()).into_iter().filter_map(|rule| entry(cx, rule)).collect(),
        None if is_literal(tokens) || delimited(tokens.clone(), Delimiter::Brace).is_some() => {
            let message = format!("`{VALIDATIONS}` is a list of rules");
            cx.error_with_help(extension.value_span(), message, "write `[{ \"rule\": \"..\" }]`");
            Vec::new()
        }
        None => vec![Rule::unread(extension.value_span(), Origin::Schemars)],
    }
}

/// One entry: `{ "rule": "..", "message": ".." }`. `None` if an error was reported.
fn entry(cx: &Ctxt, tokens: TokenStream) -> Option<Rule> {
    let span = span(&tokens);
    let unread = || Some(Rule::unread(span, Origin::Schemars));
    if is_literal(&tokens) {
        cx.error_with_help(span, NEEDS_RULE, "write `{ \"rule\": \"..\" }`");
        return None;
    }
    let Some(object) = delimited(tokens, Delimiter::Brace) else { return unread() };
    let mut members = Vec::new();
    for member in elements(object.stream()) {
        let Some(member) = pair(member) else { return unread() };
        members.push(member);
    }
    let Some(at) = members.iter().position(|(key, _)| key.value() == "rule") else {
        cx.error(span, NEEDS_RULE);
        return None;
    };
    let Some(rule) = string_literal(members.remove(at).1) else { return unread() };
    let mut rule = Rule { origin: Origin::Schemars, ..Rule::new(rule) };
    for (key, value) in members {
        if !KEYS.contains(&key.value().as_str()) {
            let message = format!("unknown key `{}` in `{VALIDATIONS}`", key.value());
            match nearest(&key.value(), KEYS.iter()) {
                Some(near) => cx.error_with_help(key.span(), message, format!("did you mean `{near}`?")),
                None => cx.error(key.span(), message),
            }
        } else if key.value() != "optionalOldSelf"
            && is_literal(&value)
            && string_literal(value.clone()).is_none()
        {
            cx.error(self::span(&value), format!("`{}` takes a text in quotes", key.value()));
            return None;
        } else if rule.set_entry(&key.value(), value).is_none() {
            return unread();
        }
    }
    Some(rule)
}

const NEEDS_RULE: &str = "an entry of `x-kubernetes-validations` needs a `rule`";

/// True for a text, a number or a bool.
fn is_literal(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Lit>(tokens.clone()).is_ok()
}

const KEYS: &[&str] = &["rule", "message", "messageExpression", "fieldPath", "reason", "optionalOldSelf"];

impl Rule {
    /// Sets a key beside the rule; `None` if its value is not a literal.
    fn set_entry(&mut self, key: &str, value: TokenStream) -> Option<()> {
        if key == "optionalOldSelf" {
            self.spans.push(("optional_old_self", span(&value)));
            self.rule.optional_old_self = Some(syn::parse2::<syn::LitBool>(ungroup(value)).ok()?.value);
            return Some(());
        }
        let text = string_literal(value)?;
        let (name, place) = match key {
            "message" => ("message", &mut self.rule.message),
            "messageExpression" => ("message_expression", &mut self.rule.message_expression),
            "fieldPath" => ("field_path", &mut self.rule.field_path),
            _ => ("reason", &mut self.rule.reason),
        };
        *place = Some(text.value());
        self.spans.push((name, text.span()));
        if key == "messageExpression" {
            self.message_expression = Some(text);
        }
        Some(())
    }
}

/// `"key": value`
fn pair(tokens: TokenStream) -> Option<(Text, TokenStream)> {
    let mut tokens = tokens.into_iter();
    let key = string_literal(tokens.next()?.into())?;
    match tokens.next()? {
        TokenTree::Punct(colon) if colon.as_char() == ':' => Some((key, tokens.collect())),
        _ => None,
    }
}

/// The tokens in these delimiters, or in those in the argument of `json!`.
fn delimited(tokens: TokenStream, delimiter: Delimiter) -> Option<Group> {
    let tokens: Vec<TokenTree> = ungroup(tokens).into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Group(group)] if group.delimiter() == delimiter => Some(group.clone()),
        [.., TokenTree::Ident(json), TokenTree::Punct(bang), TokenTree::Group(group)]
            if json == "json" && bang.as_char() == '!' =>
        {
            delimited(group.stream(), delimiter)
        }
        _ => None,
    }
}

/// The tokens between commas.
fn elements(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let elements = tokens.split(is_comma).filter(|tokens| !tokens.is_empty());
    elements.map(|tokens| tokens.iter().cloned().collect()).collect()
}

fn span(tokens: &TokenStream) -> Span {
    let spans = tokens.clone().into_iter().map(|token| token.span());
    spans.reduce(|a, b| a.join(b).unwrap_or(a)).unwrap_or_else(Span::call_site)
}
