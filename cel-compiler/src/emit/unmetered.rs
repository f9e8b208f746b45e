//! Generated code without its charges, to measure what they take.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The statements but those that only charge, and what they measure for it. Functions that charge themselves still do.
pub(crate) fn unmetered(statements: TokenStream) -> TokenStream {
    let mut kept = TokenStream::new();
    let mut statement = Vec::new();
    for token in statements {
        let ends = is_end(&token);
        statement.push(match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), unmetered(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        });
        if ends {
            kept.extend(without_charge(std::mem::take(&mut statement)));
        }
    }
    kept.extend(without_charge(statement));
    kept
}

/// True for what statements end with: a semicolon or a block.
fn is_end(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

/// The rest of a statement.
fn without_charge(statement: Vec<TokenTree>) -> TokenStream {
    let names = statement.iter().map_while(|token| match token {
        TokenTree::Group(_) => None,
        token => Some(token.to_string()),
    });
    let start: Vec<String> = names.collect();
    let start: Vec<&str> = start.iter().map(String::as_str).collect();
    match start.as_slice() {
        ["cost", ".", "add" | "add_if" | "charge" | "check" | "turn"]
        | ["let", _, "=", "size", ":", ":", "measured"] => TokenStream::new(),
        ["cost", ".", "finish"] => statement.into_iter().skip(start.len()).flat_map(content).collect(),
        _ => statement.into_iter().collect(),
    }
}

/// Content of a group.
fn content(token: TokenTree) -> TokenStream {
    match token {
        TokenTree::Group(group) => group.stream(),
        token => token.into(),
    }
}
