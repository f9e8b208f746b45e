//! The stages in order: a validation rule in, native Rust or diagnostics out.

mod coverage;
mod error;
mod texts;

pub use error::{Mistake, RuleError, Stage};
pub use texts::{Key, REASONS, TextError, TextErrorKind, text_errors};

use crate::{
    checker::{self, CheckedExpr},
    cost::{self, Amount, Level, Sizes, advice::Expression},
    diagnostic::{Diagnostic, Diagnostics},
    emit::{self, Body, Output},
    env::{Env, OLD_SELF},
    library::KubernetesVersion,
    parser, plan,
    schema::{DeclType, KnownCost, SourceLocation, ValidationRule, steps_text},
    types::Type,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// A rule that the API server accepts, as native Rust: what it asks, what it reports and where.
#[derive(Debug)]
pub struct CompiledRule {
    rule: ValidationRule,
    /// Its function.
    verdict: Body,
    /// Its message's function.
    message: Option<Body>,
    /// Resolved.
    field_path: Option<String>,
    uses_old_self: bool,
    message_uses_old_self: bool,
    max_cost: MaxCost,
    /// The values of the bounds that these depend on.
    bounds: TokenStream,
}

/// Highest costs of one evaluation of a rule and of one of its message expression, if it has one.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct MaxCost {
    pub rule: Amount,
    pub message_expression: Amount,
    /// The lists, maps and texts that the rule reads, from its node.
    pub reads: Vec<String>,
}

/// Compiles one rule of a node and its message. `env` is that of the node ([`Env::for_node`], [`Env::for_json_node`]) and says how
/// the node is held. A path is left out: see [`CompiledRule::at`]. An unknown reason counts as none, as on the server where it is
/// stored; [`text_errors`] tells of it.
///
/// # Errors
/// The API server's text about the rule, or else about its message, or a construct that the compiler does not support yet.
pub fn compile<'s>(
    env: Env<'s>,
    node: &'s DeclType,
    rule: &ValidationRule,
) -> Result<CompiledRule, RuleError> {
    let env = for_old_self(env, rule);
    let verdict = Part::of_rule(rule).compile(&env, node, Output::Verdict(node))?;
    let message = Part::of_message(rule).map(|message| message.compile(&env, node, Output::Message(node)));
    let message = message.transpose()?;
    Ok(CompiledRule {
        rule: rule.clone(),
        verdict: verdict.body,
        uses_old_self: verdict.uses_old_self,
        message_uses_old_self: message.as_ref().is_some_and(|message| message.uses_old_self),
        max_cost: MaxCost {
            rule: verdict.max_cost,
            message_expression: message.as_ref().map_or(Amount::ZERO, |message| message.max_cost.clone()),
            reads: verdict.reads,
        },
        message: message.map(|message| message.body),
        field_path: None,
        bounds: TokenStream::new(),
    })
}

/// Highest costs of the expressions of a rule, without code for them; nothing if they are wrong. `definition` is the type in which
/// the node stands.
#[must_use]
pub fn max_cost<'s>(
    env: Env<'s>,
    definition: &str,
    node: &'s DeclType,
    rule: &ValidationRule,
) -> Option<MaxCost> {
    let env = if rule.server_only { env.seeing_unwritten() } else { env };
    let env = for_old_self(env, rule);
    let sizes = Sizes::within(&env, definition);
    let cost = |part: Part<'_>| {
        let checked = part.check(&env).ok()?;
        part.plan(&checked).ok()?;
        Some(reads(&checked, &sizes, node))
    };
    let (of_rule, reads) = cost(Part::of_rule(rule))?;
    let of_message = Part::of_message(rule).map_or(Some((Amount::ZERO, Vec::new())), cost)?;
    Some(MaxCost { rule: of_rule, message_expression: of_message.0, reads })
}

fn for_old_self<'s>(env: Env<'s>, rule: &ValidationRule) -> Env<'s> {
    match rule.optional_old_self {
        Some(true) => env.with_optional_old_self(),
        Some(false) | None => env,
    }
}

/// One of the expressions of a rule.
struct Part<'r> {
    key: Key,
    source: &'r str,
    /// The type that it must have.
    ty: Type,
}

impl<'r> Part<'r> {
    fn of_rule(rule: &'r ValidationRule) -> Self {
        Part { key: Key::Rule, source: &rule.rule, ty: Type::Bool }
    }

    fn of_message(rule: &'r ValidationRule) -> Option<Self> {
        let source = rule.message_expression.as_deref().filter(|source| !source.is_empty())?;
        Some(Part { key: Key::MessageExpression, source, ty: Type::String })
    }

