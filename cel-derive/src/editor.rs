//! What is different in rust-analyzer. It expands an item again when its tokens change, in one process for all crates. It does not expand
//! it again when another item changes. So an error about another item would stay after its cause is gone: only builds report these. Most
//! versions tell a derive neither file nor place of a span, while rustc always tells a file.

use proc_macro2::Span;
use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::OnceLock,
    time::SystemTime,
};

/// True in an editor.
pub(crate) fn is_editor() -> bool {
    static IS_EDITOR: OnceLock<bool> = OnceLock::new();
    let is_server = |program: PathBuf| {
        program.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("rust-analyzer"))
    };
    *IS_EDITOR.get_or_init(|| {
        env::current_exe().is_ok_and(is_server)
            || proc_macro::is_available() && tells_no_file(Span::call_site())
    })
}

/// True for a version of rust-analyzer that tells a derive no places.
pub(crate) fn tells_no_file(span: Span) -> bool {
    span.unwrap().file().is_empty()
}

/// When a file was changed, if that matters: in an editor files change from one derive to the next.
pub(crate) fn changed(path: &Path) -> Option<SystemTime> {
    is_editor().then(|| fs::metadata(path).and_then(|file| file.modified()).ok())?
}
