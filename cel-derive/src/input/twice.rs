//! Fields of `Option<Option<T>>`: absent, null, or a value. schemars writes the schema of `Option<T>`.

use super::Reader;
use crate::{
    attr::serde::serialize_with,
    decl_type::{peel, type_arguments},
    tokens::Tokens,
};
use quote::quote;

/// The field with the type `Option<T>`, if its type is `Option<Option<T>>`. A function in `serialize_with` writes the whole.
pub(super) fn once(field: &syn::Field) -> Option<syn::Field> {
    let inner = option(&field.ty).filter(|_| serialize_with(&field.attrs).is_none())?;
    option(inner)?;
    Some(syn::Field { ty: inner.clone(), ..field.clone() })
}

fn option(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = peel(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    match type_arguments(&last.arguments).as_slice() {
        [inner] => Some(*inner),
        _ => None,
    }
}

/// Reads the inner `Option`. If serde skips the outer `None`, there is no key; otherwise there is a null.
pub(super) fn reader(outer: Reader, skips_none: bool) -> Reader {
    let Reader { expr, optional } = outer;
    let expr = match (optional, skips_none) {
        (false, true) => quote!(__cel::Option::as_ref(#expr)),
        (true, true) => quote!(__cel::Option::and_then(#expr, |__cel_v| __cel::Option::as_ref(__cel_v))),
        (false, false) => quote!(__cel::Option::unwrap_or(__cel::Option::as_ref(#expr), &__cel::None)),
        (true, false) => quote! {
            __cel::Option::map(#expr, |__cel_v| __cel::Option::unwrap_or(__cel::Option::as_ref(__cel_v), &__cel::None))
        },
    };
    Reader { expr: Tokens::new(&expr), optional: optional || skips_none }
}
