//! Searches with a program. The time grows with the length of the text times the size of the program (Go: `regexp/exec.go`).
//!
//! All paths through the program advance together, one character at a time, in the order of preference. If two paths reach the same
//! instruction, the later one is dropped. So there are never more paths than instructions.

use super::program::{Instruction, Look, Pc, Program};
use std::mem;

/// The limit for the work of searches, and their memory, which is reused. It takes at most 40 bytes for each instruction of the largest
/// program.
#[derive(Debug, Default)]
pub struct Search {
    steps_left: u64,
    pub(super) seen: Seen,
    /// The paths at this place and at the next one, preferred paths first.
    here: Vec<Way>,
    next: Vec<Way>,
    stack: Vec<Pc>,
    /// The place where the last search stopped reading.
    pub(super) read_to: usize,
}

/// The search has no steps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuchWork;

/// A path through the program: its instruction, and the place in the text where its match begins.
#[derive(Clone, Copy, Debug)]
struct Way {
    pc: Pc,
    start: usize,
}

impl Search {
    /// `steps` is the number of visits to instructions.
    #[inline]
    pub fn new(steps: u64) -> Self {
        Search { steps_left: steps, ..Search::default() }
    }

    /// Sets the number of steps that are left.
    #[inline]
    pub fn renew(&mut self, steps: u64) {
        self.steps_left = steps;
    }

    /// The number of steps that are left.
    #[inline]
    pub fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Frees the memory if it is more than so many bytes.
    #[inline]
    pub fn shrink(&mut self, bytes: usize) {
        if self.seen.rounds.len().saturating_mul(BYTES) > bytes {
            *self = Search::new(self.steps_left);
        }
    }

    /// Takes steps.
    ///
    /// # Errors
    /// [`TooMuchWork`] if there are too few left.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> Result<(), TooMuchWork> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(TooMuchWork)?;
        Ok(())
    }
}

/// The instructions that were visited at a place.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The round of the last visit to each instruction.
    rounds: Vec<u32>,
    round: u32,
}

impl Seen {
    #[inline]
    pub(super) fn resize(&mut self, size: usize) {
        if self.rounds.len() < size {
            self.rounds.resize(size, 0);
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.rounds.fill(0);
            1
        });
    }

    /// Adds an instruction. False if it was visited before.
    #[inline]
    pub(super) fn insert(&mut self, pc: Pc) -> bool {
        match self.rounds.get_mut(pc as usize) {
            Some(round) if *round != self.round => {
                *round = self.round;
                true
            }
            _ => false,
        }
    }
}

/// The characters before and after a place.
#[derive(Clone, Copy)]
pub(super) struct Place {
    before: Option<char>,
    after: Option<char>,
}

impl Place {
    #[inline]
    pub(super) fn new(text: &str, at: usize, after: Option<char>) -> Self {
        Place { before: text.get(..at).and_then(|text| text.chars().next_back()), after }
    }

    /// The place after the next character.
    #[inline]
    fn next(self, after: Option<char>) -> Self {
        Place { before: self.after, after }
    }

    #[inline]
    pub(super) fn is(self, look: Look) -> bool {
        let is_word =
            |character: Option<char>| character.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        match look {
            Look::BeginText => self.before.is_none(),
            Look::EndText => self.after.is_none(),
            Look::BeginLine => self.before.is_none_or(|c| c == '\n'),
            Look::EndLine => self.after.is_none_or(|c| c == '\n'),
            Look::WordBoundary => is_word(self.before) != is_word(self.after),
            Look::NoWordBoundary => is_word(self.before) == is_word(self.after),
        }
    }
}

impl Program {
    /// True if the pattern matches anywhere in the text.
    ///
    /// # Errors
    /// [`TooMuchWork`] if the search has no steps left.
    #[inline]
    pub fn is_match(&self, text: &str, search: &mut Search) -> Result<bool, TooMuchWork> {
        self.run(text, 0, true, search).map(|found| found.is_some())
    }

    /// The first match in the text from `from` on. `from` is the start of a character.
    ///
    /// # Errors
    /// [`TooMuchWork`] if the search has no steps left.
    #[inline]
    pub fn find(
        &self,
        text: &str,
        from: usize,
        search: &mut Search,
    ) -> Result<Option<(usize, usize)>, TooMuchWork> {
        self.run(text, from, false, search)
    }

    /// Searches. With `any`, the first match that is seen is enough.
    #[inline]
    fn run(
        &self,
        text: &str,
        from: usize,
        any: bool,
        search: &mut Search,
    ) -> Result<Option<(usize, usize)>, TooMuchWork> {
        search.begin(self.size());
        let mut found = None;
        let mut at = from;
        let mut rest = text.get(from..).unwrap_or_default().chars();
        let mut place = Place::new(text, at, rest.next());
        loop {
            if found.is_none() && (at == 0 || !self.is_anchored) {
                search.follow(self, Way { pc: self.start, start: at }, place)?;
            }
            mem::swap(&mut search.here, &mut search.next);
            if search.here.is_empty() && (found.is_some() || self.is_anchored) {
                break;
            }
            let next = place.next(rest.next());
            if let Some(start) = search.step(self, place.after, next)? {
                found = Some((start, at));
                if any {
                    break;
                }
            }
            let Some(character) = place.after else { break };
            at = at.saturating_add(character.len_utf8());
            place = next;
        }
        search.read_to = at;
        Ok(found)
    }
}

impl Search {
    #[inline]
    pub(super) fn begin(&mut self, size: usize) {
        self.seen.resize(size);
        self.seen.clear();
        self.next.clear();
    }

    /// Takes a character: all paths advance to the next place. Returns the start of a match that ends here. Paths before it are preferred
    /// and must end here, too; paths after it are dropped.
    #[inline]
    fn step(
        &mut self,
        program: &Program,
        character: Option<char>,
        place: Place,
    ) -> Result<Option<usize>, TooMuchWork> {
        self.seen.clear();
        self.next.clear();
        let here = mem::take(&mut self.here);
        self.spend(here.len())?;
        let mut found = None;
        for way in &here {
            let instruction = program.at(way.pc);
            if instruction == Instruction::Match {
                found = Some(way.start);
                break;
            }
            if let Some(pc) = character.and_then(|character| program.after(instruction, character)) {
                self.follow(program, Way { pc, ..*way }, place)?;
            }
        }
        self.here = here;
        Ok(found)
    }

    /// Adds a path to the next place: one for each instruction that it reaches without taking a character.
    #[inline]
    fn follow(&mut self, program: &Program, way: Way, place: Place) -> Result<(), TooMuchWork> {
        let mut pc = way.pc;
        let mut steps: usize = 0;
        loop {
            steps = steps.saturating_add(1);
            let on =
                if self.seen.insert(pc) { self.advance(program, Way { pc, ..way }, place) } else { None };
            match on.or_else(|| self.stack.pop()) {
                Some(next) => pc = next,
                None => return self.spend(steps),
            }
        }
    }

    /// The instruction that a path prefers to go to without taking a character. `None` if the path waits for a character or ends.
    #[inline]
    fn advance(&mut self, program: &Program, way: Way, place: Place) -> Option<Pc> {
        match program.at(way.pc) {
            Instruction::Split(first, second) => {
                self.stack.push(second);
                Some(first)
            }
            Instruction::Look(look, next) => place.is(look).then_some(next),
            Instruction::Fail => None,
            _ => {
                self.next.push(way);
                None
            }
        }
    }
}

/// The memory of an instruction in a search.
const BYTES: usize = 40;

#[cfg(test)]
mod tests;
