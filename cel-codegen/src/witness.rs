//! Searches for example objects, such as one that a rule accepts and another rule refuses.
//!
//! [`Space`] describes the objects to try: they fit some schemas, and their values come from the schemas and
//! from the expressions in question ([`Hints`]). [`find`] tries them, most promising first, and makes the
//! object that it finds smaller. The search is the same in each run: it is bounded by the number of tries, not
//! by a clock.

mod direct;
mod draft;
mod goal;
mod hints;
mod moves;
mod patterns;
mod scalars;
mod shape;
mod size;
mod smallest;
mod texts;
mod wishes;
mod work;

pub(crate) use direct::is_inside;
pub use goal::{Read, lacking};
pub use hints::Hints;
pub use moves::{Move, apply};
pub(crate) use shape::at;
pub use shape::{At, Focus, Space};
pub(crate) use size::size;
pub use smallest::{smallest, smallest_within};
pub use work::Work;
pub(crate) use work::{of_copy, of_value};

use cel_compiler::crd::document::Node;
use moves::overlap;
use std::collections::HashSet;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Number of objects to try.
    pub objects: usize,
    /// Amount of work to do.
    pub work: u64,
}

/// The result of one try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Distance from an object that others may start from: 0 for a valid one, otherwise the number of its errors.
    pub distance: usize,
    /// True if the search can stop.
    pub is_done: bool,
}

/// The smallest object found for which a predicate holds. `distance` is [`Seen::distance`].
///
/// ```
/// use cel_codegen::witness::{self, Focus, Hints, Limit, Space, Work};
/// use cel_compiler::{crd::{document, props::SchemaProps}, library::KubernetesVersion};
///
/// let text = "{type: object, properties: {a: {type: integer}, b: {type: integer}}}";
/// let (schema, _) = SchemaProps::read(&document::read(text).unwrap()[0]);
/// let mut hints = Hints::default();
/// hints.add("self.a > 41", KubernetesVersion::NEW_EXPRESSIONS);
/// let space = Space::new(&[&schema], &Focus::default(), &hints, None, &Work::default());
/// let is_42 = |object: &document::Node| object.field("a").is_some_and(|a| a.value == document::Value::Int(42));
/// let found = witness::find(&space, Limit { objects: 100, work: 10_000 }, &|_| 0, &is_42);
/// assert_eq!(found.unwrap().to_json().to_string(), "{\"a\":42}");
/// ```
pub fn find(
    space: &Space,
    limit: Limit,
    distance: &dyn Fn(&Node) -> usize,
    predicate: &dyn Fn(&Node) -> bool,
) -> Option<Node> {
    let mut found = None;
    explore(space, limit, &mut |object| {
        let is_done = predicate(object);
        if is_done {
            found = Some(object.clone());
        }
        Seen { distance: distance(object), is_done }
    });
    Some(smallest(space, &found?, &mut |object| predicate(object)))
}

/// The work of a search and the objects it found.
#[derive(Debug, Default)]
pub struct Explored {
    /// Number of objects that were tried.
    pub tried: usize,
    /// The first objects with distance 0.
    pub pool: Vec<Node>,
}

/// Tries objects, most promising first, until `see` says that the search is done.
pub fn explore(space: &Space, limit: Limit, see: &mut dyn FnMut(&Node) -> Seen) -> Explored {
    explore_from(space, &[], limit, see)
}

/// The same where some objects are known to be promising.
pub fn explore_from(
    space: &Space,
    guesses: &[Node],
    limit: Limit,
    see: &mut dyn FnMut(&Node) -> Seen,
) -> Explored {
    let (explored, before) = (Explored::default(), space.work().done());
    let mut search = Search { space, limit, before, see, explored, known: HashSet::new(), is_done: false };
    search.run(guesses);
    search.explored
}

struct Search<'s> {
    space: &'s Space,
    limit: Limit,
    /// The work that was done before this search.
    before: u64,
    see: &'s mut dyn FnMut(&Node) -> Seen,
    explored: Explored,
    known: HashSet<String>,
    is_done: bool,
}

