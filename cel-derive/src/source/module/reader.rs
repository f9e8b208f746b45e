//! Reads a module from its tokens.

use super::{Alias, Child, Module, Place, Type};
use crate::{
    edition::plain,
    source::{
        names::TYPES,
        uses::{is_conditional, is_public, uses},
    },
};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Reads a module. `text` is that of its file.
pub(super) fn read(tokens: &[TokenTree], text: &Arc<str>) -> Module {
    let (uses, has_conditional_use) = uses(tokens);
    let mut module = Module { uses, has_conditional_use, text: text.clone(), ..Module::default() };
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|n| tokens.get(n));
        match token {
            TokenTree::Ident(name) => {
                let name = plain(name);
                if let Some(keyword) = ident(before) {
                    if TYPES.contains(&keyword.as_str()) {
                        let ty = ty(tokens, at, keyword == "type");
                        module.types.entry(name.clone()).or_default().push(ty);
                    }
                    if keyword == "mod" {
                        module.children.extend(child(tokens, at, &name, text));
                    }
                }
                module.words.insert(name);
            }
            TokenTree::Group(group) => {
                if is_path_list(before) {
                    module.brings_names |= words(group, &mut module.words);
                }
                if is_punct(before, '!') {
                    module.in_calls.extend(in_call(group));
                }
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                '*' => module.brings_names = true,
                '!' => {
                    module.brings_names |= !is_inner_attribute(tokens, at);
                    module.calls_macros |= ident(before).is_some_and(|name| name != "macro_rules");
                }
                _ => {}
            },
            TokenTree::Literal(_) => {}
        }
    }
    module
}

/// The type whose name stands at a place.
fn ty(tokens: &[TokenTree], name: usize, is_alias: bool) -> Type {
    let alias = if is_alias { tokens.get(name + 1..).and_then(alias) } else { None };
    let is_public = is_public(tokens, name - 1);
    let generic = if is_alias { None } else { generic(&tokens[name - 1..]) };
    Type { at: name, is_alias, is_public, derives: derives(tokens, name - 1), alias, generic }
}

/// The text of an item, from `struct` or `enum` on, if it is generic and has a `PhantomData`, or a field with a generic type that may have one.
fn generic(tokens: &[TokenTree]) -> Option<String> {
    if !is_punct(tokens.get(2), '<') {
        return None;
    }
    let is_end = |token: &TokenTree| {
        is_punct(Some(token), ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    let end = tokens.iter().position(is_end)?;
    let text = tokens[..=end].iter().cloned().collect::<TokenStream>().to_string();
    // A type of the parameter's own, `T` or `Vec<T>`, is no mark.
    let has_generic_field = || text.matches('<').count() > 1;
    (text.contains("PhantomData") || has_generic_field()).then_some(text)
}

/// The module whose name stands at a place.
fn child(tokens: &[TokenTree], at: usize, name: &str, text: &Arc<str>) -> Option<Child> {
    let inline = match tokens.get(at + 1)? {
        TokenTree::Group(group) => Some(Arc::new(read(&inside(group), text))),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    };
    let (is_public, is_conditional) = (is_public(tokens, at - 1), is_conditional(&tokens[..at - 1]));
    Some(Child { name: name.to_owned(), at, is_public, is_conditional, inline })
}

/// The text of the derives of an item; `None` if one of its attributes may change it.
fn derives(tokens: &[TokenTree], keyword: usize) -> Option<String> {
    let mut out = String::new();
    let mut at = keyword;
    if matches!(tokens.get(at.wrapping_sub(1)), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
    {
        at -= 1; // skips the parentheses of `pub(crate)`
    }
    if ident(tokens.get(at.wrapping_sub(1))).is_some_and(|word| word == "pub") {
        at -= 1;
    }
    while let Some(TokenTree::Group(group)) = at.checked_sub(1).and_then(|n| tokens.get(n)) {
        // `#![forbid(..)]` is none of the item's.
        let is_attribute = is_punct(at.checked_sub(2).and_then(|n| tokens.get(n)), '#');
        if group.delimiter() != Delimiter::Bracket || !is_attribute {
            break;
        }
        let name = ident(group.stream().into_iter().next().as_ref())?;
        if !INERT.contains(&name.as_str()) {
            return None;
        }
        if name == "derive" {
            out.push_str(&group.stream().to_string());
        }
        at -= 2;
    }
    Some(out)
}

/// An alias, by the tokens behind its name.
fn alias(tokens: &[TokenTree]) -> Option<Alias> {
    let mut depth = 0_usize;
    let is_equals = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && punct.as_char() == '='
        }
        _ => false,
    };
    let at = tokens.iter().position(is_equals)?;
    let target = tokens[at + 1..].iter().take_while(|token| !is_punct(Some(token), ';'));
    let text = |tokens: TokenStream| tokens.to_string();
    Some(Alias {
        parameters: text(tokens[..at].iter().cloned().collect()),
        target: text(target.cloned().collect()),
        is_only: true,
    })
}

/// Attributes that do not change an item.
const INERT: &[&str] = &[
    "allow",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "garde",
    "kube",
    "must_use",
    "non_exhaustive",
    "repr",
    "schemars",
    "serde",
    "validate",
    "warn",
    "x_kube",
    "x_validation",
];

/// The places of all types of a file, by their names, in the order of the file: the compiler gives all tokens of a text the same span.
pub(super) fn places(tokens: Vec<TokenTree>, text: &Arc<str>) -> HashMap<String, Vec<Place>> {
    let mut out = HashMap::new();
    Scope { tokens, text, module: OnceCell::new() }.push_places(&[], Some(&[]), &mut out);
    out
}

/// The tokens of a module, or of a block in a function.
struct Scope<'a> {
    tokens: Vec<TokenTree>,
    text: &'a Arc<str>,
    module: OnceCell<Arc<Module>>,
}

