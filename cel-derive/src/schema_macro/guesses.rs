//! Types that were guessed to be those of k8s-openapi. A wrong guess should be the only error. So mistakes in
//! rules about such types, and errors about costs, are put into constants that rustc evaluates only if the
//! guess is right.

use super::{budget::formatted, nested::NestedSchema, unresolved::Unresolved};
use crate::{
    expand::{self, kubernetes::Foreign},
    source::imports_from_kubernetes,
    tokens::Tokens,
};
use cel_compiler::schema::{Schema, kubernetes::has_guesses};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Unresolved<'_> {
    /// Proves the guesses about the types of this item's fields and in nested types.
    pub(super) fn guessed(&self, schema: &Schema, nested: &[NestedSchema<'_>]) -> Tokens {
        let mut named = Vec::new();
        for property in self.container.properties() {
            property.typed().into_iter().for_each(|typed| typed.all_kubernetes(&mut named));
        }
        let own: Vec<_> =
            named.iter().filter_map(|(inner, _)| Foreign::of(inner, self.container)?.proof()).collect();
        if own.is_empty() && !has_guesses(schema) {
            return Tokens::default();
        }
        let nested = nested.iter().filter(|nested| has_guesses(&nested.schema));
        let nested = nested.map(|nested| &nested.ty);
        Tokens::new(&quote! {
            const GUESSED: () = {
                #(#own)*
                #(<__cel::Of<#nested>>::GUESSED;)*
            };
        })
    }

    /// True if a type here or in a nested type was guessed to be one of k8s-openapi, and only rustc knows if it is.
    pub(super) fn may_be_wrong(&self, schema: &Schema) -> bool {
        has_guesses(schema)
            && !(expand::nested(self.container).is_empty() && imports_from_kubernetes(self.container))
    }

    /// Runs a check whose errors may be due to a wrong guess.
    pub(super) fn deferring<T: Default>(&self, schema: &Schema, run: impl FnOnce() -> T) -> T {
        let mut result = T::default();
        match self.may_be_wrong(schema) {
            true => self.cx.deferring(|| result = run()),
            false => result = run(),
        }
        result
    }

    /// The errors that [`deferring`](Self::deferring) has collected.
    pub(super) fn deferred(&self) -> Tokens {
        let deferred = self.cx.take_deferred();
        if deferred.is_empty() {
            return Tokens::default();
        }
        let this = &self.container.this;
        // Without known arguments the guess cannot be checked.
        let guess = (!this.has_instances()).then(|| {
            let ty = this.lasting();
            quote!(<__cel::Of<#ty>>::GUESSED;)
        });
        let errors = deferred.into_iter().flat_map(|error| {
            let text = formatted(&error.to_string());
            // If the guess is wrong, the trait's argument fails to compile, and this error does not appear.
            quote_spanned! {error.span()=>
                const _: () = {
                    // In a module of its own no `mod diagnostic` of the user's is in scope.
                    mod __cel_mistake {
                        #[diagnostic::on_unimplemented(message = #text, label = "in what is written here")]
                        pub(super) trait __CelMistake<const IS_THERE: ::core::primitive::bool> {
                            const HOLDS: () = ();
                        }
                        #[diagnostic::do_not_recommend]
                        impl __CelMistake<false> for () {}
                    }
                    use __cel_mistake::__CelMistake;
                    <() as __CelMistake<{ #guess true }>>::HOLDS
                };
            }
        });
        errors.collect::<TokenStream>().into()
    }
}
