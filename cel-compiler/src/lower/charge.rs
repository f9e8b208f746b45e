//! Charge of a call (docs/spec/cost.md A.4): chosen by the overload if the checker found exactly one.

mod authz;
mod cidr;
mod format;
mod lists;
mod size;

use super::{block::Block, state::Lowering};
use crate::{
    ast::{Call, Expr},
    ir::{Infix, Operand, Repr, Statement, Value},
    library::{Basis, Measure, TypePattern},
};
use cel_types::Operator;
use cel_types::TypeName;
use size::{Charge, Size, pairs, pairs_twice, product, search, sum, tenths_of};

impl Lowering<'_, '_> {
    /// Charges a call whose operands are evaluated, and returns the operands. Operands that the charge reads get a name.
    pub(super) fn charge_call(
        &mut self,
        expr: &Expr,
        call: &Call,
        operands: Vec<Operand>,
        block: &mut Block,
    ) -> Vec<Operand> {
        let overloads = self.checked.overloads(expr.id);
        let reads_text =
            || matches!(overloads, [overload] if matches!(overload.args, [_, TypePattern::String]));
        match self.checked.basis(expr.id, call) {
            Basis::Comparison if call.function.is(Operator::Equals) => self.charge_equality(operands, block),
            Basis::Comparison => self.charge_smaller(operands, block),
            Basis::Concatenation => self.charge_two(operands, Measure::Cel, sum, block),
            Basis::Containment => self.charge_two(operands, Measure::Cel, product, block),
            Basis::Search(measure) => self.charge_two(operands, measure, search, block),
            Basis::Tenths { of, tenths, measure } => {
                self.charge_tenths_of(operands, of, tenths, measure, block)
            }
            Basis::Membership => self.charge_size_of_list(operands, block),
            Basis::Traversal => self.charge_traversal(operands, block),
            Basis::ContainsIp => self.charge_contains(operands, "size::contains_ip", reads_text(), block),
            Basis::ContainsCidr => self.charge_contains(operands, "size::contains_cidr", reads_text(), block),
            Basis::Pairs(1) => self.charge_two(operands, Measure::Kubernetes, pairs, block),
            Basis::Pairs(_) => self.charge_two(operands, Measure::Kubernetes, pairs_twice, block),
            Basis::Flatten => self.charge_flatten(operands, block),
            Basis::Sorting { of } => self.charge_pairs(operands, of, block),
            Basis::Format => self.charge_validate(operands, block),
            Basis::Selector => self.charge_selector(operands, block),
            // `charge_result` charges these when the result is known.
            Basis::Join | Basis::Building => operands,
            Basis::Logic | Basis::Conditional => operands,
            Basis::Fixed(cost) => {
                block.charge_known(cost);
                operands
            }
            Basis::Unit | Basis::ListConcatenation => {
                block.units(1);
                operands
            }
        }
    }

    fn charge_equality(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match operands.first().map(|left| &left.repr) {
            Some(Repr::Opaque(_)) => self.charge_opaque_equality(operands, block),
            Some(Repr::Dynamic) => self.charge_dynamic_equality(operands, block),
            _ => self.charge_smaller(operands, block),
        }
    }

