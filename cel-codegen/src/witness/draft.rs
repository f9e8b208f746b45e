//! Objects in the making, with places that are named from their root.

use super::{
    moves::{Key, put},
    shape::{Shape, Space, entry, node, numbered, object},
};
use cel_compiler::{
    crd::document::{Node, Value},
    schema::escaping::escape,
};

/// An object before an update and one after it; the first counts for updates alone.
#[derive(Clone, Debug)]
pub(super) struct Draft<'s> {
    root: &'s Shape,
    objects: [Node; 2],
    /// Number of steps so far. Each change copies the lists and objects around it, an entry in a step.
    steps: usize,
}

/// A place in one of the two objects.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    is_old: bool,
    path: Vec<Key>,
}

impl Place {
    pub(super) fn new(is_old: bool, path: Vec<Key>) -> Self {
        Place { is_old, path }
    }

    /// The same place before an update.
    pub(super) fn of_old(&self) -> Place {
        Place { is_old: true, ..self.clone() }
    }

    fn below(&self, key: Key) -> Place {
        let path = self.path.iter().cloned().chain([key]).collect();
        Place { path, ..*self }
    }

    /// The key of an entry.
    pub(super) fn key(&self) -> Option<&str> {
        match self.path.last()? {
            Key::Field(name) => Some(name),
            Key::Index(_) => None,
        }
    }

    pub(super) fn item(&self, index: usize) -> Place {
        self.below(Key::Index(index))
    }

    pub(super) fn entry(&self, key: &str) -> Place {
        self.below(Key::Field(key.to_owned()))
    }
}

impl<'s> Draft<'s> {
    /// Two small objects.
    pub(super) fn new(space: &'s Space) -> Self {
        let small = space.root.instance(false);
        Draft { root: &space.root, objects: [small.clone(), small], steps: 0 }
    }

    /// Counts further steps; `None` if there are too many.
    pub(super) fn step(&mut self, more: usize) -> Option<()> {
        self.steps = self.steps.saturating_add(more);
        (self.steps <= MOST_STEPS).then_some(())
    }

    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    pub(super) fn into_objects(self) -> [Node; 2] {
        self.objects
    }

    pub(super) fn node(&self, place: &Place) -> Option<&Node> {
        let [new, old] = &self.objects;
        let root = if place.is_old { old } else { new };
        place.path.iter().try_fold(root, |node, key| match (key, &node.value) {
            (Key::Field(name), _) => node.field(name),
            (Key::Index(at), Value::List(items)) => items.get(*at),
            (Key::Index(_), _) => None,
        })
    }

    pub(super) fn shape(&self, place: &Place) -> Option<&'s Shape> {
        place.path.iter().try_fold(self.root, |shape, key| match key {
            Key::Field(name) => {
                let field = shape.fields.iter().flatten().find(|field| field.name == *name);
                field.map(|field| &field.shape).or(shape.map.as_ref().map(|map| &*map.values))
            }
            Key::Index(_) => shape.list.as_ref().map(|list| &*list.items),
        })
    }

    /// The place of a property by its name in rules.
    pub(super) fn property(&self, place: &Place, name: &str) -> Place {
        let fields = self.shape(place).into_iter().flat_map(|shape| shape.fields.iter().flatten());
        let mut names = fields.map(|field| &*field.name);
        let written = names.find(|known| *known == name || escape(known).is_some_and(|known| known == name));
        place.entry(written.unwrap_or(name))
    }

    /// The place of an element, which may be a new one. `is_free` says which items may be taken.
    pub(super) fn element(&self, list: &Place, is_free: &dyn Fn(&Place) -> bool) -> Option<Place> {
        let shape = self.shape(list)?;
        if shape.list.is_some() {
            let count = match self.node(list).map(|node| &node.value) {
                Some(Value::List(items)) => items.len(),
                _ => 0,
            };
            let free = (0..count).map(|i| list.item(i)).find(|item| is_free(item));
            return Some(free.unwrap_or_else(|| list.item(count)));
        }
        let map = shape.map.as_ref()?;
        let known = self.node(list).map(Node::entries).unwrap_or_default();
        let keys = known.iter().map(|entry| &*entry.key).chain(map.keys.iter().map(String::as_str));
        keys.map(|key| list.entry(key)).find(|value| is_free(value))
    }

    /// Puts a value there. What is around it is made first.
    pub(super) fn set(&mut self, place: &Place, value: Node) -> Option<()> {
        for length in 1..place.path.len() {
            let around = Place { path: place.path.get(..length)?.to_vec(), ..*place };
            self.make(&around)?;
        }
        let (last, parent) = place.path.split_last()?;
        let parent = Place { path: parent.to_vec(), ..*place };
        if let (Key::Index(at), Some(Value::List(items))) = (last, self.node(&parent).map(|node| &node.value))
            && *at == items.len()
        {
            let items = items.iter().cloned().chain([value]).collect();
            return self.put(&parent, Some(&node(Value::list(items))));
        }
        self.put(place, Some(&value))
    }

    /// Makes a value, unless there is one.
    pub(super) fn make(&mut self, place: &Place) -> Option<()> {
        if self.node(place).is_some() {
            return Some(());
        }
        let mut made = self.shape(place)?.instance(false);
        if let Some((Key::Index(at), parent)) = place.path.split_last() {
            let parent = Place { path: parent.to_vec(), ..*place };
            made = numbered(self.shape(&parent)?.list.as_ref()?, &made, *at);
        }
        self.set(place, made)
    }

    pub(super) fn remove(&mut self, place: &Place) -> Option<()> {
        match self.node(place) {
            Some(_) => self.put(place, None),
            None => Some(()),
        }
    }

    fn put(&mut self, place: &Place, to: Option<&Node>) -> Option<()> {
        let around = (0..place.path.len()).filter_map(|length| {
            let path = place.path.get(..length)?.to_vec();
            self.node(&Place { path, ..*place }).map(width)
        });
        self.step(around.sum())?;
        let object = self.objects.get_mut(usize::from(place.is_old))?;
        *object = put(object, &place.path, to)?;
        Some(())
    }

    /// Makes a list, map or text as long.
    pub(super) fn resize(&mut self, place: &Place, length: usize) -> Option<()> {
        let shape = self.shape(place)?;
        self.step(length)?;
        self.make(place)?;
        let value = match (&self.node(place)?.value, &shape.list, &shape.map) {
            (Value::List(items), Some(list), _) => {
                let first = items.first().cloned().unwrap_or_else(|| list.items.instance(false));
                let more = (items.len()..length).map(|i| numbered(list, &first, i));
                node(Value::list(items.iter().take(length).cloned().chain(more).collect()))
            }
            (Value::Object(entries), _, Some(map)) => {
                let value = map.values.instance(false);
                let more = (entries.len()..length).map(|i| entry(&format!("k{i}"), value.clone()));
                object(entries.iter().take(length).cloned().chain(more).collect())
            }
            (Value::String(text), ..) => {
                let kept = text.chars().chain(std::iter::repeat('a')).take(length);
                node(Value::String(kept.collect::<String>().into()))
            }
            _ => return None,
        };
        self.set(place, value)
    }
}

/// Number of items or entries.
fn width(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => items.len(),
        Value::Object(entries) => entries.len(),
        _ => 0,
    }
}

/// A draft with more steps is given up.
const MOST_STEPS: usize = 1_000_000;
