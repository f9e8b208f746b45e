//! Loops over an object's list or map that only add units. They test the limit between parts of the list, because a test takes as long as
//! a round.

use super::CelList;
use crate::{
    access::CelValue,
    cost::{Arena, Cost},
    eval_error::EvalError,
    ops::{map::CelMap, size::length},
};
use std::{cell::Cell, slice};

/// The number of rounds without a test.
pub(super) const PART: usize = 1 << 16;

/// The elements of a list, or the entries of a map, in parts.
pub trait Rounds {
    /// An element or an entry.
    type Item;

    /// Begins the next part, if there is one.
    fn has_part(&mut self) -> bool;
    /// The next element of this part.
    fn next(&mut self) -> Option<Self::Item>;
    /// The number of elements that remain of this part.
    fn left(&self) -> usize;
    /// True if any element remains.
    fn remains(&self) -> bool;

    /// The charge after a loop has been decided: its condition is evaluated once more if an element remains.
    #[inline]
    fn stopped(&self, units: u64) -> u64 {
        if self.remains() { units } else { 0 }
    }
}

/// The rounds over a list.
#[inline]
pub fn rounds<'a, L: CelList<'a>>(list: L) -> impl Rounds<Item = L::Item> {
    list.rounds()
}

/// The rounds over a map.
#[inline]
pub fn rounds_over_map<'a, M: CelMap<'a>>(map: M) -> impl Rounds<Item = (M::Key, M::Value)> {
    Counted::new(map.entries())
}

/// A slice in parts.
pub(super) struct Sliced<'a, T> {
    part: slice::Iter<'a, T>,
    rest: &'a [T],
}

impl<'a, T> Sliced<'a, T> {
    #[inline]
    pub(super) fn new(slice: &'a [T]) -> Self {
        Sliced { part: [].iter(), rest: slice }
    }
}

impl<'a, T: CelValue> Rounds for Sliced<'a, T> {
    type Item = T::Cel<'a>;

    #[inline]
    fn has_part(&mut self) -> bool {
        let rest = self.rest;
        let (part, behind) = if rest.len() <= PART { (rest, [].as_slice()) } else { split(rest) };
        *self = Sliced { part: part.iter(), rest: behind };
        !rest.is_empty()
    }
    #[inline]
    fn next(&mut self) -> Option<T::Cel<'a>> {
        self.part.next().map(T::cel)
    }
    #[inline]
    fn left(&self) -> usize {
        self.part.len()
    }
    #[inline]
    fn remains(&self) -> bool {
        self.part.len() > 0 || !self.rest.is_empty()
    }
}

/// Splits the first part off a long list. A function of its own, because most lists are shorter.
#[cold]
#[inline(never)]
fn split<T>(list: &[T]) -> (&[T], &[T]) {
    list.split_at_checked(PART).unwrap_or((list, &[]))
}

/// An iterator with a known length, in parts.
pub(crate) struct Counted<I> {
    iterator: I,
    /// The number of elements after this part.
    behind: usize,
}

impl<I: ExactSizeIterator> Counted<I> {
    #[inline]
    pub(crate) fn new(iterator: I) -> Self {
        Counted { iterator, behind: 0 }
    }
}

impl<I: ExactSizeIterator> Rounds for Counted<I> {
    type Item = I::Item;

    #[inline]
    fn has_part(&mut self) -> bool {
        let rest = self.iterator.len();
        self.behind = rest.saturating_sub(PART);
        rest > 0
    }
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.left() > 0 { self.iterator.next() } else { None }
    }
    #[inline]
    fn left(&self) -> usize {
        self.iterator.len().saturating_sub(self.behind)
    }
    #[inline]
    fn remains(&self) -> bool {
        self.iterator.len() > 0
    }
}

/// The units of one part's rounds. A local sum instead of the [`Cost`], so that it stays in a register.
pub struct Units<'a> {
    sum: u64,
    /// True if the counter already has an upper bound of all rounds.
    is_bound: bool,
    arena: &'a Arena,
    /// True once the arena was asked for.
    has_built: Cell<bool>,
}

