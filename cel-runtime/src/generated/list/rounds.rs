//! Loops over an object's list that do nothing but add units: they test the limit between parts of the list, since a test would take as
//! long as a round.

use super::CelList;
use crate::{
    cost::{Arena, Cost},
    generated::ops::Outcome,
};

/// How many rounds are made without a test.
pub(super) const PART: usize = 1 << 16;

/// The rounds of a loop over a list, in parts.
pub struct Rounds<L> {
    list: L,
    /// Where the next part begins.
    next: usize,
}

/// The rounds over a list: at least one part.
#[inline]
pub fn rounds<'a, L: CelList<'a>>(list: L) -> Rounds<L> {
    Rounds { list, next: 0 }
}

impl<'a, L: CelList<'a>> Rounds<L> {
    /// The next part. It tests the limit behind the one before.
    ///
    /// # Errors
    /// Those of [`Cost::check`].
    #[inline]
    pub fn next(&mut self, cost: &mut Cost<'a>) -> Outcome<'a, Option<Part<'a, L>>> {
        let (from, length) = (self.next, self.list.length());
        if from > 0 {
            cost.check()?;
            if from >= length {
                return Ok(None);
            }
        }
        self.next = from.saturating_add(PART);
        let elements = self.list.part(from);
        Ok(Some(Part { elements, left: PART, is_last: self.next >= length }))
    }
}

/// Some elements of a list.
pub struct Part<'a, L: CelList<'a>> {
    elements: L::Iter,
    /// How many of them, where the iterator has more.
    left: usize,
    is_last: bool,
}

impl<'a, L: CelList<'a>> Iterator for Part<'a, L> {
    type Item = L::Item;

    #[inline]
    fn next(&mut self) -> Option<L::Item> {
        if !L::HAS_PARTS {
            self.left = self.left.checked_sub(1)?;
        }
        self.elements.next()
    }
}

impl<'a, L: CelList<'a>> Part<'a, L> {
    /// What a decided loop adds: its condition is evaluated once more only if an element remains.
    #[inline]
    pub fn stopped(&self, units: u64) -> u64 {
        if !self.is_last || self.elements.len() > 0 { units } else { 0 }
    }
}

/// What the rounds of a part add up, in place of the [`Cost`] itself: so it needs no place in memory.
pub struct Units<'a> {
    sum: u64,
    arena: &'a Arena,
}

impl<'a> Units<'a> {
    /// Nothing yet.
    #[inline]
    pub fn new(cost: &Cost<'a>) -> Self {
        Units { sum: 0, arena: cost.arena() }
    }

    /// As [`Cost::add`].
    #[inline]
    pub fn add(&mut self, units: u64) {
        self.sum = self.sum.wrapping_add(units);
    }

    /// As [`Cost::add_if`].
    #[inline]
    pub fn add_if(&mut self, taken: bool) {
        self.add(u64::from(taken));
    }

    /// As [`Cost::arena`].
    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The sum.
    #[inline]
    pub fn sum(self) -> u64 {
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval_error::EvalError, options::Options};
    use std::collections::VecDeque;

    /// How many rounds a loop makes that costs a unit each, where the limit is 10 units.
    fn made<'a, L: CelList<'a>>(list: L) -> usize {
        let (arena, options) = (Arena::new(), Options { per_call_limit: 10, ..Options::default() });
        let arena: &'a Arena = Box::leak(Box::new(arena));
        let mut cost: Cost<'a> = Cost::new(Box::leak(Box::new(options)), arena);
        let (mut rounds, mut made) = (rounds(list), 0);
        let end = loop {
            match rounds.next(&mut cost) {
                Ok(Some(part)) => {
                    let mut units = Units::new(&cost);
                    for _ in part {
                        units.add(1);
                        made += 1;
                    }
                    cost.add(units.sum());
                }
                end => break end.map(|_| ()),
            }
        };
        assert_eq!((end, cost.spent()), (Err(EvalError::CostLimit), 11));
        made
    }

    #[test]
    fn a_loop_ends_with_the_part_in_which_it_reaches_its_limit() {
        let numbers = vec![7_i64; 1_000_000];
        assert_eq!(made(&*numbers), PART);
        assert_eq!(made(&VecDeque::from(numbers)), PART);
        assert_eq!(made(&[7_i64; 11][..]), 11);
    }

    #[test]
    fn parts_are_the_whole_list() {
        let (arena, options) = (Arena::new(), Options::default());
        for length in [0, 1, PART - 1, PART, PART + 1, 3 * PART] {
            let numbers: Vec<i64> = (0..).take(length).collect();
            let deque: VecDeque<i64> = numbers.iter().copied().collect();
            let mut cost = Cost::new(&options, &arena);
            let (mut of_slice, mut of_deque) = (rounds(&*numbers), rounds(&deque));
            let mut seen: [Vec<i64>; 2] = Default::default();
            while let Ok(Some(part)) = of_slice.next(&mut cost) {
                seen[0].extend(part);
            }
            while let Ok(Some(part)) = of_deque.next(&mut cost) {
                seen[1].extend(part);
            }
            assert_eq!(seen, [numbers.clone(), numbers]);
        }
    }
}
