//! Aliases that attributes name: `#[serde(try_from = "Text")]`, `#[schemars(with = "Text")]`.

use super::{DEPTH, Source};
use crate::literal::Text;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Meta, Type};

/// The attributes with what stands behind the aliases; `None` if there is none.
pub(super) fn of_attributes(source: &Source<'_>, attrs: &[Attribute]) -> Option<Vec<Attribute>> {
    let changed: Vec<Option<TokenStream>> = attrs.iter().map(|attr| of_attribute(source, attr)).collect();
    if changed.iter().all(Option::is_none) {
        return None;
    }
    let with = |(attr, tokens): (&Attribute, Option<TokenStream>)| {
        let mut attr = attr.clone();
        if let (Meta::List(list), Some(tokens)) = (&mut attr.meta, tokens) {
            list.tokens = tokens;
        }
        attr
    };
    Some(attrs.iter().zip(changed).map(with).collect())
}

fn of_attribute(source: &Source<'_>, attr: &Attribute) -> Option<TokenStream> {
    let Meta::List(list) = &attr.meta else { return None };
    let keys: &[&str] = match list.path.get_ident()?.to_string().as_str() {
        "serde" => &["into", "from", "try_from"],
        "schemars" => &["with"],
        _ => return None,
    };
    let mut tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    let mut is_changed = false;
    for at in 2..tokens.len() {
        let [TokenTree::Ident(key), TokenTree::Punct(equals), TokenTree::Literal(text)] =
            &tokens[at - 2..=at]
        else {
            continue;
        };
        if equals.as_char() != '=' || !keys.iter().any(|known| key == known) {
            continue;
        }
        let ty = Text::of(text.clone()).and_then(|text| text.parse::<Type>().ok());
        if let Some(real) = ty.and_then(|ty| source.real(&ty, DEPTH)) {
            let mut literal = Literal::string(&real.to_token_stream().to_string());
            literal.set_span(text.span());
            tokens[at] = literal.into();
            is_changed = true;
        }
    }
    is_changed.then(|| tokens.into_iter().collect())
}
