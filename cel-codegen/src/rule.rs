//! The stages in order: a validation rule in, native Rust or diagnostics out.

use crate::{
    checker::{self, CheckedExpr},
    decls::KubernetesVersion,
    diagnostic::{Diagnostic, Diagnostics},
    emit,
    env::{Env, OLD_SELF},
    parser, plan,
    schema::{DeclType, Schema, ValidationRule},
    types::Type,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A rule that the API server accepts, as native Rust.
#[derive(Debug)]
pub struct CompiledRule {
    source: String,
    body: TokenStream,
    uses_old_self: bool,
}

/// Compiles one rule of one node for servers of a version; `node` is the schema of `self`.
///
/// # Errors
/// What the API server would say of the rule, or what the compiler does not support yet.
pub fn compile(
    schema: &Schema,
    node: &DeclType,
    rule: &ValidationRule,
    version: KubernetesVersion,
) -> Result<CompiledRule, Vec<Diagnostic>> {
    let mut env = Env::for_node(schema, node).with_version(version);
    if rule.optional_old_self.is_some_and(|optional| optional) {
        env = env.with_optional_old_self();
    }
    let checked = check(&rule.rule, &env)?;
    if *checked.result_type() != Type::Bool {
        return Err(vec![Diagnostic::new(0, "cel expression must evaluate to a bool")]);
    }
    let uses_old_self = checked.uses_identifier(OLD_SELF);
    if uses_old_self {
        return Err(vec![Diagnostic::new(0, "rules that use `oldSelf` are not supported yet")]);
    }
    let body = emit(&checked, &env, Some(node))?;
    Ok(CompiledRule { source: rule.rule.trim().to_owned(), body, uses_old_self })
}

impl CompiledRule {
    /// `fn name<'a>(this: &'a This, cost: &mut Cost<'a>) -> Verdict<'a>` with the rule as its comment. `this` is the Rust type of
    /// the node's value, `krate` the path of cel-runtime.
    #[must_use]
    pub fn function(&self, name: &Ident, this: &TokenStream, krate: &TokenStream) -> TokenStream {
        let doc = format!(" `{}`", self.source);
        let import = emit::prelude(krate);
        let body = &self.body;
        quote! {
            #[doc = #doc]
            fn #name<'a>(this: &'a #this, cost: &mut #krate::__private::Cost<'a>) -> #krate::__private::Verdict<'a> {
                #import
                #body
            }
        }
    }

    /// True if the rule compares with the value before an update.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        self.uses_old_self
    }
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
}

/// Compiles an expression of any type over the variables of an environment.
///
/// # Errors
/// As [`compile`].
pub fn compile_expression(source: &str, env: &Env<'_>) -> Result<CompiledExpression, Vec<Diagnostic>> {
    let checked = check(source, env)?;
    let body = emit(&checked, env, None)?;
    let variables = env
        .variables()
        .iter()
        .map(|variable| (emit::variable(&variable.name), emit::rust_type(env, variable)))
        .collect();
    Ok(CompiledExpression { ty: checked.result_type().clone(), variables, body })
}

fn check(source: &str, env: &Env<'_>) -> Result<CheckedExpr, Vec<Diagnostic>> {
    // What the parser finds behind its first error mostly follows from it.
    let first = |diagnostics: Diagnostics| diagnostics.into_sorted().into_iter().take(1).collect::<Vec<_>>();
    let expr = parser::parse_for(source, env.version()).map_err(first)?;
    checker::check(expr, env).map_err(|diagnostics| diagnostics.into_sorted())
}

fn emit<'s>(
    checked: &CheckedExpr,
    env: &Env<'s>,
    node: Option<&'s DeclType>,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let plan = plan::plan(checked)
        .map_err(|error| vec![Diagnostic::without_place(format!("program instantiation failed: {error}"))])?;
    emit::body(checked, env, &plan, node).map_err(|diagnostics| diagnostics.into_sorted())
}
