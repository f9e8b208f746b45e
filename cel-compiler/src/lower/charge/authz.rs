//! The authorizer's functions. They fail in every rule (k8s: `cel/library/cost.go`).

use super::super::{block::Block, state::Lowering};
use crate::ir::{Operand, Value};
use crate::library::Measure;

impl Lowering<'_, '_> {
    /// Charges by the size of a selector.
    pub(super) fn charge_selector(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let operands: Vec<Operand> =
            operands.into_iter().map(|operand| self.bind_sized(operand, block)).collect();
        if let [_, selector] = operands.as_slice() {
            let size = self.size_by(Measure::Kubernetes, selector).into_value();
            block.charge(Value::call("size::selector", [size]));
        }
        operands
    }
}
