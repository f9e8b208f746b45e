//! `validate` (docs/spec/cost.md A.5).

use super::{Block, Emitter, Form, Measure, Operand};
use cel_types::TypeName;
use quote::quote;

impl Emitter<'_, '_> {
    /// Charges as for the format's regular expression on the text; where there is none 1.
    pub(super) fn charge_validate(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let [format, text] = match <[Operand; 2]>::try_from(operands) {
            Ok(pair) => pair,
            Err(operands) => return operands,
        };
        let text = self.bind_sized(text, block);
        if !matches!(format.form, Form::Opaque(TypeName::NamedFormat) | Form::Dynamic) {
            block.units(1);
            return vec![format, text];
        }
        let format =
            if format.fallible || format.form == Form::Dynamic { self.bind(format, block) } else { format };
        let (tokens, size) = (&format.tokens, self.size_by(Measure::Kubernetes, &text).tokens());
        block.charge(&if format.form == Form::Dynamic {
            let format = format.clone().into_result();
            quote!(dynamic::validation(#format, #size))
        } else if format.fallible {
            self.cost_of(tokens, &quote!(format), &quote!(format.cost(#size)))
        } else {
            quote!(#tokens.cost(#size))
        });
        vec![format, text]
    }
}
