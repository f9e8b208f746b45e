//! Functions of lists and sets: generic over the elements, so they are chosen by representation.

use super::super::{equality, state::Lowering};
use crate::ast::Callee::Op;
use crate::ir::{Operand, Operation, Pattern, Repr, Value};
use crate::plan::Constant;
use cel_types::Operator::Equals;
use std::rc::Rc;

/// The operation of a library function on values of these representations.
pub(in super::super) fn operation(function: &str, reprs: &[&Repr]) -> Option<Operation> {
    match (function, reprs) {
        ("lists.range", [Repr::Int]) => {
            Some(Operation::build(Repr::list(Repr::Int), true, "lists::range", 1))
        }
        ("includes", [target, value]) => includes(target, value),
        (_, [Repr::List { element, .. }]) => of_list(function, element),
        (_, [Repr::List { element, .. }, value]) => of_two(function, element, value),
        ("slice", [Repr::List { element, .. }, Repr::Int, Repr::Int]) => {
            Some(Operation::build(list_of(element), true, "lists::slice", 3))
        }
        _ => None,
    }
}

fn of_list(function: &str, element: &Rc<Repr>) -> Option<Operation> {
    let same = (**element).clone();
    Some(match (function, &**element) {
        ("isSorted", repr) if is_ordered(repr) => Operation::call(Repr::Bool, true, "lists::is_sorted", 1),
        ("min", repr) if is_ordered(repr) => Operation::call(same, true, "lists::min", 1),
        ("max", repr) if is_ordered(repr) => Operation::call(same, true, "lists::max", 1),
        ("sum", Repr::Int | Repr::Uint | Repr::Double | Repr::Duration) => {
            Operation::call(same, true, "lists::sum", 1)
        }
        ("sort", repr) if is_ordered(repr) => Operation::build(list_of(element), true, "lists::sort", 1),
        ("reverse", _) => Operation::build(list_of(element), false, "lists::reverse", 1),
        ("distinct", repr) if repr.is_plain() => {
            Operation::build(list_of(element), false, "lists::distinct", 1)
        }
        ("flatten", Repr::List { element: inner, .. }) => {
            Operation::build(list_of(inner), false, "lists::flatten", 1)
        }
        ("flatten", Repr::Never) => Operation::new(list_of(element), Value::Empty(Rc::new(list_of(element)))),
        _ => return None,
    })
}

fn of_two(function: &str, element: &Rc<Repr>, value: &Repr) -> Option<Operation> {
    match (function, value) {
        ("indexOf", repr) if same(element, repr) => {
            Some(Operation::call(Repr::Int, false, "lists::index_of", 2))
        }
        ("lastIndexOf", repr) if same(element, repr) => {
            Some(Operation::call(Repr::Int, false, "lists::last_index_of", 2))
        }
        ("@sortByAssociatedKeys", Repr::List { element: key, .. }) if is_ordered(key) => {
            Some(Operation::build(list_of(element), true, "lists::sort_by_keys", 2))
        }
        (_, Repr::List { element: other, .. }) if same(element, other) => {
            let name = match function {
                "sets.contains" => "sets::contains",
                "sets.equivalent" => "sets::equivalent",
                "sets.intersects" => "sets::intersects",
                _ => return None,
            };
            Some(Operation::call(Repr::Bool, false, name, 2))
        }
        _ => None,
    }
}

/// `includes`: true if an element of a list equals the value. A target that is not a list is compared itself.
fn includes(target: &Repr, value: &Repr) -> Option<Operation> {
    match target {
        Repr::List { element, .. } if same(element, value) => {
            Some(Operation::call(Repr::Bool, false, "lists::includes", 2))
        }
        Repr::List { element, .. } if is_another_kind(element, value)? => {
            Some(Operation::new(Repr::Bool, Value::Bool(false)))
        }
        Repr::List { element, .. } => {
            let equals = equality::operation(Op(Equals), element, value)?;
            let [element, value] = ["element", "value"].map(Value::local);
            let equals = equals.value.with(&[element, value]);
            let is_equal = Value::closure(Pattern::Name("element".into()), equals);
            let found = Value::Operand(0).method("elements").method_with("any", [is_equal]);
            Some(Operation::new(Repr::Bool, found.after(&"value".into(), Value::Operand(1))))
        }
        // Values that cannot be compared are not equal.
        _ => equality::operation(Op(Equals), target, value).filter(|operation| !operation.fallible),
    }
}

