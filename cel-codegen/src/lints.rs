//! Lints of the rules in a file. They find rules that a server accepts but that are probably wrong.

mod shown;

use crate::{
    objects::{Resource, Resources},
    witness::Work,
};
use cel_compiler::{
    crd::{
        check::{self, RuleLint, SchemaReport},
        definition::{CrdFile, CustomResourceDefinition},
        document::Position,
        props::SchemaProps,
    },
    library::KubernetesVersion,
    lints::{Finding, Level, Levels, Shows},
    rule::Key,
};
pub use shown::{Question, Sought, Witness, witnesses};
use std::{cell::OnceCell, collections::BTreeMap};

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
    /// The findings in each version of a text's CRDs. `versions` has the reports about them.
    pub(crate) fn find(&self, text: &str, versions: &[Version<'_>], work: &Work) -> Vec<Vec<LintReport>> {
        let resources = OnceCell::new();
        versions
            .iter()
            .map(|version| self.of_version(version, &|| resources.get_or_init(|| read(text)), work))
            .collect()
    }

    fn of_version<'r>(
        &self,
        version: &Version<'_>,
        resources: &dyn Fn() -> &'r BTreeMap<(String, String), Resource>,
        work: &Work,
    ) -> Vec<LintReport> {
        if !version.is_accepted {
            return Vec::new();
        }
        let found = check::lint(version.props, version.schema, version.kubernetes, self.minimum);
        let found = found.into_iter().filter(|lint| self.levels.of(lint.finding.lint) > Level::Allow);
        let found: Vec<RuleLint<'_>> = found.collect();
        let mut witnesses = shown_by(&found, version, resources, work).into_iter();
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
fn shown_by<'r>(
    found: &[RuleLint<'_>],
    version: &Version<'_>,
    resources: &dyn Fn() -> &'r BTreeMap<(String, String), Resource>,
    work: &Work,
) -> Vec<Sought> {
    let questions = found.iter().filter_map(|lint| {
        let shows = lint.finding.shows.as_ref()?;
        Some(Question { shows, way: &lint.way, rule: lint.finding.rule, offset: lint.finding.offset })
    });
    let questions: Vec<Question<'_>> = questions.collect();
    if questions.is_empty() {
        return Vec::new();
    }
    match resources().get(&(version.crd.to_owned(), version.name.to_owned())) {
        Some(resource) => shown::witnesses(&questions, resource, version.kubernetes, work),
        None => Vec::new(),
    }
}

/// A version of a CRD that was checked.
pub(crate) struct Version<'r> {
    /// True if the server accepts the version. Lints skip a version with errors.
    pub is_accepted: bool,
    pub crd: &'r str,
    pub name: &'r str,
    pub props: &'r SchemaProps,
    pub schema: &'r SchemaReport,
    pub kubernetes: KubernetesVersion,
}

/// The resources of a text, by the name of the CRD and of the version.
fn read(text: &str) -> BTreeMap<(String, String), Resource> {
    let crds = CrdFile::read(text).map(|file| file.crds).unwrap_or_default();
    let of_crd = |crd: &CustomResourceDefinition| {
        let names: Vec<_> =
            crd.versions.iter().map(|version| (crd.name.clone(), version.name.clone())).collect();
        names.into_iter().zip(Resources::of_crd(crd)).collect::<Vec<_>>()
    };
    crds.iter().flat_map(of_crd).collect()
}

fn report(lint: &RuleLint<'_>, level: Level, witness: Option<Witness>) -> LintReport {
    let (source, begin) = lint.rule.expression(lint.finding.key);
    let key = if lint.finding.key == Key::MessageExpression { "messageExpression" } else { "rule" };
    LintReport {
        finding: lint.finding.clone(),
        level,
        path: format!("{}.{key}", lint.path),
        source: source.to_owned(),
        begin,
        witness,
    }
}
