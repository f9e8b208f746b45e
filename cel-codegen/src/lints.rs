//! Lints of the rules in a file: rules that a server takes, and that are wrong all the same.

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

/// What is asked of the rules.
#[derive(Clone, Debug, Default)]
pub struct Lints {
    /// How lints are treated.
    pub levels: Levels,
    /// The oldest release that is to accept the rules.
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
    /// The text that the mistake is in.
    pub source: String,
    /// Where the text begins.
    pub begin: Position,
    /// An object that shows it.
    pub witness: Option<Witness>,
}

impl Lints {
    /// What the lints find in each version of the CRDs in a text; `versions` has their reports.
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
                // Other keywords may see to it that the field is there.
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

/// The objects that show those findings that an object can show.
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
    /// The server takes it. Of one with errors lints say nothing.
    pub is_accepted: bool,
    pub crd: &'r str,
    pub name: &'r str,
    pub props: &'r SchemaProps,
    pub schema: &'r SchemaReport,
    pub kubernetes: KubernetesVersion,
}

/// The resources of a text, by the names of CRD and version.
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
