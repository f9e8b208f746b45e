//! The changes of one node: one search for all of them.

use super::{
    changes::{Change, What},
    search::{Budget, Outcome, Sides, Way, Witness},
    sides::{Judge, distance, errors, is_blocked, with_judges, writes_status},
    stored,
};
use crate::{
    objects::{Answer, Resource},
    witness::{self, At, Focus, Hints, Limit, Seen, Space, size, smallest},
};
use cel_compiler::{
    crd::{
        document::Node,
        props::{RuleProps, SchemaProps},
    },
    decls::KubernetesVersion,
};
use std::ptr;

pub(super) struct Group<'g, 's> {
    pub changes: Vec<&'g Change<'s>>,
    pub sides: Sides<'g>,
    pub version: KubernetesVersion,
    /// There is no other change to blame.
    pub is_alone: bool,
    pub limit: Limit,
}

/// The question about one change.
struct Question<'j> {
    sign: Sign<'j>,
    found: Option<Found>,
}

/// The sign in an answer that a change is to blame.
enum Sign<'j> {
    /// The rule at this address fails.
    Rule { address: usize, is_transition: bool },
    /// An error that is not there without the change.
    Without(&'j dyn Judge),
    /// Any error.
    Refusal,
}

#[derive(Clone)]
struct Found {
    old: Option<Node>,
    object: Node,
    is_hidden: bool,
}

impl Question<'_> {
    /// `Some` if the answer to an object shows it, with true if other errors hide that.
    fn shows(&self, answer: &Answer, object: &Node) -> Option<bool> {
        let is_hidden = is_blocked(answer) || !answer.unknown.is_empty() || answer.refusal.is_some();
        match &self.sign {
            Sign::Rule { address, .. } => answer.broken.contains(address).then_some(is_hidden),
            Sign::Refusal => (!answer.is_accepted(true)).then_some(false),
            Sign::Without(side) => {
                if answer.is_accepted(true) {
                    return None;
                }
                let without = errors(&side.judge(object, None));
                errors(answer).iter().any(|error| !without.contains(error)).then_some(false)
            }
        }
    }

    fn is_open(&self) -> bool {
        self.found.as_ref().is_none_or(|found| found.is_hidden)
    }

    /// Takes what is better than nothing, or than what others hide.
    fn take(&mut self, found: Found) {
        if self.found.is_none() || !found.is_hidden {
            self.found = Some(found);
        }
    }

    fn is_transition(&self) -> bool {
        matches!(self.sign, Sign::Rule { is_transition: true, .. })
    }
}

impl Group<'_, '_> {
    /// An outcome for each change.
    pub(super) fn search(self, budget: &mut Budget) -> Vec<Outcome> {
        if self.limit.work == 0 {
            return self.changes.iter().map(|_| Outcome::NotSearched).collect();
        }
        let without: Vec<Option<Resource>> = self.changes.iter().map(|change| self.without(change)).collect();
        let resources: Vec<&Resource> = without.iter().flatten().collect();
        with_judges(&resources, self.version, |judges| {
            let mut judges = judges.iter().copied();
            let judges = without.iter().map(|resource| resource.as_ref().and_then(|_| judges.next()));
            let questions =
                self.changes.iter().zip(judges).map(|(change, judge)| self.question(change, judge));
            let mut questions: Vec<Question<'_>> = questions.collect();
            let (space, made) = self.space();
            let copied = u64::try_from(resources.len()).unwrap_or(0);
            budget.work = budget.work.saturating_sub(made.saturating_mul(1 + copied));
            let tried = self.explore(&space, &mut questions, budget);
            questions.into_iter().map(|question| self.outcome(&space, &question, tried, budget)).collect()
        })
    }

    /// The refusing side without a change.
    fn without(&self, change: &Change<'_>) -> Option<Resource> {
        if self.is_alone || matches!(change.what, What::Rule { .. } | What::Reworded { .. }) {
            return None;
        }
        let from = if self.sides.way == Way::Tighter { change.old } else { change.new };
        let mut schema = self.sides.to.resource().schema().clone();
        change.what.copy(at_path(&mut schema, &change.path)?, from);
        Some(self.sides.to.resource().with_schema(schema))
    }

    fn question<'j>(&self, change: &Change<'_>, without: Option<&'j dyn Judge>) -> Question<'j> {
        let sign = match (self.rule(change), without) {
            (Some(rule), _) => Sign::Rule {
                address: ptr::from_ref(rule).addr(),
                is_transition: rule.rule.contains("oldSelf"),
            },
            (None, Some(without)) => Sign::Without(without),
            (None, None) => Sign::Refusal,
        };
        Question { sign, found: None }
    }

