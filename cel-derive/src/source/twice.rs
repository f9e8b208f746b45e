//! A second `#[derive(XValidation)]` on one item. Its impls would each conflict with those of the first one.

use super::item::file;
use crate::editor::is_editor;
use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};
use syn::DeriveInput;

/// The places of the items that were expanded so far.
static EXPANDED: Mutex<Option<HashSet<(usize, usize, String)>>> = Mutex::new(None);

/// True if an earlier derive has expanded the item.
pub(crate) fn is_second(item: &DeriveInput) -> bool {
    // An editor expands an item again and again.
    if is_editor() {
        return false;
    }
    let span = item.ident.span().unwrap();
    let (start, file) = (span.start(), span.file());
    let place = (start.line(), start.column(), file);
    let is_new =
        EXPANDED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().insert(place);
    // A macro may write several items of one name. No file has their derives.
    !is_new && derives_twice(item)
}

fn derives_twice(item: &DeriveInput) -> bool {
    let Some(module) = file().and_then(|file| file.module_of(&item.ident)) else { return false };
    let name = item.ident.to_string();
    let words = module.derives(&name).into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| *word == "XValidation").count() > 1
}
