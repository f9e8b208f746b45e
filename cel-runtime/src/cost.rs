//! The cost of a rule, counted as the API server counts it (k8s: `cel/library/cost.go`, cel-go: `interpreter/runtimecost.go`).

pub use crate::arena::{Apart, Arena};

use crate::{eval_error::EvalError, ops::size::text::Measure, options::Options, work};
use std::cell::Cell;

/// The counter of one evaluation, and its arena.
///
/// [`add`](Cost::add) takes *unit steps* and never tests the limit. A unit step is any number of charges of 1, summed at compile time.
/// A step larger than 1 goes through [`charge`](Cost::charge). So the server's number is known when a test fails: it is the limit plus
/// one if units crossed the limit, and it includes the whole step if a large step did. Evaluation has no effects, so a late test gives
/// the server's outcome.
///
/// Every 1,024 units a test also asks whether the arena has passed its limit and whether something outside stops the evaluation. The
/// server has no such reasons to stop. A test needs no further comparison for this.
#[derive(Debug)]
pub struct Cost<'a> {
    spent: u64,
    /// If the cost exceeds this number, a test does more than compare: it polls, or finds the limit exceeded.
    next_poll: u64,
    arena: &'a Arena,
    /// True once the arena was asked for.
    has_built: Cell<bool>,
    options: &'a Options,
    /// True if texts count by their bytes, which are at least as many as their code points. The cost is then an upper bound.
    is_estimate: bool,
}

impl<'a> Cost<'a> {
    /// A counter that cancels the evaluation if it spends more than [`per_call_limit`](Options::per_call_limit), or for another reason in
    /// these options.
    #[inline]
    pub fn new(options: &'a Options, arena: &'a Arena) -> Self {
        Cost { next_poll: poll_after(0, options), is_estimate: false, ..Cost::estimate(options, arena) }
    }

    /// A counter of an upper bound, for a limit that [`is_large`](Cost::is_large). It is for little code: it does not poll.
    #[inline]
    pub(crate) fn estimate(options: &'a Options, arena: &'a Arena) -> Self {
        Cost {
            spent: 0,
            next_poll: BETWEEN_POLLS,
            arena,
            has_built: Cell::new(false),
            options,
            is_estimate: true,
        }
    }

    /// How texts are measured.
    #[inline]
    pub fn measure(&self) -> Measure {
        Measure { is_estimate: self.is_estimate }
    }

    /// True if it counts an upper bound.
    #[inline]
    pub(crate) fn is_estimate(&self) -> bool {
        self.is_estimate
    }

    /// True if the first poll does not come after the limit.
    pub(crate) fn is_large(limit: u64) -> bool {
        limit >= BETWEEN_POLLS
    }

    /// True if the arena may hold values.
    #[inline]
    pub(crate) fn has_built(&self) -> bool {
        self.has_built.get()
    }

