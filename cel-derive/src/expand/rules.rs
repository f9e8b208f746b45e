//! The compiled rules of a node, and the code that runs them.

use super::method::method;
use crate::tokens::Tokens;
use cel_compiler::rule::CompiledRule;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// The compiled rules of one node.
#[derive(Default)]
pub(crate) struct Rules {
    /// The rules, each with the name of its function.
    pub(crate) compiled: Vec<(String, CompiledRule)>,
    /// The Rust type that they see. It may use the lifetime `'__cel`.
    pub(crate) this: TokenStream,
    /// The view of the value, if the value has no `CelValue`.
    pub(crate) view: Option<View>,
    /// Code that reads the parts of the key of `__cel_item`, for the items of a `list-type: map`.
    pub(crate) keys: Vec<TokenStream>,
    /// Set if they are late rules. The place of use compiles those.
    pub(crate) late: Option<Late>,
    /// True if they are on a type and not on a field.
    pub(crate) is_type: bool,
}

impl Rules {
    pub(super) fn is_empty(&self) -> bool {
        self.compiled.is_empty() && self.late.is_none()
    }

    /// Runs the rules on a value. `__cel_old` is the old value, if one of them needs it. `others` is the old
    /// value for messages if none of the rules uses it.
    pub(super) fn calls(&self, value: &str, others: &str) -> Tokens {
        if let Some(late) = &self.late {
            return late.call().into();
        }
        // Messages see the old value if a rule on the node uses it (k8s: `validation.go`, `validateExpressions`).
        let old = if self.use_old() { "__cel_old" } else { others };
        let runs = self.compiled.chunk_by(|(_, rule), (_, next)| rule.is_small() && next.is_small());
        let runs = runs.flat_map(|run| run.chunks(MOST_IN_A_RUN));
        runs.map(|run| Tokens::parsed(run_of_calls(run, value, old))).collect()
    }

    /// Replaces `__cel_value` and `__cel_old` by views, if the value has no `CelValue`.
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

    /// The method that runs the rules on `self`.
    pub(crate) fn method(&self) -> Option<TokenStream> {
        method("rules", self.calls("self", "__cel::None").to_token_stream())
    }

    pub(super) fn use_old(&self) -> bool {
        self.compiled.iter().any(|(_, rule)| rule.uses_old_self())
    }

    pub(super) fn see_old(&self) -> bool {
        self.late.is_some() || self.compiled.iter().any(|(_, rule)| rule.sees_old_self())
    }
}

/// Runs rules in a row. Small rules run on their own only if they do not all hold.
fn run_of_calls(rules: &[(String, CompiledRule)], value: &str, old: &str) -> String {
    let (private, module) = ("__cel", "__cel_rules::");
    let with_old = format!("&__cel::WithOld::new({value}, {old})");
    let calls = rules.iter().map(|(name, rule)| {
        let value = if rule.sees_old_self() { &with_old } else { value };
        let call = rule.call(module, name, value, private);
        match rule.is_transition_rule() {
            true => format!("if __cel::Option::is_some(&__cel_old) {{ {call} }}"),
            false => call,
        }
    });
    let calls: Vec<String> = calls.collect();
    match rules.iter().all(|(_, rule)| rule.is_small()) {
        true => run_of_small_calls(rules, &calls, value, &with_old),
        false => calls.concat(),
    }
}

/// The same for small rules, where each rule has the code that runs it on its own.
fn run_of_small_calls(
    rules: &[(String, CompiledRule)],
    calls: &[String],
    value: &str,
    with_old: &str,
) -> String {
    let sees_old = rules.iter().any(|(_, rule)| rule.sees_old_self());
    let this = if sees_old { format!("&({value}, {with_old})") } else { value.to_owned() };
    let failed = rules.iter().enumerate().map(|(i, (name, rule))| {
        let value = match (sees_old, rule.sees_old_self()) {
            (false, _) => "__cel_this",
            (true, false) => "__cel_this.0",
            (true, true) => "__cel_this.1",
        };
        let failed = format!("__cel::failed({}, __cel_rules::{name}({value}, __cel_cost))", bit(i));
        match rule.is_transition_rule() {
            true => format!("if __cel::Option::is_none(&__cel_old) {{ 0 }} else {{ {failed} }}"),
            false => failed,
        }
    });
    let failed = Vec::from_iter(failed).join(" | ");
    let calls = calls.iter().enumerate();
    let calls: String =
        calls.map(|(i, call)| format!("if __cel_failed & {} != 0 {{ {call} }}", bit(i))).collect();
    format!(
        "if let __cel::Option::Some(__cel_doubt) = __cel_cx.doubt({this}, |__cel_this, __cel_cost| {failed}) {{
            __cel_cx.in_doubt(__cel_doubt, move |__cel_cx, __cel_failed| {{ {calls} }})
        }}"
    )
}

/// The bit of a rule among those of its run.
fn bit(i: usize) -> u64 {
    1 << i
}

/// Each rule of a run has a bit.
const MOST_IN_A_RUN: usize = 64;

/// The compiled rules of one node and of its elements.
#[derive(Default)]
pub(crate) struct NodeRules {
    pub(crate) own: Rules,
    /// The rules on the elements, then those on the elements of these.
    pub(crate) elements: Vec<Rules>,
}

impl NodeRules {
    pub(super) fn all(&self) -> impl Iterator<Item = &Rules> {
        std::iter::once(&self.own).chain(&self.elements)
    }
}

/// A generated type for the value of a node with rules. `CelValue` can be implemented for it.
pub(crate) struct View {
    pub(crate) name: Ident,
    pub(crate) definition: TokenStream,
}

/// A node with late rules in a generic type.
pub(crate) struct Late {
    /// Its number among the nodes with late rules.
    pub(crate) n: usize,
    /// The index of its rules in the walks of the type.
    pub(crate) index: usize,
    /// The Rust type of its values, without pointers around it.
    pub(crate) ty: TokenStream,
    /// Number of these pointers.
    pub(crate) pointers: usize,
}

impl Late {
    /// The entry of the walks.
    pub(super) fn walk(&self) -> TokenStream {
        walk_at(self.index)
    }

    /// Runs the rules on the value at `__cel_value`.
    pub(super) fn call(&self) -> TokenStream {
        let walk = self.walk();
        let stars = std::iter::repeat_n(quote!(*), self.pointers.saturating_add(1));
        let (value, old) = match self.pointers {
            0 => (quote!(__cel_value), quote!(__cel_old)),
            _ => {
                let inner = quote!(&#(#stars)*);
                let old = quote!(__cel::Option::map(__cel_old, |__cel_old| #inner __cel_old));
                (quote!(#inner __cel_value), old)
            }
        };
        quote!((#walk.rules)(#value, #old, __cel_cx, __cel_path);)
    }
}

/// The late rules at an index of the type's walks.
pub(super) fn walk_at(index: usize) -> TokenStream {
    let index = Literal::usize_unsuffixed(index);
    quote!(__cel_walks.#index)
}
