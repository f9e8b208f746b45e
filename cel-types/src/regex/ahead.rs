//! The instructions that can reach a match, at each place of a text.
//!
//! A forward search does not know whether `a.*b` will find its `b`. In a text of `a`s it reads to the end, again from each place. Here the
//! text is read backwards once. Then a match is found along the preferred path that is known to reach the end (Frisch and Cardelli: Greedy
//! Regular Expression Matching, 2004). No path is followed in vain.
//!
//! A set for each place would take too much memory. Only the set at the end of each block is kept. The sets inside a block are computed
//! again when a search reaches it.

use super::{
    program::{Instruction, Pc, Program},
    search::{Place, Search, TooMuchWork},
};

/// A set of instructions, one bit for each.
type Set = Box<[u64]>;

pub(super) struct Ahead<'p> {
    program: &'p Program,
    text: &'p str,
    before: Predecessors,
    /// The ends of the blocks, the last one first, with their sets. The first block begins at the last of them.
    ends: Vec<(usize, Set)>,
    /// The first place of the current block, and the sets of its places. There is one for each byte; inside of characters it is empty.
    first: usize,
    block: Vec<Set>,
    stack: Vec<Pc>,
}

impl<'p> Ahead<'p> {
    /// Prepares searches from `from` on.
    #[inline]
    pub(super) fn new(
        program: &'p Program,
        text: &'p str,
        from: usize,
        search: &mut Search,
    ) -> Result<Self, TooMuchWork> {
        let (before, stack) = (Predecessors::new(program), Vec::new());
        let mut ahead = Ahead { program, text, before, ends: Vec::new(), first: 0, block: Vec::new(), stack };
        search.begin(program.size());
        let rest = text.get(from..).unwrap_or_default();
        let length = rest.len().isqrt();
        let mut set = ahead.close(Place::new(text, text.len(), None), search)?;
        let mut end = text.len();
        ahead.ends.push((end, set.clone()));
        for (offset, character) in rest.char_indices().rev() {
            let at = from.saturating_add(offset);
            set = ahead.earlier(&set, at, character, search)?;
            if offset == 0 || end.saturating_sub(at) >= length {
                end = at;
                ahead.ends.push((end, set.clone()));
            }
        }
        Ok(ahead)
    }

    /// The first match from `from` on. Searches go from the start of the text to its end.
    #[inline]
    pub(super) fn find(
        &mut self,
        from: usize,
        search: &mut Search,
    ) -> Result<Option<(usize, usize)>, TooMuchWork> {
        let text = self.text;
        let rest = text.get(from..).unwrap_or_default().char_indices().map(|(offset, _)| offset);
        for start in rest.map(|offset| from.saturating_add(offset)).chain([text.len()]) {
            search.spend(1)?;
            self.load(start, search)?;
            if self.reaches(start, self.program.start) {
                return self.end_of_match(start, search).map(|end| Some((start, end)));
            }
        }
        Ok(None)
    }

    /// Follows the preferred path that reaches the end of a match.
    #[inline]
    fn end_of_match(&mut self, start: usize, search: &mut Search) -> Result<usize, TooMuchWork> {
        let (mut at, mut pc) = (start, self.program.start);
        loop {
            let after = self.text.get(at..).and_then(|rest| rest.chars().next());
            let taking = self.preferred(pc, at, after, search)?;
            let next = taking.zip(after).and_then(|(taking, character)| {
                at = at.saturating_add(character.len_utf8());
                self.program.after(taking, character)
            });
            match next {
                Some(next) => pc = next,
                None => return Ok(at),
            }
        }
    }

    /// The first instruction that takes a character and leads to a match. `None` if the match ends before it.
    #[inline]
    fn preferred(
        &mut self,
        pc: Pc,
        at: usize,
        after: Option<char>,
        search: &mut Search,
    ) -> Result<Option<Instruction>, TooMuchWork> {
        self.load(at, search)?;
        let place = Place::new(self.text, at, after);
        search.seen.clear();
        self.stack.clear();
        self.stack.push(pc);
        while let Some(pc) = self.stack.pop() {
            search.spend(1)?;
            if !search.seen.insert(pc) || !self.reaches(at, pc) {
                continue;
            }
            match self.program.at(pc) {
                Instruction::Split(first, second) => self.stack.extend([second, first]),
                Instruction::Look(look, next) if place.is(look) => self.stack.push(next),
                Instruction::Look(..) | Instruction::Fail => {}
                Instruction::Match => return Ok(None),
                taking => return Ok(Some(taking)),
            }
        }
        Ok(None)
    }

