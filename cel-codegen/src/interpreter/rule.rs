//! Evaluates the rules of a node as the server does (k8s: `apiextensions-apiserver`, `schema/cel/validation.go`).

use super::{Program, Reader, Variable, Views};
use cel_compiler::{
    checker::CheckedExpr,
    diagnostic::Diagnostic,
    env::{Env, OLD_SELF, SELF},
    library::KubernetesVersion,
    parser::Copies,
    rule::{Key, RuleError, Stage, check},
    schema::{DeclType, Schema, ValidationRule},
    types::Type,
};
use cel_runtime::__private::{
    Arena, Cost, EvalError, MEMORY_LIMIT, SERVER,
    ops::dynamic,
    texts,
    value::{self, Value},
};
use serde_json::Value as Json;

/// A rule of one node, ready to judge values of the node.
#[derive(Debug)]
pub struct Rule<'s> {
    schema: &'s Schema,
    node: &'s DeclType,
    rule: &'s ValidationRule,
    verdict: Program,
    /// `None` without a `messageExpression`, and for one that the server refuses.
    message: Option<Program>,
    /// True if the message may name the old value. Some rule of the node must use it.
    knows_old_self: bool,
}

impl<'s> Rule<'s> {
    /// The rules of a node as the server compiles them. `schema` has the definitions that the node refers to.
    ///
    /// An error is the server's error for the rule, or says that the rule's code would be too large. A refused
    /// `messageExpression` is no error: another message is used then.
    pub fn of_node(
        schema: &'s Schema,
        node: &'s DeclType,
        version: KubernetesVersion,
        copies: &Copies,
    ) -> Vec<Result<Self, RuleError>> {
        let plain = Env::for_json_node(schema, node).with_version(version).with_copies(copies);
        let optional = node.rules.iter().any(is_optional).then(|| plain.clone().with_optional_old_self());
        let env_of = |rule| optional.as_ref().filter(|_| is_optional(rule)).unwrap_or(&plain);
        let checked: Vec<Checked> = node.rules.iter().map(|rule| check(&rule.rule, env_of(rule))).collect();
        let knows_old_self = checked.iter().flatten().any(|rule| rule.uses_identifier(OLD_SELF));
        let rules = node.rules.iter().zip(checked);
        rules
            .map(|(rule, checked)| Rule::new(schema, node, rule, checked, knows_old_self, env_of(rule)))
            .collect()
    }

    fn new(
        schema: &'s Schema,
        node: &'s DeclType,
        rule: &'s ValidationRule,
        checked: Checked,
        knows_old_self: bool,
        env: &Env<'s>,
    ) -> Result<Self, RuleError> {
        let verdict = program(Key::Rule, checked, &Type::Bool)?;
        let message = rule.message_expression.as_deref().filter(|text| !text.is_empty());
        let message = message.map(|text| program(Key::MessageExpression, check(text, env), &Type::String));
        let message = match message.transpose() {
            Err(error) if error.stage == Stage::Unsupported => return Err(error),
            message => message.ok().flatten(),
        };
        Ok(Rule { schema, node, rule, verdict, message, knows_old_self })
    }

    /// Judges a value; `old` is the value before. The cost is taken from `budget`. A budget of -1 means that no
    /// further rule of the schema runs, so test before each node that it is positive.
    pub fn judge(&self, value: &Json, old: Option<&Json>, budget: &mut i64) -> Judgement {
        let old = old.filter(|old| !old.is_null());
        let is_skipped = self.verdict.checked().uses_identifier(OLD_SELF) && old.is_none();
        if *budget < 0 || is_skipped && !is_optional(self.rule) {
            return Judgement::Holds;
        }
        let arena = Arena::with_limit(MEMORY_LIMIT);
        let views = Views::default();
        let reader = Reader::new(&arena, Some(self.schema));
        let reader = if self.has_identities() { reader } else { reader.keeping(&views) };
        let read = |json| reader.read(self.node, json).unwrap_or_else(Value::Error);
        let (this, old) = (read(value.into()), old.map(|old| read(old.into())));
        let old_self = if is_optional(self.rule) { Some(value::optional(&arena, old)) } else { old };
        let evaluated = evaluate(&self.verdict, &[(SELF, Some(this)), (OLD_SELF, old_self)], &arena);
        if !pay(budget, evaluated.cost) {
            *budget = OVER;
            return Judgement::Error { detail: texts::OUT_OF_BUDGET.to_owned() };
        }
        match evaluated.value {
            Ok(value) if dynamic::verdict(value) => Judgement::Holds,
            Ok(_) => self.violation(this, old, &arena, budget),
            Err(error) => {
                let (rule, message) = self.texts();
                let text: fn(&str, &str, &str) -> String = match error {
                    EvalError::CostLimit => texts::cancelled,
                    EvalError::Interrupted(_) => texts::interrupted,
                    _ => texts::evaluation_error,
                };
                let is_over = matches!(error, EvalError::CostLimit | EvalError::Interrupted(_));
                *budget = if is_over { OVER } else { *budget };
                Judgement::Error { detail: text(&error.to_string(), rule, message) }
            }
        }
    }

