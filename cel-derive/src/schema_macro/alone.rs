//! Rules that are checked without becoming code: those that only the API server runs, and those of an item with another mistake.

use super::{late::is_of_result, resolve::single, unresolved::Unresolved};
use crate::{attr::Rule, check::attribute, literal::position};
use cel_compiler::{
    env::has_type,
    rule::register,
    schema::{DeclKind, DeclType, Schema, kubernetes::without_guesses},
    types::Type,
};
use proc_macro2::Span;

impl Unresolved<'_> {
    /// Reports the errors for which the server would refuse the CRD. `is_partial`: there is another mistake, in an attribute or in a type.
    /// The values of such a type have the error type of CEL, which fits everywhere, and a type that was guessed has no fields. So only
    /// those errors are reported that do not follow from the mistake.
    pub(super) fn check_alone(&self, schema: &Schema, node: &DeclType, rule: &Rule, is_partial: bool) {
        if !rule.is_read || !has_type(Some(schema), node) {
            return;
        }
        let find = || {
            let env = self.env(schema, node);
            let env = if rule.is_compiled() { env } else { env.seeing_opaque(node) };
            register(env, node, &rule.rule)
        };
        let found = if is_partial { without_guesses(find) } else { find() };
        for mut error in [found.error, found.message_error, found.hidden_message_error].into_iter().flatten()
        {
            if is_partial {
                let of_error = Type::Error.to_string();
                error.diagnostics.retain(|diagnostic| !diagnostic.message.contains(&of_error));
            }
            let follows = is_partial && is_of_result(&error);
            if !follows && !self.is_reported(rule.span(attribute(error.key))) {
                self.report(rule, &error);
            }
        }
        if !self.is_reported(rule.span("field_path")) {
            let _reported = self.field_path(schema, node, rule);
        }
    }

    /// Reports the mistakes of the rules of an item that gets no code. No nested type was asked for its schema.
    pub(super) fn check_all_alone(&self) {
        let unknown = single("", self.container, DeclType::new(DeclKind::Error)).to_text();
        if let Some(nested) = self.nested(|| Some(&unknown)) {
            let (mut schema, _) = self.schema(&nested);
            self.mark_late(&mut schema);
            let _unused = self.code(&schema, &nested);
            self.check_root_alone(&schema, &nested);
        }
    }

    /// True if an error about a text was reported before.
    fn is_reported(&self, text: Span) -> bool {
        !self.mistakes.is_empty() && self.mistakes.contains(&position(text))
    }
}
