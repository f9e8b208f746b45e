//! The items of a module: its types, imports and modules.

mod reader;

use super::{names::is_word, uses::Use};
use proc_macro2::{TokenStream, TokenTree};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// The items of a module. They are read from its tokens once.
#[derive(Default)]
pub(super) struct Module {
    types: HashMap<String, Vec<Type>>,
    /// The types in calls of macros.
    in_calls: HashSet<String>,
    uses: Vec<Use>,
    has_conditional_use: bool,
    children: Vec<Child>,
    /// The names that it mentions outside of braces and parentheses, and those in lists of imports.
    words: HashSet<String>,
    /// A glob or a macro may bring names.
    brings_names: bool,
    calls_macros: bool,
    /// The text of the whole file.
    text: Arc<str>,
}

/// One of the items with the same name in a file.
pub(super) struct Named {
    pub(super) name: String,
    /// Its number among them.
    pub(super) nth: usize,
    /// How many there are.
    pub(super) of: usize,
}

/// Where a type of a file is.
pub(super) struct Place {
    /// The names of the modules around it, outermost first; `None` in a function.
    pub(super) way: Option<Vec<String>>,
    /// The blocks of functions that have it, innermost first, then their module.
    pub(super) scopes: Vec<Arc<Module>>,
}

/// A type of a module.
struct Type {
    /// The number of its token in the module.
    at: usize,
    is_alias: bool,
    is_public: bool,
    /// The texts of the derives; `None` if an attribute may change the type.
    derives: Option<String>,
    /// `None` if it is no alias, or none that can be read.
    alias: Option<Alias>,
    /// The text of a generic type.
    generic: Option<String>,
}

/// A module inside a module.
pub(super) struct Child {
    pub(super) name: String,
    /// The number of its token in the module around it.
    at: usize,
    pub(super) is_public: bool,
    /// An attribute may change it.
    is_conditional: bool,
    /// `mod name { .. }`; `None` for `mod name;`, which has a file of its own.
    pub(super) inline: Option<Arc<Module>>,
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
#[derive(Clone)]
pub(super) struct Alias {
    /// `<T>`, or nothing.
    pub(super) parameters: String,
    pub(super) target: String,
    /// No `#[cfg(..)]` chooses between several.
    pub(super) is_only: bool,
}

impl Module {
    /// The module of a whole file.
    pub(super) fn of_file(text: &Arc<str>) -> Option<Module> {
        if text.starts_with("#!") && !text.starts_with("#![") {
            return None;
        }
        Some(reader::read(&tokens_of(text)?, text))
    }

    /// The module around an item of a file, and the way to it. A macro may write it. `file` is the module of the file.
    pub(super) fn around(file: &Arc<Module>, item: &Named) -> Option<(Vec<String>, Arc<Module>)> {
        if item.of == 1 { file.below(&item.name) } else { file.with(item) }
    }

    /// The places of all types of a file, also of those in functions. This reads the file once more.
    pub(super) fn places(&self) -> HashMap<String, Vec<Place>> {
        reader::places(tokens_of(&self.text).unwrap_or_default(), &self.text)
    }

    /// The module with one of several items of a name, and the way to it.
    fn with(self: &Arc<Module>, item: &Named) -> Option<(Vec<String>, Arc<Module>)> {
        let mut found = Vec::new();
        self.push_with(&item.name, &[], &mut found);
        // Others may be in functions, in macros or in comments.
        if found.len() == item.of { found.into_iter().nth(item.nth) } else { None }
    }

    /// Adds the module of each item of a name, in the order of the file.
    fn push_with(self: &Arc<Module>, item: &str, way: &[String], out: &mut Vec<(Vec<String>, Arc<Module>)>) {
        let types = self.types.get(item).into_iter().flatten().map(|ty| (ty.at, None));
        let children = self.children.iter().map(|child| (child.at, Some(child)));
        let mut items: Vec<(usize, Option<&Child>)> = types.chain(children).collect();
        items.sort_by_key(|(at, _)| *at);
        for (_, child) in items {
            match child {
                None => out.push((way.to_vec(), self.clone())),
                Some(Child { name, inline: Some(inline), .. }) => {
                    inline.push_with(item, &[way, std::slice::from_ref(name)].concat(), out);
                }
                Some(_) => {}
            }
        }
    }

