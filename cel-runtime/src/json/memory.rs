//! The memory of JSON values.

use serde_json::Value as Tree;

/// About how many bytes of heap memory a value takes.
#[inline]
pub(crate) fn heap_size(json: &Tree) -> usize {
    /// A map has room for eleven entries as soon as it has one.
    const MAP: usize = 11 * ENTRY;
    const ENTRY: usize = size_of::<String>() + size_of::<Tree>();
    match json {
        Tree::Array(list) => {
            let parts = list.iter().map(|item| heap_size(item).saturating_add(size_of::<Tree>()));
            parts.fold(0, usize::saturating_add)
        }
        Tree::Object(map) => {
            let entries = map
                .iter()
                .map(|(name, value)| heap_size(value).saturating_add(name.len()).saturating_add(ENTRY));
            entries.fold(MAP, usize::saturating_add)
        }
        Tree::String(text) => text.len(),
        Tree::Null | Tree::Bool(_) | Tree::Number(_) => 0,
    }
}
