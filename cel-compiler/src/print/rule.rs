//! A compiled rule as Rust: its functions, and the statement that runs it.

use super::coverage;
use crate::{
    checker::CheckedExpr,
    cost::MaxCost,
    env::Env,
    ir::Function,
    lower::{variable, variable_repr},
    passes::unmetered,
    rule::REASONS,
    schema::{KnownCost, SourceLocation, ValidationRule},
    types::Type,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// A rule that the API server accepts, as native Rust: what it asks, what it reports and where.
#[derive(Debug)]
pub struct CompiledRule {
    pub(crate) rule: ValidationRule,
    /// Its function.
    pub(crate) verdict: Function,
    /// Its message's function.
    pub(crate) message: Option<Function>,
    /// The rule and its message, as the checker left them.
    pub(crate) checked: [Option<CheckedExpr>; 2],
    /// Resolved.
    pub(crate) field_path: Option<String>,
    pub(crate) uses_old_self: bool,
    pub(crate) message_uses_old_self: bool,
    pub(crate) max_cost: MaxCost,
    /// The values of the bounds that these depend on.
    pub(crate) bounds: TokenStream,
}

impl CompiledRule {
    /// The same, reported at a field below the node: `field_path` is the rule's, resolved.
    #[must_use]
    pub fn at(self, field_path: Option<String>) -> Self {
        CompiledRule { field_path, ..self }
    }

    /// The same where this expression gives the values of bounds that are Rust expressions.
    #[must_use]
    pub fn with_bounds(self, bounds: TokenStream) -> Self {
        CompiledRule { bounds, ..self }
    }

    /// The same rule, which is written here.
    #[must_use]
    pub fn written_at(mut self, location: &SourceLocation) -> Self {
        self.rule.location.clone_from(location);
        self
    }

    /// What an evaluation costs at most, if that is a number.
    #[must_use]
    pub fn known_cost(&self) -> Option<KnownCost> {
        let MaxCost { rule, message_expression, reads } = &self.max_cost;
        Some(KnownCost {
            rule: rule.number()?,
            message_expression: message_expression.number()?,
            reads: reads.clone(),
        })
    }

    /// The same without its charges, for benchmarks that ask what they take.
    #[doc(hidden)]
    #[must_use]
    pub fn unmetered(self) -> Self {
        let (verdict, message) = (unmetered(self.verdict), self.message.map(unmetered));
        CompiledRule { verdict, message, ..self }
    }

    /// `fn name<'a>(this: &'a This, cost: &mut Cost<'a>) -> Verdict<'a>` with the rule as its comment, and if there is one,
    /// `name_message`, which gives `Outcome<'a, &'a str>`. `vis` stands in front of both. `this` is the Rust type of the node's
    /// value, `private` the path of `cel_runtime::__private`.
    #[must_use]
    pub fn functions(
        &self,
        vis: &TokenStream,
        name: &Ident,
        this: &TokenStream,
        private: &TokenStream,
    ) -> TokenStream {
        // Rules of little code are evaluated together with others, messages on their own.
        let always = self.is_small().then(|| quote!(#[inline(always)]));
        let function = |name: &Ident, source: &str, output: TokenStream, inline, body: &Function| {
            let doc = format!(" `{}`", source.trim());
            let import = quote!(use #private::ops::*;);
            // The import may hide the name of a user's type.
            let alias = format_ident!("{name}_this");
            let declared = (!body.parts.is_empty()).then(|| {
                let this = with_lifetime(this.clone());
                quote!(#[allow(non_camel_case_types)] type #alias<'a> = &'a #this;)
            });
            let body = body.within(&quote!(this: #alias<'a>, cost: &mut Cost<'a>));
            quote! {
                #declared
                #[doc = #doc]
                #inline
                #vis fn #name<'a>(this: &'a #this, cost: &mut #private::Cost<'a>) -> #private::#output {
                    #import
                    #body
                }
            }
        };
        let verdict = function(name, &self.rule.rule, quote!(Verdict<'a>), always, &self.verdict);
        let message = self.message.as_ref().map(|body| {
            let source = self.rule.message_expression.as_deref().unwrap_or_default();
            function(&message_name(name), source, quote!(Outcome<'a, &'a str>), None, body)
        });
        quote!(#verdict #message)
    }

    /// The statement that runs the rule: `__cel_cx.rule(__cel_path, &Rule { .. }, value, module name);` where `name` is that given to
    /// [`functions`](Self::functions), `module` what stands in front of it, `__cel_cx` the `&mut Validation`, `__cel_path` the `&Path` of the node and `value` a
    /// reference to its value.
    #[must_use]
    pub fn call(
        &self,
        module: &TokenStream,
        name: &Ident,
        value: &TokenStream,
        private: &TokenStream,
    ) -> TokenStream {
        let rule = self.reported(private);
        let covered = coverage::covered(&self.rule, private);
        let message = self.message.as_ref().map(|_| message_name(name)).map(|name| quote!(, #module #name));
        let method = match (self.is_small(), message.is_some()) {
            (false, false) => quote!(rule),
            (false, true) => quote!(rule_with_message),
            (true, false) => quote!(small_rule),
            (true, true) => quote!(small_rule_with_message),
        };
        quote!(#covered __cel_cx.#method(__cel_path, &#rule, #value, #module #name #message);)
    }

    /// True for little code without a loop. Such rules are asked together whether they hold; where they do not, [`call`](Self::call) runs
    /// them one by one.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.verdict.is_small()
    }

    /// The rule as the runtime reports it.
    fn reported(&self, private: &TokenStream) -> TokenStream {
        let text = self.rule.rule.trim();
        let max_cost = self.max_cost.rule.to_constant(&self.bounds, private);
        let message = self.rule.message.as_deref().filter(|message| !message.is_empty());
        let message = message.map(|message| quote!(message: #message,));
        let source = self.message.as_ref().and(self.rule.message_expression.as_deref());
        let source = source.map(|source| quote!(message_expression: #source,));
        let known = self.rule.reason.as_deref().filter(|reason| REASONS.contains(reason));
        let reason = known.map(|reason| {
            let reason = format_ident!("{reason}");
            quote!(reason: #private::Reason::#reason,)
        });
        let field_path = self.field_path.as_ref();
        let field_path = field_path.map(|path| quote!(field_path: ::core::option::Option::Some(#path),));
        let uses_old_self = self.uses_old_self.then(|| quote!(uses_old_self: true,));
        let texts = [message.is_some(), source.is_some(), reason.is_some(), field_path.is_some()];
        let is_all = texts == [true; 4] && self.uses_old_self;
        let rest = (!is_all).then(|| quote!(..#private::Rule::PLAIN));
        quote! {
            #private::Rule {
                rule: #text,
                max_cost: #max_cost,
                #message #source #reason #field_path #uses_old_self
                #rest
            }
        }
    }

    /// True if the rule compares with the value before an update.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        self.uses_old_self
    }

    /// True if it is not evaluated where there is no value before.
    #[must_use]
    pub fn is_transition_rule(&self) -> bool {
        self.uses_old_self && self.rule.optional_old_self != Some(true)
    }

    /// True if the rule or its message is a tree of calls over values of types that only run time shows, since it may show behaviour of
    /// the server's Go that other rules cannot reach.
    #[doc(hidden)]
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.verdict.exact.is_some() || self.message.as_ref().is_some_and(|message| message.exact.is_some())
    }

    /// True if the rule or its message reads the value before an update.
    #[must_use]
    pub fn sees_old_self(&self) -> bool {
        self.uses_old_self || self.message_uses_old_self
    }
}

/// A type with `'a` in place of `'_`, which an alias may not have.
fn with_lifetime(ty: TokenStream) -> TokenStream {
    let tokens = ty.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == "_" => Ident::new("a", name.span()).into(),
        token => token,
    });
    tokens.collect()
}

fn message_name(name: &Ident) -> Ident {
    format_ident!("{name}_message")
}

/// An expression of any type as native Rust.
#[derive(Debug)]
pub struct CompiledExpression {
    /// The expression's type.
    pub ty: Type,
    /// The variables with the Rust types in which generated code holds them, in the order of the environment.
    pub variables: Vec<(Ident, TokenStream)>,
    /// The statements of a function over these variables and `cost: &mut Cost<'a>`, which gives `Outcome<'a, _>`. They need
    /// the names of `cel_runtime::__private::generated`.
    pub body: TokenStream,
    /// As [`CompiledRule::is_exact`].
    #[doc(hidden)]
    pub is_exact: bool,
}

impl CompiledExpression {
    pub(crate) fn new(ty: Type, env: &Env<'_>, function: &Function) -> Self {
        let variables = env.variables().iter().map(|declared| {
            let rust = match variable_repr(env, declared) {
                None => quote!(Option<&'a json::Json>),
                Some(repr) => repr.rust(),
            };
            (format_ident!("{}", variable(&declared.name).name()), rust)
        });
        let variables: Vec<(Ident, TokenStream)> = variables.collect();
        let parameters = variables.iter().map(|(name, rust)| quote!(#name: #rust,));
        let body = function.within(&quote!(#(#parameters)* cost: &mut Cost<'a>));
        CompiledExpression { ty, variables, body, is_exact: function.exact.is_some() }
    }
}