    /// The cost so far, in the server's units.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The arena for new values.
    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.has_built.set(true);
        self.arena
    }

    /// The arena for a loop, which tells at its end [whether it has asked for it](Cost::note_built).
    #[inline]
    pub(crate) fn arena_of_loop(&self) -> &'a Arena {
        self.arena
    }

    /// Notes that something may have been built.
    #[inline]
    pub(crate) fn note_built(&self, has_built: bool) {
        self.has_built.set(self.has_built.get() || has_built);
    }

    /// Adds unit steps. The next step tests the limit.
    #[inline]
    pub fn add(&mut self, units: u64) {
        self.spent = self.spent.wrapping_add(units); // between two tests only constants are added
    }

    /// Adds a unit if `taken`.
    #[inline]
    pub fn add_if(&mut self, taken: bool) {
        self.add(u64::from(taken));
    }

    /// Adds a step of any size and tests the limit, also for the units added before it.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`] if the limit is exceeded.
    #[inline]
    pub fn charge(&mut self, step: u64) -> Result<(), EvalError<'a>> {
        let before = self.spent;
        self.spent = before.saturating_add(step);
        // An estimate is tested at its end, and before it builds much.
        let is_tested = !self.is_estimate || self.has_built.get();
        if is_tested && self.spent > self.next_poll { self.settle(before) } else { Ok(()) }
    }

    /// Takes 1 back. The server's counter wraps: 0 minus 1 is more than any limit.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`] if the limit is exceeded, before or after.
    pub fn refund(&mut self) -> Result<(), EvalError<'a>> {
        self.check()?;
        self.spent = self.spent.wrapping_sub(1);
        if self.spent > self.options.per_call_limit { Err(EvalError::CostLimit) } else { Ok(()) }
    }

    /// Tests the limit for the units added so far. A loop without larger charges ends each round with it.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`] if the limit is exceeded, [`EvalError::Interrupted`] if something else stops the evaluation.
    #[inline]
    pub fn check(&mut self) -> Result<(), EvalError<'a>> {
        // An estimate is tested at its end.
        if !self.is_estimate && self.spent > self.next_poll { self.settle(self.spent) } else { Ok(()) }
    }

    /// True if an estimate, with all its units, is within the limit.
    #[inline]
    pub(crate) fn is_within_limit(&self) -> bool {
        (self.spent <= BETWEEN_POLLS) | (self.spent <= self.options.per_call_limit)
    }

    /// The same for a loop with rounds that may cost nothing, as in `list.exists_one(x, false)`.
    ///
    /// # Errors
    /// The errors of [`check`](Cost::check).
    #[inline]
    pub fn turn(&mut self) -> Result<(), EvalError<'a>> {
        match self.next_poll.checked_sub(1) {
            Some(earlier) if self.spent <= earlier => self.next_poll = earlier,
            _ => {
                work::admits(TURNS);
                self.settle(self.spent)?;
            }
        }
        Ok(())
    }

    /// The value of an operand. The server panics if the operand failed: no operator absorbs that panic, and the call charges nothing.
    ///
    /// # Errors
    /// The panic if the operand failed; [`EvalError::CostLimit`] if the limit was exceeded before.
    #[inline]
    pub fn require<T>(
        &mut self,
        operand: Result<T, EvalError<'a>>,
        panic: EvalError<'a>,
    ) -> Result<T, EvalError<'a>> {
        match operand {
            Ok(value) => Ok(value),
            Err(_) => self.finish(Err(panic)),
        }
    }

    /// Ends an evaluation: tests the limit, then gives the value or the error.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`] if the limit is exceeded, otherwise the evaluation's own.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))] // as a call it copies the value
    pub fn finish<T>(&mut self, value: Result<T, EvalError<'a>>) -> Result<T, EvalError<'a>> {
        self.check()?;
        value
    }

    /// `filter(..).size()`: counts the rounds that hit. Each round costs `units`. A hit also costs the list that it is appended to. The
    /// charge comes after the loop. If it crosses the limit, the rounds are walked again to find the server's number. Many rounds are
    /// charged one by one.
    ///
    /// # Errors
    /// The errors of [`check`](Cost::check).
    #[inline]
    pub fn count_where(
        &mut self,
        rounds: impl ExactSizeIterator<Item = bool> + Clone,
        units: u64,
    ) -> Result<usize, EvalError<'a>> {
        let each = EachRound::of_filter(units);
        if rounds.len() <= MOST_COUNTED {
            let hits = rounds.clone().fold(0_usize, |hits, hit| hits.wrapping_add(usize::from(hit)));
            if self.is_estimate {
                // It takes each round for a hit, so the charge need not wait for the hits. It is tested at its end.
                self.add(each.all(rounds.len(), rounds.len()));
                return Ok(hits);
            }
            let spent = self.spent.saturating_add(each.all(rounds.len(), hits));
            if spent <= self.next_poll || spent <= self.options.per_call_limit {
                self.spent = spent;
                self.check()?;
                return Ok(hits);
            }
        }
        let (cost, hits) = self.copy().one_by_one(rounds, each);
        (self.spent, self.next_poll) = (cost.spent, cost.next_poll);
        hits
    }

    /// Charges each round before the next one, and counts those that hit. It takes a copy, so the counter itself stays in registers.
    #[cold]
    #[inline(never)]
    pub(crate) fn one_by_one(
        mut self,
        rounds: impl Iterator<Item = bool>,
        each: EachRound,
    ) -> (Self, Result<usize, EvalError<'a>>) {
        let mut hits = 0_usize;
        for is_hit in rounds {
            hits = hits.wrapping_add(usize::from(is_hit));
            if let Err(error) = self.round(is_hit, each) {
                return (self, Err(error));
            }
        }
        (self, Ok(hits))
    }

    /// The part of a test that runs where more was spent than at the last one but one. It works on a copy: a counter that nobody points to
    /// stays in registers.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&mut self, before_step: u64) -> Result<(), EvalError<'a>> {
        if self.is_estimate {
            // What is wrong is found where the costs are exact.
            let is_right = self.is_within_limit()
                && (!self.has_built.get() || self.arena.interruption_ahead().is_none());
            return if is_right { Ok(()) } else { Err(EvalError::CostLimit) };
        }
        let Settled { spent, next_poll, result } =
            Settled::of(self.spent, before_step, self.options, self.arena);
        (self.spent, self.next_poll) = (spent, next_poll);
        result
    }

    /// True if so many rounds surely end before the next poll.
    #[inline]
    pub(crate) fn has_room_for(&self, rounds: usize, each: EachRound) -> bool {
        self.spent.saturating_add(each.most_of(rounds)) <= self.next_poll
    }

    /// Adds rounds for which there [is room](Cost::has_room_for).
    #[inline]
    pub(crate) fn add_rounds(&mut self, rounds: usize, hits: usize, each: EachRound) {
        self.add(each.all(rounds, hits));
    }

    /// Adds rounds, and tests the limit.
    ///
    /// # Errors
    /// The errors of [`check`](Cost::check).
    #[inline]
    pub(crate) fn charge_rounds(
        &mut self,
        rounds: impl ExactSizeIterator<Item = bool>,
        hits: usize,
        each: EachRound,
    ) -> Result<(), EvalError<'a>> {
        if self.is_estimate {
            return self.charge(each.most_of(rounds.len()));
        }
        if self.has_room_for(rounds.len(), each) {
            self.add_rounds(rounds.len(), hits, each);
            return Ok(());
        }
        let (after, result) = self.copy().one_by_one(rounds, each);
        (self.spent, self.next_poll) = (after.spent, after.next_poll);
        result.map(drop)
    }

    /// Adds a round and tests the limit.
    pub(crate) fn round(&mut self, is_hit: bool, each: EachRound) -> Result<(), EvalError<'a>> {
        self.add(each.units);
        if is_hit {
            self.add(each.before);
            self.charge(LIST)?;
            self.add(1);
        }
        self.check()
    }

    /// A copy for a function that takes a pointer: the counter itself stays in registers.
    pub(crate) fn copy(&self) -> Self {
        Cost { has_built: self.has_built.clone(), ..*self }
    }
}

