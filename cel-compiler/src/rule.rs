//! The stages in order: a validation rule in, native Rust or diagnostics out.

mod advice;
mod error;
mod texts;

pub use crate::{
    cost::MaxCost,
    print::{CompiledExpression, CompiledRule},
};
pub use error::{Mistake, RuleError, Stage};
pub use texts::{Key, REASONS, TextError, TextErrorKind, text_errors};

use crate::{
    checker::{self, CheckedExpr},
    cost::{self, Amount, Level, Sizes, advice::Expression},
    diagnostic::{Diagnostic, Diagnostics},
    env::{Env, OLD_SELF, SELF},
    ir::Function,
    library::KubernetesVersion,
    lower::{self, Output},
    parser, passes, plan,
    schema::{DeclType, ValidationRule, steps_text},
    types::Type,
};

/// Compiles one rule of a node and its message. `env` is the node's environment ([`Env::for_node`], [`Env::for_json_node`]) and says
/// how Rust holds the node. The field path is left out: see [`CompiledRule::at`]. An unknown reason counts as none, as it does in
/// stored rules on the server; [`text_errors`] reports it.
///
/// # Errors
/// The API server's text about the rule, or else about its message.
pub fn compile<'s>(
    env: Env<'s>,
    node: &'s DeclType,
    rule: &ValidationRule,
) -> Result<CompiledRule, RuleError> {
    let env = for_old_self(env, rule);
    let verdict = Part::of_rule(rule).compile(&env, node, Output::Verdict(node))?;
    let message = Part::of_message(rule).map(|message| message.compile(&env, node, Output::Message(node)));
    let message = message.transpose()?;
    let message_uses_old_self = message.as_ref().is_some_and(|message| message.uses_old_self);
    let message_expression = message.as_ref().map_or(Amount::ZERO, |message| message.max_cost.clone());
    let (checked_message, message) = message.map(|message| (message.checked, message.body)).unzip();
    Ok(CompiledRule {
        rule: rule.clone(),
        is_small: verdict.body.is_small(),
        verdict: verdict.body,
        uses_old_self: verdict.uses_old_self,
        message_uses_old_self,
        max_cost: MaxCost { rule: verdict.max_cost, message_expression, reads: verdict.reads },
        checked: [Some(verdict.checked), checked_message],
        message,
        field_path: None,
        bounds: Default::default(),
    })
}

/// Highest costs of the expressions of a rule, without code for them; `None` if one is wrong. `definition` is the type that contains
/// the node.
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
        let checked = check(self.source, env).map_err(self.failed(Stage::Check)).map_err(|error| {
            if self.key == Key::MessageExpression { advice::of_fixed_text(error, self.source) } else { error }
        })?;
        if *checked.result_type() != self.ty {
            let mut error = RuleError::result_type(self.key);
            let of_result = || match self.key {
                Key::MessageExpression => checker::message_advice(&checked),
                _ => checker::rule_advice(&checked),
            };
            for diagnostic in &mut error.diagnostics {
                diagnostic.help = advice::of_comment(self.source).or_else(of_result);
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
            // The code and its cost follow the newest release, so that must accept the rule too.
            env = env.with_version(KubernetesVersion::NEW_EXPRESSIONS);
            checked = self.check(&env)?;
        }
        let uses_old_self = checked.uses_identifier(OLD_SELF);
        let plan = self.plan(&checked)?;
        let body = function(&checked, &env, &plan, output)
            .map_err(|diagnostics| self.failed(Stage::Unsupported)(diagnostics.into_sorted()))?;
        let (max_cost, reads) = reads(&checked, &Sizes::new(&env), node);
        Ok(CompiledPart { body, checked, uses_old_self, max_cost, reads })
    }

    /// Highest cost of an evaluation, if the server can plan the expression.
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
    body: Function,
    checked: CheckedExpr,
    uses_old_self: bool,
    max_cost: Amount,
    reads: Vec<String>,
}

