//! The walk through values of generic types: through the type, its arguments, and values of type parameters.

use super::{
    generic,
    resolved::Resolved,
    rules::{Late, Rules},
    ty,
};
use crate::{decl_type::Typed, tokens::Tokens};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Resolved<'_> {
    /// Runs the rules of an argument and the late rules of the field, then visits the nodes below.
    pub(super) fn visit_parameter(&self, typed: &Typed, late: &Late) -> TokenStream {
        let [of_argument, below] = ["rules", "children"].map(|part| generic::call(typed, part));
        let (walk, of_field) = (late.walk(), late.call());
        quote! {
            if __cel_cx.enter_type(__cel_path, #walk.schema_type, true) {
                __cel_cx.show_old(#walk.use_old);
                #of_argument
                __cel_cx.show_old(false);
                #of_field
            }
            #below
        }
    }

    /// Enters the node of a generic type and runs its rules.
    pub(super) fn enter_instance(
        &self,
        typed: &Typed,
        nested: &Typed,
        rules: &Rules,
        of_field: &Tokens,
    ) -> TokenStream {
        let Some((_, key)) = nested.nested() else { return TokenStream::new() };
        let Some(has_rules) = self.own_rules(key) else {
            return match rules.is_empty() {
                true => TokenStream::new(),
                false => self.enter(key, rules, &quote!(true), &of_field.to_token_stream()),
            };
        };
        let has_rules = if rules.is_empty() { has_rules } else { quote!(true) };
        let (ty, old, walks) = (ty(nested), self.old_argument(typed), self.walks(key));
        let of_type = quote!(<__cel::Of<#ty>>::rules_with(__cel_value, #old, __cel_cx, __cel_path, #walks););
        let of_type = self.showing_old(rules, nested, of_type);
        self.enter(key, rules, &has_rules, &quote!(#of_type #of_field))
    }

    pub(super) fn is_instance(&self, nested: &Typed) -> bool {
        nested.nested().is_some_and(|(_, nested)| self.instances.contains_key(&nested.key))
    }

    /// The walks through the arguments of a generic type.
    pub(super) fn walks_of(&self, typed: &Typed) -> Option<TokenStream> {
        self.walks(typed.nested()?.1)
    }

    /// The walk through a type argument: its node and everything below.
    pub(super) fn visit_argument(&self, argument: &Typed) -> TokenStream {
        self.visit(argument, &Rules::default(), &[])
    }

    /// Code that tells if the node of an argument has rules, and code that runs only these.
    pub(super) fn rules_of_argument(&self, argument: &Typed) -> (TokenStream, TokenStream) {
        let none = (quote!(false), TokenStream::new());
        if let (Some(n), Some(rules)) = (generic::parameter(argument), generic::call(argument, "rules")) {
            return (quote!(__cel_walks.#n.has_rules), rules);
        }
        let Some(nested) = argument.same_node() else { return none };
        let (ty, old) = (ty(nested), self.old_argument(argument));
        match (self.walks_of(nested), nested.nested()) {
            (Some(walks), Some((_, key))) => match self.own_rules(key) {
                Some(has_rules) => {
                    let rules = quote!(<__cel::Of<#ty>>::rules_with(__cel_value, #old, __cel_cx, __cel_path, #walks););
                    (has_rules, rules)
                }
                None => none,
            },
            _ if self.has_rules(nested) => {
                let node = quote!(<#ty as __cel::Node>);
                (quote!(#node::HAS_RULES), quote!(#node::rules(__cel_value, #old, __cel_cx, __cel_path);))
            }
            _ => none,
        }
    }

    /// Visits only the nodes below an argument.
    pub(super) fn children_of_argument(&self, argument: &Typed) -> TokenStream {
        self.below(argument, &[])
    }
}
