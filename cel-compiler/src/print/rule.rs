//! A compiled rule as Rust: its functions, and the statement that runs it.

use super::coverage;
use crate::{
    checker::CheckedExpr,
    cost::MaxCost,
    env::Env,
    ir::Function,
    lower::{variable, variable_repr},
    passes,
    rule::REASONS,
    schema::{KnownCost, SourceLocation, ValidationRule},
    types::Type,
};
#[cfg(feature = "crd")]
use std::{collections::BTreeMap, rc::Rc};

/// A rule that the API server accepts, as native Rust, with its message and field path.
#[derive(Debug)]
pub struct CompiledRule {
    pub(crate) rule: ValidationRule,
    /// Its function.
    pub(crate) verdict: Function,
    /// Its message's function.
    pub(crate) message: Option<Function>,
    /// The checked expressions of the rule and its message.
    pub(crate) checked: [Option<CheckedExpr>; 2],
    /// The resolved path.
    pub(crate) field_path: Option<String>,
    pub(crate) uses_old_self: bool,
    pub(crate) message_uses_old_self: bool,
    pub(crate) max_cost: MaxCost,
    /// The values of the bounds that the costs depend on.
    pub(crate) bounds: String,
    /// See [`is_small`](Self::is_small).
    pub(crate) is_small: bool,
}

impl CompiledRule {
    /// The same, reported at a field below the node. `field_path` is the rule's path, resolved.
    #[must_use]
    pub fn at(self, field_path: Option<String>) -> Self {
        CompiledRule { field_path, ..self }
    }

    /// The same with an expression for the values of bounds that are Rust expressions.
    #[must_use]
    pub fn with_bounds(self, bounds: String) -> Self {
        CompiledRule { bounds, ..self }
    }

    /// The same rule with its place in the source.
    #[must_use]
    pub fn written_at(mut self, location: &SourceLocation) -> Self {
        self.rule.location.clone_from(location);
        self
    }

    /// Highest costs of an evaluation, if they are numbers.
    #[must_use]
    pub fn known_cost(&self) -> Option<KnownCost> {
        let MaxCost { rule, message_expression, reads } = &self.max_cost;
        Some(KnownCost {
            rule: rule.number()?,
            message_expression: message_expression.number()?,
            reads: reads.clone(),
        })
    }

    /// The same without its charges, for benchmarks that measure the time of charges.
    #[doc(hidden)]
    #[must_use]
    pub fn unmetered(self) -> Self {
        let message = self.message.map(|message| message.after(passes::unmetered));
        let verdict = self.verdict.after(passes::unmetered);
        CompiledRule { is_small: verdict.is_small(), verdict, message, ..self }
    }

    /// `fn name<'a>(this: &'a This, cost: &mut Cost<'a>) -> Verdict<'a>` with the rule as its comment. A message has the function
    /// `name_message`, which returns `Outcome<'a, &'a str>`. `vis` stands in front of both. `this` is the Rust type of the node's
    /// value, `private` the path of `cel_runtime::__private`.
    #[must_use]
    pub fn functions(&self, vis: &str, name: &str, this: &str, private: &str) -> String {
        self.written(vis, name, [this, ""], private)
    }

    /// Counts the reads of the node's properties, by their names.
    #[cfg(feature = "crd")]
    pub(crate) fn count_reads(&self, reads: &mut BTreeMap<Rc<str>, usize>) {
        passes::count_reads(&self.verdict, reads);
    }

    /// The same rule for a node whose properties with these names were looked up. The names are sorted.
    #[cfg(feature = "crd")]
    pub(crate) fn looked_up(self, names: &[Rc<str>]) -> Self {
        let of = |function: Function| function.after(|body| passes::looked_up(body, names));
        CompiledRule { verdict: of(self.verdict), message: self.message.map(of), ..self }
    }

    /// The same for a node of JSON. The functions have the kind of trees as their parameter.
    #[cfg(feature = "crd")]
    pub(crate) fn json_functions(&self, name: &str, private: &str) -> String {
        let this = format!("{private}::json::JsonNode<'_, T>");
        let generics = format!(", T: {private}::json::Trees");
        self.written("", name, [&this, &generics], private)
    }

