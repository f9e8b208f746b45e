//! Limits for the code of a rule. Code that grows faster than the rule would cost rustc minutes, or all memory.

use super::state::Lowering;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::Function;

impl Lowering<'_, '_> {
    /// Counts a node. True if there are too many to finish the code.
    pub(super) fn is_too_large(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > MOST_NODES
    }
}

impl Function {
    /// True if rustc would take too long.
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

/// Rules with fewer nodes are not measured. They use closures where larger rules use a `match`.
pub(super) const ORDINARY: usize = 1_000;
/// More nodes than the longest possible rule has, unless its parts are copied.
const MOST_NODES: usize = 200_000;
/// The most nodes of a tree of calls over values.
pub(super) const MOST_EXACT: usize = 30_000;
/// rustc takes about a minute for code of this size.
const MOST_TOKENS: usize = 2_000_000;
