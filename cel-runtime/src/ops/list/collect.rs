//! `map` and `filter` whose rounds cost known numbers of units: the list is built first, and charged then.

use super::{Builder, CelList, List};
use crate::{
    cost::{Cost, EachRound},
    eval_error::EvalError,
};

/// `map`: the list of the results. Each round costs `units`, and the list that its result is appended to.
///
/// # Errors
/// The errors of [`Cost::check`].
#[inline]
pub fn collect<'a, E: Copy + 'a>(
    cost: &mut Cost<'a>,
    results: impl ExactSizeIterator<Item = E>,
    units: u64,
) -> Result<List<'a, E>, EvalError<'a>> {
    let each = EachRound { units, of_hit: [0, LIST, 1] };
    collect_hits(cost, results.map(Some), each)
}

/// `filter`: the list of the elements that remain. Each round costs `units`. A hit also costs the list that it is appended to.
///
/// # Errors
/// The errors of [`Cost::check`].
#[inline]
pub fn collect_where<'a, E: Copy + 'a>(
    cost: &mut Cost<'a>,
    hits: impl ExactSizeIterator<Item = Option<E>>,
    units: u64,
) -> Result<List<'a, E>, EvalError<'a>> {
    let each = EachRound { units, of_hit: [2, LIST, 1] };
    collect_hits(cost, hits, each)
}

#[inline]
fn collect_hits<'a, E: Copy + 'a>(
    cost: &mut Cost<'a>,
    hits: impl ExactSizeIterator<Item = Option<E>>,
    each: EachRound,
) -> Result<List<'a, E>, EvalError<'a>> {
    let rounds = hits.len();
    let mut list = Builder::new(cost.arena());
    if cost.has_room_for(rounds, each) {
        hits.flatten().for_each(|element| list.push(element));
        let list = list.finish();
        cost.add_rounds(rounds, list.length(), each);
        return Ok(list);
    }
    // The counter stays in registers, because this call gets a copy.
    let (after, result) = one_by_one(cost.copy(), hits, list, each);
    *cost = after;
    result
}

/// Charges each round before the next one.
#[cold]
#[inline(never)]
fn one_by_one<'a, E: Copy + 'a>(
    mut cost: Cost<'a>,
    hits: impl Iterator<Item = Option<E>>,
    mut list: Builder<'a, E>,
    each: EachRound,
) -> (Cost<'a>, Result<List<'a, E>, EvalError<'a>>) {
    for hit in hits {
        hit.into_iter().for_each(|element| list.push(element));
        if let Err(error) = cost.round(hit.is_some(), each) {
            return (cost, Err(error));
        }
    }
    (cost, Ok(list.finish()))
}

/// Charge of a list literal.
const LIST: u64 = 10;
