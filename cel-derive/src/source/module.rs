//! Finds the items of a module in the tokens of its file.

use super::uses::{Use, uses};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// The items beside a derived one.
pub(super) struct Module {
    tokens: Vec<TokenTree>,
    /// The text of the whole file.
    text: String,
}

/// The meaning of a name in a module.
pub(super) enum Definition {
    /// A struct or an enum that derives `XValidation`.
    Derived,
    /// A struct or an enum that does not derive it.
    Type,
    /// `type Name = ..;`
    Alias(Alias),
    /// No type has the name.
    Missing,
}

/// `type Name<T> = Vec<T>;`
pub(super) struct Alias {
    /// `<T>`, or nothing.
    pub(super) parameters: TokenStream,
    pub(super) target: TokenStream,
    /// No `#[cfg(..)]` chooses between several.
    pub(super) is_only: bool,
}

/// False if the text shows that a type of this name derives, or that it may come from elsewhere. Then there is
/// no need to parse it.
pub(super) fn may_be_missing(text: &str, name: &str) -> bool {
    let mut defined = false;
    for before in definitions(text, name) {
        defined = true;
        let attributes = before.rfind(['}', ';']).map_or(before, |end| &before[end..]);
        if attributes.contains("XValidation") {
            return false;
        }
    }
    defined || !text.contains("::*")
}

/// True if the file imports this name from a crate and defines no type with it.
pub(super) fn imports(text: &str, krate: &str, name: &str) -> bool {
    let mut uses =
        text.split("use ").skip(1).filter_map(|rest| rest.split_once(';')).map(|(path, _)| path.trim_start());
    uses.any(|path| path.trim_start_matches("::").starts_with(krate) && mentions_word(path, name))
        && definitions(text, name).next().is_none()
}

/// A text has this word.
pub(super) fn mentions_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| is_word(text, at, name))
}

fn is_word(text: &str, at: usize, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
}

impl Module {
    /// A module from its tokens and the text of its file.
    pub(super) fn new(tokens: Vec<TokenTree>, text: &str) -> Module {
        Module { tokens, text: text.to_owned() }
    }

    /// The module of an item, if the file has exactly one such item and it derives `XValidation`.
    pub(super) fn of(text: &str, item: &Ident) -> Option<Module> {
        if text.starts_with("#!") && !text.starts_with("#![") {
            return None;
        }
        let module = Module::around(text, item)?;
        matches!(module.definition(&item.to_string()), Some(Definition::Derived)).then_some(module)
    }

    /// The module that an item is in. A macro may write it.
    pub(super) fn around(text: &str, item: &Ident) -> Option<Module> {
        let item = item.to_string();
        if definitions(text, &item).count() != 1 {
            return None;
        }
        let tokens: Vec<TokenTree> = text.parse::<TokenStream>().ok()?.into_iter().collect();
        Some(Module::new(find(tokens, &item)?, text))
    }

    /// The scopes around an item: the blocks of functions that have it, innermost first, then their module.
    pub(super) fn scopes(text: &str, item: &Ident) -> Vec<Module> {
        let item = item.to_string();
        if definitions(text, &item).count() != 1 {
            return Vec::new();
        }
        let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
        let scopes = scopes(tokens.into_iter().collect(), &item).unwrap_or_default();
        scopes.into_iter().map(|tokens| Module::new(tokens, text)).collect()
    }