    fn written(&self, vis: &str, name: &str, [this, generics]: [&str; 2], private: &str) -> String {
        // A small rule is evaluated together with others, a message on its own.
        let always = if self.is_small() { "#[inline(always)]" } else { "" };
        let function = |name: &str, source: &str, output: &str, inline: &str, body: &Function| {
            let doc = format!(" `{}`", source.trim());
            // The import could hide the name of a user's type.
            let (declared, alias) = if body.parts.is_empty() || !generics.is_empty() {
                (String::new(), format!("&'a {this}"))
            } else {
                let this = with_lifetime(this);
                let declared = format!("#[allow(non_camel_case_types)] type {name}_this<'a> = &'a {this};");
                (declared, format!("{name}_this<'a>"))
            };
            let body = body.within(generics, &format!("this: {alias}, cost: &mut Cost<'a>"));
            format!(
                "{declared}#[doc = {doc:?}]{inline}
                {vis} fn {name}<'a{generics}>(this: &'a {this}, cost: &mut {private}::Cost<'a>) -> {private}::{output} {{
                    use {private}::ops::*;
                    {body}
                }}"
            )
        };
        let verdict = function(name, &self.rule.rule, "Verdict<'a>", always, &self.verdict);
        let message = self.message.as_ref().map(|body| {
            let source = self.rule.message_expression.as_deref().unwrap_or_default();
            function(&message_name(name), source, "Outcome<'a, &'a str>", "", body)
        });
        verdict + &message.unwrap_or_default()
    }

    /// The statement that runs the rule: `__cel_cx.rule(__cel_path, &Rule { .. }, value, module name);`. `name` is the name passed to
    /// [`functions`](Self::functions), and `module` the text in front of it. `__cel_cx` is the `&mut Validation`, `__cel_path` the
    /// `&Path` of the node, and `value` a reference to its value.
    #[must_use]
    pub fn call(&self, module: &str, name: &str, value: &str, private: &str) -> String {
        let (covered, rule) = (coverage::covered(&self.rule, private), self.reported(private));
        let message = self.message.as_ref().map(|_| format!(", {module}{}", message_name(name)));
        let method = match (self.is_small(), message.is_some()) {
            (false, false) => "rule",
            (false, true) => "rule_with_message",
            (true, false) => "small_rule",
            (true, true) => "small_rule_with_message",
        };
        let message = message.unwrap_or_default();
        format!("{covered}__cel_cx.{method}(__cel_path, &{rule}, {value}, {module}{name}{message});")
    }

    /// True for little code, such as `self.ports.all(p, p.port > 0)`. The small rules of a node are first evaluated together.
    /// If one of them does not hold, [`call`](Self::call) runs each on its own.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.is_small
    }

    /// The rule's texts and cost for the runtime's reports.
    fn reported(&self, private: &str) -> String {
        let max_cost = self.max_cost.rule.to_constant(&self.bounds, private);
        let mut out = format!("{private}::Rule {{ rule: {:?}, max_cost: {max_cost},", self.rule.rule.trim());
        let message = self.rule.message.as_deref().filter(|message| !message.is_empty());
        let source = self.message.as_ref().and(self.rule.message_expression.as_deref());
        let reason = self.rule.reason.as_deref().filter(|reason| REASONS.contains(reason));
        let field_path = self.field_path.as_ref();
        let parts = [
            message.map(|message| format!(" message: {message:?},")),
            source.map(|source| format!(" message_expression: {source:?},")),
            reason.map(|reason| format!(" reason: {private}::Reason::{reason},")),
            field_path.map(|path| format!(" field_path: ::core::option::Option::Some({path:?}),")),
            self.uses_old_self.then(|| " uses_old_self: true,".to_owned()),
        ];
        let rest = match parts.iter().all(Option::is_some) {
            true => String::new(),
            false => format!(" ..{private}::Rule::PLAIN"),
        };
        out.extend(parts.into_iter().flatten());
        out + &rest + " }"
    }

    /// True if the rule uses the value before an update.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        self.uses_old_self
    }

    /// True if the rule is not evaluated without a value before an update.
    #[must_use]
    pub fn is_transition_rule(&self) -> bool {
        self.uses_old_self && self.rule.optional_old_self != Some(true)
    }

    /// True if the rule or its message may show behaviour of the server's Go that other rules cannot reach. Its code is a tree of calls
    /// over values whose types only run time knows.
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

/// A type with `'a` in place of `'_`. An alias may not have `'_`.
fn with_lifetime(ty: &str) -> String {
    ty.replace("'_", "'a")
}

fn message_name(name: &str) -> String {
    format!("{name}_message")
}

/// An expression of any type as native Rust.
#[derive(Debug)]
pub struct CompiledExpression {
    /// The expression's type.
    pub ty: Type,
    /// The variables with their Rust types in generated code, in the order of the environment.
    pub variables: Vec<(String, String)>,
    /// The statements of a function over these variables and `cost: &mut Cost<'a>`. The function returns `Outcome<'a, _>`. The statements
    /// need the names of `cel_runtime::__private::ops`, and as the type `T` the kind of JSON trees that variables are:
    /// `type T = json::SerdeTrees;`.
    pub body: String,
    /// The same as [`CompiledRule::is_exact`].
    #[doc(hidden)]
    pub is_exact: bool,
}

impl CompiledExpression {
    pub(crate) fn new(ty: Type, env: &Env<'_>, function: &Function) -> Self {
        let variables = env.variables().iter().map(|declared| {
            let rust = match variable_repr(env, declared) {
                None => "Option<<T as json::Trees>::Json<'a>>".into(),
                Some(repr) => repr.rust(),
            };
            (variable(&declared.name).name().to_owned(), rust.into_owned())
        });
        let variables: Vec<(String, String)> = variables.collect();
        let mut parameters = String::new();
        parameters.extend(variables.iter().map(|(name, rust)| format!("{name}: {rust}, ")));
        let body = function.within("", &(parameters + "cost: &mut Cost<'a>"));
        CompiledExpression { ty, variables, body, is_exact: function.exact.is_some() }
    }
}