    /// True if a match can be reached from an instruction at a place of the current block.
    #[inline]
    fn reaches(&self, at: usize, pc: Pc) -> bool {
        let set = at.checked_sub(self.first).and_then(|row| self.block.get(row));
        set.and_then(|set| set.get(pc as usize / 64)).is_some_and(|word| word >> (pc % 64) & 1 == 1)
    }

    /// Loads the block around a place.
    #[inline]
    fn load(&mut self, at: usize, search: &mut Search) -> Result<(), TooMuchWork> {
        if (self.first..self.first.saturating_add(self.block.len())).contains(&at) {
            return Ok(());
        }
        let after = self.ends.partition_point(|(end, _)| *end > at);
        let Some((first, set)) = self.ends.get(after) else { return Ok(()) };
        (self.first, self.block) = (*first, vec![set.clone()]);
        let Some((end, set)) = after.checked_sub(1).and_then(|index| self.ends.get(index)) else {
            return Ok(());
        };
        let mut set = set.clone();
        let characters = self.text.get(self.first..*end).unwrap_or_default();
        self.block.resize(characters.len(), Set::default());
        for (offset, character) in characters.char_indices().rev() {
            set = self.earlier(&set, self.first.saturating_add(offset), character, search)?;
            if let Some(place) = self.block.get_mut(offset) {
                *place = set.clone();
            }
        }
        Ok(())
    }

    /// The set before a character, computed from the set after it.
    #[inline]
    fn earlier(
        &mut self,
        later: &Set,
        at: usize,
        character: char,
        search: &mut Search,
    ) -> Result<Set, TooMuchWork> {
        search.seen.clear();
        self.stack.clear();
        for pc in elements(later) {
            for &before in self.before.of(pc) {
                if self.program.after(self.program.at(before), character).is_some() {
                    self.stack.push(before);
                }
            }
        }
        self.close(Place::new(self.text, at, Some(character)), search)
    }

    /// Adds the instructions that reach the end of the pattern, or an instruction on the stack, without taking a character.
    #[inline]
    fn close(&mut self, place: Place, search: &mut Search) -> Result<Set, TooMuchWork> {
        let mut set = vec![0_u64; self.program.size().div_ceil(64)].into_boxed_slice();
        let mut steps = set.len();
        self.stack.push(Program::MATCH);
        while let Some(pc) = self.stack.pop() {
            steps = steps.saturating_add(1);
            if !search.seen.insert(pc) {
                continue;
            }
            if let Some(word) = set.get_mut(pc as usize / 64) {
                *word |= 1 << (pc % 64);
            }
            let passes = |before: &&Pc| match self.program.at(**before) {
                Instruction::Split(..) => true,
                Instruction::Look(look, _) => place.is(look),
                _ => false,
            };
            self.stack.extend(self.before.of(pc).iter().filter(passes));
        }
        search.spend(steps)?;
        Ok(set)
    }
}

#[inline]
fn elements(set: &Set) -> impl Iterator<Item = Pc> {
    (0..).step_by(64).zip(set).flat_map(|(first, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(first | bit)
        })
    })
}

/// The instructions before each instruction.
struct Predecessors {
    /// The predecessors of all instructions, in the order of the instructions.
    all: Vec<Pc>,
    /// The end of each instruction's predecessors in `all`.
    ends: Vec<u32>,
}

impl Predecessors {
    #[inline]
    fn new(program: &Program) -> Self {
        let mut pairs = Vec::new();
        for (pc, instruction) in (0..).zip(&program.instructions) {
            pairs.extend(instruction.next().into_iter().flatten().map(|next| (next, pc)));
        }
        pairs.sort_unstable();
        let ends = (0..program.instructions.len())
            .map(|pc| pairs.partition_point(|(next, _)| *next as usize <= pc) as u32)
            .collect();
        Predecessors { all: pairs.into_iter().map(|(_, pc)| pc).collect(), ends }
    }

    #[inline]
    fn of(&self, pc: Pc) -> &[Pc] {
        let end_of =
            |pc: Option<Pc>| pc.and_then(|pc| self.ends.get(pc as usize)).map_or(0, |end| *end as usize);
        self.all.get(end_of(pc.checked_sub(1))..end_of(Some(pc))).unwrap_or_default()
    }
}
