//! Parts that searches share: equal patterns are compiled once, and there is a limit for the work of a walk through an object.

use crate::work::{self, Walk};
use cel_types::regex::{Program, RegexError, Search, TooMuchWork};
use std::{cell::Cell, collections::HashMap, rc::Rc};

/// How many steps all searches of a walk through an object may take together: about the instructions of the pattern that are
/// looked at, added up over the characters of the text. That is two seconds. Within the budget of a walk only patterns with large
/// counted repetitions come so far.
pub const STEPS: u64 = 500_000_000;

pub(super) const TOO_MUCH_WORK: &str = "searches for patterns take more than 500000000 steps in this object, \
    each a character at an instruction of a pattern";

thread_local! {
    static SEARCHES: Cell<Option<Box<Searches>>> = const { Cell::new(None) };
}

/// Memory of the searches of a thread.
#[derive(Debug, Default)]
pub(super) struct Searches {
    /// The walk in which the last search was.
    walk: u32,
    pub(super) search: Search,
    programs: HashMap<Box<str>, Result<Rc<Program>, RegexError>>,
    /// About the memory of the programs.
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
    // Only a thread that ends keeps nothing.
    let _ = SEARCHES.try_with(|kept| kept.set(Some(searches)));
    value
}

impl Searches {
    /// The program of a pattern. Compiling it is work, too.
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

/// How many bytes of programs, and of what searches used, a thread keeps.
const KEPT: usize = 1 << 20;

/// About the memory of a short pattern.
const BYTES_OF_ANY: usize = 512;

/// Steps that take as long as parsing a byte of a pattern.
const STEPS_TO_PARSE: usize = 32;
