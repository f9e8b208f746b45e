//! The names that a file imports from k8s-openapi. After `use k8s_openapi::api::core::v1 as core;`, `core::Pod`
//! is one of its types.

use super::{module, uses};
use crate::manifest::manifest;
use proc_macro2::TokenStream;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// The imported names, each with its path. A name with two different paths has none.
type Imports = HashMap<String, Option<String>>;

/// The path relative to k8s-openapi that `names` mean in a file, if the file imports the first of them from there.
pub(crate) fn imported(at: &proc_macro2::Ident, names: &[String]) -> Option<String> {
    let imports = of_file(at)?;
    let path = whole(&imports, names)?;
    path.strip_prefix(CRATE)?.strip_prefix("::").map(str::to_owned)
}

/// The imports of the file that contains a name. Each file is read once.
fn of_file(at: &proc_macro2::Ident) -> Option<Arc<Imports>> {
    static KNOWN: Mutex<Option<HashMap<PathBuf, Arc<Imports>>>> = Mutex::new(None);
    let file = at.span().unwrap().local_file()?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(imports) = known.get(&file) {
        return Some(imports.clone());
    }
    let imports = Arc::new(read(&super::text_of(&file)?));
    known.insert(file, imports.clone());
    Some(imports)
}

fn read(text: &str) -> Imports {
    let own_name = manifest().k8s_openapi.clone();
    let krate = own_name.as_deref().unwrap_or(CRATE);
    let mut imports = Imports::from([(krate.to_owned(), Some(CRATE.to_owned()))]);
    if !text.contains(krate) {
        return imports;
    }
    // An import may begin with the name of another import, and may stand before it.
    let mut rest: Vec<&str> = statements(text).collect();
    loop {
        let (found, others): (Vec<&str>, Vec<&str>) =
            rest.iter().partition(|statement| imports.contains_key(first_name(statement)));
        if found.is_empty() {
            break;
        }
        let known = imports.clone();
        for statement in found {
            let Ok(tokens) = statement.parse::<TokenStream>() else { continue };
            for used in uses::of_statement(&tokens.into_iter().collect::<Vec<_>>()) {
                let (Some(name), Some(path)) = (used.name, whole(&known, &used.path)) else { continue };
                let same = imports.get(&name).is_none_or(|known| known.as_ref() == Some(&path));
                imports.insert(name, same.then_some(path));
            }
        }
        rest = others;
    }
    imports.retain(|name, _| name == krate || !module::defines(text, name));
    imports
}

/// The trees of all `use` statements outside of comments.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("use ").filter_map(|(at, keyword)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let is_statement = !line.contains("//") && !line.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let statement = text[at + keyword.len()..].split(';').next()?;
        (is_statement && is_tree(statement)).then_some(statement)
    })
}

/// True for names and closed braces. Other texts, as in a literal, are not given to the compiler's lexer.
fn is_tree(statement: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_:{},*".contains(c);
    let count = |brace: char| statement.matches(brace).count();
    statement.chars().all(is_part) && count('{') == count('}') && !statement.trim_start().starts_with('}')
}

fn first_name(statement: &str) -> &str {
    let path = statement.trim_start().trim_start_matches("::").trim_start();
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The path from k8s-openapi on, if the first name is known. A path may begin with `::`.
fn whole(known: &Imports, path: &[String]) -> Option<String> {
    let path = if path.first().is_some_and(String::is_empty) { &path[1..] } else { path };
    let (first, rest) = path.split_first()?;
    let mut whole = known.get(first)?.clone()?;
    for name in rest {
        whole.push_str("::");
        whole.push_str(name);
    }
    Some(whole)
}

const CRATE: &str = "k8s_openapi";
