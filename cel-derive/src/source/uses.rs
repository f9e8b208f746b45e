//! Reads the imports of a module from its tokens.

use crate::edition::plain;
use proc_macro2::{Delimiter, TokenTree};

/// One name or one glob of a `use`.
pub(super) struct Use {
    /// The names of the path. A leading `::` is an empty name.
    pub(super) path: Vec<String>,
    /// The name that it brings into scope; `None` for a glob.
    pub(super) name: Option<String>,
    /// True for `pub use`.
    pub(super) is_public: bool,
}

/// All imports of a module, and true if one of them is conditional.
pub(super) fn uses(tokens: &[TokenTree]) -> (Vec<Use>, bool) {
    let mut out = Vec::new();
    let mut has_conditional = false;
    for (at, token) in tokens.iter().enumerate() {
        if !is_ident(token, "use") {
            continue;
        }
        let tree: Vec<TokenTree> =
            tokens[at + 1..].iter().take_while(|token| !is_punct(token, ';')).cloned().collect();
        has_conditional |= is_conditional(&tokens[..at]);
        let first = out.len();
        push(&tree, &[], &mut out);
        let is_public = is_public(tokens, at);
        out.iter_mut().skip(first).for_each(|found| found.is_public = is_public);
    }
    (out, has_conditional)
}

/// True if `pub` stands before a keyword, without parentheses.
pub(super) fn is_public(tokens: &[TokenTree], keyword: usize) -> bool {
    keyword.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| is_ident(token, "pub"))
}

/// The names of one `use`, from the tokens after the keyword.
pub(super) fn of_statement(tree: &[TokenTree]) -> Vec<Use> {
    let mut out = Vec::new();
    push(tree, &[], &mut out);
    out
}

/// True if an item has `#[cfg(..)]` or another attribute that may change it. `before` are the tokens before the item.
pub(super) fn is_conditional(mut before: &[TokenTree]) -> bool {
    loop {
        before = match before {
            // `#![deny(..)]` is none of the item's.
            [start @ .., hash, TokenTree::Group(group)]
                if group.delimiter() == Delimiter::Bracket && is_punct(hash, '#') =>
            {
                let first = group.stream().into_iter().next();
                if !first.is_some_and(|first| INERT.contains(&first.to_string().as_str())) {
                    return true;
                }
                start
            }
            [start @ .., TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => start,
            [start @ .., token] if is_ident(token, "pub") => start,
            _ => return false,
        }
    }
}

/// Attributes that do not change an import or a module.
const INERT: &[&str] = &["allow", "deny", "doc", "expect", "forbid", "rustfmt", "warn"];

/// Adds the names of a tree of imports: `a::{b, c::*}`.
fn push(tree: &[TokenTree], prefix: &[String], out: &mut Vec<Use>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    while let Some(token) = tree.get(at) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => {
                if path.is_empty() {
                    path.push(String::new());
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '*' => {
                out.push(Use { path, name: None, is_public: false });
                return;
            }
            TokenTree::Ident(ident) if ident == "as" => {
                let name = match tree.get(at + 1) {
                    Some(TokenTree::Ident(name)) => Some(plain(name)),
                    _ => None,
                };
                out.push(Use { path: without_self(path), name, is_public: false });
                return;
            }
            TokenTree::Ident(ident) => path.push(plain(ident)),
            TokenTree::Group(group) => {
                let list: Vec<TokenTree> = group.stream().into_iter().collect();
                list.split(|token| is_punct(token, ',')).for_each(|tree| push(tree, &path, out));
                return;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => return,
        }
        at += 1;
    }
    let path = without_self(path);
    if path.len() > prefix.len() || !tree.is_empty() {
        let name = path.last().cloned();
        out.push(Use { path, name, is_public: false });
    }
}

/// Turns `a::{self}` into `a`.
fn without_self(mut path: Vec<String>) -> Vec<String> {
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    path
}

fn is_ident(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}
