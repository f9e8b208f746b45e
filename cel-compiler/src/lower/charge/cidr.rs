//! `containsIP` and `containsCIDR` (docs/spec/cost.md A.5).

use super::super::{block::Block, state::Lowering};
use crate::ir::{Operand, Value};
use crate::library::Measure;

impl Lowering<'_, '_> {
    /// Charges by the size of the prefix, and by the size of the operand if it is a text to parse first.
    pub(super) fn charge_contains(
        &mut self,
        operands: Vec<Operand>,
        charge: &'static str,
        reads_text: bool,
        block: &mut Block,
    ) -> Vec<Operand> {
        let operands: Vec<Operand> =
            operands.into_iter().map(|operand| self.bind_sized(operand, block)).collect();
        if let [cidr, other] = operands.as_slice() {
            let size = |operand| self.size_by(Measure::Kubernetes, operand).into_value();
            let text = if reads_text { size(other) } else { Value::Number(0) };
            block.charge(Value::call(charge, [size(cidr), text]));
        }
        operands
    }
}
