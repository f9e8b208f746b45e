//! Charges of functions of lists and sets (docs/spec/cost.md A.5).

use super::super::{as_value::into_value, block::Block, state::Lowering};
use super::size::{Charge, tenths_of};
use crate::ast::Callee::{self, Named, Op};
use crate::ir::{Let, Operand, Pattern, Repr, Value};
use crate::library::Measure;
use crate::{ast::Expr, env::Env, plan::Constant};
use cel_types::Operator::In;
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// A failed operand makes the server panic if one overload is left: then it charges by the function's own rules.
    pub(in super::super) fn require_operands(
        &mut self,
        expr: &Expr,
        function: Callee<'_>,
        mut operands: Vec<Operand>,
        block: &mut Block,
    ) -> Vec<Operand> {
        if function == Op(In) {
            return self.require_hashable_in(operands, block);
        }
        if function == Named("format") {
            return self.require_printable(operands, block);
        }
        let [_] = self.checked.overloads(expr.id) else { return operands };
        let (which, is_list) = match (function.name(), operands.len()) {
            ("sort" | "distinct", 1) => (0, true),
            ("@sortByAssociatedKeys", 2) => (1, true),
            ("flatten", 2) => (1, false),
            _ => return operands,
        };
        let operand = operands[which].clone();
        let is_known = if is_list { operand.repr.is_list() } else { operand.repr == Repr::Int };
        if is_known && !operand.fallible {
            return operands;
        }
        let name = self.fresh("required");
        let (panic, required, repr) = if is_list {
            ("EvalError::NO_LIST", "dynamic::required_list", Repr::Dynamic)
        } else {
            ("EvalError::NO_INT", "dynamic::required_int", Repr::Int)
        };
        let (found, repr) = if is_known {
            let found = Value::Counter.method_with("require", [operand.value, Value::Path(panic.into())]);
            (found, operand.repr)
        } else {
            let given = self.dynamic(operand).into_result();
            block.push_settled(Let::statement(&name, Value::build(required, [given])));
            (Value::Counter.method_with("finish", [(&name).into()]), repr)
        };
        block.push_settled(Let::statement(&name, Value::Try(Rc::new(found))));
        operands[which] = Operand::name(&name, repr);
        operands
    }

    /// Charges by the length of the texts and the number of the values in the first operand.
    pub(super) fn charge_traversal(&mut self, mut operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let list = operands.remove(0);
        let list = if let Some(constant) = list.constant() {
            block.charge_known(traversal_of_constant(constant));
            list
        } else {
            let list = self.bind(list, block);
            let value = if list.fallible { Value::local("value") } else { list.value.clone() };
            match traversal_of(self.env, &list.repr, value) {
                Charge::At(step) if list.fallible => block.charge(self.cost_of(&list.value, "value", step)),
                step => step.add_to(block),
            }
            list
        };
        operands.insert(0, list);
        operands
    }

    /// Charges each pair of elements, with a tenth more if they are texts.
    pub(super) fn charge_pairs(
        &mut self,
        mut operands: Vec<Operand>,
        of: usize,
        block: &mut Block,
    ) -> Vec<Operand> {
        let list = self.bind(operands.remove(of), block);
        let size = || self.size(&list).into_value();
        let step = match &list.repr {
            Repr::List { element, .. } if matches!(**element, Repr::String | Repr::Bytes) => {
                Value::call("size::each_pair_of_texts", [size()])
            }
            // Only run time knows the type of the first element.
            repr if !repr.is_static() => {
                Value::call("dynamic::each_pair_in", [self.dynamic(list.clone()).into_result()])
            }
            _ => Value::call("size::each_pair", [size()]),
        };
        block.charge(step);
        operands.insert(of, list);
        operands
    }

    /// Charges the elements of a list once for each flattened level.
    pub(super) fn charge_flatten(&mut self, mut operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let list = self.bind_sized(operands.remove(0), block);
        let size = self.size_by(Measure::Kubernetes, &list).into_value();
        let step = match operands.pop() {
            None => Value::call("size::new_list", [size]),
            Some(depth) => {
                let depth = self.bind(depth, block);
                let levels = depth.value.clone();
                operands.push(depth);
                Value::call("size::flattened", [size, levels])
            }
        };
        block.charge(step);
        operands.insert(0, list);
        operands
    }

    /// Charges a call by the size of its result.
    pub(in super::super) fn charge_result(
        &mut self,
        expr: &Expr,
        function: Callee<'_>,
        result: Operand,
        block: &mut Block,
    ) -> Operand {
        if function == Named("join") {
            let result = self.bind_sized(result, block);
            tenths_of(self.size(&result), 2).add_to(block);
            return result;
        }
        match self.checked.overloads(expr.id) {
            [overload] if matches!(overload.id, "list_slice" | "list_reverse" | "lists_range") => {
                let result = self.bind(result, block);
                block.charge(Value::call("size::new_list", [self.size(&result).into_value()]));
                result
            }
            _ => result,
        }
    }
}

fn traversal_of(env: &Env<'_>, repr: &Repr, value: Value) -> Charge {
    let each = |repr: &Repr, name: &'static str| {
        let step = match traversal_of(env, repr, Value::local(name)) {
            Charge::Known(step) => Value::Number(step),
            Charge::At(step) => step,
        };
        Value::closure(Pattern::if_used(name, &step), step)
    };
    Charge::At(match repr {
        Repr::String | Repr::Bytes => Value::call("size::tenth", [value.method("len")]),
        Repr::List { element, .. } => match traversal_of(env, element, Value::local("element")) {
            Charge::Known(1) => Value::call("size::length", [value.method("length")]),
            Charge::Known(_) | Charge::At(_) => {
                Value::call("size::of_elements", [value, each(element, "element")])
            }
        },
        Repr::Map { key, value: held, .. } => {
            Value::call("size::of_entries", [value, each(key, "part"), each(held, "part")])
        }
        // The keys of objects count too.
        Repr::Object(_) | Repr::Encoded(_) => into_value(env, repr, value).method("traversal"),
        Repr::Nullable(content) => match traversal_of(env, content, Value::local("content")) {
            Charge::Known(step) => return Charge::Known(step),
            Charge::At(_) => value.method_with("map_or", [Value::Number(1), each(content, "content")]),
        },
        Repr::Dynamic => value.method("traversal"),
        Repr::Null
        | Repr::Bool
        | Repr::Int
        | Repr::Uint
        | Repr::Double
        | Repr::Timestamp
        | Repr::Duration
        | Repr::Type
        | Repr::Opaque(_)
        | Repr::Optional(_)
        | Repr::Never => return Charge::Known(1),
    })
}

fn traversal_of_constant(constant: &Constant) -> u64 {
    let tenth = |bytes: usize| u64::try_from(bytes / 10).unwrap_or(u64::MAX);
    match constant {
        Constant::String(text) => tenth(text.len()),
        Constant::Bytes(bytes) => tenth(bytes.len()),
        Constant::List(elements, _) => elements.iter().map(traversal_of_constant).sum(),
        Constant::Map(entries, _) => {
            let of_entry = |(key, value): &(Constant, Constant)| match key {
                // NaN is not found.
                Constant::Double(key) if key.is_nan() => 2,
                key => traversal_of_constant(key) + traversal_of_constant(value),
            };
            entries.iter().map(of_entry).sum()
        }
        Constant::Null
        | Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::Timestamp(_)
        | Constant::Duration(_)
        | Constant::Type(_) => 1,
    }
}
