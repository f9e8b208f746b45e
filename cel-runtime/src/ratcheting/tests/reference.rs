//! Compares random objects with a second implementation, which works on the values, as the server does.

use super::*;
use serde_json::{Map, json};

/// The value at a path and its old value, or the nearest pair above.
fn expected(new: &Tree, old: &Tree, shape: &'static Shape, steps: &[Step<'_>]) -> bool {
    let (mut new, mut old, mut shape) = (new, old, shape);
    for step in steps {
        let child = match step {
            Step::Base(_) => None,
            Step::Field(name) | Step::Key(name) => entry(new, old, shape, name),
            Step::Index(index) => match (shape, new.get(index)) {
                (Shape::KeyedList(keys, items), Some(item)) => {
                    found(item, old, keys).map(|old| (item, old, *items))
                }
                _ => None,
            },
        };
        let Some(child) = child else { break };
        (new, old, shape) = child;
    }
    are_unchanged(new, old, shape)
}

fn entry<'o>(
    new: &'o Tree,
    old: &'o Tree,
    shape: &'static Shape,
    name: &str,
) -> Option<(&'o Tree, &'o Tree, &'static Shape)> {
    let below = match shape {
        Shape::Object(properties) => &properties.iter().find(|(known, _)| *known == name)?.1,
        Shape::Map(values) => values,
        Shape::Leaf | Shape::KeyedList(..) => return None,
    };
    Some((new.as_object()?.get(name)?, old.as_object()?.get(name)?, below))
}

fn found<'o>(item: &Tree, old: &'o Tree, keys: &[&str]) -> Option<&'o Tree> {
    let key = |item: &Tree| {
        let parts: Option<Vec<Tree>> = keys.iter().map(|key| item.get(key).cloned()).collect();
        parts
            .filter(|parts| parts.iter().all(|part| !part.is_null() && !part.is_array() && !part.is_object()))
    };
    let wanted = key(item)?;
    old.as_array()?.iter().find(|old| {
        key(old).is_some_and(|key| match (&*wanted, &*key) {
            ([a], [b]) => are_equal(a, b),
            _ => wanted.iter().zip(&key).all(|(a, b)| are_equal(a, b) && is_negative(a) == is_negative(b)),
        })
    })
}

fn is_negative(value: &Tree) -> bool {
    value.as_f64().is_some_and(f64::is_sign_negative)
}

fn are_unchanged(new: &Tree, old: &Tree, shape: &'static Shape) -> bool {
    match (new, old, shape) {
        (Tree::Object(news), Tree::Object(olds), _) => {
            let is_same = |name: &String| {
                entry(new, old, shape, name).is_some_and(|(new, old, shape)| are_unchanged(new, old, shape))
            };
            news.len() == olds.len() && news.keys().all(is_same)
        }
        (Tree::Array(news), Tree::Array(olds), Shape::KeyedList(keys, items)) => {
            let is_same = |item| found(item, old, keys).is_some_and(|old| are_unchanged(item, old, items));
            news.len() == olds.len() && news.iter().all(is_same)
        }
        _ => are_equal(new, old),
    }
}

/// Deep equality of the values as Go decodes them: `1` and `1.0` differ, and whole numbers beyond 64 bits are floats.
fn are_equal(new: &Tree, old: &Tree) -> bool {
    match (new, old) {
        (Tree::Number(new), Tree::Number(old)) => {
            new.as_i64() == old.as_i64() && (new.is_i64() || new.as_f64() == old.as_f64())
        }
        (Tree::Array(new), Tree::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| are_equal(new, old))
        }
        (Tree::Object(new), Tree::Object(old)) => {
            let is_same = |(name, new)| old.get(name).is_some_and(|old| are_equal(new, old));
            new.len() == old.len() && new.iter().all(is_same)
        }
        _ => new == old,
    }
}

