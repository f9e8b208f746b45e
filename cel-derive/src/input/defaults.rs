//! The defaults of type parameters: `struct Page<T, E = ()>`.

use super::field::place;
use crate::{
    ctxt::Ctxt,
    decl_type::{Shape, Typed, Use, argument},
    generics::This,
    source::own_marks,
};
use proc_macro2::Ident;
use syn::DeriveInput;

/// The defaults of the type parameters. Rules see nothing of a parameter that is only a mark, so its default may be `()`.
pub(super) fn defaults(cx: &Ctxt, this: &This<'_>, item: &DeriveInput) -> Vec<Option<Typed>> {
    let has_default = item.generics.type_params().any(|parameter| parameter.default.is_some());
    let marks = if has_default { own_marks(item) } else { Vec::new() };
    let of = |(n, ty): (usize, &syn::Type)| match marks.get(n) {
        Some(true) if !this.is_bound_in(ty) => Typed { ty: ty.clone(), shape: Shape::Opaque },
        _ => default(cx, this, &item.ident, n, ty),
    };
    (0..).zip(this.defaults()).map(|(n, ty)| Some(of((n, ty?)))).collect()
}

/// The default of a type parameter.
fn default(cx: &Ctxt, this: &This<'_>, owner: &Ident, n: usize, ty: &syn::Type) -> Typed {
    let using = Use {
        owner,
        this,
        schema: None,
        nested: false,
        opaque: false,
        preserve_unknown_fields: false,
        int_or_string: false,
        embedded_resource: false,
        text_keys: false,
        hidden: None,
        k8s_openapi: false,
        index: usize::MAX - n, // no field has it
        place: place(ty),
    };
    argument(cx, ty, &using)
}
