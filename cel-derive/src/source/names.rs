//! What the text of a file shows of types before it is parsed.

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

pub(super) fn is_word(text: &str, at: usize, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
}

/// The number of types of this name in a file.
pub(super) fn count(text: &str, name: &str) -> usize {
    definitions(text, name).count()
}

/// The lines of the types of this name, from 1.
pub(super) fn lines(text: &str, name: &str) -> Vec<usize> {
    let ends = text.match_indices(name).filter(|(at, _)| is_definition(text, *at, name));
    ends.map(|(at, _)| 1 + text[..at].matches('\n').count()).collect()
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
    let found = text.match_indices(name).filter(|(at, _)| is_definition(text, *at, name));
    found.map(|(at, _)| text[..at].trim_end())
}

/// True if the name at a place is that of a type that is defined there.
fn is_definition(text: &str, at: usize, name: &str) -> bool {
    let before = text[..at].trim_end();
    is_word(text, at, name) && TYPES.iter().any(|keyword| before.ends_with(keyword))
}

pub(super) const TYPES: &[&str] = &["struct", "enum", "union", "type"];
