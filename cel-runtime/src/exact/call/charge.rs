//! The charge of a call (docs/spec/cost.md A.4, A.5). The overload decides it if the checker chose exactly one. A failed operand has size
//! 1.

use super::Call;
use crate::{
    ops::{Outcome, dynamic, size},
    value::Value,
};
use cel_types::Operator;
use cel_types::charge::{Basis, Measure};

type Operand<'a> = Outcome<'a, Value<'a>>;

/// The charge of a call before it runs.
#[inline]
pub(super) fn of_call(call: &Call<'_>, operands: &[Operand<'_>]) -> u64 {
    match (call.basis, operands) {
        (Basis::Comparison, [left, right]) if call.function == Operator::Equals.name() => {
            dynamic::equality(*left, cel(right))
        }
        (Basis::Comparison, [left, right]) => size::smaller(cel(left), cel(right)),
        (Basis::Concatenation, [left, right]) => size::sum(cel(left), cel(right)),
        (Basis::Containment, [text, part]) => size::product(cel(text), cel(part)),
        (Basis::Search(measure), [text, pattern, ..]) => {
            size::search(measured(measure, text), measured(measure, pattern))
        }
        (Basis::Tenths { of, tenths, measure }, operands) => {
            let size = operands.get(of).map_or(1, |operand| measured(measure, operand));
            if tenths == 1 { size::ceil01(size) } else { size::ceil02(size) }
        }
        (Basis::Membership, [_, list]) => cel(list),
        (Basis::Traversal, [list, ..]) => list.map_or(1, Value::traversal),
        (Basis::ContainsIp, [cidr, other]) => {
            size::contains_ip(own(cidr), text_of(call.overload, "cidr_contains_ip_string", other))
        }
        (Basis::ContainsCidr, [cidr, other]) => {
            size::contains_cidr(own(cidr), text_of(call.overload, "cidr_contains_cidr_string", other))
        }
        (Basis::Pairs(1), [left, right]) => size::pairs(own(left), own(right)),
        (Basis::Pairs(_), [left, right]) => size::pairs_twice(own(left), own(right)),
        (Basis::Flatten, [list]) => size::new_list(own(list)),
        (Basis::Flatten, [list, Ok(Value::Int(depth))]) => size::flattened(own(list), *depth),
        (Basis::Sorting { of }, operands) => operands.get(of).map_or(1, |list| dynamic::each_pair_in(*list)),
        (Basis::Format, [format, text]) => dynamic::validation(*format, own(text)),
        (Basis::Selector, [_, selector]) => size::selector(own(selector)),
        (Basis::Fixed(cost), _) => cost,
        // The charge depends on the result: see `of_result`.
        (Basis::Join | Basis::Building, _) => 0,
        _ if matches!(call.function, "or" | "orValue") => 0,
        _ => 1,
    }
}

/// The part of a call's charge that depends on its result.
#[inline]
pub(super) fn of_result(call: &Call<'_>, result: Operand<'_>) -> u64 {
    match call.basis {
        Basis::Join => size::ceil02(cel(&result)),
        Basis::Building => size::new_list(cel(&result)),
        _ => 0,
    }
}

#[inline]
fn measured(measure: Measure, operand: &Operand<'_>) -> u64 {
    match measure {
        Measure::Cel => cel(operand),
        Measure::Kubernetes => own(operand),
    }
}

/// The size as cel-go measures it. For an optional it is the size of its content.
#[inline]
fn cel(operand: &Operand<'_>) -> u64 {
    operand.map_or(1, Value::size)
}

/// The size as Kubernetes' own functions measure it.
#[inline]
fn own(operand: &Operand<'_>) -> u64 {
    operand.map_or(1, Value::own_size)
}

/// The size of an operand if it is text that the overload parses first; otherwise 0.
#[inline]
fn text_of(overload: &str, reads_text: &str, operand: &Operand<'_>) -> u64 {
    if overload == reads_text { own(operand) } else { 0 }
}