    fn check(&self, env: &Env<'_>) -> Result<CheckedExpr, RuleError> {
        let checked = check(self.source, env).map_err(self.failed(Stage::Check))?;
        if *checked.result_type() != self.ty {
            let mut error = RuleError::result_type(self.key);
            if let (Key::Rule, [diagnostic]) = (self.key, &mut *error.diagnostics) {
                diagnostic.help = checker::rule_advice(&checked);
            }
            return Err(error);
        }
        Ok(checked)
    }

    fn plan(&self, checked: &CheckedExpr) -> Result<plan::Plan, RuleError> {
        plan::plan(checked).map_err(|error| RuleError::instantiation(self.key, &error))
    }

    fn compile<'s>(
        &self,
        env: &Env<'s>,
        node: &'s DeclType,
        output: Output<'s>,
    ) -> Result<CompiledPart, RuleError> {
        let mut checked = self.check(env).map_err(RuleError::without_consequences)?;
        let mut env = env.clone();
        if env.version() < KubernetesVersion::NEW_EXPRESSIONS {
            // What the code does and may cost is that of the newest release, which must take the rule, too.
            env = env.with_version(KubernetesVersion::NEW_EXPRESSIONS);
            checked = self.check(&env)?;
        }
        let uses_old_self = checked.uses_identifier(OLD_SELF);
        let plan = self.plan(&checked)?;
        let body = emit::body(&checked, &env, &plan, output)
            .map_err(|diagnostics| self.failed(Stage::Unsupported)(diagnostics.into_sorted()))?;
        let (max_cost, reads) = reads(&checked, &Sizes::new(&env), node);
        Ok(CompiledPart { body, uses_old_self, max_cost, reads })
    }

    /// Highest cost of an evaluation, if there can be one.
    fn max_cost<'s>(
        &self,
        checked: &CheckedExpr,
        sizes: &Sizes<'_, 's>,
        node: &'s DeclType,
    ) -> Result<Amount, RuleError> {
        self.plan(checked)?;
        Ok(cost::estimate(checked, sizes, node).max)
    }

    fn failed(&self, stage: Stage) -> impl Fn(Vec<Diagnostic>) -> RuleError {
        let key = self.key;
        move |diagnostics| RuleError { key, stage, diagnostics }
    }
}

/// An expression as native Rust.
struct CompiledPart {
    body: Body,
    uses_old_self: bool,
    max_cost: Amount,
    reads: Vec<String>,
}

/// Cost of an evaluation, and the sizes that it reads for that.
fn reads<'s>(checked: &CheckedExpr, sizes: &Sizes<'_, 's>, node: &'s DeclType) -> (Amount, Vec<String>) {
    let (cost, reads) = cost::advice::reads(checked, sizes, node, &[]);
    (cost, reads.iter().map(|read| steps_text(&read.path)).collect())
}

impl From<&KnownCost> for MaxCost {
    fn from(known: &KnownCost) -> Self {
        MaxCost {
            rule: Amount::Number(known.rule),
            message_expression: Amount::Number(known.message_expression),
            reads: known.reads.clone(),
        }
    }
}

/// Answer of the API server when a rule is registered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registration {
    /// Why the rule is no program.
    pub error: Option<RuleError>,
    /// Why its message expression is none; not asked if the rule itself is wrong.
    pub message_error: Option<RuleError>,
    /// The rule compares with the value before an update.
    pub uses_old_self: bool,
    /// Highest cost of one evaluation of the rule; 0 if it is no program.
    pub max_cost: u64,
    /// Highest cost of one evaluation of its message expression; 0 if there is none.
    pub message_expression_max_cost: u64,
}

/// Checks a rule and its message expression as the API server does when a CRD is created, without making code of them; `node` is
/// the node, `env` its environment. A blank rule is no error here.
#[must_use]
pub fn register<'s>(env: Env<'s>, node: &'s DeclType, rule: &ValidationRule) -> Registration {
    let mut found = Registration::default();
    if rule.rule.trim().is_empty() {
        return found;
    }
    let env = for_old_self(env, rule);
    let sizes = Sizes::new(&env);
    let part = Part::of_rule(rule);
    let result = part.check(&env).and_then(|checked| {
        found.uses_old_self = checked.uses_identifier(OLD_SELF);
        part.max_cost(&checked, &sizes, node)
    });
    // Where a bound is a Rust expression, anything may be.
    let number = |cost: Amount| cost.number().unwrap_or(u64::MAX);
    match result {
        Err(error) => found.error = Some(error),
        Ok(cost) => {
            found.max_cost = number(cost);
            let message = Part::of_message(rule).map(|part| {
                let checked = part.check(&env)?;
                part.max_cost(&checked, &sizes, node)
            });
            match message.transpose() {
                Err(error) => found.message_error = Some(error),
                Ok(cost) => found.message_expression_max_cost = cost.map_or(0, number),
            }
        }
    }
    found
}

