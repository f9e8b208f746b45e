//! The methods of the walk.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A method of the walk. With an empty body the trait's own method is enough.
pub(super) fn method(name: &str, body: TokenStream) -> Option<TokenStream> {
    let none = TokenStream::new();
    method_with(name, body, (&none, &none, &none))
}

/// The same with a lifetime for `self`, and with one more argument.
pub(super) fn method_with(
    name: &str,
    body: TokenStream,
    (parameters, lifetime, argument): (&TokenStream, &TokenStream, &TokenStream),
) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    (!body.is_empty()).then(|| {
        quote! {
            fn #name #parameters (
                & #lifetime self,
                __cel_old: __cel::Option<&Self>,
                __cel_cx: &mut __cel::Validation<'_>,
                __cel_path: &__cel::Path<'_>,
                #argument
            ) {
                let __cel_self = self;
                #body
            }
        }
    })
}