/// The function of an expression, after the passes.
fn function<'s>(
    checked: &CheckedExpr,
    env: &Env<'s>,
    plan: &plan::Plan,
    output: Output<'s>,
) -> Result<Function, Diagnostics> {
    let function = lower::function(checked, env, plan, output)?;
    let first = if env.holds_json() { passes::hoisted } else { passes::unbuilt };
    let function = function.after(first).after(passes::unsplit).after(passes::on_stack);
    let function = function.after(passes::alone).after(passes::by_bytes).after(passes::once);
    // Rules over JSON have no estimate: each is judged on its own.
    Ok(if env.holds_json() { function } else { passes::bounded(function) })
}

/// Cost of an evaluation, and the paths of the values whose sizes the estimate reads.
fn reads<'s>(checked: &CheckedExpr, sizes: &Sizes<'_, 's>, node: &'s DeclType) -> (Amount, Vec<String>) {
    let (cost, reads) = cost::advice::reads(checked, sizes, node, &[]);
    (cost, reads.iter().map(|read| steps_text(&read.path)).collect())
}

/// The API server's answer when a rule is registered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registration {
    /// Why the rule does not compile.
    pub error: Option<RuleError>,
    /// Why its message expression does not compile, where the rule itself does.
    pub message_error: Option<RuleError>,
    /// The mistake in the message expression of a rule that does not compile, see [`hidden_message_error`].
    pub hidden_message_error: Option<RuleError>,
    /// The rule uses the value before an update.
    pub uses_old_self: bool,
    /// Highest cost of one evaluation of the rule; 0 if it does not compile.
    pub max_cost: u64,
    /// Highest cost of one evaluation of its message expression; 0 if there is none.
    pub message_expression_max_cost: u64,
}

/// Checks a rule and its message expression as the API server does when a CRD is created, without generating code; `node` is
/// the node, `env` its environment. A blank rule is not an error here.
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
    // A cost that depends on a Rust expression has no known bound.
    let number = |cost: Amount| cost.number().unwrap_or(u64::MAX);
    match result {
        Err(error) => {
            found.error = Some(error);
            found.hidden_message_error = hidden_message_error(env, rule);
        }
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

/// The mistake in the message expression of a rule that does not compile. The server reports it when the rule is corrected.
#[must_use]
pub fn hidden_message_error(env: Env<'_>, rule: &ValidationRule) -> Option<RuleError> {
    let env = for_old_self(env, rule);
    Part::of_message(rule)?.check(&env).err().map(RuleError::without_consequences)
}

/// The rule or message expression of a node, with its cost; `env` is the node's environment, `way` leads to the node from the root.
/// `None` if there is no such expression or it is wrong.
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

/// Compiles an expression of any type over the variables of an environment.
///
/// # Errors
/// The API server's text about the expression in a rule.
pub fn compile_expression(source: &str, env: &Env<'_>) -> Result<CompiledExpression, Vec<Diagnostic>> {
    let checked = check(source, env)?;
    let plan =
        plan::plan(&checked).map_err(|error| RuleError::instantiation(Key::Rule, &error).diagnostics)?;
    let function =
        function(&checked, env, &plan, Output::Value).map_err(|diagnostics| diagnostics.into_sorted())?;
    Ok(CompiledExpression::new(checked.result_type().clone(), env, &function))
}

/// Parses and checks an expression.
///
/// # Errors
/// The API server's text about it.
pub fn check(source: &str, env: &Env<'_>) -> Result<CheckedExpr, Vec<Diagnostic>> {
    let check = |expr| checker::check(expr, env).map_err(|found| as_told(found, source, env.version()));
    let is_of_map = env.variable(SELF).is_some_and(|own| matches!(own.ty, Type::Map(_)));
    parser::parse_within(source, env.version(), env.copies(), is_of_map)
        .and_then(check)
        .map_err(Diagnostics::into_sorted)
}

/// Mistakes with the places and texts of a version's servers.
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
