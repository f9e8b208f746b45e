//! The compiled rules of a node, and the code that runs them.

use super::method::method;
use cel_compiler::rule::CompiledRule;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The compiled rules of one node.
#[derive(Default)]
pub(crate) struct Rules {
    /// Each with its function's name.
    pub(crate) compiled: Vec<(Ident, CompiledRule)>,
    /// The Rust type that they see, where `'__cel` is a lifetime.
    pub(crate) this: TokenStream,
    /// The view of the value, if it cannot show itself.
    pub(crate) view: Option<View>,
    /// For items of a `list-type: map`: what reads the parts of the key of `__cel_item`.
    pub(crate) keys: Vec<TokenStream>,
    /// They are late rules, which the place of use compiles.
    pub(crate) late: Option<Late>,
    /// They are on a type, not on a field of it.
    pub(crate) is_type: bool,
}

impl Rules {
    pub(super) fn is_empty(&self) -> bool {
        self.compiled.is_empty() && self.late.is_none()
    }

    /// Runs them on a value; `__cel_old` is the one that it replaces, if one of them asks for it. `others` is what messages see
    /// of that if none of these rules uses it.
    pub(super) fn calls(&self, value: &TokenStream, others: &TokenStream) -> TokenStream {
        if let Some(late) = &self.late {
            return late.call();
        }
        // Messages see the old value where a rule on the node does (k8s: `validation.go`, `validateExpressions`).
        let old = if self.use_old() { &quote!(__cel_old) } else { others };
        let runs = self.compiled.chunk_by(|(_, rule), (_, next)| rule.is_small() && next.is_small());
        runs.map(|run| run_of_calls(run, value, old)).collect()
    }

    /// Puts the view in the place of `__cel_value` and `__cel_old`, if the value cannot show itself.
    pub(super) fn shown(&self) -> Option<TokenStream> {
        let View { name, .. } = self.view.as_ref()?;
        let old = self.see_old().then(|| {
            quote! {
                let __cel_old = __cel::Option::map(__cel_old, #name);
                let __cel_old = __cel::Option::as_ref(&__cel_old);
            }
        });
        Some(quote!(let __cel_value = &#name(__cel_value); #old))
    }

    /// The method that runs them on `self`.
    pub(crate) fn method(&self) -> Option<TokenStream> {
        method("rules", self.calls(&quote!(self), &quote!(__cel::None)))
    }

    pub(super) fn use_old(&self) -> bool {
        self.compiled.iter().any(|(_, rule)| rule.uses_old_self())
    }

    pub(super) fn see_old(&self) -> bool {
        self.late.is_some() || self.compiled.iter().any(|(_, rule)| rule.sees_old_self())
    }
}

/// Runs rules that follow each other: rules of little code only if they do not all hold.
fn run_of_calls(rules: &[(Ident, CompiledRule)], value: &TokenStream, old: &TokenStream) -> TokenStream {
    let (private, module) = (quote!(__cel), quote!(__cel_rules::));
    let with_old = quote!(&__cel::WithOld::new(#value, #old));
    let calls = rules.iter().map(|(name, rule)| {
        let value = if rule.sees_old_self() { &with_old } else { value };
        let call = rule.call(&module, name, value, &private);
        match rule.is_transition_rule() {
            true => quote!(if __cel::Option::is_some(&__cel_old) { #call }),
            false => call,
        }
    });
    if !rules.iter().all(|(_, rule)| rule.is_small()) {
        return calls.collect();
    }
    let sees_old = rules.iter().any(|(_, rule)| rule.sees_old_self());
    let this = if sees_old { &quote!(&(#value, #with_old)) } else { value };
    let holds = rules.iter().map(|(name, rule)| {
        let value = match (sees_old, rule.sees_old_self()) {
            (false, _) => quote!(__cel_this),
            (true, false) => quote!(__cel_this.0),
            (true, true) => quote!(__cel_this.1),
        };
        let verdict = quote!(#module #name(#value, __cel_cost));
        match rule.is_transition_rule() {
            true => quote!(if __cel::Option::is_some(&__cel_old) { #verdict } else { __cel::Ok(true) }),
            false => verdict,
        }
    });
    let holds: Vec<_> = holds.collect();
    let all = match &*holds {
        [only] => only.clone(),
        all => quote!(__cel::Ok(#({ #all }?)&&*)),
    };
    quote! {
        if !__cel_cx.all_hold(#this, |__cel_this, __cel_cost| #all) {
            #(#calls)*
        }
    }
}

/// The compiled rules of one node and of its elements.
#[derive(Default)]
pub(crate) struct NodeRules {
    pub(crate) own: Rules,
    /// Of the elements, then those of the elements of these.
    pub(crate) elements: Vec<Rules>,
}

impl NodeRules {
    pub(super) fn all(&self) -> impl Iterator<Item = &Rules> {
        std::iter::once(&self.own).chain(&self.elements)
    }
}

/// A type of its own for the value of a node with rules: `CelValue` can be implemented for it.
pub(crate) struct View {
    pub(crate) name: Ident,
    pub(crate) definition: TokenStream,
}

/// A node of a generic type that has late rules.
pub(crate) struct Late {
    /// Its number among the nodes with late rules.
    pub(crate) n: usize,
    /// Where its rules are in the walks of the type.
    pub(crate) index: usize,
    /// The Rust type of its values.
    pub(crate) ty: TokenStream,
}

impl Late {
    /// The walks' entry.
    pub(super) fn walk(&self) -> TokenStream {
        walk_at(self.index)
    }

    /// Runs the rules on the value at `__cel_value`.
    pub(super) fn call(&self) -> TokenStream {
        let walk = self.walk();
        quote!((#walk.rules)(__cel_value, __cel_old, __cel_cx, __cel_path);)
    }
}

/// Late rules in the walks of the type.
pub(super) fn walk_at(index: usize) -> TokenStream {
    let index = Literal::usize_unsuffixed(index);
    quote!(__cel_walks.#index)
}
