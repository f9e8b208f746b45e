//! `#[kube(..)]` on a type without `CustomResource`. rustc reports the attribute. It names the derive if that is in scope.

use super::{item::file, names::mentions_word};
use crate::{ctxt::Ctxt, editor::is_editor};
use syn::DeriveInput;

/// The item without `#[kube(..)]`, if its derives have no `CustomResource`. There is no type of a resource then. Reports it unless rustc does.
pub(crate) fn without_custom_resource(cx: &Ctxt, item: &DeriveInput) -> Option<DeriveInput> {
    let attr = item.attrs.iter().find(|attr| attr.path().is_ident("kube"))?;
    let file = file().filter(|_| !is_editor())?;
    let module = file.module_of(&item.ident)?;
    let (text, derives) = (&file.text, module.derives(&item.ident.to_string())?);
    // The derive may have another name here.
    if derives.contains("CustomResource") || text.contains("CustomResource as") {
        return None;
    }
    if mentions_word(text, "CustomResource") {
        return Some(without_attribute(item));
    }
    let help = "add `CustomResource` to the derives of the type, and `use kube::CustomResource;`";
    cx.error_in(attr.path(), "`#[kube(..)]` needs `#[derive(CustomResource)]`", help);
    Some(without_attribute(item))
}

fn without_attribute(item: &DeriveInput) -> DeriveInput {
    let mut item = item.clone();
    item.attrs.retain(|attr| !attr.path().is_ident("kube"));
    item
}
