//! The stack of the server's cost tracker (cel-go: `interpreter/runtimecost.go`; docs/spec/cost.md A.8).
//!
//! The tracker charges a call for the operands that it finds on a stack. Usually these are the call's own operands. Only in a loop they
//! may be values of an earlier round: a call that stopped at a failed operand removes none of them.

use crate::{ops::Outcome, value::Value};

type Step<'a> = Outcome<'a, Value<'a>>;

/// The values of the steps of an evaluation, by the ids of their nodes.
#[derive(Default)]
pub(super) struct Stack<'a> {
    steps: Vec<(u32, Step<'a>)>,
}

impl<'a> Stack<'a> {
    /// A stack without steps.
    #[inline]
    pub(super) fn new() -> Self {
        Stack::default()
    }

    /// Adds a step.
    #[inline]
    pub(super) fn push(&mut self, id: u32, value: Step<'a>) {
        self.steps.push((id, value));
    }

    /// Removes the last step of each node, with all later steps.
    #[inline]
    pub(super) fn drop(&mut self, ids: &[u32]) {
        for id in ids {
            self.last(*id);
        }
    }

    /// Takes the operands of a call, the last one first, with all later steps. `None` if an operand is missing.
    #[inline]
    pub(super) fn take(&mut self, ids: &[u32]) -> Option<Vec<Step<'a>>> {
        let mut operands = Vec::with_capacity(ids.len());
        for id in ids.iter().rev() {
            operands.push(self.last(*id)?);
        }
        operands.reverse();
        Some(operands)
    }

    #[inline]
    fn last(&mut self, id: u32) -> Option<Step<'a>> {
        let place = self.steps.iter().rposition(|(step, _)| *step == id)?;
        let value = self.steps.get(place).map(|(_, value)| *value);
        self.steps.truncate(place);
        value
    }
}
