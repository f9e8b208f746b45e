//! `containsIP` and `containsCIDR` (docs/spec/cost.md A.5).

use super::{Block, Emitter, Measure, Operand};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_, '_> {
    /// Charges by the size of the prefix, and of the operand if that is text which is read first.
    pub(super) fn charge_contains(
        &mut self,
        operands: Vec<Operand>,
        charge: &TokenStream,
        reads_text: bool,
        block: &mut Block,
    ) -> Vec<Operand> {
        let operands: Vec<Operand> =
            operands.into_iter().map(|operand| self.bind_sized(operand, block)).collect();
        if let [cidr, other] = operands.as_slice() {
            let cidr = self.size_by(Measure::Kubernetes, cidr).tokens();
            let text = if reads_text { self.size_by(Measure::Kubernetes, other).tokens() } else { quote!(0) };
            block.charge(&quote!(#charge(#cidr, #text)));
        }
        operands
    }
}
