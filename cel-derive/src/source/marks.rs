//! Type parameters that are only marks: `struct Ref<K> { name: String, #[serde(skip)] kind: PhantomData<K> }`. No schema depends on one.

use super::{
    elsewhere::{Crate, Item, Origin, Way},
    item::file,
    module::Definition,
    names::is_std,
    segments,
};
use crate::decl_type::type_arguments;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{DeriveInput, Field, Path, ext::IdentExt};

/// For each type parameter of the type that a path in an item means: true if no field in JSON has it. Nothing if the sources do not show it.
pub(crate) fn marks(item: &Ident, path: &Path) -> Vec<bool> {
    let place = || Place::of(item);
    place().and_then(|place| place.marks(path, DEPTH)).unwrap_or_default()
}

/// The same for the parameters of an item that is at hand: `struct Page<T, E = ()>` with a `PhantomData<E>`.
pub(crate) fn own_marks(item: &DeriveInput) -> Vec<bool> {
    of_type(item, &|path| Place::of(&item.ident)?.marks(path, DEPTH))
}

/// Where a path is written.
struct Place {
    krate: Crate,
    module: Way,
}

/// A mark may be handed on through so many types: `struct Link<K> { id: Id<K> }`.
const DEPTH: usize = 8;

impl Place {
    fn of(item: &Ident) -> Option<Place> {
        let (krate, module) = Crate::of(&file()?.path, item)?;
        Some(Place { krate, module })
    }

    /// The marks of the type that a path means here, if it may have some.
    fn marks(&self, path: &Path, depth: usize) -> Option<Vec<bool>> {
        let depth = depth.checked_sub(1)?;
        let Origin::Here(found) = self.krate.origin(&self.module, &segments(path))? else { return None };
        let Item { definition: Definition::Derived, krate, module, name, .. } = found else { return None };
        let ty: DeriveInput = syn::parse_str(krate.module(&module)?.generic(&name)?).ok()?;
        let place = Place { krate, module };
        Some(of_type(&ty, &|path| place.marks(path, depth)))
    }
}

/// `marks` gives those of another type.
fn of_type(ty: &DeriveInput, marks: &dyn Fn(&Path) -> Option<Vec<bool>>) -> Vec<bool> {
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
    let is_mark =
        |parameter: &Ident| written.iter().all(|field| !is_in(&field.ty, &parameter.unraw(), marks));
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

/// True if a type has a parameter, and not only as a mark of a type in it.
fn is_in(ty: &syn::Type, parameter: &Ident, marks: &dyn Fn(&Path) -> Option<Vec<bool>>) -> bool {
    if !mentions(ty.to_token_stream(), parameter) {
        return false;
    }
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return true };
    let types = path.segments.last().map(|last| type_arguments(&last.arguments)).unwrap_or_default();
    if types.is_empty() {
        return true;
    }
    let name = path.segments.last().map(|last| last.ident.to_string());
    if name.is_some_and(|name| is_std(&name)) {
        return types.iter().any(|ty| is_in(ty, parameter, marks));
    }
    let mut plain = path.clone();
    plain.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    let marked = marks(&plain).unwrap_or_default();
    let is_mark = |n: usize| marked.get(n).copied().unwrap_or_default();
    types.iter().enumerate().any(|(n, ty)| !is_mark(n) && is_in(ty, parameter, marks))
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident.unraw() == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
