//! Types whose JSON form another type decides: `as = "string"`, `into = "String"`, `try_from = "Raw"`.

use super::field::Reported;
use crate::{
    attr::{XValidationAttrs, schemars::Bounds, serde::SerdeAttrs},
    ctxt::Ctxt,
    scalar::{has_elements, is_same_in_json, written_kind, written_kind_of, written_node},
};
use cel_compiler::schema::DeclType;
use quote::quote;
use syn::{DeriveInput, Fields};

/// The node of a type that serde writes as a scalar, because of `as = ".."` or because `into` names a scalar. An error if serde writes
/// another type.
pub(super) fn scalar_of(
    cx: &Ctxt,
    item: &DeriveInput,
    attrs: &XValidationAttrs,
    serde: &SerdeAttrs,
    bounds: &Bounds,
) -> Result<Option<DeclType>, Reported> {
    if let Some(span) = serde.remote() {
        let help = "remove the derive `XValidation` here, and mark the fields that serde writes with this type `#[x_validation(opaque)]`";
        cx.error_with_help(span, "a type with `remote` has no values of its own", help);
        return Err(Reported);
    }
    let into = serde.type_of(&["into"]).filter(|ty| !has_elements(ty));
    let kind = match attrs.written {
        Some(scalar) => Some(written_kind(scalar, bounds)),
        None => into.and_then(|ty| written_kind_of(&ty, bounds)),
    };
    match kind {
        Some(kind) => Ok(Some(written_node(kind, bounds))),
        None if is_written_as_itself(item, serde) => Ok(None),
        None => {
            other_form(cx, item, serde);
            Err(Reported)
        }
    }
}

/// Reports `into`, or a `from` of a type that looks different in JSON.
fn other_form(cx: &Ctxt, item: &DeriveInput, serde: &SerdeAttrs) {
    let read = serde.type_of(FROM).map_or_else(String::new, |ty| quote!(#ty).to_string().replace(' ', ""));
    match (serde.span_of(&["into"]), serde.span_of(FROM)) {
        (Some(span), _) => {
            let into = serde.type_of(&["into"]).map_or_else(String::new, |ty| quote!(#ty).to_string());
            let help = format!(
                "if it has the fields of `{into}`, remove `into`: serde then writes them itself; if it is written as a scalar, say which: `#[x_validation(as = \"string\")]`; else remove the derive `XValidation` here, and add `#[x_validation(opaque)]` to the fields that have the type `{}`: rules may compare these, not look into them",
                item.ident
            );
            cx.error_with_help(span, "the JSON form is that of another type", help);
        }
        (None, Some(span)) => {
            let help = format!(
                "add `into = \"{read}\"`, so that it is written as it is read; if a `Serialize` of your own does that, say what it writes: `#[x_validation(as = \"string\")]`"
            );
            let message = format!("serde reads this type as a `{read}` and writes it in another form");
            cx.error_with_help(span, message, help);
        }
        (None, None) => {}
    }
}

/// True if serde writes a type as itself. It may read it through another one that looks the same in JSON: `try_from = "RawQuota"` on a
/// struct with fields, `try_from = "String"` on `struct Name(String)`. `assert_matches_crd` compares the fields of the two.
fn is_written_as_itself(item: &DeriveInput, serde: &SerdeAttrs) -> bool {
    if serde.has("into") {
        return false;
    }
    let Some(read) = serde.type_of(FROM) else { return true };
    if !has_elements(&read) && written_kind_of(&read, &Bounds::default()).is_none() {
        return true;
    }
    match &item.data {
        syn::Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) => fields.unnamed.iter().any(|field| is_same_in_json(&field.ty, &read)),
            Fields::Named(_) | Fields::Unit => false,
        },
        syn::Data::Enum(_) | syn::Data::Union(_) => false,
    }
}

const FROM: &[&str] = &["from", "try_from"];
