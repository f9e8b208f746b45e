//! Why a rule does not compile, in the server's words.

use super::Key;
use crate::{
    diagnostic::{Diagnostic, Display},
    library::KubernetesVersion,
};
use std::collections::HashMap;

/// Why a rule, or its message, does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// [`Key::Rule`] or [`Key::MessageExpression`].
    pub key: Key,
    /// Where it failed.
    pub stage: Stage,
    /// The mistakes; more than one only in [`Stage::Check`] and [`Stage::Unsupported`].
    pub diagnostics: Vec<Diagnostic>,
}

/// The check that a rule did not pass.
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
    /// Code generation: the code would be too large, or the rule has none.
    Unsupported,
}

/// A mistake with all its places in the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<'d> {
    /// The first place, and the texts.
    pub diagnostic: &'d Diagnostic,
    /// The offsets of the other places, in their order.
    pub others: Vec<u32>,
}

impl Mistake<'_> {
    /// Adds another place of the mistake. A macro's copy has the same place and adds nothing.
    fn add(&mut self, other: &Diagnostic) {
        let last = self.others.last().copied().or(self.diagnostic.offset);
        if other.offset != last {
            self.others.extend(other.offset);
        }
    }

    /// Its other places, as a line of an error: `also at 4:40, 4:52 and 7 more places`. `place` gives the line and column of an offset,
    /// if they are known.
    pub fn also_at(&self, place: impl Fn(u32) -> Option<(u32, u32)>) -> Option<String> {
        let shown = self.others.iter().take(SHOWN_PLACES).map_while(|offset| place(*offset));
        let shown: Vec<_> = shown.map(|(line, column)| format!("{line}:{column}")).collect();
        let more = match self.others.len() - shown.len() {
            0 => String::new(),
            1 => "1 more place".to_owned(),
            more => format!("{more} more places"),
        };
        match (shown.join(", "), more) {
            (places, more) if places.is_empty() && more.is_empty() => None,
            (places, more) if places.is_empty() || more.is_empty() => Some(format!("also at {places}{more}")),
            (places, more) => Some(format!("also at {places} and {more}")),
        }
    }
}

/// Number of further places that are listed.
const SHOWN_PLACES: usize = 5;

impl RuleError {
    /// The mistakes that help an author, without those that follow from another.
    pub fn told(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| !diagnostic.follows)
    }

    /// The mistakes that help an author, each with all its places: `self.foo == 1 || self.foo == 2` is one mistake if there is no `foo`.
    /// The number of further mistakes is only given beside others.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake<'_>> {
        let mut found: Vec<Mistake<'_>> = Vec::new();
        let mut known = HashMap::new();
        for diagnostic in self.told() {
            let place = *known.entry((&diagnostic.message, &diagnostic.help)).or_insert(found.len());
            match found.get_mut(place) {
                Some(mistake) => mistake.add(diagnostic),
                None => found.push(Mistake { diagnostic, others: Vec::new() }),
            }
        }
        if found.len() == 2 {
            found.retain(|mistake| !mistake.diagnostic.is_rest);
        }
        found
    }

    /// If some mistakes are about features of newer releases, only those: the other mistakes may follow from them.
    pub(super) fn without_consequences(mut self) -> Self {
        let is_newer =
            |diagnostic: &Diagnostic| diagnostic.help.as_deref().is_some_and(KubernetesVersion::is_lacking);
        if self.diagnostics.iter().any(is_newer) {
            self.diagnostics.retain(is_newer);
        }
        self
    }

    /// The server's text about an expression, the part behind `Invalid value: ..: `.
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

    /// The expression has the wrong type for a rule or a message.
    #[must_use]
    pub fn result_type(key: Key) -> Self {
        let diagnostic = match key {
            Key::MessageExpression => Diagnostic::new(0, "messageExpression must evaluate to a string"),
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
