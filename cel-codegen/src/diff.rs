//! Effects of a changed CRD on its objects: which ones are now refused or accepted, and what happens to stored ones.
//!
//! `changes` (two schemas to a list) → `search` (an object for each effect, found by [`crate::witness`] and judged as `validate` does)
//! → `findings` or `json`.

mod budget;
pub mod changes;
pub mod findings;
mod group;
pub mod json;
pub mod keywords;
mod outcome;
mod parts;
mod rules;
mod search;
pub(crate) mod sides;
mod stored;
#[cfg(test)]
mod tests;
mod yaml;

pub use budget::Budget;
pub use outcome::{Outcome, Witness};
pub use stored::{Fate, Stored};

use crate::objects::{Resource, Resources};
use budget::{Sides, Way};
use cel_compiler::{
    crd::{
        definition::{CrdFile, CustomResourceDefinition},
        document::{Node, Position, Value},
    },
    library::KubernetesVersion,
};
use changes::{Change, changes};
use search::search;
use std::collections::{HashMap, HashSet};

/// All CRDs of two sides, by name.
#[derive(Debug, Default)]
pub struct Comparison {
    /// CRDs that both sides have.
    pub crds: Vec<CrdComparison>,
    /// CRDs that only one side has.
    pub facts: Vec<Fact>,
}

/// Two states of a CRD.
#[derive(Debug)]
pub struct CrdComparison {
    /// Its name.
    pub name: String,
    /// Changes outside of the schemas.
    pub facts: Vec<Fact>,
    /// The versions that both states have.
    pub versions: Vec<VersionComparison>,
}

/// Two states of a version.
#[derive(Debug)]
pub struct VersionComparison {
    /// Its name.
    pub name: String,
    /// The changes of its schema.
    pub effects: Vec<Effect>,
}

/// A change and its effects.
#[derive(Debug)]
pub struct Effect {
    /// The change in words.
    pub what: findings::Words,
    /// Where the change stands.
    pub at: Position,
    /// True if `at` is a place in the old file.
    pub is_old: bool,
    /// Objects that are refused because of the change.
    pub tighter: Outcome,
    /// Objects that are accepted because of the change.
    pub looser: Outcome,
}

impl Effect {
    /// True if there may be an object that is refused now, or no other effect is known and one may be accepted now.
    #[must_use]
    pub fn is_unsearched(&self) -> bool {
        matches!(self.tighter, Outcome::NotSearched { .. })
            || !matches!(self.tighter, Outcome::Found(_))
                && matches!(self.looser, Outcome::NotSearched { .. })
    }
}

/// A difference outside of the schemas. It holds for all objects.
#[derive(Debug)]
pub struct Fact {
    /// The difference in words.
    pub text: String,
    /// True if something that was accepted is now refused.
    pub is_tighter: bool,
    /// Where it stands.
    pub at: Position,
    /// True if `at` is a place in the old file.
    pub is_old: bool,
}

/// Compares the CRDs of two texts. The server must accept all of them.
#[must_use]
pub fn compare(old: &CrdFile, new: &CrdFile, version: KubernetesVersion, budget: &Budget) -> Comparison {
    let mut comparison = Comparison::default();
    let by_name = |crds: &'_ [CustomResourceDefinition]| -> HashMap<String, usize> {
        crds.iter().enumerate().rev().map(|(i, crd)| (crd.name.clone(), i)).collect()
    };
    let (known, afterwards) = (by_name(&old.crds), by_name(&new.crds));
    for before in &old.crds {
        match afterwards.get(&before.name).and_then(|at| new.crds.get(*at)) {
            Some(after) => comparison.crds.push(of_crd(before, after, version, budget)),
            None => comparison.facts.push(Fact {
                text: format!("the CRD `{}` is gone, and with it all of its objects", before.name),
                is_tighter: true,
                at: before.at,
                is_old: true,
            }),
        }
    }
    let added = new.crds.iter().filter(|crd| !known.contains_key(&crd.name));
    comparison.facts.extend(added.map(|crd| Fact {
        text: format!("the CRD `{}` is new", crd.name),
        is_tighter: false,
        at: crd.at,
        is_old: false,
    }));
    comparison
}

fn of_crd(
    old: &CustomResourceDefinition,
    new: &CustomResourceDefinition,
    version: KubernetesVersion,
    budget: &Budget,
) -> CrdComparison {
    let mut facts = facts(old, new);
    let mut versions = Vec::new();
    let (before, after) = (Resources::of_crd(old), Resources::of_crd(new));
    let places = new.versions.iter().enumerate().rev();
    let places: HashMap<&str, usize> = places.map(|(i, version)| (version.name.as_str(), i)).collect();
    for (known, resource) in old.versions.iter().zip(&before) {
        let Some(at) = places.get(known.name.as_str()).copied() else {
            let name = &known.name;
            let text = match is_stored(old, name) {
                true => format!(
                    "version `{name}` is gone: a server refuses that while `status.storedVersions` names it"
                ),
                false => format!("version `{name}` is gone: clients that use it are refused"),
            };
            facts.push(Fact { text, is_tighter: true, at: known.at, is_old: true });
            continue;
        };
        if let Some(other) = after.get(at) {
            let effects = effects([resource, other], version, budget);
            versions.push(VersionComparison { name: known.name.clone(), effects });
        }
    }
    let known: HashSet<&str> = old.versions.iter().map(|version| version.name.as_str()).collect();
    let added = new.versions.iter().filter(|version| !known.contains(version.name.as_str()));
    facts.extend(added.map(|version| Fact {
        text: format!("version `{}` is new", version.name),
        is_tighter: false,
        at: version.at,
        is_old: false,
    }));
    CrdComparison { name: old.name.clone(), facts, versions }
}