impl Search<'_> {
    fn run(&mut self, guesses: &[Node]) {
        let mut bases: Vec<Node> = Vec::new();
        let starts = guesses.iter().cloned().chain(self.space.starts());
        for start in starts {
            let base = self.repaired(start);
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
        for base in &bases {
            if !self.is_over() {
                self.space.moves(base).iter().for_each(|step| drop(self.step(base, &[step])));
            }
        }
        for base in &bases {
            self.pairs(base);
        }
        self.at_random(&bases);
    }

    /// Tries an object, unless it was tried before.
    fn try_one(&mut self, object: &Node) -> Option<Seen> {
        if self.is_over() {
            return None;
        }
        let (values, bytes) = size(object);
        self.space.work().add(1 + values / 4 + bytes / 64);
        if values + bytes / 16 > LARGEST_OBJECT || !self.known.insert(object.to_json().to_string()) {
            return None;
        }
        let seen = (self.see)(object);
        self.explored.tried += 1;
        self.is_done |= seen.is_done;
        if seen.distance == 0 && self.explored.pool.len() < LARGEST_POOL {
            self.explored.pool.push(object.clone());
        }
        Some(seen)
    }

    fn is_over(&self) -> bool {
        let work = self.space.work().done().saturating_sub(self.before);
        self.is_done || self.explored.tried >= self.limit.objects || work >= self.limit.work
    }

    fn step(&mut self, base: &Node, steps: &[&Move]) -> Option<(Node, Seen)> {
        if self.is_over() {
            return None;
        }
        self.space.work().add(steps.len());
        let object = steps.iter().try_fold(base.clone(), |object, step| apply(&object, step))?;
        let seen = self.try_one(&object)?;
        Some((object, seen))
    }

    /// Removes errors from an object, one step at a time. Stops when no step helps.
    fn repaired(&mut self, start: Node) -> Node {
        let Some(seen) = self.try_one(&start) else { return start };
        let (mut best, mut distance) = (start, seen.distance);
        for _ in 0..MOST_REPAIRS {
            if distance == 0 || self.is_over() || self.explored.tried > self.limit.objects / 2 {
                break;
            }
            let steps = self.space.moves(&best);
            let better = steps
                .iter()
                .find_map(|step| self.step(&best, &[step]).filter(|(_, seen)| seen.distance < distance));
            let Some((object, seen)) = better else { break };
            (best, distance) = (object, seen.distance);
        }
        best
    }

    /// Tries two steps at once, promising ones first.
    fn pairs(&mut self, base: &Node) {
        if self.is_over() {
            return;
        }
        let mut steps = self.space.moves(base);
        steps.truncate(MOST_IN_PAIRS);
        let before = self.explored.tried;
        for sum in 1..steps.len() * 2 {
            for first in sum.saturating_sub(steps.len() - 1)..sum.div_ceil(2) {
                let (Some(one), Some(other)) = (steps.get(first), steps.get(sum - first)) else { continue };
                if self.is_over() || self.explored.tried - before > self.limit.objects / 3 {
                    return;
                }
                if !overlap(one, other) {
                    self.step(base, &[one, other]);
                }
            }
        }
    }

    /// Tries some random steps at once, from valid objects.
    fn at_random(&mut self, bases: &[Node]) {
        let mut random = Random(SEED);
        let mut in_vain = 0;
        while in_vain < MOST_IN_VAIN && !self.is_over() {
            let pool = if self.explored.pool.is_empty() { bases } else { &self.explored.pool };
            let Some(mut object) = random.of(pool).cloned() else { return };
            for _ in 0..=random.below(3) {
                let steps = self.space.moves(&object);
                let next = random.of(&steps).and_then(|step| apply(&object, step));
                object = next.unwrap_or(object);
            }
            in_vain = if self.try_one(&object).is_some() { 0 } else { in_vain + 1 };
        }
    }
}

/// Random numbers that are the same in each run (Marsaglia: xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0).checked_rem(end).unwrap_or(0)
    }

    fn of<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(self.below(list.len()))
    }
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// Larger objects are not tried. The size counts values, and texts in units of 16 bytes.
const LARGEST_OBJECT: usize = 100_000;
/// Number of valid objects to start from.
const LARGEST_POOL: usize = 48;
/// Number of steps towards a valid object.
const MOST_REPAIRS: usize = 24;
/// After this many tries in a row without a new object the search ends.
const MOST_IN_VAIN: usize = 40;
/// Number of steps that pairs are made of.
const MOST_IN_PAIRS: usize = 120;
