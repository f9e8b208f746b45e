//! `validate` (cost.md A.5).

use super::{Block, Emitter, Operand};
use quote::quote;

impl Emitter<'_, '_> {
    /// Charges as for the format's regular expression on the text; without a format 1.
    pub(super) fn charge_validate(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let [format, text] = match <[Operand; 2]>::try_from(operands) {
            Ok(pair) => pair,
            Err(operands) => return operands,
        };
        let text = self.bind_sized(text, block);
        let format = if format.fallible { self.bind(format, block) } else { format };
        let (tokens, size) = (&format.tokens, self.size(&text).tokens());
        block.charge(&if format.fallible {
            quote!(#tokens.map_or(1, |format| format.cost(#size)))
        } else {
            quote!(#tokens.cost(#size))
        });
        vec![format, text]
    }
}
