//! Lists that `map` makes of others, if only their elements are read.

use super::CelList;
use crate::{
    cost::{Cost, EachRound},
    eval_error::EvalError,
};
use std::{iter, marker::PhantomData};

/// A list of a property of the elements of another one: `self.ports.map(p, p.name)`. The property is read where the element is.
pub struct Mapped<L, F, E> {
    list: L,
    map: F,
    of: PhantomData<E>,
}

/// `map` without a list in memory. It costs as much as [`collect`](super::collect).
///
/// # Errors
/// The errors of [`Cost::check`].
#[inline]
pub fn mapped<'a, L: CelList<'a>, E: Copy + 'a, F: Fn(L::Item) -> E + Copy>(
    cost: &mut Cost<'a>,
    list: L,
    map: F,
    units: u64,
) -> Result<Mapped<L, F, E>, EvalError<'a>> {
    let each = EachRound::of_map(units);
    let rounds = list.length();
    if cost.has_room_for(rounds, each) {
        cost.add_rounds(rounds, rounds, each);
    } else {
        // The counter stays in registers, because this call gets a copy.
        let (after, result) = one_by_one(cost.copy(), rounds, each);
        *cost = after;
        result?;
    }
    Ok(Mapped { list, map, of: PhantomData })
}

/// Charges each round before the next one.
#[cold]
#[inline(never)]
fn one_by_one<'a>(
    mut cost: Cost<'a>,
    rounds: usize,
    each: EachRound,
) -> (Cost<'a>, Result<(), EvalError<'a>>) {
    let result = (0..rounds).try_for_each(|_| cost.round(true, each));
    (cost, result)
}

impl<L: Copy, F: Copy, E> Clone for Mapped<L, F, E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Copy, F: Copy, E> Copy for Mapped<L, F, E> {}

impl<'a, L, F, E> CelList<'a> for Mapped<L, F, E>
where
    L: CelList<'a>,
    F: Fn(L::Item) -> E + Copy,
    E: Copy + 'a,
{
    type Item = E;
    type Iter = iter::Map<L::Iter, F>;
    const IS_INDEXED: bool = L::IS_INDEXED;

    #[inline]
    fn length(self) -> usize {
        self.list.length()
    }
    #[inline]
    fn at(self, index: usize) -> Option<E> {
        self.list.at(index).map(self.map)
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        self.list.elements().map(self.map)
    }
    fn is_native(self) -> bool {
        false
    }
}
