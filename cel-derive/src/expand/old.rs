//! The value before an update: which rules use it, and how the walk passes it on.

use super::{resolved::Resolved, rules::Rules, ty};
use crate::{
    decl_type::{Shape, Typed},
    input::Reader,
};
use proc_macro2::TokenStream;
use quote::quote;

impl Resolved<'_> {
    /// True if a rule on a node, on its elements or in a nested type uses the value before an update. Then that
    /// value is in scope as `__cel_old`.
    pub(super) fn sees_old<'r>(&self, typed: &Typed, rules: impl IntoIterator<Item = &'r Rules>) -> bool {
        rules.into_iter().any(Rules::see_old) || self.nested_sees_old(typed)
    }

    /// The rules of a nested type. If another rule on the node uses the old value, their messages see it.
    pub(super) fn showing_old(&self, others: &Rules, nested: &Typed, rules: TokenStream) -> TokenStream {
        if let Some(late) = &others.late {
            let walk = late.walk();
            return quote!(__cel_cx.show_old(#walk.use_old); #rules __cel_cx.show_old(false););
        }
        if !others.use_old() || !self.nested_sees_old(nested) || self.nested_uses_old(nested) {
            return rules;
        }
        quote!(__cel_cx.show_old(true); #rules __cel_cx.show_old(false);)
    }

    /// The argument with the old value for a nested type's methods.
    pub(super) fn old_argument(&self, typed: &Typed) -> TokenStream {
        match &typed.shape {
            _ if !self.nested_sees_old(typed) => quote!(__cel::None),
            Shape::Pointer(inner) => {
                let ty = ty(inner.same_node().unwrap_or(inner));
                quote!(__cel::Option::map(__cel_old, |__cel_old| -> &#ty { __cel_old }))
            }
            _ => quote!(__cel_old),
        }
    }

    /// Reads the property of the old object.
    pub(super) fn old_property(&self, reader: &Reader, sees_old: bool) -> Option<TokenStream> {
        let expr = &reader.expr;
        let read = if reader.optional { quote!(and_then) } else { quote!(map) };
        sees_old.then(|| quote!(let __cel_old = __cel::Option::#read(__cel_old, |__cel_self| #expr);))
    }
}

/// No rules.
pub(super) const NONE: [&Rules; 0] = [];

/// Looks into an optional old value.
pub(super) fn old_content() -> TokenStream {
    quote!(let __cel_old = __cel::Option::and_then(__cel_old, __cel::Option::as_ref);)
}

/// Code that finds the old items by their keys, and code that finds the one for the current item.
pub(super) fn old_items(elements: &[Rules], item: &Typed) -> (TokenStream, TokenStream) {
    let keys = elements.first().map(|rules| rules.keys.as_slice()).unwrap_or_default();
    if keys.is_empty() {
        // The type must be written, since the code below may make rustc infer another one.
        let ty = ty(item);
        return (TokenStream::new(), quote!(let __cel_old: __cel::Option<&#ty> = __cel::None;));
    }
    let items = quote! {
        let __cel_old_items = __cel::OldItems::new(
            __cel::Option::map(__cel_old, ::core::iter::IntoIterator::into_iter),
            |__cel_item| [#(__cel::part(#keys)),*],
        );
    };
    (items, quote!(let __cel_old = __cel_old_items.find(__cel_value);))
}
