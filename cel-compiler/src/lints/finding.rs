//! A finding of a lint.

use super::{edit::Edit, lint::Lint};
use crate::{diagnostic::Diagnostic, library::KubernetesVersion, rule::Key};

/// A mistake in a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the mistake.
    pub lint: &'static Lint,
    /// The number of the rule among the node's rules.
    pub rule: usize,
    /// [`Key::Rule`] or [`Key::MessageExpression`].
    pub key: Key,
    /// Its place in the text, in code points.
    pub offset: u32,
    /// What is wrong: lower case start, no full stop.
    pub text: String,
    /// Advice that can be pasted.
    pub help: Option<String>,
    /// The change to the text, if only one change is right.
    pub edit: Option<Edit>,
    /// How an object can show the mistake.
    pub shows: Option<Shows>,
}

/// How an object shows that a rule is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The rule fails with `no such key: class`.
    Missing(String),
    /// The rule has this value for each object.
    Always(bool),
}

/// Facts from outside the node that lints need.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The oldest release that must accept the rules.
    pub minimum: Option<KubernetesVersion>,
    /// The node is an item of a list of type map with these keys.
    pub item_keys: Vec<String>,
    /// The node is a key of such an item.
    pub is_key: bool,
    /// The estimated cost of each rule in an object, if it is known.
    pub costs: Vec<u64>,
}

/// Collects the findings in an expression.
pub(super) struct Found<'f> {
    pub(super) rule: usize,
    pub(super) key: Key,
    pub(super) findings: &'f mut Vec<Finding>,
}

impl Found<'_> {
    pub(super) fn add(&mut self, lint: &'static Lint, offset: u32, text: String) -> &mut Finding {
        self.findings.push(Finding {
            lint,
            rule: self.rule,
            key: self.key,
            offset,
            text,
            help: None,
            edit: None,
            shows: None,
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}

impl Found<'_> {
    /// How many findings there are, of all expressions so far.
    pub(super) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The finding with this number.
    pub(super) fn get(&mut self, number: usize) -> Option<&mut Finding> {
        self.findings.get_mut(number)
    }
}

impl Finding {
    /// The finding in the form of other mistakes in expressions. The lint's name is in the text.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.offset, format!("{} [{}]", self.text, self.lint.name));
        Diagnostic { help: self.help.clone(), ..diagnostic }
    }

    pub(super) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the change, and its result as advice that can be pasted.
    pub(super) fn edit(&mut self, edit: Option<Edit>, source: &str) -> &mut Self {
        if let Some(edit) = edit {
            self.help = Some(crate::diagnostic::write(&edit.apply(source)));
            self.edit = Some(edit);
        }
        self
    }
}
