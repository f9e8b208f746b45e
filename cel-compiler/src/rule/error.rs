//! Why a rule does not compile, in the server's words.

use super::Key;
use crate::{
    decls::KubernetesVersion,
    diagnostic::{Diagnostic, Display},
};

/// Why a rule, or its message, does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// [`Key::Rule`] or [`Key::MessageExpression`].
    pub key: Key,
    /// Where it failed.
    pub stage: Stage,
    /// What is wrong; more than one mistake only in [`Stage::Check`] and [`Stage::Unsupported`].
    pub diagnostics: Vec<Diagnostic>,
}

/// What a rule did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// There must be a text.
    Text,
    /// Parser and checker.
    Check,
    /// The type of the result.
    ResultType,
    /// Planning, which computes constants.
    Instantiation,
    /// It means something, but the compiler does not support it yet.
    Unsupported,
}

impl RuleError {
    /// The mistakes that tell an author something: not those that follow from another.
    pub fn told(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| !diagnostic.follows)
    }

    /// The same with only what newer releases have, if anything is: other mistakes may follow from it.
    pub(super) fn without_consequences(mut self) -> Self {
        let is_newer =
            |diagnostic: &Diagnostic| diagnostic.help.as_deref().is_some_and(KubernetesVersion::is_lacking);
        if self.diagnostics.iter().any(is_newer) {
            self.diagnostics.retain(is_newer);
        }
        self
    }

    /// The server's text about an expression, as it stands behind `Invalid value: ..: `.
    #[must_use]
    pub fn detail(&self, source: &str) -> String {
        let texts = self.diagnostics.iter().map(|diagnostic| match self.stage {
            Stage::Check | Stage::Unsupported => Display { source, diagnostic }.to_string(),
            Stage::Text | Stage::ResultType | Stage::Instantiation => diagnostic.message.clone(),
        });
        let texts = texts.collect::<Vec<_>>().join("\n");
        match (self.stage, self.key) {
            (Stage::Check, Key::MessageExpression) => {
                format!("messageExpression compilation failed: {texts}")
            }
            (Stage::Check, _) => format!("compilation failed: {texts}"),
            (Stage::Text | Stage::ResultType | Stage::Instantiation | Stage::Unsupported, _) => texts,
        }
    }

    /// The rule of a file has no text.
    #[cfg(feature = "crd")]
    pub(crate) fn not_specified() -> Self {
        let diagnostic = Diagnostic::without_place("rule is not specified");
        RuleError { key: Key::Rule, stage: Stage::Text, diagnostics: vec![diagnostic] }
    }

    /// The expression gives a value of another type than that of a rule or a message.
    #[must_use]
    pub fn result_type(key: Key) -> Self {
        let diagnostic = match key {
            Key::MessageExpression => Diagnostic::new(0, "messageExpression must evaluate to a string")
                .with_help("write `string(..)` around it"),
            _ => Diagnostic::new(0, "cel expression must evaluate to a bool"),
        };
        RuleError { key, stage: Stage::ResultType, diagnostics: vec![diagnostic] }
    }

    /// A constant part of the expression has no value.
    #[must_use]
    pub fn instantiation(key: Key, error: &str) -> Self {
        let what = match key {
            Key::MessageExpression => "messageExpression",
            _ => "program",
        };
        let diagnostic = Diagnostic::without_place(format!("{what} instantiation failed: {error}"));
        RuleError { key, stage: Stage::Instantiation, diagnostics: vec![diagnostic] }
    }
}
