//! Charges of functions of lists and sets (docs/spec/cost.md A.5).

use super::super::{Block, Emitter, Form, Operand, dynamic::into_value};
use super::{Charge, Measure, Size, tenths_of};
use crate::ast::Callee::{self, Named, Op};
use crate::{ast::Expr, env::Env, plan::Constant};
use cel_types::Operator::In;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_, '_> {
    /// A failed operand makes the server panic where it charges by a function's own rules: where one overload is left.
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
        let is_known = if is_list { operand.form.is_list() } else { operand.form == Form::Int };
        if is_known && !operand.fallible {
            return operands;
        }
        let name = self.temporary();
        let (panic, required, form) = if is_list {
            (quote!(EvalError::NO_LIST), quote!(dynamic::required_list), Form::Dynamic)
        } else {
            (quote!(EvalError::NO_INT), quote!(dynamic::required_int), Form::Int)
        };
        if is_known {
            let tokens = &operand.tokens;
            block.push_settled(quote!(let #name = cost.require(#tokens, #panic)?;));
            operands[which] = Operand::name(&name, operand.form);
        } else {
            let tokens = self.dynamic(operand).into_result();
            block.push_settled(quote! {
                let #name = #required(cost.arena(), #tokens);
                let #name = cost.finish(#name)?;
            });
            operands[which] = Operand::name(&name, form);
        }
        operands
    }

    /// Charges by the text and the number of the values in the first operand.
    pub(super) fn charge_traversal(&mut self, mut operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let list = operands.remove(0);
        let list = if let Some(constant) = &list.constant {
            block.charge_known(traversal_of_constant(constant));
            list
        } else {
            let list = self.bind(list, block);
            let value = if list.fallible { quote!(value) } else { list.tokens.clone() };
            match traversal_of(self.env, &list.form, &value) {
                Charge::Known(step) => block.charge_known(step),
                Charge::At(step) if list.fallible => {
                    let tokens = &list.tokens;
                    block.charge(&self.cost_of(tokens, &value, &step));
                }
                Charge::At(step) => block.charge(&step),
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
        let size = self.size(&list).tokens();
        let step = match &list.form {
            Form::List { element, .. } if matches!(**element, Form::String | Form::Bytes) => {
                quote!(size::each_pair_of_texts(#size))
            }
            // Only run time knows what the first element is.
            form if !form.is_static() => {
                let list = self.dynamic(list.clone()).into_result();
                quote!(dynamic::each_pair_in(#list))
            }
            _ => quote!(size::each_pair(#size)),
        };
        block.charge(&step);
        operands.insert(of, list);
        operands
    }

    /// Charges the elements of a list as often as it is flattened.
    pub(super) fn charge_flatten(&mut self, mut operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let list = self.bind_sized(operands.remove(0), block);
        let size = self.size_by(Measure::Kubernetes, &list).tokens();
        let step = match operands.pop() {
            None => quote!(size::new_list(#size)),
            Some(depth) => {
                let depth = self.bind(depth, block);
                let tokens = depth.tokens.clone();
                operands.push(depth);
                quote!(size::flattened(#size, #tokens))
            }
        };
        block.charge(&step);
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
            tenths_of(&self.size(&result), 2).add_to(block);
            return result;
        }
        match self.checked.overloads(expr.id) {
            [overload] if matches!(overload.id, "list_slice" | "list_reverse" | "lists_range") => {
                let result = self.bind(result, block);
                let size = self.size(&result).tokens();
                block.charge(&quote!(size::new_list(#size)));
                result
            }
            _ => result,
        }
    }
}

/// `sets.contains` and `sets.intersects`
pub(super) fn pairs(left: &Size, right: &Size) -> Charge {
    let (left, right) = (left.tokens(), right.tokens());
    Charge::At(quote!(size::pairs(#left, #right)))
}

/// `sets.equivalent`
pub(super) fn pairs_twice(left: &Size, right: &Size) -> Charge {
    let (left, right) = (left.tokens(), right.tokens());
    Charge::At(quote!(size::pairs_twice(#left, #right)))
}

fn traversal_of(env: &Env<'_>, form: &Form, value: &TokenStream) -> Charge {
    match form {
        Form::String | Form::Bytes => Charge::At(quote!(size::tenth(#value.len()))),
        Form::List { element, .. } => match traversal_of(env, element, &quote!(element)) {
            Charge::Known(1) => Charge::At(quote!(size::length(#value.length()))),
            Charge::Known(step) => Charge::At(quote!(size::of_elements(#value, |_| #step))),
            Charge::At(step) => Charge::At(quote!(size::of_elements(#value, |element| #step))),
        },
        Form::Map { key, value: held, .. } => {
            let each = |form: &Form| match traversal_of(env, form, &quote!(part)) {
                Charge::Known(step) => quote!(|_| #step),
                Charge::At(step) => quote!(|part| #step),
            };
            let (key, held) = (each(key), each(held));
            Charge::At(quote!(size::of_entries(#value, #key, #held)))
        }
        // Their keys count too.
        Form::Object(_) | Form::Held(_) => {
            let value = into_value(env, form, value.clone());
            Charge::At(quote!(#value.traversal()))
        }
        Form::Nullable(content) => match traversal_of(env, content, &quote!(content)) {
            Charge::Known(step) => Charge::Known(step),
            Charge::At(step) => Charge::At(quote!(#value.map_or(1, |content| #step))),
        },
        Form::Dynamic => Charge::At(quote!(#value.traversal())),
        Form::Null
        | Form::Bool
        | Form::Int
        | Form::Uint
        | Form::Double
        | Form::Timestamp
        | Form::Duration
        | Form::Type
        | Form::Opaque(_)
        | Form::Optional(_)
        | Form::Never => Charge::Known(1),
    }
}

fn traversal_of_constant(constant: &Constant) -> u64 {
    let tenth = |bytes: usize| u64::try_from(bytes / 10).unwrap_or(u64::MAX);
    match constant {
        Constant::String(text) => tenth(text.len()),
        Constant::Bytes(bytes) => tenth(bytes.len()),
        Constant::List(elements, _) => elements.iter().map(traversal_of_constant).sum(),
        Constant::Map(entries, _) => {
            let of_entry = |(key, value): &(Constant, Constant)| match key {
                // It is not found.
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
