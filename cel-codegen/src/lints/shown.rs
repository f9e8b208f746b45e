//! Objects that show the finding of a lint: `{"spec":{}}` is refused with `no such key: class`.

use crate::{
    diff::sides::{Judge, distance, is_blocked, of_judgement, with_judges, writes_status},
    objects::{Answer, Resource},
    witness::{self, At, Focus, Hints, Limit, Read, Seen, Space, Work, smallest_within},
};
use cel_compiler::{
    crd::{
        document::{Entry, Node, Value},
        props::{RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
    lints::Shows,
    schema::Step,
};
use std::ptr;

/// An object that shows a mistake, and the server's answer to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The object before the update, for a transition rule.
    pub old_object: Option<Node>,
    /// The object.
    pub object: Node,
    /// True if the status is written at its own endpoint, after everything else.
    pub is_of_status: bool,
    /// The server's error; `None` if it accepts the object.
    pub error: Option<String>,
}

impl Witness {
    /// `{"spec":{}}: no such key: class`
    #[must_use]
    pub fn text(&self) -> String {
        // These parts are the same for all objects of a resource.
        let json = |node: &Node| {
            let mut json = node.to_json();
            if let Some(object) = json.as_object_mut() {
                object.retain(|key, _| !["apiVersion", "kind", "metadata"].contains(&key.as_str()));
            }
            json.to_string()
        };
        let update = self.old_object.iter().map(|old| format!("{} -> ", json(old))).collect::<String>();
        match &self.error {
            Some(error) => format!("{update}{}: {error}", json(&self.object)),
            None => format!("{update}{} is accepted", json(&self.object)),
        }
    }
}

/// A question about a rule, to be answered by an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question<'q> {
    /// The behavior to show.
    pub shows: &'q Shows,
    /// The way from the root of the schema to the rule's node.
    pub way: &'q [Step<'q>],
    /// The index of the rule on its node.
    pub rule: usize,
    /// Where in the rule it is found.
    pub offset: u32,
}

