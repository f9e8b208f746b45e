//! Type parameters that are only marks: `struct Ref<K> { name: String, #[serde(skip)] kind: PhantomData<K> }`. No schema depends on one.

use super::{
    elsewhere::{Crate, Item, Origin},
    item::file,
    module::Definition,
    segments,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{DeriveInput, Field, Path, ext::IdentExt};

/// For each type parameter of the type that a path in an item means: true if no field in JSON has it. Nothing if the sources do not show it.
pub(crate) fn marks(item: &Ident, path: &Path) -> Vec<bool> {
    marked(item, path).as_ref().map(of_type).unwrap_or_default()
}

/// The type, if it may have marks.
fn marked(item: &Ident, path: &Path) -> Option<DeriveInput> {
    let file = file()?;
    let (krate, module) = Crate::of(&file.path, item)?;
    let Origin::Here(found) = krate.origin(&module, &segments(path))? else { return None };
    let Item { definition: Definition::Derived, krate, module, name, .. } = found else { return None };
    syn::parse_str(krate.module(&module)?.marked(&name)?).ok()
}

fn of_type(ty: &DeriveInput) -> Vec<bool> {
    if ty.generics.const_params().next().is_some() {
        return Vec::new(); // an argument may be a constant, which is written as a type
    }
    let fields: Vec<&Field> = match &ty.data {
        syn::Data::Struct(data) => data.fields.iter().collect(),
        syn::Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        syn::Data::Union(_) => return Vec::new(),
    };
    let written: Vec<&Field> =
        fields.into_iter().filter(|field| !is_skipped(field) && !is_phantom(&field.ty)).collect();
    let is_mark = |parameter: &Ident| {
        written.iter().all(|field| !mentions(field.ty.to_token_stream(), &parameter.unraw()))
    };
    ty.generics.type_params().map(|parameter| is_mark(&parameter.ident)).collect()
}

/// True for a `PhantomData`. The derive refuses one that serde writes.
fn is_phantom(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// True for `#[serde(skip)]`, which schemars reads, too.
fn is_skipped(field: &Field) -> bool {
    field.attrs.iter().filter(|attr| attr.path().is_ident("serde")).any(|attr| {
        let mut found = false;
        let read = attr.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("skip");
            if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            }
            Ok(())
        });
        read.is_ok() && found
    })
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident.unraw() == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
