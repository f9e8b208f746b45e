//! The stack of the server's tracker of costs (cel-go: `interpreter/runtimecost.go`; docs/spec/cost.md A.8).
//!
//! The tracker charges a call for the operands that it finds on a stack. As a rule these are the call's own. Only in a loop
//! it may be a value of an earlier round: a call that stopped at an operand that failed takes none of them away.

use crate::{ops::Outcome, value::Value};

type Step<'a> = Outcome<'a, Value<'a>>;

/// The values of the steps of an evaluation, by the ids of their nodes.
#[derive(Default)]
pub(super) struct Stack<'a> {
    steps: Vec<(u32, Step<'a>)>,
}

impl<'a> Stack<'a> {
    /// A stack without steps.
    pub(super) fn new() -> Self {
        Stack::default()
    }

    /// A step was taken.
    pub(super) fn push(&mut self, id: u32, value: Step<'a>) {
        self.steps.push((id, value));
    }

    /// Takes the last step of each node away, with all that came after it.
    pub(super) fn drop(&mut self, ids: &[u32]) {
        for id in ids {
            self.last(*id);
        }
    }

    /// The operands of a call, the last one first, with all that came after them, if they are all there.
    pub(super) fn take(&mut self, ids: &[u32]) -> Option<Vec<Step<'a>>> {
        let mut operands = Vec::with_capacity(ids.len());
        for id in ids.iter().rev() {
            operands.push(self.last(*id)?);
        }
        operands.reverse();
        Some(operands)
    }

    fn last(&mut self, id: u32) -> Option<Step<'a>> {
        let place = self.steps.iter().rposition(|(step, _)| *step == id)?;
        let value = self.steps.get(place).map(|(_, value)| *value);
        self.steps.truncate(place);
        value
    }
}
