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
    collect_hits(cost, results.map(Some), true, EachRound::of_map(units))
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
    collect_hits(cost, hits, false, EachRound::of_filter(units))
}

#[inline]
fn collect_hits<'a, E: Copy + 'a>(
    cost: &mut Cost<'a>,
    hits: impl ExactSizeIterator<Item = Option<E>>,
    all_hit: bool,
    each: EachRound,
) -> Result<List<'a, E>, EvalError<'a>> {
    let rounds = hits.len();
    if cost.has_room_for(rounds, each) {
        let mut list = Builder::with_room(cost.arena(), if all_hit { rounds } else { 0 });
        hits.flatten().for_each(|element| list.push(element));
        let list = list.finish();
        cost.add_rounds(rounds, list.length(), each);
        return Ok(list);
    }
    // The counter stays in registers, because this call gets a copy.
    let (after, result) = one_by_one(cost.copy(), hits, each);
    *cost = after;
    result
}

/// Charges each round before the next one.
#[cold]
#[inline(never)]
fn one_by_one<'a, E: Copy + 'a>(
    mut cost: Cost<'a>,
    hits: impl Iterator<Item = Option<E>>,
    each: EachRound,
) -> (Cost<'a>, Result<List<'a, E>, EvalError<'a>>) {
    let mut list = Builder::new(cost.arena());
    for hit in hits {
        hit.into_iter().for_each(|element| list.push(element));
        if let Err(error) = cost.round(hit.is_some(), each) {
            return (cost, Err(error));
        }
    }
    (cost, Ok(list.finish()))
}

#[cfg(test)]
mod tests {
    use super::{CelList, EvalError, collect, collect_where};
    use crate::{
        cost::{Arena, Cost},
        ops::list::{filtered, mapped},
        options::Options,
    };

    /// The elements, and the cost after them.
    type Ended = (Option<Vec<i64>>, u64);

    fn ended<'a, T: CelList<'a, Item = i64>>(mut cost: Cost<'a>, list: Result<T, EvalError<'a>>) -> Ended {
        let list = list.ok().map(|list| list.elements().collect());
        (list.filter(|_| cost.check().is_ok()), cost.spent())
    }

    /// What the server does: it charges each round before the next one.
    fn expected(mut cost: Cost<'_>, list: &[i64], before: u64, keeps: impl Fn(i64) -> bool) -> Ended {
        let mut kept = Vec::new();
        let mut round = |element: i64| {
            cost.add(3);
            if keeps(element) {
                cost.add(before);
                cost.charge(10)?;
                cost.add(1);
                kept.push(element * 2);
            }
            cost.check()
        };
        let result: Result<(), EvalError<'_>> = list.iter().try_for_each(|element| round(*element));
        (result.ok().map(|()| kept), cost.spent())
    }

    fn check(length: i64, limit: u64) {
        let (arena, options) = (Arena::new(), Options { per_call_limit: limit, ..Options::default() });
        let start = || Cost::new(&options, &arena);
        let list: Vec<i64> = (0..length).collect();
        let list = list.as_slice();
        let all = expected(start(), list, 0, |_| true);
        let mut cost = start();
        let collected = collect(&mut cost, list.elements().map(|n| n * 2), 3);
        assert_eq!(ended(cost, collected), all, "{length} at {limit}");
        let mut cost = start();
        let read = mapped(&mut cost, list, |n| n * 2, 3);
        assert_eq!(ended(cost, read), all, "{length} at {limit}");
        let is_third = |n: i64| n % 3 == 0;
        let mut cost = start();
        let hits = list.elements().map(|n| is_third(n).then_some(n * 2));
        let kept = collect_where(&mut cost, hits, 3);
        let thirds = expected(start(), list, 2, is_third);
        assert_eq!(ended(cost, kept), thirds, "{length} at {limit}");
        let doubled: Vec<i64> = list.iter().map(|n| n * 2).collect();
        let mut cost = start();
        let kept = filtered(&mut cost, doubled.as_slice(), |n| n % 6 == 0, 3);
        assert_eq!(ended(cost, kept), thirds, "{length} at {limit}");
    }

    #[test]
    fn the_server_s_number_at_each_limit() {
        for limit in 0..200 {
            check(12, limit);
        }
        for length in [0, 1, 70, 75, 200, 3_000] {
            for limit in [0, 1, 13, 14, 1_000, 1_022, 1_023, 1_024, 1_025, 1_037, 2_100, 40_000, 100_000] {
                check(length, limit);
            }
        }
    }
}
