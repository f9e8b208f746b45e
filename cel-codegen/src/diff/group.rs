//! The changes of one node, with one search for all of them.

use super::{
    budget::{Budget, Room, Sides, Way},
    changes::{Change, What},
    outcome::{Outcome, Witness},
    sides::{Judge, distance, errors, first_errors, is_blocked, with_judges, writes_status},
    stored,
};
use crate::{
    defaults::values::Validity,
    objects::{Answer, Resource},
    witness::{self, At, Focus, Hints, Limit, Seen, Space, smallest},
};
use cel_compiler::{
    crd::{
        document::Node,
        props::{RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
};
use std::{cell::OnceCell, collections::HashSet, ptr, rc::Rc};

pub(super) struct Group<'g, 's> {
    pub changes: Vec<&'g Change<'s>>,
    pub sides: Sides<'g>,
    pub version: KubernetesVersion,
    /// True if the schemas have no other change.
    pub is_alone: bool,
    pub limit: Limit,
    /// The work for making the objects smaller and for stored ones.
    pub fair: u64,
    /// The work of copying the schema of the refusing side.
    pub copy: usize,
    pub budget: &'g Budget,
}

/// The question about one change.
struct Question<'j> {
    sign: Sign<'j>,
    found: Option<Found>,
}

/// How an answer shows that a change is to blame.
enum Sign<'j> {
    /// The rule at this address fails.
    Rule { address: usize, is_transition: bool },
    /// The answer has an error that is missing without the change.
    Without(&'j dyn Judge),
    /// Any error.
    Refusal,
}

#[derive(Clone)]
struct Found {
    old: Option<Node>,
    object: Node,
    is_hidden: bool,
    /// The errors of the refusing side.
    errors: Rc<[String]>,
}

/// The refusing side's answer about an object. Each change asks for it.
struct Refusal<'a> {
    answer: &'a Answer,
    object: &'a Node,
    broken: HashSet<usize>,
    errors: OnceCell<Rc<[String]>>,
}

/// A search that found nothing for a change.
#[derive(Clone, Copy, Default)]
struct Missed {
    tried: usize,
    /// True if it had little work to do, and had to stop.
    is_cut: bool,
}

impl Missed {
    fn outcome(self) -> Outcome {
        let Missed { tried, is_cut } = self;
        if is_cut { Outcome::NotSearched { tried } } else { Outcome::NotFound { tried } }
    }
}

impl<'a> Refusal<'a> {
    fn new(answer: &'a Answer, object: &'a Node) -> Self {
        Refusal { answer, object, broken: answer.broken.iter().copied().collect(), errors: OnceCell::new() }
    }

    fn errors(&self) -> &Rc<[String]> {
        self.errors.get_or_init(|| errors(self.answer).into())
    }

    fn found(&self, old: Option<&Node>, is_hidden: bool) -> Found {
        let object = self.object.clone();
        Found { old: old.cloned(), object, is_hidden, errors: Rc::clone(self.errors()) }
    }
}

