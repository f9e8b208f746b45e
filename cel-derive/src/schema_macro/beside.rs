//! Lints of what stands beside the rules of a type: its comments, and attributes of other derives.

use super::lints::warn;
use crate::{
    attr::{Place, XValidationAttrs, entries, kubebuilder, levels::LintLevels, serde::SerdeAttrs},
    ctxt::Ctxt,
    input::is_phantom,
    manifest::manifest,
    source,
};
use cel_compiler::lints::{
    Lint,
    beside::{FIELD_NOT_IN_SCHEMA, KUBEBUILDER_MARK},
};
use proc_macro2::Span;
use syn::{Attribute, DeriveInput, Expr, ExprLit, Field, Lit, Meta};

/// Warns of marks in comments, and of fields that only the schema leaves out. `is_pruned`: the server removes fields that the schema does not have.
pub(super) fn lint(cx: &Ctxt, item: &DeriveInput, is_pruned: bool) {
    marks(cx, item, &item.attrs, None);
    match &item.data {
        syn::Data::Struct(data) => data.fields.iter().for_each(|field| of_field(cx, item, field, is_pruned)),
        syn::Data::Enum(data) => {
            for variant in &data.variants {
                marks(cx, item, &variant.attrs, None);
                variant.fields.iter().for_each(|field| of_field(cx, item, field, is_pruned));
            }
        }
        syn::Data::Union(_) => {}
    }
}

fn of_field(cx: &Ctxt, item: &DeriveInput, field: &Field, is_pruned: bool) {
    marks(cx, item, &field.attrs, Some(field));
    let of_schemars = entries(&field.attrs, "schemars");
    let skip = of_schemars.iter().find(|entry| ["skip", "skip_deserializing"].contains(&entry.name.as_str()));
    let Some(skip) = skip.filter(|_| is_pruned && !is_phantom(&field.ty)) else { return };
    let json = SerdeAttrs::of_json(&field.attrs);
    let is_unwritten = ["skip", "skip_serializing"].iter().any(|key| json.has(key));
    if is_unwritten || !source::may_derive(item, &["Serialize"]) {
        return;
    }
    let text = "the schema does not have this field, so the server removes what serde writes\n\nhelp: write `#[serde(skip)]`, which schemars reads, too, or remove `skip`";
    tell(cx, item, Some(field), &FIELD_NOT_IN_SCHEMA, text, skip.span);
}

fn marks(cx: &Ctxt, item: &DeriveInput, attrs: &[Attribute], field: Option<&Field>) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(doc) = &attr.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) = &doc.value else { continue };
        for help in literal.value().lines().filter_map(kubebuilder::instead) {
            let text = format!("a mark of kubebuilder is only a comment in Rust\n\nhelp: {help}");
            tell(cx, item, field, &KUBEBUILDER_MARK, &text, literal.span());
        }
    }
}

fn tell(cx: &Ctxt, item: &DeriveInput, field: Option<&Field>, lint: &Lint, text: &str, place: Span) {
    let unread = Ctxt::new(); // the attributes are read elsewhere, with their mistakes
    let own = XValidationAttrs::from_attrs(&unread, &item.attrs, Place::Container).levels;
    let inner = field.map(|field| XValidationAttrs::from_attrs(&unread, &field.attrs, Place::Field).levels);
    let _elsewhere = unread.check();
    let levels =
        LintLevels::of_crate(manifest().lints.levels().0).with(&own).with(&inner.unwrap_or_default());
    let keep = format!("{text}\n      `#[x_validation(allow({}))]` keeps it as it is", lint.name);
    warn(cx, lint, &keep, place, &levels);
}