/// True if no value of one representation equals a value of the other. Numbers of different types may be equal.
fn is_another_kind(element: &Repr, value: &Repr) -> Option<bool> {
    let is_number = |repr: &Repr| matches!(repr, Repr::Int | Repr::Uint | Repr::Double);
    Some(element.type_name()? != value.type_name()? && !(is_number(element) && is_number(value)))
}

/// True for functions that compare elements with `==`.
pub(in super::super) fn compares(function: &str) -> bool {
    matches!(function, "indexOf" | "lastIndexOf" | "includes" | "distinct") || function.starts_with("sets.")
}

/// The representations for comparing elements of the first operand with the second operand, or with its elements.
pub(in super::super) fn comparable(function: &str, left: &Repr, right: &Repr) -> Option<(Repr, Repr)> {
    let with = |list: &Repr, element: &Repr| match list {
        Repr::List { element: own, .. } if **own == *element => list.clone(),
        _ => list_of(element),
    };
    match (function, left, right) {
        ("indexOf" | "lastIndexOf" | "includes", Repr::List { element, .. }, value) => {
            let joined = element.join(value)?;
            Some((with(left, &joined), joined))
        }
        (
            "sets.contains" | "sets.equivalent" | "sets.intersects",
            Repr::List { element, .. },
            Repr::List { element: other, .. },
        ) => {
            let joined = element.join(other)?;
            Some((with(left, &joined), with(right, &joined)))
        }
        _ => None,
    }
}

/// True if the representation alone decides how parts are compared.
fn same(element: &Repr, other: &Repr) -> bool {
    element == other && element.is_plain()
}

fn is_ordered(repr: &Repr) -> bool {
    matches!(
        repr,
        Repr::Bool
            | Repr::Int
            | Repr::Uint
            | Repr::Double
            | Repr::String
            | Repr::Bytes
            | Repr::Timestamp
            | Repr::Duration
            | Repr::Never
    )
}

fn list_of(element: &Repr) -> Repr {
    Repr::list(element.clone())
}

/// The depth to which a list is flattened, if it is a constant. The representation of the result depends on it.
pub(in super::super) fn known_depth(list: &Operand, depth: &Operand) -> Option<i64> {
    match depth.constant() {
        Some(Constant::Int(depth)) if list.repr.is_list() && list.repr.is_static() => Some(*depth),
        _ => None,
    }
}

impl Lowering<'_, '_> {
    /// `list.flatten(depth)`
    pub(in super::super) fn flatten(&mut self, list: Operand, depth: i64) -> Operand {
        if depth < 0 {
            let repr = Repr::list(Repr::Never);
            let negative = Value::Text("level must be non-negative".into()).within("EvalError::Text");
            let refused = Value::Error(Rc::new(repr.clone()), Rc::new(negative));
            return self.lift(vec![list], Operation::fallible(repr, refused));
        }
        let mut repr = list.repr.clone();
        let mut levels = 0;
        while let Repr::List { element, .. } = &repr
            && let Repr::List { element: inner, .. } = &**element
            && levels < depth
        {
            repr = list_of(inner);
            levels += 1;
        }
        if levels == 0 {
            return list;
        }
        let flattened = (0..levels).fold(Value::Operand(0), |list, _| Value::build("lists::flatten", [list]));
        self.lift(vec![list], Operation::new(repr, flattened))
    }
}
