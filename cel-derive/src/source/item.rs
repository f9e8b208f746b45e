//! The item that is being expanded: its file, the scopes around it, and its fields.

use super::{
    files::{File, all_below},
    module::Module,
    names::mentions_word,
};
use crate::editor::tells_no_file;
use proc_macro2::{Ident, Span};
use std::{
    cell::{Cell, RefCell},
    env,
    path::{Path, PathBuf},
    sync::Arc,
};
use syn::{Data, DeriveInput, Field, Visibility};

thread_local! {
    /// The file of the item that is being expanded.
    static FILE: RefCell<Option<Arc<File>>> = const { RefCell::new(None) };
    /// Its name.
    static NAME: RefCell<Option<Ident>> = const { RefCell::new(None) };
    /// The place of its first token behind the attributes.
    static START: Cell<Option<Span>> = const { Cell::new(None) };
    /// The scopes around it, once somebody asked for them.
    static SCOPES: RefCell<Option<Arc<[Arc<Module>]>>> = const { RefCell::new(None) };
}

/// Begins an item.
pub(crate) fn begin(item: &DeriveInput) {
    let span = item.ident.span();
    let path = match tells_no_file(span) {
        true => find_below_package(item),
        false => span.unwrap().local_file(), // `None` for a span of another crate
    };
    FILE.set(path.and_then(|path| File::read(&path)));
    NAME.set(Some(item.ident.clone()));
    START.set(Some(start(item)));
    SCOPES.set(None);
}

fn start(item: &DeriveInput) -> Span {
    match (&item.vis, &item.data) {
        (Visibility::Public(word), _) => word.span,
        (Visibility::Restricted(vis), _) => vis.pub_token.span,
        (Visibility::Inherited, Data::Struct(data)) => data.struct_token.span,
        (Visibility::Inherited, Data::Enum(data)) => data.enum_token.span,
        (Visibility::Inherited, Data::Union(data)) => data.union_token.span,
    }
}

/// The file of the item.
pub(super) fn file() -> Option<Arc<File>> {
    FILE.with_borrow(Clone::clone)
}

/// The name of the item.
pub(super) fn name() -> Option<Ident> {
    NAME.with_borrow(Clone::clone)
}

/// The scopes around the item: the blocks of functions that have it, innermost first, then their module.
pub(super) fn scopes() -> Arc<[Arc<Module>]> {
    SCOPES.with_borrow_mut(|scopes| {
        let read = || Some(file()?.scopes(&name()?).into());
        scopes.get_or_insert_with(|| read().unwrap_or_default()).clone()
    })
}

/// True if the item may be inside of a module or function of its file: it does not begin its line.
pub(super) fn is_inside() -> bool {
    START.get().is_some_and(|start| start.unwrap().column() != 1)
}

/// The file of a part of the item: a macro may have made the item of parts from several files.
pub(super) fn file_of(part: &Ident) -> Option<Arc<File>> {
    match tells_no_file(part.span()) {
        true => file(),
        false => File::read(&part.span().unwrap().local_file()?),
    }
}

fn find_below_package(item: &DeriveInput) -> Option<PathBuf> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    ["src", "tests", "examples", "benches"].iter().find_map(|folder| find(&package.join(folder), item))
}

/// The only file below a folder that defines a type of this name, if it also names the derive. If several files do, it is the one that has
/// the names of the item's fields: the types of the fields may be those behind aliases. `None` in doubt.
fn find(folder: &Path, item: &DeriveInput) -> Option<PathBuf> {
    let name = item.ident.to_string();
    let mut files: Vec<Arc<File>> = all_below(folder).iter().filter_map(|path| File::read(path)).collect();
    files.retain(|file| file.types().count(&name) > 0);
    if files.len() > 1 {
        let names: Vec<String> =
            fields(item).filter_map(|field| Some(format!("{}:", field.ident.as_ref()?))).collect();
        files.retain(|file| names.iter().all(|name| file.text.contains(name)));
    }
    match files.as_slice() {
        [file] if mentions_word(&file.text, "XValidation") => Some(file.path.clone()),
        _ => None,
    }
}

/// The fields of a struct, or of all variants of an enum.
pub(super) fn fields(item: &DeriveInput) -> Box<dyn Iterator<Item = &Field> + '_> {
    match &item.data {
        Data::Struct(data) => Box::new(data.fields.iter()),
        Data::Enum(data) => Box::new(data.variants.iter().flat_map(|variant| &variant.fields)),
        Data::Union(_) => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests;