    fn charge_smaller(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let [left, right]: [Operand; 2] = match operands.try_into() {
            Ok(pair) => pair,
            Err(operands) => return operands,
        };
        if let (Size::Known(left_size), Size::Known(right_size)) = (self.size(&left), self.size(&right)) {
            block.charge_known(left_size.min(right_size).div_ceil(10));
            return vec![left, right];
        }
        let known_zero = |size: Size| matches!(size, Size::Known(0));
        if known_zero(self.size(&left)) || known_zero(self.size(&right)) {
            return vec![left, right];
        }
        let (left, right) = (self.bind(left, block), self.bind(right, block));
        match (self.size(&left), self.size(&right)) {
            (Size::Text(left_text), Size::Text(right_text)) => {
                let step = if let Some(size) = self.measured(&right) {
                    self.smaller_measured(left_text, size)
                } else if let Some(size) = self.measured(&left) {
                    self.smaller_measured(right_text, size)
                } else {
                    Value::call("size::smaller_string", [left_text, right_text])
                };
                block.charge(step);
            }
            (Size::Text(text), Size::Known(known)) | (Size::Known(known), Size::Text(text))
                if known <= 10 =>
            {
                block.push(Statement::AddIf(text.method("is_empty").not()));
            }
            (Size::Text(text), Size::Known(known)) | (Size::Known(known), Size::Text(text)) => {
                block.charge(Value::call("size::smaller_known", [text, Value::Number(known)]));
            }
            (left, right) => {
                block.charge(Value::call("size::smaller", [left.into_value(), right.into_value()]));
            }
        }
        vec![left, right]
    }

    /// `==` on a value of a Kubernetes library costs 1. It costs nothing if the left side is an error and the right side has the
    /// size 0.
    fn charge_opaque_equality(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match <[Operand; 2]>::try_from(operands) {
            Ok([left, right])
                if left.fallible && !right.repr.is_scalar() && right.repr != Repr::Opaque(TypeName::Ip) =>
            {
                let (left, right) = (self.bind(left, block), self.bind_sized(right, block));
                let is_ok = left.value.clone().method("is_ok");
                match self.size(&right) {
                    Size::Known(0) => block.push(Statement::AddIf(is_ok)),
                    Size::Known(_) => block.units(1),
                    size => {
                        let has_size = Value::infix(Infix::Greater, size.into_value(), Value::Number(0));
                        block.push(Statement::AddIf(Value::infix(Infix::Or, is_ok, has_size)));
                    }
                }
                vec![left, right]
            }
            operands => {
                block.units(1);
                operands.map_or_else(|operands| operands, Vec::from)
            }
        }
    }

    /// `==` if the left value may be a value of a Kubernetes library.
    fn charge_dynamic_equality(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match <[Operand; 2]>::try_from(operands) {
            Ok([left, right]) => {
                let (left, right) = (self.bind(left, block), self.bind_sized(right, block));
                let (value, size) = (left.clone().into_result(), self.size(&right).into_value());
                block.charge(Value::call("dynamic::equality", [value, size]));
                vec![left, right]
            }
            Err(operands) => operands,
        }
    }

    fn charge_two(
        &mut self,
        operands: Vec<Operand>,
        measure: Measure,
        charge: fn(Size, Size) -> Charge,
        block: &mut Block,
    ) -> Vec<Operand> {
        let operands: Vec<Operand> =
            operands.into_iter().map(|operand| self.bind_sized(operand, block)).collect();
        if let [left, right, ..] = operands.as_slice() {
            charge(self.size_by(measure, left), self.size_by(measure, right)).add_to(block);
        }
        operands
    }

    /// Charges a number of tenths of an operand's size.
    fn charge_tenths_of(
        &mut self,
        mut operands: Vec<Operand>,
        of: usize,
        tenths: u64,
        measure: Measure,
        block: &mut Block,
    ) -> Vec<Operand> {
        if of < operands.len() {
            let operand = operands.remove(of);
            let operand = self.bind_sized(operand, block);
            tenths_of(self.size_by(measure, &operand), tenths).add_to(block);
            operands.insert(of, operand);
        }
        operands
    }

    /// Charges a search through the whole receiver.
    fn charge_size_of_list(&mut self, mut operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        if let Some(list) = operands.pop() {
            let list = self.bind_sized(list, block);
            match self.size(&list) {
                Size::Known(size) => block.charge_known(size),
                size => block.charge(size.into_value()),
            }
            operands.push(list);
        }
        operands
    }

    fn bind_sized(&mut self, operand: Operand, block: &mut Block) -> Operand {
        match self.size(&operand) {
            Size::Known(_) => operand,
            Size::Text(_) | Size::At(_) => self.bind(operand, block),
        }
    }
}