/// A counter behind a test.
struct Settled<'a> {
    spent: u64,
    next_poll: u64,
    result: Result<(), EvalError<'a>>,
}

impl<'a> Settled<'a> {
    #[cold]
    #[inline(never)]
    fn of(spent: u64, before_step: u64, options: &Options, arena: &Arena) -> Self {
        let limit = options.per_call_limit;
        if spent <= limit {
            let interruption = arena.interruption_ahead().or_else(|| options.interruption());
            let result = interruption.map_or(Ok(()), |why| Err(EvalError::Interrupted(why)));
            return Settled { spent, next_poll: poll_after(spent, options), result };
        }
        let spent = if before_step > limit { limit.saturating_add(1) } else { spent };
        Settled { spent, next_poll: limit, result: Err(EvalError::CostLimit) }
    }
}

/// What the rounds of a loop cost that collects values. A value that is kept also costs a list with the value, and the concatenation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EachRound {
    /// Units of each round.
    units: u64,
    /// Units of a value that is kept, before these.
    before: u64,
}

impl EachRound {
    /// A round of `map`: its units have all that the transform costs.
    #[inline]
    pub(crate) fn of_map(units: u64) -> Self {
        EachRound { units, before: 0 }
    }

    /// A round of `filter`. A hit also costs the accumulator and the element.
    #[inline]
    pub(crate) fn of_filter(units: u64) -> Self {
        EachRound { units, before: 2 }
    }

