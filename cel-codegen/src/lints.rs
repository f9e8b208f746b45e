//! Lints of the rules in a file. They find rules that a server accepts but that are probably wrong.

mod shown;

use crate::{objects::Resource, witness::Work};
use cel_compiler::{
    crd::{
        check::{self, RuleLint, SchemaReport},
        document::Position,
        props::SchemaProps,
    },
    library::KubernetesVersion,
    lints::{Finding, Level, Levels, Shows},
};
pub(crate) use shown::is_cut_short;
pub use shown::{Question, Sought, Witness, witnesses};

/// Settings of the lints.
#[derive(Clone, Debug, Default)]
pub struct Lints {
    /// The level of each lint.
    pub levels: Levels,
    /// The oldest release that must accept the rules.
    pub minimum: Option<KubernetesVersion>,
}

/// A mistake in a rule of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LintReport {
    /// The mistake.
    pub finding: Finding,
    /// [`Level::Warn`] or [`Level::Deny`].
    pub level: Level,
    /// `spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0].rule`
    pub path: String,
    /// The text of the rule or message expression.
    pub source: String,
    /// Where the text begins.
    pub begin: Position,
    /// An object that shows it.
    pub witness: Option<Witness>,
}

impl Lints {
    /// The findings in each version. `versions` has the reports about them.
    pub(crate) fn find(&self, versions: &[Version<'_>], work: &Work) -> Vec<Vec<LintReport>> {
        versions.iter().map(|version| self.of_version(version, work)).collect()
    }

    fn of_version(&self, version: &Version<'_>, work: &Work) -> Vec<LintReport> {
        if !version.is_accepted || self.levels.allow_all() {
            return Vec::new();
        }
        let found = check::lint(version.props, version.schema, version.kubernetes, self.minimum);
        let found = found.into_iter().filter(|lint| self.levels.of(lint.finding.lint) > Level::Allow);
        let found: Vec<RuleLint<'_>> = found.collect();
        let mut witnesses = shown_by(&found, version, work).into_iter();
        let reports = found.iter().filter_map(|lint| {
            let sought = lint.finding.shows.as_ref().and_then(|_| witnesses.next());
            let witness = match sought {
                Some(Sought::Found(witness)) => Some(*witness),
                // No object shows it, so other keywords may make sure that the field exists.
                Some(Sought::Nothing | Sought::NotSearched)
                    if matches!(lint.finding.shows, Some(Shows::Missing(_))) =>
                {
                    return None;
                }
                Some(Sought::Nothing | Sought::NotSearched) | None => None,
            };
            Some(report(lint, self.levels.of(lint.finding.lint), witness))
        });
        reports.collect()
    }
}

/// Searches objects for the findings that an object can show.
fn shown_by(found: &[RuleLint<'_>], version: &Version<'_>, work: &Work) -> Vec<Sought> {
    let questions = found.iter().filter_map(|lint| {
        let shows = lint.finding.shows.as_ref()?;
        Some(Question { shows, way: &lint.way, rule: lint.finding.rule, offset: lint.finding.offset })
    });
    let questions: Vec<Question<'_>> = questions.collect();
    match version.resource.filter(|_| !questions.is_empty()) {
        Some(resource) => shown::witnesses(&questions, resource, version.kubernetes, work),
        None => Vec::new(),
    }
}

/// A version of a CRD that was checked.
pub(crate) struct Version<'r> {
    /// True if the server accepts the version. Lints skip a version with errors.
    pub is_accepted: bool,
    /// To judge objects that show a finding.
    pub resource: Option<&'r Resource>,
    pub props: &'r SchemaProps,
    pub schema: &'r SchemaReport,
    pub kubernetes: KubernetesVersion,
}

fn report(lint: &RuleLint<'_>, level: Level, witness: Option<Witness>) -> LintReport {
    let (source, begin) = lint.rule.expression(lint.finding.key);
    let key = lint.finding.key;
    LintReport {
        finding: lint.finding.clone(),
        level,
        path: format!("{}.{key}", lint.path),
        source: source.to_owned(),
        begin,
        witness,
    }
}