    /// The changed rule on the refusing side.
    fn rule<'s>(&self, change: &Change<'s>) -> Option<&'s RuleProps> {
        match change.what {
            What::Rule { old, new } => {
                if self.sides.way == Way::Tighter {
                    new
                } else {
                    old
                }
            }
            What::Reworded { .. } | What::Keyword(_) | What::Required(_) | What::Property { .. } => None,
        }
    }

    /// The objects that are tried, and how much work it was to find out which these are.
    fn space(&self) -> (Space, u64) {
        let mut hints = Hints::default();
        let mut path: Vec<At> = self.changes.first().map(|change| change.path.clone()).unwrap_or_default();
        for change in self.changes.iter().take(MOST_RULES) {
            match change.what {
                What::Rule { old, new } => {
                    let rules = [self.rule(change), old, new].into_iter().flatten();
                    rules.for_each(|rule| hints.add(&rule.rule, self.version));
                }
                What::Property { name, .. } | What::Required(name) => {
                    hints.add_name(name);
                    if self.changes.len() == 1 {
                        path.push(At::Field(name.to_owned()));
                    }
                }
                What::Keyword(_) | What::Reworded { .. } => {}
            }
        }
        let schemas = [self.sides.from.resource().schema(), self.sides.to.resource().schema()];
        let mut work = 0;
        for schema in schemas {
            let (rules, seen) = rules_on_path(schema, &path);
            work += seen;
            rules.iter().take(MOST_RULES).for_each(|rule| hints.add(&rule.rule, self.version));
        }
        // Each object has what is needed elsewhere, and obeys the rules there.
        let mut rules = Vec::new();
        needed_rules(self.sides.from.resource().schema(), &mut rules);
        rules.iter().for_each(|rule| hints.add(&rule.rule, self.version));
        let resource = self.sides.from.resource();
        let identity = Some((resource.api_version.as_str(), resource.kind.as_str()));
        (Space::new(&schemas, &Focus(path), &hints, identity), work)
    }

    /// How many objects were tried.
    fn explore(&self, space: &Space, questions: &mut [Question<'_>], budget: &mut Budget) -> usize {
        let explored = witness::explore(space, self.limit, &mut |object| {
            let before = self.sides.from.judge(object, None);
            let mut work = work_of(&before, object);
            if before.is_accepted(true) {
                let after = self.sides.to.judge(object, None);
                work += work_of(&after, object);
                for question in questions.iter_mut().filter(|question| question.is_open()) {
                    if let Some(is_hidden) = question.shows(&after, object) {
                        question.take(Found { old: None, object: object.clone(), is_hidden });
                    }
                }
            }
            let is_done = !questions.iter().any(Question::is_open);
            Seen { distance: distance(&before), is_done, work }
        });
        budget.work = budget.work.saturating_sub(explored.work);
        explored.tried + self.pairs(&explored.pool, questions, budget)
    }

    /// Updates of objects that are accepted, for rules that compare.
    fn pairs(&self, pool: &[Node], questions: &mut [Question<'_>], budget: &mut Budget) -> usize {
        let (mut tried, mut work) = (0, 0);
        for sum in 0..pool.len().saturating_mul(2) {
            for first in 0..=sum {
                let is_wanted = |question: &Question<'_>| question.is_transition() && question.is_open();
                if !questions.iter().any(is_wanted) || work > self.limit.work.min(budget.work) {
                    budget.work = budget.work.saturating_sub(work);
                    return tried;
                }
                let (Some(old), Some(new)) = (pool.get(sum - first), pool.get(first)) else { continue };
                if name(old) != name(new) {
                    continue;
                }
                tried += 1;
                let before = self.sides.from.judge(new, Some(old));
                work += work_of(&before, new);
                if !before.is_accepted(true) {
                    continue;
                }
                let after = self.sides.to.judge(new, Some(old));
                work += work_of(&after, new);
                for question in questions.iter_mut().filter(|question| is_wanted(question)) {
                    if let Some(is_hidden) = question.shows(&after, new) {
                        question.take(Found { old: Some(old.clone()), object: new.clone(), is_hidden });
                    }
                }
            }
        }
        budget.work = budget.work.saturating_sub(work);
        tried
    }

    fn outcome(&self, space: &Space, question: &Question<'_>, tried: usize, budget: &mut Budget) -> Outcome {
        let Some(found) = &question.found else { return Outcome::NotFound { tried } };
        let found = self.smallest(space, question, found.clone(), budget);
        let answer = self.sides.to.judge(&found.object, found.old.as_ref());
        let stored = (self.sides.way == Way::Tighter).then(|| {
            let path = self.changes.first().map(|change| change.path.as_slice()).unwrap_or_default();
            let stored = stored::Question { sides: self.sides, path, space };
            stored.answer(&found.object, found.old.as_ref())
        });
        Outcome::Found(Box::new(Witness {
            errors: errors(&answer),
            is_of_status: writes_status(self.sides.to.resource(), &found.object, found.old.as_ref()),
            old_object: found.old,
            object: found.object,
            is_hidden: found.is_hidden,
            stored,
        }))
    }

    fn smallest(&self, space: &Space, question: &Question<'_>, found: Found, budget: &mut Budget) -> Found {
        let holds = |old: Option<&Node>, new: &Node, budget: &mut Budget| {
            let before = self.sides.from.judge(new, old);
            let is_stored = old.is_none_or(|old| self.sides.from.judge(old, None).is_accepted(true));
            let spent = work_of(&before, new).saturating_mul(2);
            let has_room = budget.work > spent;
            budget.work = budget.work.saturating_sub(spent);
            has_room
                && is_stored
                && old.is_none_or(|old| name(old) == name(new))
                && before.is_accepted(true)
                && question.shows(&self.sides.to.judge(new, old), new) == Some(found.is_hidden)
        };
        let Some(old) = &found.old else {
            let object = smallest(space, &found.object, &mut |object| holds(None, object, budget));
            return Found { object, ..found };
        };
        let old = smallest(space, old, &mut |old| holds(Some(old), &found.object, budget));
        let object = smallest(space, &found.object, &mut |object| holds(Some(&old), object, budget));
        let old = smallest(space, &old, &mut |old| holds(Some(old), &object, budget));
        Found { old: Some(old), object, is_hidden: found.is_hidden }
    }
}

/// An update has the name of the object that it changes.
fn name(object: &Node) -> Option<&str> {
    object.field("metadata")?.field("name")?.as_str()
}

fn work_of(answer: &Answer, object: &Node) -> u64 {
    let (values, bytes) = size(object);
    answer
        .work
        .saturating_add(u64::try_from(values + bytes / 16).unwrap_or(u64::MAX))
        .saturating_add(OF_A_JUDGEMENT)
}

/// The node at a path, to change it.
fn at_path<'s>(mut schema: &'s mut SchemaProps, path: &[At]) -> Option<&'s mut SchemaProps> {
    for step in path {
        schema = match step {
            At::Field(name) => {
                let at = schema.properties.position(name)?;
                &mut schema.properties.as_mut_vec().get_mut(at)?.schema
            }
            At::Element => schema.element_mut()?,
        };
    }
    Some(schema)
}

