//! Searches objects that one version accepts and the other refuses, and finds the change that causes it.

use super::{
    budget::{Budget, Sides, Way},
    changes::{Change, What},
    group::Group,
    keywords::Direction,
    outcome::Outcome,
};
use crate::witness::{At, Limit, of_copy};
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
    let count = groups.len();
    let copy = of_copy(sides.to.resource().schema());
    // With a large schema each try takes long. At least a few objects are tried.
    let least = u64::try_from(copy).unwrap_or(MOST_WORK).saturating_mul(2).clamp(LEAST_WORK, MOST_WORK);
    for (done, group) in groups.into_iter().enumerate() {
        let fair = budget.left().saturating_mul(4) / u64::try_from(count - done).unwrap_or(1).max(1);
        let work = fair.clamp(least, MOST_WORK).min(budget.left());
        let limit = Limit { objects: budget.objects, work };
        let of_group = group.iter().filter_map(|i| changes.get(*i)).collect();
        let found = Group { changes: of_group, sides, version, is_alone, limit, copy, budget }.search();
        for (i, outcome) in group.into_iter().zip(found) {
            if let Some(place) = outcomes.get_mut(i) {
                *place = outcome;
            }
        }
    }
    outcomes
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
        let name = match change.what {
            What::Property { name, .. } | What::Required(name) => Some(name),
            What::Rule { .. } | What::Reworded { .. } | What::Keyword(_) => None,
        };
        let group = *by_node.entry((&change.path, name)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups.get_mut(group).into_iter().for_each(|group| group.push(i));
    }
    groups
}

const LEAST_WORK: u64 = 1_000;
const MOST_WORK: u64 = 200_000;
