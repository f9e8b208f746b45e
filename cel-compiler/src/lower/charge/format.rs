//! `validate` (docs/spec/cost.md A.5).

use super::super::{block::Block, state::Lowering};
use crate::ir::{Operand, Repr, Value};
use crate::library::Measure;
use cel_types::TypeName;

impl Lowering<'_, '_> {
    /// Charges like a match of the format's regular expression on the text; 1 if the operand is not a format.
    pub(super) fn charge_validate(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let [format, text] = match <[Operand; 2]>::try_from(operands) {
            Ok(pair) => pair,
            Err(operands) => return operands,
        };
        let text = self.bind_sized(text, block);
        if !matches!(format.repr, Repr::Opaque(TypeName::NamedFormat) | Repr::Dynamic) {
            block.units(1);
            return vec![format, text];
        }
        let format =
            if format.fallible || format.repr == Repr::Dynamic { self.bind(format, block) } else { format };
        let size = self.size_by(Measure::Kubernetes, &text).into_value();
        block.charge(if format.repr == Repr::Dynamic {
            Value::call("dynamic::validation", [format.clone().into_result(), size])
        } else if format.fallible {
            let cost = Value::local("format").method_with("cost", [size]);
            self.cost_of(&format.value, "format", cost)
        } else {
            format.value.clone().method_with("cost", [size])
        });
        vec![format, text]
    }
}
