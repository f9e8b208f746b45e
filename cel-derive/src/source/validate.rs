//! `#[validate(rule = "..")]`, which an older crate has read. Today no derive does, and none reports it.

use super::item::{fields, file};
use crate::{attr::entries, ctxt::Ctxt, editor::is_editor};
use syn::DeriveInput;

/// Reports such rules, if the sources show that the item derives nothing by the name `Validate`.
pub(crate) fn check_validate(cx: &Ctxt, item: &DeriveInput) {
    let attributes = std::iter::once(&item.attrs).chain(fields(item).map(|field| &field.attrs));
    let rules = attributes.flat_map(|attributes| entries(attributes, "validate"));
    let rules: Vec<_> = rules.filter(|entry| entry.name == "rule").collect();
    if rules.is_empty() || is_editor() || may_read(item) {
        return;
    }
    for rule in rules {
        let help = "write `#[x_validation(rule = \"..\")]`";
        cx.error_with_help(rule.span, "no derive of this type reads a `rule` in `#[validate(..)]`", help);
    }
}

/// True if another derive may read the attribute.
fn may_read(item: &DeriveInput) -> bool {
    may_derive(item, &["Validate"])
}

/// False if the sources show that the item derives none of these.
pub(crate) fn may_derive(item: &DeriveInput, names: &[&str]) -> bool {
    let module = file().and_then(|file| file.module_of(&item.ident));
    let derives = |text: &str| names.iter().any(|name| text.contains(name));
    module.is_none_or(|module| module.derives(&item.ident.to_string()).is_none_or(derives))
}
