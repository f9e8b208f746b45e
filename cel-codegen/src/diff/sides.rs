//! The two versions as judges of objects.

use crate::objects::{Answer, Compiled, Part, Resource, Rules, is_not_checked};
use cel_compiler::{crd::document::Node, decls::KubernetesVersion, parser::Copies, schema::Schema};

/// Answers requests about objects, as a server with one version of a CRD.
pub(super) trait Judge {
    /// The version.
    fn resource(&self) -> &Resource;

    /// The answer to a create, or to an update of an object.
    fn judge(&self, object: &Node, old: Option<&Node>) -> Answer;
}

/// A resource with its rules.
struct Side<'p, 'c> {
    resource: &'p Resource,
    rules: Rules<'p, 'c>,
}

impl Judge for Side<'_, '_> {
    fn resource(&self) -> &Resource {
        self.resource
    }

    fn judge(&self, object: &Node, old: Option<&Node>) -> Answer {
        self.resource.judge_with(self.rules, object, old)
    }
}

/// Calls a function with judges of some resources.
pub(super) fn with_judges<R>(
    resources: &[&Resource],
    version: KubernetesVersion,
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
        rules: Rules { part: part.as_ref(), compiled, run_always: true },
    });
    let sides: Vec<Side<'_, '_>> = sides.collect();
    let judges: Vec<&dyn Judge> = sides.iter().map(|side| side as &dyn Judge).collect();
    use_them(&judges)
}

/// How many things are wrong.
pub(super) fn distance(answer: &Answer) -> usize {
    let refused = if answer.refusal.is_some() { 100 } else { 0 };
    refused + answer.errors.len() + answer.unknown.len()
}

/// True if errors of the schema kept the server from running rules.
pub(super) fn is_blocked(answer: &Answer) -> bool {
    answer.errors.iter().any(is_not_checked)
}

/// Everything that is wrong, in the server's words.
pub(super) fn errors(answer: &Answer) -> Vec<String> {
    let decoding = answer.decoding_error(true);
    decoding.into_iter().chain(answer.errors.iter().map(ToString::to_string)).collect()
}
