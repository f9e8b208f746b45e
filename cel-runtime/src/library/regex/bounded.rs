//! State that searches share: equal patterns are compiled once, and the work of a walk through an object is limited.

use crate::work::{self, Walk};
use cel_types::regex::{Program, RegexError, Search, TooMuchWork};
use std::{cell::Cell, collections::HashMap, rc::Rc};

/// The number of steps that all searches of a walk through an object may take together. For each character of the text, a step is about
/// one instruction of the pattern that is tried. The limit takes two seconds. Within the budget of a walk only patterns with large counted
/// repetitions reach it.
pub const STEPS: u64 = 500_000_000;

pub(super) const TOO_MUCH_WORK: &str = "searches for patterns take more than 500000000 steps in this object, \
    each a character at an instruction of a pattern";

thread_local! {
    static SEARCHES: Cell<Option<Box<Searches>>> = const { Cell::new(None) };
}

/// The search state of a thread.
#[derive(Debug, Default)]
pub(super) struct Searches {
    /// The walk of the last search.
    walk: u32,
    pub(super) search: Search,
    programs: HashMap<Box<str>, Result<Rc<Program>, RegexError>>,
    /// About the memory of the programs in bytes.
    bytes: usize,
}

/// Runs a search.
pub(super) fn searches<T>(run: impl FnOnce(&mut Searches) -> T) -> T {
    let _walk = Walk::begin();
    let mut searches = SEARCHES.try_with(Cell::take).ok().flatten().unwrap_or_default();
    let walk = work::number();
    if searches.walk != walk {
        searches.walk = walk;
        searches.search.renew(STEPS);
    }
    let value = run(&mut searches);
    searches.search.shrink(KEPT);
    // Setting fails only in a thread that ends.
    let _ = SEARCHES.try_with(|kept| kept.set(Some(searches)));
    value
}

impl Searches {
    /// The program of a pattern. Compiling it is work, too.
    #[inline]
    pub(super) fn compiled(&mut self, pattern: &str) -> Result<Result<Rc<Program>, RegexError>, TooMuchWork> {
        if let Some(known) = self.programs.get(pattern) {
            return Ok(known.clone());
        }
        self.search.spend(pattern.len().saturating_mul(STEPS_TO_PARSE))?;
        let program = Program::new(pattern).map(Rc::new);
        let bytes = program.as_ref().map_or(pattern.len(), |program| program.memory());
        self.search.spend(bytes)?;
        let bytes = bytes.saturating_add(pattern.len()).saturating_add(BYTES_OF_ANY);
        if self.bytes.saturating_add(bytes) > KEPT {
            self.programs.clear();
            self.bytes = 0;
        }
        if bytes <= KEPT {
            self.bytes = self.bytes.saturating_add(bytes);
            self.programs.insert(pattern.into(), program.clone());
        }
        Ok(program)
    }
}

/// The number of bytes that a thread keeps for programs and searches.
const KEPT: usize = 1 << 20;

/// About the memory of a short pattern.
const BYTES_OF_ANY: usize = 512;

/// The steps that take as long as parsing one byte of a pattern.
const STEPS_TO_PARSE: usize = 32;
