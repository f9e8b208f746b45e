//! Finds the file of an item for an editor. rust-analyzer tells a derive neither file nor place of a span, while rustc always tells a
//! file. So nothing here changes what a build does.

use super::{
    files::{File, all_below, may_change, text_of},
    names::{count, mentions_word},
};
use proc_macro2::Ident;
use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The file of an item.
pub(super) fn file_of(item: &Ident) -> Option<Arc<File>> {
    File::read(&path_of(item)?)
}

fn path_of(item: &Ident) -> Option<PathBuf> {
    let span = item.span().unwrap();
    if let Some(file) = span.local_file() {
        return Some(file);
    }
    if !span.file().is_empty() {
        return None; // a build, and the span is one of another crate
    }
    may_change();
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("src");
    find(&folder, &item.to_string())
}

/// The only file below a folder that defines a type of this name, if it also names the derive. `None` in doubt.
fn find(folder: &Path, item: &str) -> Option<PathBuf> {
    let defined = all_below(folder).into_iter().filter_map(|file| {
        let text = text_of(&file)?;
        let times = count(&text, item);
        (times > 0).then(|| (times, mentions_word(&text, "XValidation"), file))
    });
    match defined.collect::<Vec<_>>().as_slice() {
        [(1, true, file)] => Some(file.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
