//! The two versions as judges of objects.

use crate::{
    objects::{Answer, Compiled, Endpoint, Part, Resource, Rules, is_not_checked, without_status},
    witness::{Work, of_value, size},
};
use cel_compiler::{crd::document::Node, library::KubernetesVersion, parser::Copies, schema::Schema};

/// Answers requests about objects like a server that has one version of a CRD.
pub(crate) trait Judge {
    /// The version of the CRD.
    fn resource(&self) -> &Resource;

    /// The answer to a create, or to an update of an object. If the status has its own endpoint, a changed
    /// status is written there, after the rest of the object.
    fn judge(&self, object: &Node, old: Option<&Node>) -> Answer;

    /// The same, but only the rule at this address runs.
    fn judge_alone(&self, rule: usize, object: &Node, old: Option<&Node>) -> Answer;
}

/// A resource with its rules.
#[derive(Clone, Copy)]
struct Side<'p, 'c> {
    resource: &'p Resource,
    rules: Rules<'p, 'c>,
    work: &'c Work,
}

impl Judge for Side<'_, '_> {
    fn resource(&self) -> &Resource {
        self.resource
    }

    fn judge(&self, object: &Node, old: Option<&Node>) -> Answer {
        if !writes_status(self.resource, object, old) {
            return self.answer(object, old, Endpoint::Main);
        }
        if old.is_some_and(|old| without_status(old) == without_status(object)) {
            return self.answer(object, old, Endpoint::Status);
        }
        let answer = self.answer(object, old, Endpoint::Main);
        match answer.is_accepted(true) {
            true => self.answer(object, Some(&answer.object), Endpoint::Status),
            false => answer,
        }
    }

    fn judge_alone(&self, rule: usize, object: &Node, old: Option<&Node>) -> Answer {
        Side { rules: Rules { only: Some(rule), ..self.rules }, ..*self }.judge(object, old)
    }
}

impl Side<'_, '_> {
    /// The answer to one request. Counts its work.
    fn answer(&self, object: &Node, old: Option<&Node>, endpoint: Endpoint) -> Answer {
        let answer = self.resource.judge_with(self.rules, object, old, endpoint);
        if let Some(old) = old {
            self.work.add(of_value(self.resource.storage(), old) + of_value(self.resource.schema(), old));
        }
        let rules = usize::try_from(answer.work).unwrap_or(usize::MAX);
        // Defaults may make the object larger.
        let held = of_judgement(self.resource, &answer.object);
        let texts = answer.errors.iter().map(|error| 1 + error.detail.len() / LONG).sum::<usize>();
        self.work.add(held.saturating_add(rules) + texts + answer.unknown.len());
        answer
    }
}

/// The work of judging an object, without that of rules and errors.
pub(crate) fn of_judgement(resource: &Resource, object: &Node) -> usize {
    let (values, bytes) = size(object);
    OF_A_JUDGEMENT + of_value(resource.schema(), object) + values + bytes / 16
}

/// True if a write changes a status that has its own endpoint.
pub(crate) fn writes_status(resource: &Resource, object: &Node, old: Option<&Node>) -> bool {
    resource.has_status() && object.field("status") != old.and_then(|old| old.field("status"))
}

/// Calls a function with judges for some resources. The judges count their work. With `run_always` they report broken rules
/// even if other errors keep the server from running them.
pub(crate) fn with_judges<R>(
    resources: &[&Resource],
    version: KubernetesVersion,
    run_always: bool,
    work: &Work,
    use_them: impl FnOnce(&[&dyn Judge]) -> R,
) -> R {
    let copies: Vec<Copies> = resources.iter().map(|_| Copies::default()).collect();
    let definitions = Schema::default();
    let parts: Vec<Option<Part<'_>>> =
        resources.iter().map(|resource| Part::of_resource(resource.schema())).collect();
    let compiled: Vec<Compiled<'_>> =
        copies.iter().map(|copies| Compiled::new(version, copies, &definitions)).collect();
    let sides = resources.iter().zip(parts.iter().zip(&compiled)).map(|(resource, (part, compiled))| Side {
        resource,
        rules: Rules { part: part.as_ref(), compiled, run_always, only: None, matches: Some(work.matches()) },
        work,
    });
    let sides: Vec<Side<'_, '_>> = sides.collect();
    let judges: Vec<&dyn Judge> = sides.iter().map(|side| side as &dyn Judge).collect();
    use_them(&judges)
}

/// The number of errors. A refusal counts as many.
pub(crate) fn distance(answer: &Answer) -> usize {
    let refused = if answer.refusal.is_some() { 100 } else { 0 };
    refused + answer.errors.len() + answer.unknown.len()
}

/// True if errors of the schema kept the server from running rules.
pub(crate) fn is_blocked(answer: &Answer) -> bool {
    answer.errors.iter().any(is_not_checked)
}

/// All errors in the server's words.
pub(super) fn errors(answer: &Answer) -> Vec<String> {
    let decoding = answer.decoding_error(true);
    decoding.into_iter().chain(answer.errors.iter().map(ToString::to_string)).collect()
}

/// The first errors, and the number of the others.
pub(super) fn first_errors(errors: &[String]) -> Vec<String> {
    let rest = errors.len().saturating_sub(MOST_ERRORS);
    let rest = (rest > 0).then(|| format!("{rest} more errors"));
    errors.iter().take(MOST_ERRORS).cloned().chain(rest).collect()
}

const OF_A_JUDGEMENT: usize = 8;
/// Number of bytes of an error that count as one unit.
const LONG: usize = 64;
/// Number of errors that are shown for an object.
const MOST_ERRORS: usize = 20;
