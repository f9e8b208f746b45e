//! How large the code of a rule may be. Code that grows faster than the rule would cost rustc minutes, or all memory.

use super::state::Lowering;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::Function;

impl Lowering<'_, '_> {
    /// Counts a node. True if there are so many that the code is not worth finishing.
    pub(super) fn is_too_large(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > MOST_NODES
    }
}

impl Function {
    /// Whether rustc would take too long.
    pub(super) fn is_too_large(&self) -> bool {
        !self.fits(MOST_TOKENS)
    }
}

pub(super) fn too_large() -> Diagnostics {
    let message = format!("the rule is too large: its code would have more than {MOST_TOKENS} tokens");
    let mut errors = Diagnostics::default();
    errors.push(Diagnostic::new(0, message).with_help("write parts of it as rules of their own"));
    errors
}

/// Rules with fewer nodes are not measured, and have closures where larger ones have a `match`.
pub(super) const ORDINARY: usize = 1_000;
/// More than a rule of the largest size has, unless copies are made of its parts.
const MOST_NODES: usize = 200_000;
/// How many nodes a tree of calls over values may have.
pub(super) const MOST_EXACT: usize = 30_000;
/// The size that rustc takes about a minute for.
const MOST_TOKENS: usize = 2_000_000;