impl Question<'_> {
    /// `self.a` and `oldSelf.a` in a rule are one question.
    fn is_same(&self, other: &Question<'_>) -> bool {
        (self.rule, self.way, self.shows) == (other.rule, other.way, other.shows)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Sought {
    /// An object was found.
    Found(Box<Witness>),
    /// None of the objects that were tried shows it.
    Nothing,
    /// Other searches have used up the work.
    NotSearched,
}

/// Searches an object for each question about the rules of a resource.
#[must_use]
pub fn witnesses(
    questions: &[Question<'_>],
    resource: &Resource,
    version: KubernetesVersion,
    work: &Work,
) -> Vec<Sought> {
    // An object that the server refuses before it runs rules shows nothing.
    with_judges(&[resource], version, false, work, |judges| {
        let Some(judge) = judges.first() else { return Vec::new() };
        let mut found: Vec<Sought> = Vec::new();
        let mut last = None;
        for (i, question) in questions.iter().enumerate() {
            let of_rule = questions.iter().zip(&found).take(i).rev();
            let mut of_rule =
                of_rule.take_while(|(known, _)| (known.rule, known.way) == (question.rule, question.way));
            let known = of_rule.find(|(known, _)| known.is_same(question));
            let next = match known {
                Some((_, known)) => known.clone(),
                None => sought(*question, *judge, version, work, &mut last),
            };
            found.push(next);
        }
        found
    })
}

/// True if a file has so many rules that objects were not sought for all of them.
pub(crate) fn is_cut_short(work: &Work) -> bool {
    work.done() > MOST_WORK_OF_A_FILE + MOST_WORK_OF_RULES_ALONE
}

/// The space of the last search, with its rule and the work of making it. The questions about a rule follow each other.
type LastSpace = Option<(usize, Space, u64)>;

fn sought(
    question: Question<'_>,
    judge: &dyn Judge,
    version: KubernetesVersion,
    work: &Work,
    last: &mut LastSpace,
) -> Sought {
    let before = work.done();
    if is_cut_short(work) {
        return Sought::NotSearched;
    }
    let resource = judge.resource();
    let schemas = schemas_on(resource.schema(), question.way);
    let Some(rule) = schemas.last().and_then(|schema| schema.rules.get(question.rule)) else {
        return Sought::Nothing;
    };
    let focus = focus(question.way);
    let address = ptr::from_ref(rule).addr();
    match last {
        Some((of_rule, _, units)) if *of_rule == address => {
            // The search ends at the same place.
            work.add(usize::try_from(*units).unwrap_or(usize::MAX));
        }
        _ => {
            let space = space(&focus, rule, &schemas, resource, version, work);
            *last = Some((address, space, work.done() - before));
        }
    }
    let Some((_, space, _)) = last else { return Sought::Nothing };
    let is_update = rule.rule.contains("oldSelf");
    let guesses = match question.shows {
        Shows::Missing(key) => {
            let read = Read { rule: &rule.rule, version, offset: question.offset, key };
            witness::lacking(space, &focus, &read)
        }
        Shows::Always(_) => Vec::new(),
    };
    let all = Search { question, address, judge, work, guesses: &guesses, is_alone: false };
    // With very many rules, the other rules take most of the work. Then only this rule runs.
    let with_others = if before > MOST_WORK_OF_A_FILE { None } else { all.run(space, is_update) };
    let is_cut = work.done() - before >= MOST_WORK || before > MOST_WORK_OF_A_FILE;
    // An object that one rule accepts may still be refused by the others.
    let may_be_alone = is_cut && *question.shows != Shows::Always(true);
    let found = with_others.or_else(|| match may_be_alone {
        true => Search { is_alone: true, ..all }.run(space, is_update),
        false => None,
    });
    found.map_or(Sought::Nothing, |witness| Sought::Found(Box::new(witness)))
}

/// The schema nodes on a way, starting at the root.
fn schemas_on<'s>(root: &'s SchemaProps, way: &[Step<'_>]) -> Vec<&'s SchemaProps> {
    let below = |schema: &mut &'s SchemaProps, step: &Step<'_>| {
        *schema = match step {
            Step::Field(name) => schema.property(name)?,
            Step::Items => schema.item_schema()?,
            Step::Values => schema.value_schema()?,
        };
        Some(*schema)
    };
    [root].into_iter().chain(way.iter().scan(root, below)).collect()
}

fn focus(way: &[Step<'_>]) -> Focus {
    let way = way.iter().map(|step| match step {
        Step::Field(name) => At::Field((*name).to_owned()),
        Step::Items | Step::Values => At::Element,
    });
    Focus(way.collect())
}

fn space(
    focus: &Focus,
    rule: &RuleProps,
    schemas: &[&SchemaProps],
    resource: &Resource,
    version: KubernetesVersion,
    work: &Work,
) -> Space {
    let mut hints = Hints::default();
    let others = schemas.iter().rev().flat_map(|schema| schema.rules.iter()).take(MOST_RULES);
    let rules: Vec<&RuleProps> = [rule].into_iter().chain(others).collect();
    rules.iter().for_each(|rule| hints.add(&rule.rule, version));
    let identity = Some((resource.api_version.as_str(), resource.kind.as_str()));
    Space::new(&[resource.schema()], focus, &hints, identity, work)
}

struct Search<'j> {
    question: Question<'j>,
    /// Address of the rule in the schema.
    address: usize,
    judge: &'j dyn Judge,
    work: &'j Work,
    /// Promising objects, each with one before an update.
    guesses: &'j [[Node; 2]],
    /// True if only this rule runs.
    is_alone: bool,
}

impl Search<'_> {
    fn judge(&self, object: &Node, old: Option<&Node>) -> Answer {
        let answer = match self.is_alone {
            true => self.judge.judge_alone(self.address, object, old),
            false => self.judge.judge(object, old),
        };
        // Rules with findings may be expensive.
        self.work.add(usize::try_from(answer.cost / 8).unwrap_or(usize::MAX));
        answer
    }

    fn run(&self, space: &Space, is_update: bool) -> Option<Witness> {
        let mut found: Option<(Node, bool)> = None;
        let mut tried_since = 0;
        let limit = Limit { objects: MOST_OBJECTS, work: MOST_WORK };
        if let Some(witness) = self.guessed(space, is_update) {
            return Some(witness);
        }
        let guesses: Vec<Node> = self.guesses.iter().map(|[new, _]| new.clone()).collect();
        let explored = witness::explore_from(space, &guesses, limit, &mut |object| {
            let answer = self.judge(object, None);
            if let Some(is_alone) = self.is_shown(&answer)
                && found.as_ref().is_none_or(|(_, known)| is_alone && !known)
            {
                found = Some((object.clone(), is_alone));
            }
            tried_since += usize::from(found.is_some());
            let is_done = found.as_ref().is_some_and(|(_, is_alone)| *is_alone) || tried_since > MOST_AFTER;
            Seen { distance: distance(&answer), is_done }
        });
        match found {
            Some((object, is_alone)) => {
                let before = space.work().done();
                let is_guess = explored.tried <= self.guesses.len();
                let most_tries = if is_guess { FEW_TRIES } else { MOST_TRIES };
                let object = smallest_within(space, &object, most_tries, &mut |object| {
                    space.work().done() - before <= MOST_WORK
                        && !self.is_incomplete(object)
                        && self.is_shown(&self.judge(object, None)) == Some(is_alone)
                });
                self.witness(object, None)
            }
            None if is_update => self.update(space, &explored.pool),
            None => None,
        }
    }

    /// An update that was guessed. If the only thing wrong in one of them is what is looked for, that is the best.
    fn guessed(&self, space: &Space, is_update: bool) -> Option<Witness> {
        let pairs = self.guesses.iter().filter(|_| is_update);
        let stored = pairs.filter(|[_, old]| self.is_stored(old));
        let shown =
            stored.filter_map(|[new, old]| Some((self.is_shown(&self.judge(new, Some(old)))?, new, old)));
        let (is_alone, new, old) = shown.max_by_key(|(is_alone, ..)| *is_alone)?;
        self.witness_of_pair(space, old, new, is_alone, FEW_TRIES)
    }

    /// An object that may be there before an update.
    fn is_stored(&self, old: &Node) -> bool {
        self.judge(old, None).is_accepted(true)
    }

    /// True if an object lacks something that its schema requires. The server refuses it and runs no rule. Most objects that are
    /// tried because they are smaller are of this kind.
    fn is_incomplete(&self, object: &Node) -> bool {
        let resource = self.judge.resource();
        let is_incomplete = is_incomplete(object, resource.schema());
        if is_incomplete {
            // As much as the server's answer, so the search ends at the same place.
            self.work.add(of_judgement(resource, object) + OF_ITS_ERRORS);
        }
        is_incomplete
    }

    /// Tries updates of accepted objects.
    fn update(&self, space: &Space, pool: &[Node]) -> Option<Witness> {
        let before = space.work().done();
        let pairs = pool.iter().flat_map(|old| pool.iter().map(move |new| (old, new)));
        for (old, new) in pairs.filter(|(old, new)| !ptr::eq(*old, *new) && name(old) == name(new)) {
            if space.work().done() - before > MOST_WORK {
                return None;
            }
            if self.is_shown(&self.judge(new, Some(old))) == Some(true) {
                return self.witness_of_pair(space, old, new, true, MOST_TRIES);
            }
        }
        None
    }

    /// The smallest update that shows the same.
    fn witness_of_pair(
        &self,
        space: &Space,
        old: &Node,
        new: &Node,
        is_alone: bool,
        most_tries: usize,
    ) -> Option<Witness> {
        let before = space.work().done();
        let may_go_on = || space.work().done() - before <= MOST_WORK;
        let shows = |old: &Node, new: &Node| {
            !self.is_incomplete(new) && self.is_shown(&self.judge(new, Some(old))) == Some(is_alone)
        };
        let new = smallest_within(space, new, most_tries, &mut |new| {
            may_go_on() && name(old) == name(new) && shows(old, new)
        });
        let old = smallest_within(space, old, most_tries, &mut |old| {
            may_go_on()
                && name(old) == name(&new)
                && !self.is_incomplete(old)
                && self.is_stored(old)
                && shows(old, &new)
        });
        self.witness(new, Some(old))
    }

    /// `Some` if the answer shows the mistake. The flag is true if there is no other error.
    fn is_shown(&self, answer: &Answer) -> Option<bool> {
        if answer.refusal.is_some() || is_blocked(answer) || !answer.unknown.is_empty() {
            return None;
        }
        let is_broken = answer.broken.contains(&self.address);
        match self.question.shows {
            Shows::Missing(key) => {
                let text = format!("no such key: {key}");
                let is_it = |detail: &str| {
                    detail
                        .split_once(&text)
                        .is_some_and(|(_, rest)| !rest.starts_with(|c: char| c.is_alphanumeric()))
                };
                (is_broken && answer.errors.iter().any(|error| is_it(&error.detail)))
                    .then_some(answer.errors.len() == 1)
            }
            Shows::Always(false) => is_broken.then_some(answer.errors.len() == 1),
            Shows::Always(true) => {
                let is_judged = has(&answer.object, self.question.way);
                (is_judged && answer.errors.is_empty() && !is_broken).then_some(true)
            }
        }
    }

    fn witness(&self, object: Node, old_object: Option<Node>) -> Option<Witness> {
        let answer = self.judge(&object, old_object.as_ref());
        let of_key = |detail: &str| match self.question.shows {
            Shows::Missing(key) => detail.contains(&format!("no such key: {key}")),
            Shows::Always(_) => true,
        };
        let error = answer.errors.iter().find(|error| of_key(&error.detail)).map(ToString::to_string);
        let is_of_status = writes_status(self.judge.resource(), &object, old_object.as_ref());
        Some(Witness { old_object, object, is_of_status, error })
    }
}

fn name(object: &Node) -> Option<&Node> {
    object.field("metadata").and_then(|metadata| metadata.field("name"))
}

/// True if a property is missing that the schema requires, and that has no default.
fn is_incomplete(value: &Node, schema: &SchemaProps) -> bool {
    match &value.value {
        Value::Object(entries) => {
            let has_default =
                |name: &str| schema.property(name).is_some_and(|schema| schema.default.is_some());
            let is_missing = |name: &String| value.field(name).is_none() && !has_default(name);
            let of_entry = |entry: &Entry| {
                let schema = schema.property(&entry.key).or_else(|| schema.value_schema());
                schema.is_some_and(|schema| is_incomplete(&entry.value, schema))
            };
            schema.required.iter().any(is_missing) || entries.iter().any(of_entry)
        }
        Value::List(items) => {
            schema.item_schema().is_some_and(|schema| items.iter().any(|item| is_incomplete(item, schema)))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => false,
    }
}

/// True if an object has a part at the end of a way.
fn has(object: &Node, way: &[Step<'_>]) -> bool {
    let Some((step, rest)) = way.split_first() else { return true };
    match step {
        Step::Field(name) => object.field(name).is_some_and(|part| has(part, rest)),
        Step::Items => match &object.value {
            Value::List(items) => items.iter().any(|item| has(item, rest)),
            _ => false,
        },
        Step::Values => object.entries().iter().any(|entry| has(&entry.value, rest)),
    }
}

/// Limits of the search for one finding. As much work again may make the object smaller.
const MOST_OBJECTS: usize = 400;
/// Number of further tries after an object with other errors was found.
const MOST_AFTER: usize = 24;
const MOST_WORK: u64 = 20_000;
const MOST_WORK_OF_A_FILE: u64 = 1_000_000;
/// Further work, in which only the rule in question runs.
const MOST_WORK_OF_RULES_ALONE: u64 = 200_000;
/// Work for the errors of an incomplete object: what is missing, and that rules were not checked.
const OF_ITS_ERRORS: usize = 4;
/// Number of smaller objects that are tried. A guess is small already.
const MOST_TRIES: usize = 400;
const FEW_TRIES: usize = 40;
/// Number of other rules that give hints.
const MOST_RULES: usize = 10;
