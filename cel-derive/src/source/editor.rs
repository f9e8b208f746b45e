//! The file of an item, and what is different in an editor. rust-analyzer expands an item again when its tokens change, in one process for
//! all crates. It does not expand it again when another item changes. So an error about another item would stay after its cause is gone:
//! only builds report these. Most versions tell a derive neither file nor place of a span, while rustc always tells a file.

use super::{
    aliases::fields,
    files::{File, all_below},
    names::{count, mentions_word},
};
use proc_macro2::{Ident, Span};
use std::{
    cell::RefCell,
    env,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};
use syn::DeriveInput;

/// True in an editor.
pub(crate) fn is_editor() -> bool {
    static IS_EDITOR: OnceLock<bool> = OnceLock::new();
    let is_server =
        |program: PathBuf| program.file_stem()?.to_str()?.starts_with("rust-analyzer").then_some(());
    *IS_EDITOR.get_or_init(|| {
        env::current_exe().ok().and_then(is_server).is_some()
            || proc_macro::is_available() && tells_no_file(Span::call_site())
    })
}

/// True for a version of rust-analyzer that tells a derive no places.
pub(crate) fn tells_no_file(span: Span) -> bool {
    span.unwrap().file().is_empty()
}

thread_local! {
    /// The file of the item that is being expanded, if the span does not tell it.
    static FILE: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Begins an item.
pub(crate) fn begin(item: &DeriveInput) {
    if tells_no_file(item.ident.span()) {
        FILE.set(find_below_package(item));
    }
}

/// The file of an item.
pub(super) fn file_of(item: &Ident) -> Option<Arc<File>> {
    File::read(&path_of(item.span())?)
}

/// The file of a span of the item that is being expanded.
pub(super) fn path_of(span: Span) -> Option<PathBuf> {
    match tells_no_file(span) {
        true => FILE.with_borrow(Clone::clone),
        false => span.unwrap().local_file(), // `None` for a span of another crate
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
    files.retain(|file| count(&file.text, &name) > 0);
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

#[cfg(test)]
mod tests;