    /// The message sees the old value itself, even if the rule sees it as an optional.
    fn violation<'a>(
        &'a self,
        this: Value<'a>,
        old: Option<Value<'a>>,
        arena: &'a Arena,
        budget: &mut i64,
    ) -> Judgement {
        let (rule, message) = self.texts();
        let fallback = || texts::violation(rule, message).into_owned();
        let Some(program) = &self.message else {
            return Judgement::Violated { message: fallback() };
        };
        let old = old.filter(|_| self.knows_old_self);
        let evaluated = evaluate(program, &[(SELF, Some(this)), (OLD_SELF, old)], arena);
        let source = self.rule.message_expression.as_deref().unwrap_or_default();
        let detail = match evaluated.value {
            _ if !pay(budget, evaluated.cost) => texts::MESSAGE_OUT_OF_BUDGET.to_owned(),
            Err(EvalError::CostLimit) => texts::message_cancelled(source),
            Err(EvalError::Interrupted(why)) => texts::message_interrupted(&why.to_string(), source),
            value => {
                let text = match value {
                    Ok(Value::String(text)) => texts::usable(text),
                    _ => None,
                };
                return Judgement::Violated { message: text.unwrap_or_else(fallback) };
            }
        };
        *budget = OVER;
        Judgement::MessageError { detail }
    }

    /// True if the rule uses `oldSelf`.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        self.verdict.checked().uses_identifier(OLD_SELF)
    }

    /// The rule's `fieldPath`. The server ignores it if it refuses the `messageExpression`.
    #[must_use]
    pub fn field_path(&self) -> &str {
        let is_message_refused = self.message.is_none()
            && self.rule.message_expression.as_deref().is_some_and(|text| !text.is_empty());
        self.rule.field_path.as_deref().filter(|_| !is_message_refused).unwrap_or_default()
    }

    /// True if a list, map or object may be a key of a map.
    fn has_identities(&self) -> bool {
        [Some(&self.verdict), self.message.as_ref()].into_iter().flatten().any(Program::has_identities)
    }

    /// The rule, trimmed, and its message.
    fn texts(&self) -> (&str, &str) {
        (self.rule.rule.trim(), self.rule.message.as_deref().unwrap_or_default())
    }
}

/// The result of a rule for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It holds, or it needs an old value and there is none.
    Holds,
    /// It does not hold. The error is at the rule's `fieldPath` and has the rule's `reason`.
    Violated {
        /// `messageExpression`, `message` or the rule itself.
        message: String,
    },
    /// The evaluation failed. The error is at the node, has the type `FieldValueInvalid` and shows the schema's
    /// type as the invalid value.
    Error {
        /// `no such key: a evaluating rule: ..`
        detail: String,
    },
    /// It does not hold, and its `messageExpression` exceeded a limit. The error is at the rule's `fieldPath`,
    /// and otherwise like [`Error`](Self::Error).
    MessageError {
        /// `messageExpression evaluation failed due to running out of cost budget, ..`
        detail: String,
    },
}

/// The budget after which no further rule runs.
const OVER: i64 = -1;

fn is_optional(rule: &ValidationRule) -> bool {
    rule.optional_old_self == Some(true)
}

/// An expression as the checker sees it, or its mistakes.
type Checked = Result<CheckedExpr, Vec<Diagnostic>>;

fn program(key: Key, checked: Checked, ty: &Type) -> Result<Program, RuleError> {
    let wrong = |diagnostics| RuleError { key, stage: Stage::Check, diagnostics };
    let checked = checked.map_err(wrong)?;
    if checked.result_type() != ty {
        return Err(RuleError::result_type(key));
    }
    Program::new(checked, key)
}

struct Evaluation<'a> {
    value: Result<Value<'a>, EvalError<'a>>,
    cost: u64,
}

fn evaluate<'a>(program: &'a Program, variables: &[Variable<'a>], arena: &'a Arena) -> Evaluation<'a> {
    let mut cost = Cost::new(&SERVER, arena);
    let value = program.evaluate(variables, &mut cost);
    let interruption = arena.interruption().map(EvalError::Interrupted);
    Evaluation { value: interruption.map_or(value, Err), cost: cost.spent() }
}

/// Takes a cost from the budget. False if the budget is too small.
fn pay(budget: &mut i64, cost: u64) -> bool {
    let rest = budget.checked_sub_unsigned(cost).filter(|rest| *rest >= 0);
    *budget = rest.unwrap_or(*budget);
    rest.is_some()
}

#[cfg(test)]
mod tests;