/// Pseudo-random numbers. They are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn scalar(&mut self) -> Tree {
        match self.below(12) {
            0 => Tree::Null,
            1 => json!(true),
            2 => json!(0),
            3 => json!(1),
            4 => json!(1.0),
            5 => json!(0.0),
            6 => json!(-0.0),
            7 => json!(18_446_744_073_709_551_615_u64),
            8 => json!(18_446_744_073_709_551_615.0),
            9 => json!("a\"}],\\"),
            10 => json!({"any": [1, {}]}),
            _ => json!("a"),
        }
    }

    fn name(&mut self) -> &'static str {
        NAMES[usize::try_from(self.below(NAMES.len() as u64)).unwrap()]
    }

    /// A value of a shape. Sometimes a value that does not match.
    fn value(&mut self, shape: &Shape) -> Tree {
        if self.below(12) == 0 {
            return self.scalar();
        }
        match shape {
            Shape::Leaf if self.below(4) == 0 => (0..self.below(3)).map(|_| self.scalar()).collect(),
            Shape::Leaf => self.scalar(),
            Shape::Object(properties) => {
                let mut object = Map::new();
                for (name, shape) in *properties {
                    if self.below(5) > 0 {
                        object.insert((*name).to_owned(), self.value(shape));
                    }
                }
                if self.below(10) == 0 {
                    object.insert(self.name().to_owned(), self.scalar());
                }
                Tree::Object(object)
            }
            Shape::Map(values) => (0..self.below(4))
                .map(|_| (self.name().to_owned(), self.value(values)))
                .collect::<Map<_, _>>()
                .into(),
            Shape::KeyedList(_, items) => (0..self.below(4)).map(|_| self.value(items)).collect(),
        }
    }

    /// The same value with a few changes.
    fn changed(&mut self, value: &Tree, shape: &Shape) -> Tree {
        match (value, shape) {
            _ if self.below(15) == 0 => self.value(shape),
            (Tree::Object(entries), Shape::Object(properties)) => {
                let shape =
                    |name: &str| properties.iter().find(|(known, _)| *known == name).map(|(_, shape)| shape);
                let mut changed = |(name, value): (&String, &Tree)| {
                    let value = shape(name).map_or_else(|| value.clone(), |shape| self.changed(value, shape));
                    (name.clone(), value)
                };
                entries.iter().map(&mut changed).collect::<Map<_, _>>().into()
            }
            (Tree::Object(entries), Shape::Map(values)) => {
                let changed = |(name, value): (&String, &Tree)| (name.clone(), self.changed(value, values));
                entries.iter().map(changed).collect::<Map<_, _>>().into()
            }
            (Tree::Array(items), Shape::KeyedList(_, shape)) => {
                let mut items: Vec<Tree> = items.iter().map(|item| self.changed(item, shape)).collect();
                match self.below(4) {
                    0 => items.reverse(),
                    1 => drop(items.pop()),
                    _ => {}
                }
                items.into()
            }
            _ => value.clone(),
        }
    }
}

/// The steps to every value.
fn all_steps<'o>(value: &'o Tree, shape: &Shape, way: &mut Vec<Step<'o>>, ways: &mut Vec<Vec<Step<'o>>>) {
    ways.push(way.clone());
    let mut below = |step, value, shape: &Shape| {
        way.push(step);
        all_steps(value, shape, way, ways);
        way.pop();
    };
    match (value, shape) {
        (Tree::Object(entries), _) => {
            for (name, value) in entries {
                match shape {
                    Shape::Map(values) => below(Step::Key(name), value, values),
                    Shape::Object(properties) => {
                        let known = properties.iter().find(|(known, _)| known == name);
                        below(Step::Field(name), value, known.map_or(&Shape::Leaf, |(_, shape)| shape));
                    }
                    Shape::Leaf | Shape::KeyedList(..) => {}
                }
            }
        }
        (Tree::Array(items), _) => {
            for (index, item) in items.iter().enumerate() {
                let shape = if let Shape::KeyedList(_, items) = shape { items } else { &Shape::Leaf };
                below(Step::Index(index), item, shape);
            }
        }
        _ => {}
    }
}

#[test]
fn all_ways_say_the_same_as_a_second_implementation() {
    let mut random = Random(7);
    let (mut unchanged, mut asked) = (0, 0);
    for _ in 0..1000 {
        let old = random.value(&DEEP);
        let new = random.changed(&old, &DEEP);
        let mut ways = Vec::new();
        all_steps(&new, &DEEP, &mut Vec::new(), &mut ways);
        // First each path alone, then one after the other: in the order of a walk and in a random order.
        let answers: Vec<bool> = ways.iter().map(|way| expected(&new, &old, &DEEP, way)).collect();
        let mut walks = all_ways(&new, &old, &DEEP);
        let mut ask = |way: &[Step<'_>], expected: bool| {
            for walk in &mut walks {
                assert_eq!(follow(walk, &Path::root(), way), expected, "{way:?} {new} {old}");
            }
        };
        for (way, expected) in ways.iter().zip(&answers) {
            check(&new, &old, &DEEP, way, *expected);
            ask(way, *expected);
        }
        for _ in 0..ways.len() {
            let at = usize::try_from(random.below(ways.len() as u64)).unwrap();
            ask(&ways[at], answers[at]);
        }
        asked += answers.len();
        unchanged += answers.iter().filter(|answer| **answer).count();
    }
    assert!(unchanged * 5 > asked && unchanged * 5 < asked * 4, "{unchanged} of {asked}");
}

static DEEP: Shape = Shape::Object(&[
    ("a", Shape::Leaf),
    ("a b", Shape::Leaf),
    (
        "both",
        Shape::KeyedList(
            &["a", "a b"],
            &Shape::Object(&[("a", Shape::Leaf), ("a b", Shape::Leaf), ("c", Shape::Leaf)]),
        ),
    ),
    (
        "keyed",
        Shape::KeyedList(&["a"], &Shape::Object(&[("a", Shape::Leaf), ("map", Shape::Map(&Shape::Leaf))])),
    ),
    (
        "map",
        Shape::Map(&Shape::Object(&[
            ("a", Shape::Leaf),
            ("keyed", Shape::KeyedList(&["a"], &Shape::Object(&[("a", Shape::Leaf)]))),
        ])),
    ),
    ("x", Shape::Object(&[("x", Shape::Object(&[("x", Shape::Leaf)])), ("y", Shape::Leaf)])),
]);

const NAMES: [&str; 6] = ["a", "a b", "a\"", "é\\", "map", ""];
