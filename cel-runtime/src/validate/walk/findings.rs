//! What a walk finds: violations, errors, and the end of a budget.

use super::Validation;
use crate::{
    cost::Cost,
    error::{FieldError, Reason},
    field_path::{FieldPath, Path},
    rule::{MessageFn, Reported, Rule},
    validate::{
        failure::{End, Failure},
        report::{Bounded, Record, RuleVerdict},
        texts,
    },
};
use std::borrow::Cow;

impl Validation<'_> {
    #[cold]
    pub(super) fn record(&mut self) -> &mut Record {
        self.record.get_or_insert_with(|| Record::new(self.options.report_limit))
    }

    /// Reports a violation. What is generic is short here and in the next function: operators have hundreds of types.
    #[cold]
    pub(super) fn violation<T: Reported + ?Sized>(&mut self, path: &Path<'_>, rule: &'static Rule, this: &T) {
        self.violated(path, rule, (this.schema_type(), &|| this.bad_value()), None);
    }

    #[cold]
    pub(super) fn violation_with_message<T: Reported + ?Sized>(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        this: &T,
        message: MessageFn<T>,
    ) {
        let mut cost = Cost::new(self.options, &self.arena);
        let text = message(this, &mut cost).map(texts::usable).map_err(Failure::new);
        let spent = cost.spent();
        self.violated_with_message(path, rule, (this.schema_type(), &|| this.bad_value()), text, spent);
    }

    /// `text` is the result of the `messageExpression`.
    fn violated(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        (schema_type, bad_value): Shown<'_>,
        text: Option<String>,
    ) {
        self.list_for(path, rule).push_with(|| {
            let detail = text.map_or_else(|| texts::violation(rule.rule, rule.message), Cow::Owned);
            let is_shown = !matches!(schema_type, "object" | "array");
            let bad_value = if is_shown { bad_value() } else { None };
            FieldError::with_text(place(path, rule), rule.reason, bad_value, &detail).of_rule(rule.rule)
        });
    }

    fn violated_with_message(
        &mut self,
        path: &Path<'_>,
        rule: &'static Rule,
        shown: Shown<'_>,
        text: Result<Option<String>, Failure>,
        spent: u64,
    ) {
        let text = self.clear_arena().map_or(text, Err);
        if let Some(evaluated) = self.record().last_rule_cost() {
            evaluated.message_expression_cost = Some(spent);
        }
        let is_paid = self.pay(spent);
        if !is_paid && self.doubts_budget() {
            return;
        }
        let limit = match text {
            _ if !is_paid => texts::MESSAGE_OUT_OF_BUDGET.to_owned(),
            Err(Failure { end: Some(End::Limit), .. }) => texts::message_cancelled(rule.message_expression),
            Err(Failure { end: Some(End::Interruption), text }) => {
                texts::message_interrupted(&text, rule.message_expression)
            }
            text => return self.violated(path, rule, shown, text.ok().flatten()),
        };
        self.end();
        let (schema_type, _) = shown;
        let error = invalid(place(path, rule), schema_type, &limit).of_rule(rule.rule);
        self.list_for(path, rule).push(error);
    }

    /// The list of errors, or the list of warnings if the update did not change the value.
    fn list_for(&mut self, path: &Path<'_>, rule: &'static Rule) -> &mut Bounded<FieldError> {
        let is_unchanged = self.is_unchanged.as_mut().filter(|_| !rule.uses_old_self);
        let is_forgiven = is_unchanged.is_some_and(|is_unchanged| is_unchanged(path));
        let record = self.record();
        if !is_forgiven {
            return &mut record.errors;
        }
        if let Some(evaluated) = record.last_rule_cost() {
            evaluated.verdict = RuleVerdict::Forgiven;
        }
        &mut record.warnings
    }

    /// Reports a rule that failed. The error has the rule's text, but neither its reason nor its field path.
    #[cold]
    pub(super) fn evaluation_error(
        &mut self,
        path: &Path<'_>,
        schema_type: &str,
        rule: &'static Rule,
        failure: &Failure,
    ) {
        let text = &failure.text;
        let error = |detail: fn(&str, &str, &str) -> String| {
            let detail = detail(text, rule.rule, rule.message);
            invalid(path.to_field_path(), schema_type, &detail).of_rule(rule.rule)
        };
        match failure.end {
            None => self.record().errors.push_with(|| error(texts::evaluation_error)),
            Some(End::Limit) => self.stop(error(texts::cancelled)),
            Some(End::Interruption) => self.stop(error(texts::interrupted)),
        }
    }

    #[cold]
    pub(super) fn out_of_budget(&mut self, path: &Path<'_>, schema_type: &str) {
        self.stop(invalid(path.to_field_path(), schema_type, texts::OUT_OF_BUDGET));
    }

    /// Reports an error that ends the walk. It is never left out.
    #[cold]
    pub(super) fn stop(&mut self, error: FieldError) {
        self.end();
        self.record().errors.push(error);
    }
}

/// The `type` of a node's schema, and its value as errors show it.
type Shown<'a> = (&'static str, &'a dyn Fn() -> Option<String>);

/// An error about a node. It shows the type of the node and not its value.
pub(super) fn invalid(field: FieldPath, schema_type: &str, detail: &str) -> FieldError {
    let bad_value = cel_types::quote::quote(schema_type);
    FieldError::with_text(field, Reason::FieldValueInvalid, Some(bad_value), detail)
}

/// The path of a violation.
fn place(path: &Path<'_>, rule: &Rule) -> FieldPath {
    match rule.field_path {
        None => path.to_field_path(),
        Some(resolved) => path.join(resolved),
    }
}
