//! Objects that are made for one node: the small object with one change at the node or below it.

use super::{
    moves::{Move, apply},
    shape::{At, Space},
    size::size,
};
use cel_compiler::crd::document::{Node, Value};

impl Space {
    /// The smallest of these objects whose value at the node is wanted. `property` is the changed one, if it is about one.
    pub(crate) fn direct(
        &self,
        path: &[At],
        property: Option<&str>,
        is_wanted: &dyn Fn(&Node) -> bool,
    ) -> Vec<Node> {
        let changed: Vec<At> =
            path.iter().cloned().chain(property.map(|name| At::Field(name.to_owned()))).collect();
        let [small, _] = self.starts();
        let moves = self.moves(&small);
        let inside = moves.iter().filter(|step| is_inside(step, &changed));
        let changed = inside.filter_map(|step| apply(&small, step));
        let all = [small.clone()].into_iter().chain(changed);
        let mut objects: Vec<Node> =
            all.filter(|object| value(object, path).is_some_and(is_wanted)).take(MOST_WANTED).collect();
        objects.sort_by_cached_key(size);
        objects.truncate(MOST);
        objects
    }
}

/// The first value at a path.
fn value<'n>(object: &'n Node, path: &[At]) -> Option<&'n Node> {
    path.iter().try_fold(object, |node, step| match (step, &node.value) {
        (At::Field(name), _) => node.field(name),
        (At::Element, Value::List(items)) => items.first(),
        (At::Element, _) => node.entries().first().map(|entry| &entry.value),
    })
}

/// True if a move changes the node at a path, or something below it.
pub(crate) fn is_inside(step: &Move, path: &[At]) -> bool {
    let names: Vec<Option<&str>> = step.names().collect();
    names.len() >= path.len()
        && path.iter().zip(names).all(|(at, name)| match at {
            At::Field(field) => name == Some(field),
            At::Element => true,
        })
}

/// Number of objects that are looked for.
const MOST_WANTED: usize = 16;
/// Number of objects that are returned.
const MOST: usize = 4;