    #[inline]
    fn of_hit(self) -> u64 {
        self.before.wrapping_add(LIST).wrapping_add(1)
    }

    /// The cost of rounds that are too few to overflow.
    #[inline]
    fn all(self, rounds: usize, hits: usize) -> u64 {
        let [rounds, hits] = [rounds, hits].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        rounds.wrapping_mul(self.units).wrapping_add(hits.wrapping_mul(self.of_hit()))
    }

    /// The most that so many rounds cost.
    #[inline]
    pub(crate) fn most_of(self, rounds: usize) -> u64 {
        let rounds = u64::try_from(rounds).unwrap_or(u64::MAX);
        rounds.saturating_mul(self.units.saturating_add(self.of_hit()))
    }
}

/// Charge of a list literal.
const LIST: u64 = 10;

/// The cost at which a test polls next.
#[inline]
fn poll_after(spent: u64, options: &Options) -> u64 {
    spent.saturating_add(BETWEEN_POLLS).min(options.per_call_limit)
}

/// Units from one poll to the next. A free round of a loop counts as a unit.
const BETWEEN_POLLS: u64 = 1024;

/// Most rounds of loops with free rounds between two polls.
const TURNS: usize = 1024;

/// How many rounds are counted before they are charged.
const MOST_COUNTED: usize = 1 << 14;

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<usize, EvalError<'static>>;

    /// The charges of `filter` with two units for each round, one after the other. Every third round hits.
    fn one_by_one(cost: &mut Cost<'static>, rounds: impl Iterator<Item = bool>) -> Outcome {
        let mut hits = 0;
        for hit in rounds {
            cost.charge(1)?;
            cost.charge(1)?;
            for step in [1, 1, 10, 1].into_iter().filter(|_| hit) {
                cost.charge(step)?;
            }
            hits += usize::from(hit);
        }
        Ok(hits)
    }

    #[test]
    fn counted_rounds_cost_as_much_as_charges_one_by_one() {
        for length in [0, 1, 7, 500, MOST_COUNTED, MOST_COUNTED + 1, 40_000] {
            let rounds = (0..length).map(|round| round % 3 == 0);
            let whole = 1 + 2 * length as u64 + 13 * length.div_ceil(3) as u64;
            for per_call_limit in [0, 1, 2, 3, 4, 5, 14, 15, 16, 17, whole / 2, whole - 1, whole, whole + 1] {
                let options = Box::leak(Box::new(Options { per_call_limit, ..Options::default() }));
                let counted = |count: &dyn Fn(&mut Cost<'static>) -> Outcome| {
                    let mut cost = Cost::new(options, Box::leak(Box::new(Arena::new())));
                    cost.add(1);
                    let hits = count(&mut cost);
                    let hits = cost.finish(hits);
                    (cost.spent(), hits)
                };
                let expected = counted(&|cost| one_by_one(cost, rounds.clone()));
                let found = counted(&|cost| cost.count_where(rounds.clone(), 2));
                assert_eq!(found, expected, "{length} rounds, limit {per_call_limit}");
                assert_eq!(expected.1.is_ok(), whole <= per_call_limit);
            }
        }
    }
}
