//! Functions of lists and sets: generic over the elements, so they are chosen by form.

use super::super::{Emitter, Form, equality};
use crate::ast::Callee::Op;
use crate::ir::{Operand, Operation, Pattern, Value};
use crate::plan::Constant;
use cel_types::Operator::Equals;
use std::rc::Rc;

/// Work of a function of the libraries on values of these forms.
pub(in super::super) fn operation(function: &str, forms: &[&Form]) -> Option<Operation> {
    match (function, forms) {
        ("lists.range", [Form::Int]) => {
            Some(Operation::build(Form::list(Form::Int), true, "lists::range", 1))
        }
        ("includes", [target, value]) => includes(target, value),
        (_, [Form::List { element, .. }]) => of_list(function, element),
        (_, [Form::List { element, .. }, value]) => of_two(function, element, value),
        ("slice", [Form::List { element, .. }, Form::Int, Form::Int]) => {
            Some(Operation::build(list_of(element), true, "lists::slice", 3))
        }
        _ => None,
    }
}

fn of_list(function: &str, element: &Rc<Form>) -> Option<Operation> {
    let same = (**element).clone();
    Some(match (function, &**element) {
        ("isSorted", form) if is_ordered(form) => Operation::call(Form::Bool, true, "lists::is_sorted", 1),
        ("min", form) if is_ordered(form) => Operation::call(same, true, "lists::min", 1),
        ("max", form) if is_ordered(form) => Operation::call(same, true, "lists::max", 1),
        ("sum", Form::Int | Form::Uint | Form::Double | Form::Duration) => {
            Operation::call(same, true, "lists::sum", 1)
        }
        ("sort", form) if is_ordered(form) => Operation::build(list_of(element), true, "lists::sort", 1),
        ("reverse", _) => Operation::build(list_of(element), false, "lists::reverse", 1),
        ("distinct", form) if form.is_plain() => {
            Operation::build(list_of(element), false, "lists::distinct", 1)
        }
        ("flatten", Form::List { element: inner, .. }) => {
            Operation::build(list_of(inner), false, "lists::flatten", 1)
        }
        ("flatten", Form::Never) => Operation::new(list_of(element), Value::Empty(Rc::new(list_of(element)))),
        _ => return None,
    })
}

fn of_two(function: &str, element: &Rc<Form>, value: &Form) -> Option<Operation> {
    match (function, value) {
        ("indexOf", form) if same(element, form) => {
            Some(Operation::call(Form::Int, false, "lists::index_of", 2))
        }
        ("lastIndexOf", form) if same(element, form) => {
            Some(Operation::call(Form::Int, false, "lists::last_index_of", 2))
        }
        ("@sortByAssociatedKeys", Form::List { element: key, .. }) if is_ordered(key) => {
            Some(Operation::build(list_of(element), true, "lists::sort_by_keys", 2))
        }
        (_, Form::List { element: other, .. }) if same(element, other) => {
            let name = match function {
                "sets.contains" => "sets::contains",
                "sets.equivalent" => "sets::equivalent",
                "sets.intersects" => "sets::intersects",
                _ => return None,
            };
            Some(Operation::call(Form::Bool, false, name, 2))
        }
        _ => None,
    }
}

/// An element of a list equals the value, or what is no list equals it.
fn includes(target: &Form, value: &Form) -> Option<Operation> {
    match target {
        Form::List { element, .. } if same(element, value) => {
            Some(Operation::call(Form::Bool, false, "lists::includes", 2))
        }
        Form::List { element, .. } if is_another_kind(element, value)? => {
            Some(Operation::new(Form::Bool, Value::Bool(false)))
        }
        Form::List { element, .. } => {
            let equals = equality::operation(Op(Equals), element, value)?;
            let [element, value] = ["element", "value"].map(Value::local);
            let equals = equals.value.with(&[element, value]);
            let is_equal = Value::closure(Pattern::Name("element".into()), equals);
            let found = Value::Operand(0).method("elements").method_with("any", [is_equal]);
            Some(Operation::new(Form::Bool, found.after(&"value".into(), Value::Operand(1))))
        }
        // What cannot be compared is not equal.
        _ => equality::operation(Op(Equals), target, value).filter(|operation| !operation.fallible),
    }
}

/// True if no value of one form equals one of the other; numbers of different types may.
fn is_another_kind(element: &Form, value: &Form) -> Option<bool> {
    let is_number = |form: &Form| matches!(form, Form::Int | Form::Uint | Form::Double);
    Some(element.type_name()? != value.type_name()? && !(is_number(element) && is_number(value)))
}

/// True for functions that compare elements with `==`.
pub(in super::super) fn compares(function: &str) -> bool {
    matches!(function, "indexOf" | "lastIndexOf" | "includes" | "distinct") || function.starts_with("sets.")
}

/// The forms in which elements of the first operand are compared with the second one, or with the elements of that.
pub(in super::super) fn comparable(function: &str, left: &Form, right: &Form) -> Option<(Form, Form)> {
    let with = |list: &Form, element: &Form| match list {
        Form::List { element: own, .. } if **own == *element => list.clone(),
        _ => list_of(element),
    };
    match (function, left, right) {
        ("indexOf" | "lastIndexOf" | "includes", Form::List { element, .. }, value) => {
            let joined = element.join(value)?;
            Some((with(left, &joined), joined))
        }
        (
            "sets.contains" | "sets.equivalent" | "sets.intersects",
            Form::List { element, .. },
            Form::List { element: other, .. },
        ) => {
            let joined = element.join(other)?;
            Some((with(left, &joined), with(right, &joined)))
        }
        _ => None,
    }
}

/// Equality of such parts is known by their form.
fn same(element: &Form, other: &Form) -> bool {
    element == other && element.is_plain()
}

fn is_ordered(form: &Form) -> bool {
    matches!(
        form,
        Form::Bool
            | Form::Int
            | Form::Uint
            | Form::Double
            | Form::String
            | Form::Bytes
            | Form::Timestamp
            | Form::Duration
            | Form::Never
    )
}

fn list_of(element: &Form) -> Form {
    Form::list(element.clone())
}

/// The depth to which a list is flattened, if it is known now: how deep the result is depends on it.
pub(in super::super) fn known_depth(list: &Operand, depth: &Operand) -> Option<i64> {
    match &depth.constant {
        Some(Constant::Int(depth)) if list.form.is_list() && list.form.is_static() => Some(*depth),
        _ => None,
    }
}

impl Emitter<'_, '_> {
    /// `list.flatten(depth)`
    pub(in super::super) fn flatten(&mut self, list: Operand, depth: i64) -> Operand {
        if depth < 0 {
            let form = Form::list(Form::Never);
            let negative = Value::Text("level must be non-negative".into()).within("EvalError::Text");
            let refused = Value::CallOf("Err".into(), Rc::new(form.clone()), vec![negative]);
            return self.lift(vec![list], Operation::fallible(form, refused));
        }
        let mut form = list.form.clone();
        let mut levels = 0;
        while let Form::List { element, .. } = &form
            && let Form::List { element: inner, .. } = &**element
            && levels < depth
        {
            form = list_of(inner);
            levels += 1;
        }
        if levels == 0 {
            return list;
        }
        let flattened = (0..levels).fold(Value::Operand(0), |list, _| Value::build("lists::flatten", [list]));
        self.lift(vec![list], Operation::new(form, flattened))
    }
}