fn effects(resources: [&Resource; 2], version: KubernetesVersion, budget: &Budget) -> Vec<Effect> {
    let [old, new] =
        resources.map(|resource| resource.with_schema(resource.schema().for_release(version).into_owned()));
    let changes = changes(old.schema(), new.schema(), version);
    let (tighter, looser) = sides::with_judges(&[&old, &new], version, true, &budget.work, |judges| {
        let [old, new] = *judges else { return (Vec::new(), Vec::new()) };
        let search = |from, to, way| search(&changes, Sides { from, to, way }, version, budget);
        (search(old, new, Way::Tighter), search(new, old, Way::Looser))
    });
    let effect = |(change, (tighter, looser)): (&Change<'_>, (Outcome, Outcome))| Effect {
        what: findings::words(change),
        at: change.at(),
        is_old: change.what.is_removed(),
        tighter,
        looser,
    };
    changes.iter().zip(tighter.into_iter().zip(looser)).map(effect).collect()
}

/// Changes outside of the schemas that affect objects or their clients.
fn facts(old: &CustomResourceDefinition, new: &CustomResourceDefinition) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |text: String, is_tighter: bool, at: Position| {
        facts.push(Fact { text, is_tighter, at, is_old: false });
    };
    let at = |path: &[&str], crd: &CustomResourceDefinition| -> String {
        let node = path.iter().try_fold(&crd.node, |node, key| node.field(key));
        node.and_then(Node::as_str).unwrap_or_default().to_owned()
    };
    for path in [["spec", "scope"].as_slice(), &["spec", "names", "kind"]] {
        let (before, after) = (at(path, old), at(path, new));
        if before != after {
            let path = path.join(".");
            add(format!("{path} is `{after}`, was `{before}`: a server does not change it"), true, new.at);
        }
    }
    let afterwards: HashMap<&str, &Node> =
        versions(new).into_iter().rev().map(|(node, name)| (name, node)).collect();
    for (before, name) in versions(old) {
        let Some(after) = afterwards.get(name).copied() else { continue };
        let is = |node: &Node, key: &str| node.field(key).is_some_and(|flag| flag.value == Value::Bool(true));
        if is(before, "served") && !is(after, "served") {
            add(
                format!("version `{name}` is no longer served: clients that use it are refused"),
                true,
                after.at,
            );
        }
        if !is(before, "storage") && is(after, "storage") {
            let text = format!(
                "objects are stored as version `{name}`; those that exist stay as they are until they are written"
            );
            add(text, false, after.at);
        }
        let has_status = |node: &Node| {
            let status = node.field("subresources").and_then(|all| all.field("status"));
            status.is_some_and(|status| !status.is_null())
        };
        match (has_status(before), has_status(after)) {
            (false, true) => add(
                format!("version `{name}` has the subresource `status`: `status` in other writes is dropped"),
                false,
                after.at,
            ),
            (true, false) => {
                add(
                    format!("version `{name}` lacks the subresource `status`: writes to it are refused"),
                    true,
                    after.at,
                );
            }
            _ => {}
        }
    }
    facts
}

/// True if a server has stored objects as this version, or may have (k8s: `ValidateCustomResourceDefinitionStoredVersions`).
fn is_stored(crd: &CustomResourceDefinition, name: &str) -> bool {
    let stored = crd.node.field("status").and_then(|status| status.field("storedVersions"));
    let listed = stored.is_some_and(|list| match &list.value {
        Value::List(versions) => versions.iter().any(|version| version.as_str() == Some(name)),
        _ => false,
    });
    let storage = |node: &Node| node.field("storage").is_some_and(|flag| flag.value == Value::Bool(true));
    listed || versions(crd).iter().any(|(node, version)| *version == name && storage(node))
}

/// The versions in the order of the document, each with its name.
fn versions(crd: &CustomResourceDefinition) -> Vec<(&Node, &str)> {
    let list = crd.node.field("spec").and_then(|spec| spec.field("versions"));
    let versions = match list.map(|list| &list.value) {
        Some(Value::List(versions)) => versions.as_slice(),
        _ => &[],
    };
    versions.iter().filter_map(|node| Some((node, node.field("name")?.as_str()?))).collect()
}