    /// This module or one in it that has the item, and the way to it.
    fn below(self: &Arc<Module>, item: &str) -> Option<(Vec<String>, Arc<Module>)> {
        if self.has_item(item) {
            return Some((Vec::new(), self.clone()));
        }
        self.children.iter().find_map(|child| {
            let (way, module) = child.inline.as_ref()?.below(item)?;
            Some(([vec![child.name.clone()], way].concat(), module))
        })
    }

    /// The module of this name inside this one, if there is exactly one, and no attribute may change it.
    pub(super) fn child(&self, name: &str) -> Option<&Child> {
        let mut found = self.children.iter().filter(|child| child.name == name);
        let (child, others) = (found.next()?, found.next());
        (others.is_none() && !child.is_conditional).then_some(child)
    }

    /// A type of the name is an item, or a call of a macro has one.
    fn has_item(&self, name: &str) -> bool {
        self.has(name) || self.in_calls.contains(name)
    }

    /// True if it defines a type of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    /// True if its type of this name is public.
    pub(super) fn shows(&self, name: &str) -> bool {
        self.types.get(name).is_some_and(|types| types.iter().all(|ty| ty.is_public))
    }

    /// True if an import may bring a type of this name.
    pub(super) fn may_import(&self, name: &str) -> bool {
        let brings = |found: &Use| found.name.as_deref().is_none_or(|found| found == name);
        self.uses().is_none_or(|uses| uses.iter().any(brings))
    }

    /// The imports; `None` if one of them is conditional.
    pub(super) fn uses(&self) -> Option<&[Use]> {
        (!self.has_conditional_use).then_some(&self.uses)
    }

    /// The imports, also conditional ones.
    pub(super) fn all_uses(&self) -> &[Use] {
        &self.uses
    }

    /// True if the module calls macros. They may define items that its tokens do not show.
    pub(super) fn calls_macros(&self) -> bool {
        self.calls_macros
    }

    /// The meaning of a name; `None` in doubt.
    pub(super) fn definition(&self, name: &str) -> Option<Definition> {
        let Some(types) = self.types.get(name) else { return self.missing(name) };
        match types.as_slice() {
            [first, others @ ..] if first.is_alias && others.iter().all(|other| other.is_alias) => {
                let alias = Alias { is_only: others.is_empty(), ..first.alias.clone()? };
                Some(Definition::Alias(alias))
            }
            [only] if only.derives.as_ref()?.contains("XValidation") => Some(Definition::Derived),
            [_] => Some(Definition::Type),
            _ => None,
        }
    }

    /// True if it has a type of this name, and no alias, that derives `XValidation` or whose attributes are in doubt.
    pub(super) fn derives_or_may(&self, name: &str) -> bool {
        let derives = |ty: &Type| ty.derives.as_ref().is_none_or(|derives| derives.contains("XValidation"));
        self.types.get(name).is_some_and(|types| types.iter().all(|ty| !ty.is_alias && derives(ty)))
    }

    /// The text of the only type of this name, if it is generic and may have a parameter that is only a mark.
    pub(super) fn generic(&self, name: &str) -> Option<&str> {
        match self.types.get(name)?.as_slice() {
            [only] => only.generic.as_deref(),
            _ => None,
        }
    }

    /// The derives of the first type of this name; `None` in doubt.
    pub(super) fn derives(&self, name: &str) -> Option<&str> {
        self.types.get(name)?.first()?.derives.as_deref()
    }

    /// `Missing` if the module neither mentions the name nor has a glob or a macro that may bring it.
    fn missing(&self, name: &str) -> Option<Definition> {
        let in_paths = || {
            self.text.match_indices(name).any(|(at, _)| {
                let before = self.text[..at].trim_end();
                is_word(&self.text, at, name) && (before.ends_with("::") || before.ends_with(" as"))
            })
        };
        let in_doubt =
            self.brings_names || self.words.contains(name) || PRELUDE.contains(&name) || in_paths();
        (!in_doubt).then_some(Definition::Missing)
    }
}

fn tokens_of(text: &str) -> Option<Vec<TokenTree>> {
    Some(text.parse::<TokenStream>().ok()?.into_iter().collect())
}

/// Types that need no import.
pub(super) const PRELUDE: &[&str] = &["Box", "Option", "Result", "String", "Vec"];

#[cfg(test)]
mod tests;
