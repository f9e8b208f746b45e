//! Searches objects that one version accepts and the other refuses, and finds the change that causes it.

use super::{
    budget::{Budget, Sides, Way},
    changes::Change,
    group::Group,
    keywords::Direction,
    outcome::Outcome,
    parts::Parts,
    sides::with_judges,
};
use crate::{
    objects::Resource,
    witness::{At, Limit, of_copy},
};
use cel_compiler::library::KubernetesVersion;
use std::collections::HashMap;

/// The outcome of each change, in the order of the changes.
pub(super) fn search(
    changes: &[Change<'_>],
    sides: Sides<'_>,
    version: KubernetesVersion,
    budget: &Budget,
) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = changes.iter().map(|_| Outcome::Impossible).collect();
    let is_alone = changes.iter().filter(|change| change.direction != Direction::Neither).count() == 1;
    let groups = groups(changes, sides.way);
    budget.promise(LEAST_WORK.saturating_mul(count(groups.len())));
    let mut search = Search { changes, version, budget, is_alone, left: groups.len() };
    for (chunk, found) in search.all(&groups, sides) {
        for (i, outcome) in chunk.iter().zip(found) {
            if let Some(place) = outcomes.get_mut(*i) {
                *place = outcome;
            }
        }
    }
    outcomes
}

/// The searches of one direction.
struct Search<'g> {
    changes: &'g [Change<'g>],
    version: KubernetesVersion,
    budget: &'g Budget,
    is_alone: bool,
    /// Number of groups that were not searched yet.
    left: usize,
}

type Found<'g> = Vec<(&'g [usize], Vec<Outcome>)>;

impl<'g> Search<'g> {
    /// Searches the groups, a few at a time if the schemas are large: objects for them need only a part of the schemas.
    fn all(&mut self, groups: &'g [Vec<usize>], sides: Sides<'_>) -> Found<'g> {
        let resources = [sides.from.resource(), sides.to.resource()];
        let schemas = resources.map(Resource::schema);
        if schemas.into_iter().map(of_copy).max().is_none_or(|size| size <= SMALL) {
            return self.some(groups, sides);
        }
        let parts = Parts::new(&schemas, self.version);
        let mut found = Vec::new();
        for chunk in groups.chunks(TOGETHER) {
            let paths: Vec<Vec<At>> = chunk.iter().flat_map(|group| self.paths(group)).collect();
            let paths: Vec<&[At]> = paths.iter().map(Vec::as_slice).collect();
            let [from, to] =
                resources.map(|resource| resource.with_schema(parts.of(resource.schema(), &paths)));
            let work = &self.budget.work;
            work.add(of_copy(from.schema()) + of_copy(to.schema()) + parts.rules());
            found.extend(with_judges(&[&from, &to], self.version, true, work, |judges| {
                let [from, to] = *judges else { return Vec::new() };
                self.some(chunk, Sides { from, to, ..sides })
            }));
        }
        found
    }

    /// The nodes that changes are about.
    fn paths(&self, group: &[usize]) -> Vec<Vec<At>> {
        let changes = group.iter().filter_map(|i| self.changes.get(*i));
        let path = |change: &Change<'_>| {
            let name = change.what.property().map(|name| At::Field(name.to_owned()));
            change.path.iter().cloned().chain(name).collect()
        };
        changes.map(path).collect()
    }

    fn some(&mut self, groups: &'g [Vec<usize>], sides: Sides<'_>) -> Found<'g> {
        let copy = of_copy(sides.to.resource().schema());
        // With a large schema each try takes long. At least a few objects are tried.
        let least = count(copy).saturating_mul(2).clamp(LEAST_WORK, MOST_WORK);
        let mut found = Vec::new();
        for group in groups {
            let left = count(self.left).max(1);
            let spare = self.budget.left().saturating_sub(left.saturating_mul(LEAST_WORK));
            let fair = (spare.saturating_mul(4) / left).min(MOST_WORK);
            let work = fair.max(least).min(self.budget.left());
            let changes = group.iter().filter_map(|i| self.changes.get(*i)).collect();
            let Search { version, is_alone, budget, .. } = *self;
            let limit = Limit { objects: budget.objects, work };
            let group_of = Group { changes, sides, version, is_alone, limit, fair, copy, budget };
            found.push((group.as_slice(), group_of.search()));
            self.left -= 1;
        }
        found
    }
}

fn count(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The changes that can have an effect in this direction, grouped by node.
fn groups(changes: &[Change<'_>], way: Way) -> Vec<Vec<usize>> {
    let is_possible = |change: &Change<'_>| match change.direction {
        Direction::Both => true,
        Direction::Tighter => way == Way::Tighter,
        Direction::Looser => way == Way::Looser,
        Direction::Neither => false,
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_node: HashMap<(&[At], Option<&str>), usize> = HashMap::new();
    for (i, change) in changes.iter().enumerate().filter(|(_, change)| is_possible(change)) {
        // Each property gets its own search.
        let group = *by_node.entry((&change.path, change.what.property())).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups.get_mut(group).into_iter().for_each(|group| group.push(i));
    }
    groups
}

const LEAST_WORK: u64 = 1_000;
const MOST_WORK: u64 = 200_000;
/// Smaller schemas are searched as they are.
const SMALL: usize = 500;
/// Number of searches that share a part of a large schema.
const TOGETHER: usize = 16;
