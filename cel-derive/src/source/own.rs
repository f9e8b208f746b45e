//! Types that have the name of a known one, such as `Value` or `Time`, and derive `XValidation`.

use super::{
    elsewhere::{Crate, Item, Origin},
    files::File,
    item::file,
    module::Definition,
    names::{GLOB, is_elsewhere, is_std},
    scoped::imports_from,
    segments,
};
use proc_macro2::Ident;
use syn::Path;

/// True if the sources show that a path in an item means a type that derives. Else its name decides.
pub(crate) fn is_own(item: &Ident, path: &Path) -> bool {
    let Some(file) = file() else { return false };
    let names = segments(path);
    let is_beside = |name: &String| {
        let scopes = || file.scopes(item).into_iter();
        file.types().count(name) > 0
            && scopes().find(|scope| scope.has(name)).is_some_and(|scope| scope.derives_or_may(name))
    };
    matches!(names.as_slice(), [name] if is_beside(name)) || is_imported(&file, item, &names)
}

/// True for a `Value` that may be one of the user's with rules, but is taken for a free-form value.
pub(crate) fn is_free_form(item: &Ident, path: &Path) -> bool {
    let Some(name) = path.get_ident().filter(|name| *name == "Value") else { return false };
    !imports_from("serde_json", &name.to_string()) && !is_own(item, path)
}

/// True for a path that begins with the name of a crate, and for a name that the file imports from there.
pub(crate) fn is_of_crate(path: &Path, krate: &str) -> bool {
    match path.get_ident() {
        Some(name) => imports_from(krate, &name.to_string()),
        None => path.segments.first().is_some_and(|first| first.ident == krate),
    }
}

/// True if the path leads to a type that derives, in another module or in a crate whose sources are at hand.
fn is_imported(file: &File, item: &Ident, names: &[String]) -> bool {
    if !may_lead_there(file, names) {
        return false;
    }
    let origin = Crate::of(&file.path, item).and_then(|(krate, module)| krate.origin(&module, names));
    matches!(origin, Some(Origin::Here(Item { definition: Definition::Derived, .. })))
}

/// False if the text shows that the name is not one of the user's. So most files need not be parsed.
pub(super) fn may_lead_there(file: &File, names: &[String]) -> bool {
    match names {
        [name] => {
            let imported = &file.types().imported;
            imported.contains(name) || imported.contains(GLOB) && !is_std(name)
        }
        [first, ..] => !is_elsewhere(first),
        [] => false,
    }
}