impl<'a> Units<'a> {
    /// No units yet.
    #[inline]
    pub fn new(cost: &Cost<'a>) -> Self {
        Units { sum: 0, is_bound: false, arena: cost.arena_of_loop(), has_built: Cell::new(false) }
    }

    /// The same for a part whose rounds have at most so many units each. An estimate takes these for all its rounds, and counts nothing. It
    /// tests the limit before the rounds: the list may be long.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`] if the bound exceeds the limit.
    #[inline]
    pub fn at_most(cost: &mut Cost<'a>, part: &impl Rounds, units: u64) -> Result<Self, EvalError<'a>> {
        let is_bound = cost.is_estimate();
        if is_bound {
            cost.add(length(part.left()).wrapping_mul(units));
            if !cost.is_within_limit() {
                return Err(EvalError::CostLimit);
            }
        }
        Ok(Units { is_bound, ..Units::new(cost) })
    }

    /// As [`Cost::add`].
    #[inline]
    pub fn add(&mut self, units: u64) {
        if !self.is_bound {
            self.sum = self.sum.wrapping_add(units);
        }
    }

    /// As [`Cost::add_if`].
    #[inline]
    pub fn add_if(&mut self, taken: bool) {
        self.add(u64::from(taken));
    }

    /// As [`Cost::arena`].
    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.has_built.set(true);
        self.arena
    }

    /// Adds the sum to the counter, which tests the limit.
    ///
    /// # Errors
    /// The errors of [`Cost::check`].
    #[inline]
    pub fn add_to(self, cost: &mut Cost<'a>) -> Result<(), EvalError<'a>> {
        cost.add(self.sum);
        cost.note_built(self.has_built.get());
        cost.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use std::collections::{BTreeMap, VecDeque};

    /// The number of rounds of a loop with one unit for each round and a limit of 10 units.
    fn made(mut rounds: impl Rounds) -> usize {
        let (arena, options) = (Arena::new(), Options { per_call_limit: 10, ..Options::default() });
        let mut cost = Cost::new(&options, &arena);
        let (mut made, mut end) = (0, Ok(()));
        while end.is_ok() && rounds.has_part() {
            let mut units = Units::new(&cost);
            while rounds.next().is_some() {
                units.add(1);
                made += 1;
            }
            end = units.add_to(&mut cost);
        }
        assert_eq!((end, cost.spent()), (Err(EvalError::CostLimit), 11));
        made
    }

    #[test]
    fn a_loop_ends_with_the_part_in_which_it_reaches_its_limit() {
        let numbers = vec![7_i64; 1_000_000];
        assert_eq!(made(rounds(&*numbers)), PART);
        assert_eq!(made(rounds(&VecDeque::from(numbers))), PART);
        assert_eq!(made(rounds(&[7_i64; 11][..])), 11);
        let entries: BTreeMap<String, i64> = (0..200_000).map(|n: i64| (n.to_string(), n)).collect();
        assert_eq!(made(rounds_over_map(&entries)), PART);
    }

    #[test]
    fn parts_are_the_whole_list() {
        for length in [0, 1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 1] {
            let numbers: Vec<i64> = (0..).take(length).collect();
            let deque: VecDeque<i64> = numbers.iter().copied().collect();
            assert_eq!(all(rounds(&*numbers)), numbers);
            assert_eq!(all(rounds(&deque)), numbers);
        }
    }

    /// All elements. Also tests that `remains` is true before each of them and false after the last one.
    fn all(mut rounds: impl Rounds<Item = i64>) -> Vec<i64> {
        let mut seen = Vec::new();
        let mut remains = rounds.remains();
        while rounds.has_part() {
            while let Some(element) = rounds.next() {
                assert!(remains, "before {element}");
                seen.push(element);
                remains = rounds.remains();
            }
        }
        assert!(!remains);
        seen
    }
}
