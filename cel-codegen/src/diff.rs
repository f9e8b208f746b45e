//! Effects of a changed CRD on its objects: which ones are now refused or accepted, and what happens to stored ones.
//!
//! `changes` (two schemas to a list) → `search` (an object for each effect, found by [`crate::witness`] and judged as `validate` does)
//! → `findings` or `json`.

mod budget;
pub mod changes;
mod facts;
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
        document::Position,
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
    let mut facts = facts::of_crd(old, new);
    let mut versions = Vec::new();
    let (before, after) = (Resources::of_crd(old), Resources::of_crd(new));
    let places = new.versions.iter().enumerate().rev();
    let places: HashMap<&str, usize> = places.map(|(i, version)| (version.name.as_str(), i)).collect();
    for (known, resource) in old.versions.iter().zip(&before) {
        let Some(at) = places.get(known.name.as_str()).copied() else {
            let name = &known.name;
            let text = match facts::is_stored(old, name) {
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