/// The rules on the way to a node and at it, those at it first, and how many properties the nodes have.
fn rules_on_path<'s>(schema: &'s SchemaProps, path: &[At]) -> (Vec<&'s RuleProps>, u64) {
    let mut nodes = vec![schema];
    let mut at = schema;
    for step in path {
        let below = match step {
            At::Field(name) => at.property(name),
            At::Element => at.item_schema().or_else(|| at.value_schema()),
        };
        let Some(below) = below else { break };
        nodes.push(below);
        at = below;
    }
    let properties = nodes.iter().map(|node| node.properties.len()).sum::<usize>();
    let work = u64::try_from(properties).unwrap_or(u64::MAX) / 4;
    (nodes.iter().rev().flat_map(|node| &node.rules).collect(), work)
}

/// Adds the rules on all nodes that each object has.
fn needed_rules<'s>(schema: &'s SchemaProps, rules: &mut Vec<&'s RuleProps>) {
    let has_room = rules.len() < MOST_NEEDED_RULES;
    let room = MOST_NEEDED_RULES.saturating_sub(rules.len());
    rules.extend(schema.rules.iter().take(room));
    let properties = schema.required.iter().filter_map(|name| schema.property(name));
    let items = schema.item_schema().filter(|_| schema.min_items.is_some_and(|least| least > 0));
    if has_room {
        properties.chain(items).for_each(|schema| needed_rules(schema, rules));
    }
}

/// So many rules give hints.
const MOST_RULES: usize = 30;
const MOST_NEEDED_RULES: usize = 10;
const OF_A_JUDGEMENT: u64 = 8;
