//! The item as a type in generated code, with its generic parameters.

use crate::tokens::{At, Tokens};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Lifetime};

/// A type's name as text. A name that might be a keyword of some edition stays a token.
fn name(ident: &Ident) -> Tokens {
    let text = ident.to_string();
    if text.starts_with(|first: char| first.is_ascii_uppercase()) {
        Tokens::parsed(text)
    } else {
        Tokens::of(ident.clone())
    }
}

/// The item's name and parameters.
pub(crate) struct This<'a> {
    generics: &'a syn::Generics,
    /// The type: `Template<T>`.
    pub(crate) ty: Tokens,
    /// Tokens after `impl`: `<T: Clone>`, or nothing.
    pub(crate) parameters: Tokens,
    /// `where ..`, or nothing.
    pub(crate) clause: Tokens,
    /// The type parameters.
    pub(crate) types: Vec<&'a Ident>,
    consts: Vec<&'a Ident>,
}

impl<'a> This<'a> {
    pub(crate) fn new(ident: &'a Ident, generics: &'a syn::Generics) -> Self {
        let (mut types, mut consts) = (Vec::new(), Vec::new());
        for parameter in &generics.params {
            match parameter {
                GenericParam::Type(ty) => types.push(&ty.ident),
                GenericParam::Const(parameter) => consts.push(&parameter.ident),
                GenericParam::Lifetime(_) => {}
            }
        }
        let mut this = This {
            generics,
            ty: name(ident),
            parameters: Tokens::default(),
            clause: Tokens::default(),
            types,
            consts,
        };
        if !generics.params.is_empty() {
            let (parameters, arguments, clause) = generics.split_for_impl();
            this.ty = Tokens::new(&quote!(#ident #arguments));
            this.parameters = Tokens::new(&parameters);
            this.clause = Tokens::new(&clause);
        }
        this
    }

    /// True if it has parameters of any kind.
    pub(crate) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// True if it has type parameters or constants. With other arguments, rules see other types.
    pub(crate) fn has_instances(&self) -> bool {
        !self.types.is_empty() || !self.consts.is_empty()
    }

    /// The number of the type parameter that a path names.
    pub(crate) fn parameter(&self, path: &syn::Path) -> Option<usize> {
        let ident = path.get_ident()?;
        self.types.iter().position(|parameter| *parameter == ident)
    }

    /// True if a path begins with a type parameter: `T::Out`.
    pub(crate) fn is_of_parameter(&self, path: &syn::Path) -> bool {
        path.segments.len() > 1
            && path.segments.first().is_some_and(|first| self.types.contains(&&first.ident))
    }

    /// True if a type argument is a constant of the item. Such an argument is parsed as a type.
    pub(crate) fn is_constant(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        path.path.get_ident().is_some_and(|ident| self.consts.contains(&ident))
    }

    /// True if a type names a type parameter or a constant.
    pub(crate) fn is_in(&self, ty: &impl ToTokens) -> bool {
        let is_parameter = |ident: &Ident| self.types.iter().chain(&self.consts).any(|own| *own == ident);
        self.has_instances() && mentions(ty.to_token_stream(), &is_parameter)
    }

    /// True if a type names the `n`-th type parameter.
    pub(crate) fn mentions_type(&self, n: usize, ty: &impl ToTokens) -> bool {
        self.types.get(n).is_some_and(|own| mentions(ty.to_token_stream(), &|ident| *own == ident))
    }

    /// True if a type names a parameter of any kind.
    pub(crate) fn is_bound_in(&self, ty: &impl ToTokens) -> bool {
        let lifetimes: Vec<&Ident> =
            self.generics.lifetimes().map(|parameter| &parameter.lifetime.ident).collect();
        self.is_in(ty)
            || !lifetimes.is_empty() && mentions(ty.to_token_stream(), &|ident| lifetimes.contains(&ident))
    }

    /// The parameters of a generated type that has one more lifetime: at its declaration, and at its uses.
    pub(crate) fn with_lifetime(&self, lifetime: &str) -> (Tokens, Tokens) {
        let lifetime = Lifetime::new(lifetime, Span::call_site());
        let mut generics = self.generics.clone();
        generics.params.insert(0, GenericParam::Lifetime(syn::LifetimeParam::new(lifetime)));
        let (parameters, arguments, _) = generics.split_for_impl();
        (Tokens::new(&parameters), Tokens::new(&arguments))
    }

    /// A type with `'__cel` for the lifetimes of the item.
    pub(crate) fn shortened(&self, ty: &impl ToTokens) -> TokenStream {
        let lifetimes: Vec<&Ident> =
            self.generics.lifetimes().map(|parameter| &parameter.lifetime.ident).collect();
        if lifetimes.is_empty() {
            return ty.to_token_stream();
        }
        replaced(ty.to_token_stream(), &lifetimes, "__cel")
    }

    /// The item with `'static` for its lifetimes.
    pub(crate) fn lasting(&self) -> TokenStream {
        self.lasting_in(&self.ty)
    }

    /// A type with `'static` for the lifetimes of the item.
    pub(crate) fn lasting_in(&self, ty: &impl ToTokens) -> TokenStream {
        let lifetimes: Vec<&Ident> =
            self.generics.lifetimes().map(|parameter| &parameter.lifetime.ident).collect();
        replaced(ty.to_token_stream(), &lifetimes, "static")
    }

    /// The path before an associated function: `Template::<T>`.
    pub(crate) fn turbofish(&self, ident: &Ident) -> TokenStream {
        let (_, arguments, _) = self.generics.split_for_impl();
        let arguments = arguments.as_turbofish();
        quote!(#ident #arguments)
    }

    /// `impl <parameters> <trait> for <type> <clause> <body>`; `bounds` are added to the clause.
    pub(crate) fn implement(&self, of: &str, bounds: Tokens, body: Tokens) -> Tokens {
        let clause = self.clause_with(bounds);
        At::derive().write(
            &format!("impl #0 {of} for #1 #2 {{ #3 }}"),
            &[self.parameters.clone(), self.ty.clone(), clause, body],
        )
    }

    /// The clause with more bounds. Each of them ends with a comma.
    pub(crate) fn clause_with(&self, bounds: Tokens) -> Tokens {
        if bounds.is_empty() {
            return self.clause.clone();
        }
        match &self.generics.where_clause {
            None => At::derive().write("where #0", &[bounds]),
            Some(clause) => {
                let predicates = clause.predicates.iter().map(ToTokens::to_token_stream);
                Tokens::concat([Tokens::new(&quote!(where #(#predicates,)*)), bounds])
            }
        }
    }

    /// Puts statements into a function with the parameters of the item. In a constant these would have no meaning.
    pub(crate) fn in_function(&self, statements: Tokens) -> Tokens {
        if !self.is_generic() || statements.is_empty() {
            return statements;
        }
        At::derive().write(
            "const _: () = { fn __cel_proof #0 () #1 { #2 } };",
            &[self.parameters.clone(), self.clause.clone(), statements],
        )
    }

    /// The defaults of the type parameters.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = Option<&'a syn::Type>> {
        self.generics.type_params().map(|parameter| parameter.default.as_ref().map(|(_, ty)| ty))
    }
}

fn mentions(tokens: TokenStream, is_meant: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => is_meant(&ident),
        TokenTree::Group(group) => mentions(group.stream(), is_meant),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn replaced(tokens: TokenStream, lifetimes: &[&Ident], by: &str) -> TokenStream {
    let mut is_lifetime = false;
    let shorten = |token: TokenTree| {
        let was_lifetime = std::mem::replace(
            &mut is_lifetime,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
        );
        match token {
            TokenTree::Ident(ident) if was_lifetime && lifetimes.contains(&&ident) => {
                Ident::new(by, ident.span()).into()
            }
            TokenTree::Group(group) if group.delimiter() != Delimiter::None || !group.stream().is_empty() => {
                let inner = replaced(group.stream(), lifetimes, by);
                let mut inner = proc_macro2::Group::new(group.delimiter(), inner);
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }
    };
    tokens.into_iter().map(shorten).collect()
}
