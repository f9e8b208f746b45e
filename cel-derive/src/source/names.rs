//! What the text of a file shows of types before it is parsed.

use crate::manifest::manifest;

/// True if an import from a crate has this name.
pub(super) fn mentions_import(text: &str, krate: &str, name: &str) -> bool {
    let mut uses =
        text.split("use ").skip(1).filter_map(|rest| rest.split_once(';')).map(|(path, _)| path.trim_start());
    uses.any(|path| first_name(path) == krate && mentions_word(path, name))
}

/// True if an import from elsewhere than a crate has this name.
pub(super) fn mentions_other_import(text: &str, krate: &str, name: &str) -> bool {
    statements(text).any(|statement| first_name(statement) != krate && mentions_word(statement, name))
}

/// A text has this word.
pub(super) fn mentions_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| is_word(text, at, name))
}

pub(super) fn is_word(text: &str, at: usize, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
}

/// True if a text defines a constant of this name, outside of comments.
pub(super) fn has_constant(text: &str, name: &str) -> bool {
    text.match_indices("const ").any(|(at, keyword)| {
        let rest = text[at + keyword.len()..].trim_start();
        rest.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':'))
            && !is_comment(text, at)
    })
}

/// The number of types of this name in a file.
pub(super) fn count(text: &str, name: &str) -> usize {
    definitions(text, name).count()
}

/// The number of the definition at a place, among those of types of this name. Lines and columns count from 1.
pub(super) fn number_at(text: &str, name: &str, (line, column): (usize, usize)) -> Option<usize> {
    let place = |before: &str| {
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
    };
    places(text, name).position(|at| place(&text[..at]) == (line, column))
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

/// The names of all types that a text defines: those for which [`defines`] is true. Each says if the type derives `XValidation`.
pub(super) fn types(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    TYPES.iter().flat_map(move |keyword| {
        text.match_indices(keyword).filter_map(move |(at, _)| {
            let rest = &text[at + keyword.len()..];
            let name = rest.trim_start();
            let raw = if name.starts_with("r#") { "r#".len() } else { 0 };
            let end = name[raw..].find(|c| !is_part(c)).map_or(name.len(), |end| raw + end);
            let name = &name[..end];
            let is_type = rest.starts_with(char::is_whitespace) && !name.is_empty() && !is_comment(text, at);
            let before = &text[..at];
            // By bytes: a search for one of several characters takes ten times as long without optimisation.
            let end_of_item = before.bytes().rposition(|byte| matches!(byte, b'}' | b';')).unwrap_or(0);
            let derives = || before[end_of_item..].contains("XValidation");
            is_type.then(|| (name, derives()))
        })
    })
}

/// The definitions of a type of this name in a text, each as the text before the name.
fn definitions<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    places(text, name).map(|at| text[..at].trim_end())
}

/// Where a text defines types of this name, outside of comments.
fn places(text: &str, name: &str) -> impl Iterator<Item = usize> {
    let is_definition = move |at: usize| {
        TYPES.iter().any(|keyword| text[..at].trim_end().ends_with(keyword)) && !is_comment(text, at)
    };
    let found = text.match_indices(name).map(|(at, _)| at);
    found.filter(move |at| is_word(text, *at, name) && is_definition(*at))
}

/// True for a place behind `//`.
fn is_comment(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_some_and(|line| line.contains("//"))
}

/// The trees of all `use` statements outside of comments.
pub(super) fn statements(text: &str) -> impl Iterator<Item = &str> {
    placed(text).map(|(_, statement)| statement)
}

/// The same. Each says if it begins its line, as one of the file's own module does.
pub(super) fn placed(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.match_indices("use ").filter_map(|(at, keyword)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let is_statement = !line.contains("//") && !line.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let statement = text[at + keyword.len()..].split(';').next()?;
        let begins_line = line.is_empty() || line.starts_with("pub");
        (is_statement && is_tree(statement)).then_some((begins_line, statement))
    })
}

/// True for names and closed braces. Other texts, as in a literal, are not given to the compiler's lexer.
fn is_tree(statement: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_:{},*".contains(c);
    let count = |brace: char| statement.matches(brace).count();
    statement.chars().all(is_part) && count('{') == count('}') && !statement.trim_start().starts_with('}')
}

pub(super) fn first_name(statement: &str) -> &str {
    let path = statement.trim_start().trim_start_matches("::").trim_start();
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The names in the imports of a file from the user's own modules and crates. A glob is a `*`.
pub(super) fn imported(text: &str) -> impl Iterator<Item = &str> {
    let own = statements(text).filter(|statement| !is_elsewhere(first_name(statement)));
    own.flat_map(|statement| {
        statement
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '*')
            .filter(|name| !name.is_empty())
    })
}

/// True for `std`, and for a crate whose sources are not at hand.
pub(super) fn is_elsewhere(krate: &str) -> bool {
    let is_downloaded =
        || manifest().crates.get(krate).is_some_and(|found| found.path.is_none() && !found.is_workspace);
    matches!(krate, "" | "std" | "core" | "alloc") || is_downloaded()
}

/// A name that means a type of std here.
pub(crate) fn is_std(name: &str) -> bool {
    let containers = [
        "Option",
        "Box",
        "Arc",
        "Rc",
        "Cow",
        "Vec",
        "VecDeque",
        "BTreeSet",
        "HashSet",
        "BTreeMap",
        "HashMap",
        "Result",
        "LinkedList",
        "BinaryHeap",
        "PhantomData",
    ];
    containers.contains(&name)
}

/// A glob in the names of imports.
pub(super) const GLOB: &str = "*";
pub(super) const TYPES: &[&str] = &["struct", "enum", "union", "type"];