impl Scope<'_> {
    fn module(&self) -> Arc<Module> {
        self.module.get_or_init(|| Arc::new(read(&self.tokens, self.text))).clone()
    }

    /// Adds the types in this scope and in those inside of it. It sees the names of the scopes `around` it.
    fn push_places(
        &self,
        around: &[&Scope<'_>],
        way: Option<&[String]>,
        out: &mut HashMap<String, Vec<Place>>,
    ) {
        let scopes: Vec<&Scope<'_>> = std::iter::once(self).chain(around.iter().copied()).collect();
        let push = |name: String, out: &mut HashMap<String, Vec<Place>>| {
            let scopes = scopes.iter().map(|scope| scope.module()).collect();
            out.entry(name).or_default().push(Place { way: way.map(<[_]>::to_vec), scopes });
        };
        for (at, token) in self.tokens.iter().enumerate() {
            let before = |n: usize| at.checked_sub(n).and_then(|n| self.tokens.get(n));
            match token {
                TokenTree::Ident(name) if is_type_keyword(before(1)) => push(name.to_string(), out),
                TokenTree::Group(group) if is_punct(before(1), '!') => {
                    in_call(group).into_iter().for_each(|name| push(name, out));
                }
                // What a macro makes of its tokens is not known, and an attribute has no types.
                TokenTree::Group(_) if is_punct(before(2), '!') || is_punct(before(1), '#') => {}
                TokenTree::Group(group) => {
                    let name =
                        ident(before(1)).filter(|_| ident(before(2)).is_some_and(|word| word == "mod"));
                    let scope = Scope { tokens: inside(group), text: self.text, module: OnceCell::new() };
                    match name {
                        Some(name) => {
                            let way = way.map(|way| [way, std::slice::from_ref(&name)].concat());
                            scope.push_places(&[], way.as_deref(), out);
                        }
                        // A function sees the names around it, a module does not.
                        None => scope.push_places(&scopes, None, out),
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

fn is_type_keyword(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Ident(word)) if TYPES.iter().any(|ty| word == ty))
}

/// The names of the types in a call of a macro, and in calls inside it.
fn in_call(group: &Group) -> Vec<String> {
    let of_pair = |pair: &[TokenTree]| match pair {
        [keyword, TokenTree::Ident(name)] if is_type_keyword(Some(keyword)) => vec![name.to_string()],
        [bang, TokenTree::Group(group)] if is_punct(Some(bang), '!') => in_call(group),
        _ => Vec::new(),
    };
    inside(group).windows(2).flat_map(of_pair).collect()
}

fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(plain(ident)),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// True for the `!` of `#![..]`.
fn is_inner_attribute(tokens: &[TokenTree], bang: usize) -> bool {
    matches!(tokens.get(bang + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket)
        && is_punct(bang.checked_sub(1).and_then(|n| tokens.get(n)), '#')
}

/// True for the token before the braces of `use a::{..}` and `use {..}`.
fn is_path_list(before: Option<&TokenTree>) -> bool {
    is_punct(before, ':') || ident(before).is_some_and(|word| word == "use")
}

/// Adds the names in a list of imports. True if there is a `*`.
fn words(group: &Group, out: &mut HashSet<String>) -> bool {
    let mut has_star = false;
    for token in group.stream() {
        match token {
            TokenTree::Ident(ident) => drop(out.insert(plain(&ident))),
            TokenTree::Group(group) => has_star |= words(&group, out),
            TokenTree::Punct(punct) => has_star |= punct.as_char() == '*',
            TokenTree::Literal(_) => {}
        }
    }
    has_star
}
