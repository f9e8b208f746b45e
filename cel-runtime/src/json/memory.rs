//! The memory of JSON values.

use serde_json::Value as Json;

/// About how many bytes of heap memory a value takes.
#[inline]
pub(crate) fn heap_size(json: &Json) -> usize {
    /// A map has room for eleven entries as soon as it has one.
    const MAP: usize = 11 * ENTRY;
    const ENTRY: usize = size_of::<String>() + size_of::<Json>();
    match json {
        Json::Array(list) => {
            let parts = list.iter().map(|item| heap_size(item).saturating_add(size_of::<Json>()));
            parts.fold(0, usize::saturating_add)
        }
        Json::Object(map) => {
            let entries = map
                .iter()
                .map(|(name, value)| heap_size(value).saturating_add(name.len()).saturating_add(ENTRY));
            entries.fold(MAP, usize::saturating_add)
        }
        Json::String(text) => text.len(),
        Json::Null | Json::Bool(_) | Json::Number(_) => 0,
    }
}
