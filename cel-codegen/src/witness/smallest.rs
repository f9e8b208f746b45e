//! Makes an object smaller while a condition holds.

use super::{
    Space,
    moves::{Move, apply, resized},
    size::size,
};
use cel_compiler::crd::document::Node;

/// The smallest object that was found, by its number of values and then by the length of its texts.
#[must_use]
pub fn smallest(space: &Space, object: &Node, holds: &mut dyn FnMut(&Node) -> bool) -> Node {
    smallest_within(space, object, MOST_TRIES, holds)
}

/// The same with fewer tries, for an object that is small already.
#[must_use]
pub fn smallest_within(
    space: &Space,
    object: &Node,
    most_tries: usize,
    holds: &mut dyn FnMut(&Node) -> bool,
) -> Node {
    let mut best = object.clone();
    let mut left = most_tries;
    loop {
        let own = size(&best);
        let (moves, all) = space.smaller_moves(&best);
        space.work().add(all * (1 + (own.0 + own.1 / 16) / 8));
        let sized = moves.iter().filter_map(|step| Some((resized(&best, own, step)?, step)));
        let mut smaller: Vec<((usize, usize), &Move)> = sized.filter(|(size, _)| *size < own).collect();
        smaller.sort_by_key(|(size, _)| *size);
        let found = smaller.into_iter().take_while(|_| {
            left = left.saturating_sub(1);
            left > 0
        });
        match found.filter_map(|(_, step)| apply(&best, step)).find(|object| holds(object)) {
            Some(object) => best = object,
            None => return best,
        }
    }
}

const MOST_TRIES: usize = 400;