/// The rule or message expression of a node, with its cost; `env` is the node's environment, `way` leads to it from the root. `None` if
/// there is no such expression or it is wrong.
#[must_use]
pub fn expression<'s>(
    env: &Env<'s>,
    way: Vec<Level<'s>>,
    node: &'s DeclType,
    rule: &ValidationRule,
    key: Key,
) -> Option<Expression<'s>> {
    let part = if key == Key::Rule { Part::of_rule(rule) } else { Part::of_message(rule)? };
    let env = for_old_self(env.clone(), rule);
    let checked = part.check(&env).ok()?;
    Some(Expression::new(env, checked, way, node, key == Key::Rule))
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
        let unmetered = |body: Body| body.map(emit::unmetered);
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
        let function = |name: &Ident, source: &str, output: TokenStream, body: &Body| {
            let doc = format!(" `{}`", source.trim());
            let import = emit::prelude(private);
            // The import may hide the name of a user's type.
            let alias = format_ident!("{name}_this");
            let declared = body.has_parts().then(|| {
                let this = with_lifetime(this.clone());
                quote!(#[allow(non_camel_case_types)] type #alias<'a> = &'a #this;)
            });
            let body = body.within(&quote!(this: #alias<'a>, cost: &mut Cost<'a>));
            quote! {
                #declared
                #[doc = #doc]
                #vis fn #name<'a>(this: &'a #this, cost: &mut #private::Cost<'a>) -> #private::#output {
                    #import
                    #body
                }
            }
        };
        let verdict = function(name, &self.rule.rule, quote!(Verdict<'a>), &self.verdict);
        let message = self.message.as_ref().map(|body| {
            let source = self.rule.message_expression.as_deref().unwrap_or_default();
            function(&message_name(name), source, quote!(Outcome<'a, &'a str>), body)
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
        if self.message.is_some() {
            let message = message_name(name);
            quote!(#covered __cel_cx.rule_with_message(__cel_path, &#rule, #value, #module #name, #module #message);)
        } else {
            quote!(#covered __cel_cx.rule(__cel_path, &#rule, #value, #module #name);)
        }
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
        self.verdict.is_exact || self.message.as_ref().is_some_and(|message| message.is_exact)
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

/// Compiles an expression of any type over the variables of an environment.
///
/// # Errors
/// The API server's text about the expression in a rule, or a construct that the compiler does not support yet.
pub fn compile_expression(source: &str, env: &Env<'_>) -> Result<CompiledExpression, Vec<Diagnostic>> {
    let checked = check(source, env)?;
    let plan =
        plan::plan(&checked).map_err(|error| RuleError::instantiation(Key::Rule, &error).diagnostics)?;
    let body =
        emit::body(&checked, env, &plan, Output::Value).map_err(|diagnostics| diagnostics.into_sorted())?;
    let variables = env.variables().iter();
    let variables: Vec<(Ident, TokenStream)> =
        variables.map(|variable| (emit::variable(&variable.name), emit::rust_type(env, variable))).collect();
    let parameters = variables.iter().map(|(name, rust)| quote!(#name: #rust,));
    let (is_exact, body) = (body.is_exact, body.within(&quote!(#(#parameters)* cost: &mut Cost<'a>)));
    Ok(CompiledExpression { ty: checked.result_type().clone(), variables, body, is_exact })
}

/// Parses and checks an expression.
///
/// # Errors
/// The API server's text about it.
pub fn check(source: &str, env: &Env<'_>) -> Result<CheckedExpr, Vec<Diagnostic>> {
    let check = |expr| checker::check(expr, env).map_err(|found| as_told(found, source, env.version()));
    parser::parse_within(source, env.version(), env.copies())
        .and_then(check)
        .map_err(Diagnostics::into_sorted)
}

/// Mistakes as the servers of a version tell them.
fn as_told(mut found: Diagnostics, source: &str, version: KubernetesVersion) -> Diagnostics {
    if version < KubernetesVersion::LINE_STARTS {
        found.place_before_line_starts(source);
    }
    if version < KubernetesVersion::NAMES_OF_OPTIONALS {
        found.replace("optional_type(", "optional(");
    }
    found
}

#[cfg(test)]
mod tests;
