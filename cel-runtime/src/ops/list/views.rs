//! Lists that `map` and `filter` make of others, if only their elements are read.

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

/// `map` without a list in memory. It costs as much as `collect`.
///
/// # Errors
/// The errors of [`Cost::check`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))] // as a call it takes a pointer to the counter
pub fn mapped<'a, L: CelList<'a>, E: Copy + 'a, F: Fn(L::Item) -> E + Copy>(
    cost: &mut Cost<'a>,
    list: L,
    map: F,
    units: u64,
) -> Result<Mapped<L, F, E>, EvalError<'a>> {
    let rounds = if cost.is_estimate() { list.most() } else { list.length() };
    cost.charge_rounds(iter::repeat_n(true, rounds), rounds, EachRound::of_map(units))?;
    Ok(Mapped { list, map, of: PhantomData })
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
    fn most(self) -> usize {
        self.list.most()
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

/// A list of some elements of another one: `self.ports.filter(p, has(p.name))`. The condition is evaluated again where the elements are read.
#[derive(Clone, Copy)]
pub struct Filtered<L, P> {
    list: L,
    keeps: P,
    /// The number of its elements, or more if they are not counted.
    most: usize,
    is_counted: bool,
}

/// `filter` without a list in memory. It costs as much as `collect_where`.
///
/// # Errors
/// The errors of [`Cost::check`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))] // as a call it takes a pointer to the counter
pub fn filtered<'a, L: CelList<'a>, P: Fn(L::Item) -> bool + Copy>(
    cost: &mut Cost<'a>,
    list: L,
    keeps: P,
    units: u64,
) -> Result<Filtered<L, P>, EvalError<'a>> {
    let each = EachRound::of_filter(units);
    if cost.is_estimate() {
        let most = list.most();
        cost.charge(each.most_of(most))?;
        return Ok(Filtered { list, keeps, most, is_counted: false });
    }
    let hits = list.elements().map(keeps);
    let most = hits_of(hits.clone());
    cost.charge_rounds(hits, most, each)?;
    Ok(Filtered { list, keeps, most, is_counted: true })
}

#[inline]
fn hits_of(hits: impl Iterator<Item = bool>) -> usize {
    hits.fold(0_usize, |length, hit| length.wrapping_add(usize::from(hit)))
}

impl<'a, L, P> CelList<'a> for Filtered<L, P>
where
    L: CelList<'a>,
    P: Fn(L::Item) -> bool + Copy,
{
    type Item = L::Item;
    type Iter = Kept<L::Iter, P>;
    const IS_INDEXED: bool = false;

    #[inline]
    fn length(self) -> usize {
        if self.is_counted { self.most } else { hits_of(self.list.elements().map(self.keeps)) }
    }
    #[inline]
    fn most(self) -> usize {
        self.most
    }
    fn at(self, index: usize) -> Option<L::Item> {
        self.elements().nth(index)
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        Kept { elements: self.list.elements(), keeps: self.keeps, left: self.most }
    }
    fn is_native(self) -> bool {
        false
    }
}

/// The elements of a [`Filtered`] list.
#[derive(Clone)]
pub struct Kept<I, P> {
    elements: I,
    keeps: P,
    /// The number of elements that remain, or more if they are not counted.
    left: usize,
}

impl<I: Iterator<Item: Copy>, P: Fn(I::Item) -> bool> Iterator for Kept<I, P> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        let element = self.elements.find(|element| (self.keeps)(*element))?;
        self.left = self.left.saturating_sub(1);
        Some(element)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator<Item: Copy>, P: Fn(I::Item) -> bool> ExactSizeIterator for Kept<I, P> {}