    /// True if it defines a type of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.tokens.windows(2).any(|pair| is_type(pair, name))
    }

    /// True if an import may bring a type of this name.
    pub(super) fn may_import(&self, name: &str) -> bool {
        let brings = |found: &Use| found.name.as_deref().is_none_or(|found| found == name);
        uses(&self.tokens).is_none_or(|uses| uses.iter().any(brings))
    }

    /// The meaning of a name; `None` in doubt.
    pub(super) fn definition(&self, name: &str) -> Option<Definition> {
        let is_name = |n: usize| matches!(self.tokens.get(n), Some(TokenTree::Ident(ident)) if ident == name);
        let mut defined = (1..self.tokens.len()).filter(|n| is_name(*n)).filter_map(|n| {
            let keyword = ident(self.tokens.get(n - 1))?;
            TYPES.contains(&keyword.as_str()).then_some((n, keyword))
        });
        let Some((at, keyword)) = defined.next() else { return self.missing(name) };
        let others: Vec<String> = defined.map(|(_, keyword)| keyword).collect();
        if keyword == "type" && others.iter().all(|other| other == "type") {
            return alias(self.tokens.get(at + 1..)?, others.is_empty()).map(Definition::Alias);
        }
        if !others.is_empty() {
            return None;
        }
        let attributes = self.attributes(at - 1)?;
        Some(if attributes.contains("XValidation") { Definition::Derived } else { Definition::Type })
    }

    /// The derives of the only type of this name; `None` in doubt.
    pub(super) fn derives(&self, name: &str) -> Option<String> {
        let at = self.tokens.windows(2).position(|pair| is_type(pair, name))?;
        self.attributes(at)
    }

    /// `Missing` if the module neither mentions the name nor has a glob or a macro that may bring it.
    fn missing(&self, name: &str) -> Option<Definition> {
        let brings_names = |n: usize| match self.tokens.get(n) {
            Some(TokenTree::Punct(punct)) => match punct.as_char() {
                '*' => true,
                '!' => {
                    !matches!(self.tokens.get(n + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket && n > 0 && is_hash(self.tokens.get(n - 1)))
                }
                _ => false,
            },
            Some(TokenTree::Group(group)) => {
                is_path_list(self.tokens.get(n.wrapping_sub(1))) && mentions_star(group)
            }
            _ => false,
        };
        let is_mentioned =
            self.tokens.iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == name));
        let in_paths = self.text.match_indices(name).any(|(at, _)| {
            let before = self.text[..at].trim_end();
            is_word(&self.text, at, name) && (before.ends_with("::") || before.ends_with(" as"))
        });
        let is_listed = self.tokens.windows(2).any(|pair| match pair {
            [before, TokenTree::Group(group)] => is_path_list(Some(before)) && mentions(group, name),
            _ => false,
        });
        let in_doubt = is_mentioned
            || in_paths
            || is_listed
            || (0..self.tokens.len()).any(brings_names)
            || PRELUDE.contains(&name);
        (!in_doubt).then_some(Definition::Missing)
    }

    /// The text of the derives of an item; `None` if one of its attributes may change it.
    fn attributes(&self, keyword: usize) -> Option<String> {
        let mut out = String::new();
        let mut at = keyword;
        if matches!(self.tokens.get(at.checked_sub(1)?), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        {
            at -= 1; // skips the parentheses of `pub(crate)`
        }
        if ident(self.tokens.get(at.wrapping_sub(1))).is_some_and(|word| word == "pub") {
            at -= 1;
        }
        while let Some(TokenTree::Group(group)) = at.checked_sub(1).and_then(|n| self.tokens.get(n)) {
            if group.delimiter() != Delimiter::Bracket
                || !is_hash(at.checked_sub(2).and_then(|n| self.tokens.get(n)))
            {
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
}

/// An alias, by the tokens behind its name.
fn alias(tokens: &[TokenTree], is_only: bool) -> Option<Alias> {
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
    let is_end = |token: &&TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let target = tokens[at + 1..].iter().take_while(|token| !is_end(token)).cloned().collect();
    Some(Alias { parameters: tokens[..at].iter().cloned().collect(), target, is_only })
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

/// Types that need no import.
pub(super) const PRELUDE: &[&str] = &["Box", "Option", "Result", "String", "Vec"];

/// The tokens of the module with an item of this name. The compiler gives all tokens of a text the same span,
/// so the name must be unique in the file.
fn find(tokens: Vec<TokenTree>, item: &str) -> Option<Vec<TokenTree>> {
    if has_item(&tokens, item) {
        return Some(tokens);
    }
    let modules = tokens.windows(3).filter_map(|tokens| match tokens {
        [TokenTree::Ident(keyword), TokenTree::Ident(_), TokenTree::Group(group)]
            if keyword == "mod" && group.delimiter() == Delimiter::Brace =>
        {
            Some(group.stream().into_iter().collect())
        }
        _ => None,
    });
    modules.collect::<Vec<_>>().into_iter().find_map(|tokens| find(tokens, item))
}

/// See [`Module::scopes`].
fn scopes(tokens: Vec<TokenTree>, item: &str) -> Option<Vec<Vec<TokenTree>>> {
    if has_item(&tokens, item) {
        return Some(vec![tokens]);
    }
    let is_bang = |n: Option<usize>| matches!(n.and_then(|n| tokens.get(n)), Some(TokenTree::Punct(punct)) if punct.as_char() == '!');
    let (at, mut found) = tokens.iter().enumerate().find_map(|(at, token)| match token {
        // What a macro makes of its tokens is not known.
        TokenTree::Group(_) if is_bang(at.checked_sub(1)) || is_bang(at.checked_sub(2)) => None,
        TokenTree::Group(group) => Some((at, scopes(group.stream().into_iter().collect(), item)?)),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })?;
    let is_module = at.checked_sub(2).is_some_and(|n| ident(tokens.get(n)).is_some_and(|word| word == "mod"));
    if !is_module {
        found.push(tokens); // a function sees the names around it, a module does not
    }
    Some(found)
}

/// A type of the name is an item of these tokens, or a call of a macro among them has one.
pub(super) fn has_item(tokens: &[TokenTree], name: &str) -> bool {
    let is_call = |tokens: &[TokenTree]| matches!(tokens, [TokenTree::Punct(punct), TokenTree::Group(_)] if punct.as_char() == '!');
    let in_call = |tokens: &[TokenTree]| match tokens {
        [_, TokenTree::Group(group)] if is_call(tokens) => {
            has_item(&group.stream().into_iter().collect::<Vec<_>>(), name)
        }
        _ => false,
    };
    tokens.windows(2).any(|pair| is_type(pair, name) || in_call(pair))
}

/// True for two tokens that begin the definition of a type.
pub(super) fn is_type(pair: &[TokenTree], name: &str) -> bool {
    match pair {
        [TokenTree::Ident(keyword), TokenTree::Ident(ident)] => {
            TYPES.iter().any(|ty| keyword == ty) && ident == name
        }
        _ => false,
    }
}

/// The number of types of this name in a file.
pub(super) fn count(text: &str, name: &str) -> usize {
    definitions(text, name).count()
}

/// True if the file defines a type of this name.
pub(super) fn defines(text: &str, name: &str) -> bool {
    definitions(text, name).next().is_some()
}

/// The names of all aliases in a text.
pub(super) fn aliases(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("type ").filter_map(move |(at, keyword)| {
        let rest = text[at + keyword.len()..].trim_start();
        let name = &rest[..rest.find(|c| !is_part(c))?];
        let is_alias = rest[name.len()..].trim_start().starts_with(['=', '<']);
        (is_alias && !text[..at].ends_with(is_part)).then_some(name)
    })
}

/// The names of all types that a text defines: those for which [`defines`] is true.
pub(super) fn types(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    TYPES.iter().flat_map(move |keyword| {
        text.match_indices(keyword).filter_map(move |(at, _)| {
            let rest = &text[at + keyword.len()..];
            let name = rest.trim_start();
            let raw = if name.starts_with("r#") { "r#".len() } else { 0 };
            let end = name[raw..].find(|c| !is_part(c)).map_or(name.len(), |end| raw + end);
            let name = &name[..end];
            (rest.starts_with(char::is_whitespace) && !name.is_empty()).then_some(name)
        })
    })
}

/// The definitions of a type of this name in a text, each as the text before the name.
fn definitions<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let before = text
        .match_indices(name)
        .filter(|(at, _)| is_word(text, *at, name))
        .map(|(at, _)| text[..at].trim_end());
    before.filter(|before| TYPES.iter().any(|keyword| before.ends_with(keyword)))
}

const TYPES: &[&str] = &["struct", "enum", "union", "type"];

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_hash(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '#' | '!'))
}

/// True for the token before the braces of `use a::{..}` and `use {..}`.
fn is_path_list(before: Option<&TokenTree>) -> bool {
    match before {
        Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
        Some(TokenTree::Ident(ident)) => ident == "use",
        _ => false,
    }
}

fn mentions(group: &Group, name: &str) -> bool {
    group.stream().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group, name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn mentions_star(group: &Group) -> bool {
    group.stream().into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '*',
        TokenTree::Group(group) => mentions_star(&group),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}
