//! Small changes of an object.

use super::{
    shape::{Field, List, Map, Shape, Space, entry, node, numbered, object},
    size,
};
use cel_compiler::crd::document::{Entry, Node, Value};
use std::rc::Rc;

/// A change of one part.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The moves of a part share its path.
    path: Rc<[Key]>,
    /// The new value; `None` removes the part.
    to: Option<Node>,
}

impl Move {
    /// The names of the properties and map keys on the way to the part. `None` stands for an index.
    pub fn names(&self) -> impl Iterator<Item = Option<&str>> {
        self.path.iter().map(|key| match key {
            Key::Field(name) => Some(name.as_str()),
            Key::Index(_) => None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Field(String),
    Index(usize),
}

/// True if one of the two parts contains the other.
pub(super) fn overlap(one: &Move, other: &Move) -> bool {
    one.path.iter().zip(other.path.iter()).all(|(one, other)| one == other)
}

/// The changed object; `None` if the object has no such part.
pub fn apply(object: &Node, step: &Move) -> Option<Node> {
    put(object, &step.path, step.to.as_ref())
}

/// The size of the changed object. `own` is the size of the object. `None` if the object has no such part.
pub(super) fn resized(object: &Node, own: (usize, usize), step: &Move) -> Option<(usize, usize)> {
    let (mut part, mut key) = (Some(object), 0);
    for step in step.path.iter() {
        // Only the last part may be absent.
        let outer = part?;
        (part, key) = match (step, &outer.value) {
            (Key::Index(at), Value::List(items)) => (Some(items.get(*at)?), 0),
            (Key::Field(name), Value::Object(_)) => (outer.field(name), name.len()),
            _ => return None,
        };
    }
    if step.to.is_none() && (part.is_none() || step.path.is_empty()) {
        return None;
    }
    let sized = |part: Option<&Node>| match part.map(size) {
        Some((values, bytes)) => (values, bytes + key),
        None => (0, 0),
    };
    let (old, new) = (sized(part), sized(step.to.as_ref()));
    Some(((own.0 + new.0).checked_sub(old.0)?, (own.1 + new.1).checked_sub(old.1)?))
}

/// The object with another value at a place, or with none.
pub(super) fn put(at: &Node, path: &[Key], to: Option<&Node>) -> Option<Node> {
    let Some((key, rest)) = path.split_first() else { return to.cloned() };
    let value = match (key, &at.value) {
        (Key::Index(i), Value::List(items)) => {
            let mut items = items.to_vec();
            let item = items.get_mut(*i)?;
            match put(item, rest, to) {
                Some(changed) => *item = changed,
                None if rest.is_empty() => drop(items.remove(*i)),
                None => return None,
            }
            Value::list(items)
        }
        (Key::Field(name), Value::Object(entries)) => {
            let mut entries: Vec<Entry> = entries.to_vec();
            match entries.iter().position(|entry| *entry.key == **name) {
                None => entries.push(entry(name, to.filter(|_| rest.is_empty())?.clone())),
                Some(at) => match put(&entries.get(at)?.value, rest, to) {
                    Some(changed) => entries.get_mut(at)?.value = changed,
                    None if rest.is_empty() => drop(entries.remove(at)),
                    None => return None,
                },
            }
            Value::object(entries)
        }
        _ => return None,
    };
    Some(Node { value, at: at.at })
}

impl Space {
    /// The possible changes of an object, most promising first: the first choice for each part, then the second
    /// one for each part.
    #[must_use]
    pub fn moves(&self, object: &Node) -> Vec<Move> {
        self.collected(object, false).0
    }

    /// The changes that make an object smaller, in the same order, and the number of all changes.
    pub(super) fn smaller_moves(&self, object: &Node) -> (Vec<Move>, usize) {
        self.collected(object, true)
    }

    fn collected(&self, object: &Node, only_smaller: bool) -> (Vec<Move>, usize) {
        let mut collector =
            Collector { moves: Vec::new(), count: 0, only_smaller, last: Rc::default(), room: MOST_VALUES };
        collector.node(&self.root, object, &mut Vec::new());
        let Collector { mut moves, count, room, .. } = collector;
        self.work().add(1 + count / 2 + (MOST_VALUES - room) / 4);
        moves.sort_by_key(|(rank, _)| *rank);
        (moves.into_iter().map(|(_, step)| step).collect(), count)
    }
}

struct Collector {
    /// The changes, each with the number of its choice.
    moves: Vec<(usize, Move)>,
    /// The number of all changes, collected or not.
    count: usize,
    /// Only the changes are collected that make the object smaller.
    only_smaller: bool,
    /// The path of the last change.
    last: Rc<[Key]>,
    /// Number of values that may still be added in long lists and maps.
    room: usize,
}

/// The size of a part that is absent.
const NOTHING: (usize, usize) = (0, 0);

impl Collector {
    /// Adds a change of a part of size `old`.
    fn push(&mut self, rank: usize, path: &[Key], old: (usize, usize), to: Option<Node>) {
        if self.count >= MOST {
            return;
        }
        self.count += 1;
        if self.only_smaller && to.as_ref().map_or(NOTHING, size) >= old {
            return;
        }
        if *self.last != *path {
            self.last = path.into();
        }
        self.moves.push((rank, Move { path: Rc::clone(&self.last), to }));
    }

    /// The same for a new value with so many values in it. It is made only if it is needed.
    fn push_large(
        &mut self,
        rank: usize,
        path: &[Key],
        old: (usize, usize),
        values: usize,
        to: impl FnOnce() -> Node,
    ) {
        match self.only_smaller && values > old.0 {
            true => self.count = MOST.min(self.count + 1),
            false => self.push(rank, path, old, Some(to())),
        }
    }

    /// The size of a part, where it matters.
    fn size(&self, part: &Node) -> (usize, usize) {
        if self.only_smaller { size(part) } else { NOTHING }
    }

    /// True if `count` copies of a value fit into the room.
    fn has_room(&mut self, count: usize, (values, bytes): (usize, usize)) -> bool {
        if self.count >= MOST {
            return false;
        }
        let left = self.room.checked_sub(count.saturating_mul(values + bytes / 16));
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    fn node(&mut self, shape: &Shape, at: &Node, path: &mut Vec<Key>) {
        let old = self.size(at);
        let others = shape.scalars.iter().filter(|candidate| candidate.value != at.value);
        others.enumerate().for_each(|(rank, candidate)| self.push(rank, path, old, Some(candidate.clone())));
        match (&at.value, &shape.fields, &shape.list, &shape.map) {
            (Value::Object(_), Some(fields), ..) => self.fields(fields, at, path),
            (Value::Object(entries), None, _, Some(map)) => self.entries(map, entries, old, path),
            (Value::List(items), _, Some(list), _) => self.items(list, items, old, path),
            // The value has another type than the schema.
            _ if shape.fields.is_some() || shape.list.is_some() || shape.map.is_some() => {
                self.push(0, path, old, Some(shape.instance(false)));
            }
            _ => {}
        }
        if let (Value::Object(_), Some(_), Some(map)) = (&at.value, &shape.fields, &shape.map) {
            self.entries(map, at.entries(), old, path);
        }
    }

    fn fields(&mut self, fields: &[Field], at: &Node, path: &mut Vec<Key>) {
        for field in fields {
            path.push(Key::Field(field.name.clone()));
            match at.field(&field.name) {
                Some(value) => {
                    self.node(&field.shape, value, path);
                    if !field.is_fixed {
                        self.push(1, path, self.size(value), None);
                    }
                }
                None => self.absent(&field.shape, path),
            }
            path.pop();
        }
    }

    fn absent(&mut self, shape: &Shape, path: &[Key]) {
        let small = shape.instance(false);
        let full = shape.instance(true);
        let others = shape.scalars.iter().filter(|candidate| candidate.value != small.value).cloned();
        let full = Some(full).filter(|full| full.value != small.value);
        let all = [small.clone()].into_iter().chain(full).chain(others);
        all.enumerate().for_each(|(rank, value)| self.push(rank, path, NOTHING, Some(value)));
    }

    fn items(&mut self, list: &List, items: &[Node], old: (usize, usize), path: &mut Vec<Key>) {
        let of = |items: Vec<Node>| node(Value::list(items));
        let with = |item: Node| of(items.iter().cloned().chain([item]).collect());
        let first = items.first().cloned().unwrap_or_else(|| list.items.instance(false));
        // One item more.
        let more = old.0 + 1;
        self.push_large(0, path, old, more, || with(first.clone()));
        self.push_large(0, path, old, more, || with(numbered(list, &first, items.len() + 1)));
        self.push_large(1, path, old, more, || with(list.items.instance(true)));
        self.push(1, path, old, Some(of(Vec::new())));
        for candidate in &list.items.scalars {
            self.push_large(2, path, old, more, || with(candidate.clone()));
        }
        let reversed = || of(items.iter().rev().cloned().collect());
        self.push_large(1, path, old, old.0, reversed);
        let of_first = size(&first);
        for length in &list.lengths {
            if !self.has_room(*length, of_first) {
                continue;
            }
            let values = 1 + length * of_first.0;
            let different = || of((0..*length).map(|i| numbered(list, &first, i)).collect());
            self.push_large(2, path, old, values, different);
            self.push_large(3, path, old, values, || of(vec![first.clone(); *length]));
        }
        for (i, item) in items.iter().enumerate().take(MOST_ITEMS) {
            path.push(Key::Index(i));
            self.node(&list.items, item, path);
            self.push(1, path, self.size(item), None);
            path.pop();
        }
    }

    fn entries(&mut self, map: &Map, entries: &[Entry], old: (usize, usize), path: &mut Vec<Key>) {
        for entry in entries.iter().take(MOST_ITEMS) {
            path.push(Key::Field(entry.key.to_string()));
            self.node(&map.values, &entry.value, path);
            self.push(1, path, self.size(&entry.value), None);
            path.pop();
        }
        for key in map.keys.iter().filter(|key| !entries.iter().any(|entry| *entry.key == ***key)) {
            path.push(Key::Field(key.clone()));
            self.absent(&map.values, path);
            path.pop();
        }
        let value = map.values.instance(false);
        let of_value = size(&value);
        for length in &map.lengths {
            if !self.has_room(*length, of_value) {
                continue;
            }
            self.push_large(2, path, old, 1 + length * of_value.0, || {
                object((0..*length).map(|i| entry(&format!("k{i}"), value.clone())).collect())
            });
        }
    }
}

const MOST: usize = 2_000;
/// Limit for the values in long lists and maps. Texts count 1 for 16 bytes.
const MOST_VALUES: usize = 100_000;
/// Number of items of a list that are changed.
const MOST_ITEMS: usize = 3;