impl Question<'_> {
    /// `Some` if the answer shows that the change is to blame. The flag is true if other errors hide it.
    fn shows(&self, refusal: &Refusal<'_>) -> Option<bool> {
        let answer = refusal.answer;
        let is_hidden = is_blocked(answer) || !answer.unknown.is_empty() || answer.refusal.is_some();
        match &self.sign {
            Sign::Rule { address, .. } => refusal.broken.contains(address).then_some(is_hidden),
            Sign::Refusal => (!answer.is_accepted(true)).then_some(false),
            Sign::Without(side) => {
                if answer.is_accepted(true) {
                    return None;
                }
                let without: HashSet<String> =
                    errors(&side.judge(refusal.object, None)).into_iter().collect();
                refusal.errors().iter().any(|error| !without.contains(error)).then_some(false)
            }
        }
    }

    fn is_open(&self) -> bool {
        self.found.as_ref().is_none_or(|found| found.is_hidden)
    }

    /// Keeps a find if there is none yet, or if other errors do not hide it.
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
    pub(super) fn search(self) -> Vec<Outcome> {
        let none = || self.changes.iter().map(|_| Outcome::NotSearched { tried: 0 }).collect();
        let copies = self.changes.iter().filter(|change| self.needs_copy(change)).count();
        let copied = copies.saturating_mul(self.copy);
        if self.limit.work == 0 || copied > LARGEST_COPIES {
            return none();
        }
        self.budget.work.add(copied);
        let without: Vec<Option<Resource>> = self.changes.iter().map(|change| self.without(change)).collect();
        let resources: Vec<&Resource> = without.iter().flatten().collect();
        with_judges(&resources, self.version, true, &self.budget.work, |judges| {
            let mut judges = judges.iter().copied();
            let judges = without.iter().map(|resource| resource.as_ref().and_then(|_| judges.next()));
            let questions =
                self.changes.iter().zip(judges).map(|(change, judge)| self.question(change, judge));
            let mut questions: Vec<Question<'_>> = questions.collect();
            let space = self.space();
            let missed = self.explore(&space, &mut questions);
            let room = self.budget.room(self.fair);
            let outcome = |question: Question<'_>| match question.found {
                Some(_) => self.outcome(&space, &question, room),
                None => missed.outcome(),
            };
            questions.into_iter().map(outcome).collect()
        })
    }

    fn needs_copy(&self, change: &Change<'_>) -> bool {
        !self.is_alone && !matches!(change.what, What::Rule { .. } | What::Reworded { .. })
    }

    /// A copy of the refusing side without the change.
    fn without(&self, change: &Change<'_>) -> Option<Resource> {
        if !self.needs_copy(change) {
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

    /// The objects that are tried.
    fn space(&self) -> Space {
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
        for schema in schemas {
            let rules = rules_on_path(schema, &path);
            rules.iter().for_each(|rule| hints.add(&rule.rule, self.version));
        }
        // Each object has the required fields, and must obey the rules on them.
        let rules = needed_rules(self.sides.from.resource().schema());
        rules.iter().for_each(|rule| hints.add(&rule.rule, self.version));
        let resource = self.sides.from.resource();
        let identity = Some((resource.api_version.as_str(), resource.kind.as_str()));
        Space::new(&schemas, &Focus(path), &hints, identity, &self.budget.work)
    }

    /// Tries objects: first those that are made for the changed keywords.
    fn explore(&self, space: &Space, questions: &mut [Question<'_>]) -> Missed {
        let room = self.budget.room(self.limit.work);
        if self.direct(space).iter().any(|object| self.see(object, questions).is_done) {
            return Missed::default();
        }
        let explored = witness::explore(space, self.limit, &mut |object| self.see(object, questions));
        let tried = explored.tried + self.pairs(&explored.pool, questions);
        Missed { tried, is_cut: !room.is_left() && self.limit.work < ENOUGH }
    }

    /// Objects in which the changed node alone is valid for one side, and invalid for the other. They are the small object with one change.
    fn direct(&self, space: &Space) -> Vec<Node> {
        let Some(change) = self.changes.first() else { return Vec::new() };
        let path = &change.path;
        let nodes = [self.sides.from, self.sides.to].map(|side| witness::at(side.resource().schema(), path));
        let [Some(from), Some(to)] = nodes else { return Vec::new() };
        let validity = Validity::new(Rc::clone(self.budget.work.matches()));
        space.direct(path, change.what.property(), &|value| {
            self.budget.work.add(witness::of_value(from, value) + witness::of_value(to, value));
            validity.accepts(value, from, self.version) && !validity.accepts(value, to, self.version)
        })
    }

    /// Judges an object, and keeps it for the changes that it shows.
    fn see(&self, object: &Node, questions: &mut [Question<'_>]) -> Seen {
        let before = self.sides.from.judge(object, None);
        if before.is_accepted(true) {
            let after = self.sides.to.judge(object, None);
            let refusal = Refusal::new(&after, object);
            self.budget.work.add(questions.len() / MANY);
            for question in questions.iter_mut().filter(|question| question.is_open()) {
                if let Some(is_hidden) = question.shows(&refusal) {
                    question.take(refusal.found(None, is_hidden));
                }
            }
        }
        let is_done = !questions.iter().any(Question::is_open);
        Seen { distance: distance(&before), is_done }
    }

    /// Tries updates of accepted objects, for transition rules.
    fn pairs(&self, pool: &[Node], questions: &mut [Question<'_>]) -> usize {
        let (mut tried, room) = (0, self.budget.room(self.limit.work));
        for sum in 0..pool.len().saturating_mul(2) {
            for first in 0..=sum {
                let is_wanted = |question: &Question<'_>| question.is_transition() && question.is_open();
                if !questions.iter().any(is_wanted) || !room.is_left() {
                    return tried;
                }
                let (Some(old), Some(new)) = (pool.get(sum - first), pool.get(first)) else { continue };
                if name(old) != name(new) {
                    continue;
                }
                tried += 1;
                if !self.sides.from.judge(new, Some(old)).is_accepted(true) {
                    continue;
                }
                let after = self.sides.to.judge(new, Some(old));
                let refusal = Refusal::new(&after, new);
                self.budget.work.add(questions.len() / MANY);
                for question in questions.iter_mut().filter(|question| is_wanted(question)) {
                    if let Some(is_hidden) = question.shows(&refusal) {
                        question.take(refusal.found(Some(old), is_hidden));
                    }
                }
            }
        }
        tried
    }

    fn outcome(&self, space: &Space, question: &Question<'_>, room: Room<'_>) -> Outcome {
        let Some(found) = &question.found else { return Outcome::Impossible };
        let mut found = found.clone();
        let mut stored = None;
        // If no work is left, the object is shown without making it smaller.
        if room.is_left() {
            found = self.smallest(space, question, found, room);
            found.errors = errors(&self.sides.to.judge(&found.object, found.old.as_ref())).into();
            stored = (self.sides.way == Way::Tighter).then(|| {
                let path = self.changes.first().map(|change| change.path.as_slice()).unwrap_or_default();
                let stored = stored::Question { sides: self.sides, path, space, room };
                stored.answer(&found.object, found.old.as_ref())
            });
        }
        Outcome::Found(Box::new(Witness {
            errors: first_errors(&found.errors),
            is_of_status: writes_status(self.sides.to.resource(), &found.object, found.old.as_ref()),
            old_object: found.old,
            object: found.object,
            is_hidden: found.is_hidden,
            stored,
        }))
    }

    fn smallest(&self, space: &Space, question: &Question<'_>, found: Found, room: Room<'_>) -> Found {
        let holds = |old: Option<&Node>, new: &Node| {
            let is_stored = || old.is_none_or(|old| self.sides.from.judge(old, None).is_accepted(true));
            room.is_left()
                && old.is_none_or(|old| name(old) == name(new))
                && is_stored()
                && self.sides.from.judge(new, old).is_accepted(true)
                && question.shows(&Refusal::new(&self.sides.to.judge(new, old), new)) == Some(found.is_hidden)
        };
        let Some(old) = &found.old else {
            let object = smallest(space, &found.object, &mut |object| holds(None, object));
            return Found { object, ..found };
        };
        let old = smallest(space, old, &mut |old| holds(Some(old), &found.object));
        let object = smallest(space, &found.object, &mut |object| holds(Some(&old), object));
        let old = smallest(space, &old, &mut |old| holds(Some(old), &object));
        Found { old: Some(old), object, ..found }
    }
}

/// The name of an object. An update must keep it.
fn name(object: &Node) -> Option<&str> {
    object.field("metadata")?.field("name")?.as_str()
}

/// The node at a path.
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

/// The rules at a node and on the way to it. Those at the node come first.
fn rules_on_path<'s>(schema: &'s SchemaProps, path: &[At]) -> Vec<&'s RuleProps> {
    let nodes = (0..=path.len()).rev().filter_map(|length| witness::at(schema, path.get(..length)?));
    nodes.flat_map(|node| node.rules.iter()).take(MOST_RULES).collect()
}

/// Rules on the required nodes.
fn needed_rules(schema: &SchemaProps) -> Vec<&RuleProps> {
    let mut nodes = vec![schema];
    let mut at = 0;
    while let Some(node) = nodes.get(at).copied() {
        at += 1;
        let properties = node.required.iter().filter_map(|name| node.property(name));
        let items = node.item_schema().filter(|_| node.min_items.is_some_and(|least| least > 0));
        nodes.extend(properties.chain(items).take(MOST_NEEDED_NODES.saturating_sub(nodes.len())));
    }
    nodes.iter().flat_map(|node| node.rules.iter()).take(MOST_NEEDED_RULES).collect()
}

/// Number of rules that give hints.
const MOST_RULES: usize = 30;
const MOST_NEEDED_RULES: usize = 10;
const MOST_NEEDED_NODES: usize = 100;
/// If the copies of schemas take more work than this, there is no search.
const LARGEST_COPIES: usize = 200_000;
/// A search with less work that has to stop counts as none.
const ENOUGH: u64 = 10_000;
/// Number of changes that count as one unit of work.
const MANY: usize = 64;
