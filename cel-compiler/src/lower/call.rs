//! Calls of functions and operators: operands in order, the charge, then the operation.

use super::{
    block::Block,
    comprehension::Keep,
    constant, conversion, equality,
    functions::{self, format, lists},
    operator, optional, presence,
    sequence::Part,
    state::Lowering,
};
use crate::ast::Callee::{self, Named, Op};
use crate::{
    ast::{Call, Expr, ExprKind, Macro},
    exact,
    ir::{Operand, Operation, Pattern, Repr, Value},
    library::TypePattern,
    plan::{Constant, is_varargs},
    schema::ListType,
    visit::any,
};
use cel_types::Operator::{Add, Equals, In, Not, NotEquals};
use std::rc::Rc;

impl Lowering<'_, '_> {
    pub(super) fn call(&mut self, expr: &Expr, call: &Call, block: &mut Block) -> Operand {
        if let Some(found) = self.lookup(expr, call, block) {
            return found;
        }
        let (function, operands) = self.checked.callee(expr.id, call);
        match (function, operands.as_slice()) {
            (Named("or" | "orValue"), [optional, other]) => {
                return self.or_else(optional, other, function == Named("orValue"), block);
            }
            (Named("size"), [Expr { kind: ExprKind::Comprehension(fold), .. }])
                if matches!(fold.from, Macro::Map | Macro::Filter) =>
            {
                let size = self.comprehension(operands[0], fold, Keep::Size, block);
                block.units(1);
                return size;
            }
            _ => {}
        }
        let pattern = self.plan.pattern(call);
        let is_varargs = is_varargs(function.name(), operands.len(), self.checked.overloads(expr.id).len());
        if (pattern.is_some() || is_varargs)
            && let Some((last, before)) = operands.split_last()
        {
            return self.call_in_sequence(expr, call, before, last, block);
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.lower(operand, block)).collect();
        let operands = self.require_operands(expr, function, operands, block);
        self.call_with(expr, call, operands, block)
    }

    /// A call that is charged and made only if all operands except the last have values.
    fn call_in_sequence(
        &mut self,
        expr: &Expr,
        call: &Call,
        before: &[&Expr],
        last: &Expr,
        block: &mut Block,
    ) -> Operand {
        let before: Vec<Part<'_>> = before.iter().map(|operand| Part::Value(operand)).collect();
        self.sequence(&before, Vec::new(), block, &mut |lowering, mut operands, block| {
            operands.push(lowering.lower(last, block));
            let has_values = operands.iter().all(|operand| operand.repr != Repr::Never);
            match lowering.plan.pattern(call) {
                Some(pattern) if has_values => {
                    let operands = lowering.charge_call(expr, call, operands, block);
                    lowering.search(&call.function, pattern, operands)
                }
                _ => {
                    let operands = lowering.require_operands(expr, call.function.callee(), operands, block);
                    lowering.apply(expr, call, operands, block)
                }
            }
        })
    }

    fn call_with(&mut self, expr: &Expr, call: &Call, operands: Vec<Operand>, block: &mut Block) -> Operand {
        let (function, _) = self.checked.callee(expr.id, call);
        match (function, operands.as_slice()) {
            (Named("optional.none"), []) => {
                block.units(1);
                let repr = Repr::of_none(&self.type_of(expr), Repr::Optional(Rc::new(Repr::Never)));
                let content =
                    if let Repr::Optional(content) = &repr { (**content).clone() } else { Repr::Never };
                Operand::new(Value::none(&content), repr)
            }
            (Op(Not), [condition]) => {
                let facts = condition.facts.clone().negated();
                Operand { facts, ..self.apply(expr, call, operands, block) }
            }
            (Named("type"), [operand]) if operand.repr == Repr::Dynamic && self.env.shows_untyped() => {
                let operands = self.charge_call(expr, call, operands, block);
                self.lift(operands, Operation::call(Repr::Type, true, "dynamic::type_of", 1))
            }
            (Named("type"), [operand]) if operand.repr == Repr::Dynamic => {
                let type_of = Some(operand.value.clone());
                Operand { type_of, ..self.apply(expr, call, operands, block) }
            }
            (Op(Equals | NotEquals), [left, right]) => {
                let facts = self.type_test(function, left, right).unwrap_or_default();
                Operand { facts, ..self.apply(expr, call, operands, block) }
            }
            (Op(In), [_, _]) => presence::of_key(self.apply(expr, call, operands, block)),
            (Named("dyn"), [operand]) => {
                let operand = operand.clone();
                self.charge_call(expr, call, operands, block);
                operand
            }
            _ => self.apply(expr, call, operands, block),
        }
    }

    /// The charge of a call and its value.
    fn apply(&mut self, expr: &Expr, call: &Call, operands: Vec<Operand>, block: &mut Block) -> Operand {
        let (function, _) = self.checked.callee(expr.id, call);
        let is_operator = matches!(function, Op(_) | Named("size" | "@sortByAssociatedKeys"));
        let operands = operands.into_iter().map(|operand| match operand.repr.holds_converted() {
            true if !is_operator => self.dynamic(operand),
            _ => operand,
        });
        let operands = operands.collect();
        let operands = self.charge_call(expr, call, operands, block);
        let result = self.operate(expr, function, operands);
        self.charge_result(expr, function, result, block)
    }

    fn operate(&mut self, expr: &Expr, function: Callee<'_>, given: Vec<Operand>) -> Operand {
        let operands = self.align(function, given.clone());
        if let (Named("flatten"), [list, depth]) = (function, operands.as_slice())
            && let Some(depth) = lists::known_depth(list, depth)
        {
            return self.flatten(list.clone(), depth);
        }
        if let Some(never) = operands.iter().position(|operand| operand.repr == Repr::Never) {
            return self.never(expr, operands, never);
        }
        if let (Named("size"), [text]) = (function, operands.as_slice())
            && let Some(size) = self.size_before(text)
        {
            return size;
        }
        let reprs: Vec<&Repr> = operands.iter().map(|operand| &operand.repr).collect();
        let operation = match self.compares_again(function, &operands) {
            true => equality::of_texts(function),
            false => self.static_operation(expr, function, &reprs),
        };
        let library = functions::find(self.checked.overloads(expr.id), &reprs);
        match (operation, library) {
            (Some(operation), _) => self.lift(operands, operation),
            (None, Some(call)) => {
                let arguments: Vec<Operand> = operands
                    .into_iter()
                    .zip(&call.parameters)
                    .map(|(o, repr)| self.coerce(o, repr))
                    .collect();
                if let Some(read) = self.read_once(&call, &arguments) {
                    return read;
                }
                let known = if function == Named("format") { format::operation(&arguments) } else { None };
                self.lift(arguments, known.unwrap_or_else(|| call.operation()))
            }
            // After alignment, an empty list may have the element type of the other operand.
            (None, None) => self.dynamic_call(expr, function, given),
        }
    }

    /// True for texts that a loop compares with one that does not change in it.
    fn compares_again(&self, function: Callee<'_>, operands: &[Operand]) -> bool {
        let is_text = |text: &Operand| text.repr == Repr::String && text.constant().is_none();
        matches!(function, Op(Equals | NotEquals))
            && operands.iter().all(is_text)
            && operands.iter().any(|text| self.outermost(&text.value).is_some())
    }

    /// A call whose `place`-th operand never has a value.
    fn never(&mut self, expr: &Expr, operands: Vec<Operand>, place: usize) -> Operand {
        let repr = Repr::of_none(&self.type_of(expr), Repr::Never);
        let absurd = Value::CallOf("ops::absurd".into(), Rc::new(repr.clone()), vec![Value::Operand(place)]);
        self.lift(operands, Operation::new(repr, absurd))
    }

    /// The operation, if the representations alone decide it.
    fn static_operation(&self, expr: &Expr, function: Callee<'_>, reprs: &[&Repr]) -> Option<Operation> {
        let converts = reprs.iter().any(|repr| repr.holds_converted()) && function != Named("size");
        let is_free = self.is_free_list(expr, function, reprs);
        if converts
            || is_free
            || self.may_be_set_itself(function, reprs)
            || self.is_of_other_overload(expr, function, reprs)
        {
            return None;
        }
        let compares = matches!(function, Op(Equals | NotEquals | In)) || lists::compares(function.name());
        if compares && !reprs.iter().all(|repr| repr.is_static() && self.is_comparable(repr)) {
            return None;
        }
        operation(function, reprs)
    }

    /// True if the result may be an empty list of an object. The server adds to such a list in another way.
    fn may_be_set_itself(&self, function: Callee<'_>, reprs: &[&Repr]) -> bool {
        matches!((function, reprs), (Named("sort" | "distinct"), [Repr::List { set, .. }]) if *set != ListType::Atomic)
            && any(self.checked.expr(), &mut |expr| exact::adds_lists(expr, self.checked))
    }

    /// True if the overload of a list may not be the one for its elements' type, since the checker did not know that type.
    fn is_free_list(&self, expr: &Expr, function: Callee<'_>, reprs: &[&Repr]) -> bool {
        match (function, self.checked.overloads(expr.id), reprs) {
            (Named("sum" | "min" | "max" | "isSorted"), [overload], [Repr::List { element, .. }]) => {
                let [TypePattern::List(wanted)] = overload.args else {
                    return false;
                };
                let wanted = Repr::built(&wanted.declared()).type_name();
                wanted.is_some() && **element != Repr::Never && wanted != element.type_name()
            }
            // For a list without elements only the overload decides the sum.
            (Named("sum"), [_, _, ..], _) => true,
            _ => false,
        }
    }

    /// True if the checker did not know the operand's type and chose an overload for another type.
    fn is_of_other_overload(&self, expr: &Expr, function: Callee<'_>, reprs: &[&Repr]) -> bool {
        match (self.checked.overloads(expr.id), reprs) {
            ([overload], [repr]) if conversion::operation(function.name(), repr).is_some() => {
                overload.args.first().is_some_and(|arg| {
                    let declared = Repr::built(&arg.declared());
                    declared.type_name().is_some() && declared.type_name() != repr.type_name()
                })
            }
            _ => false,
        }
    }

    pub(super) fn is_comparable(&self, repr: &Repr) -> bool {
        match repr {
            Repr::Object(_) if self.env.holds_json() => false,
            Repr::Object(name) => self.env.object(name).is_none_or(|object| object.is_comparable()),
            Repr::List { set: ListType::Map(_), .. } => false,
            // comparing a list, a map or an object with null is an error
            Repr::Nullable(inner) => {
                !matches!(**inner, Repr::List { .. } | Repr::Map { .. } | Repr::Object(_))
                    && self.is_comparable(inner)
            }
            Repr::List { element: inner, .. } | Repr::Map { value: inner, .. } | Repr::Optional(inner) => {
                self.is_comparable(inner)
            }
            _ => true,
        }
    }

    /// Empty collections take the representation of the other side. Lists that are concatenated are read through one type.
    fn align(&mut self, function: Callee<'_>, operands: Vec<Operand>) -> Vec<Operand> {
        let [left, right]: [Operand; 2] = match operands.try_into() {
            Ok(pair) => pair,
            Err(operands) => return operands,
        };
        if let Some((left_repr, right_repr)) = lists::comparable(function.name(), &left.repr, &right.repr) {
            return vec![self.coerce(left, &left_repr), self.coerce(right, &right_repr)];
        }
        if let (Op(Add), Some([left_repr, right_repr])) = (function, concatenated(&left.repr, &right.repr)) {
            return vec![self.coerce(left, &left_repr), self.coerce(right, &right_repr)];
        }
        if let (Op(In), Repr::List { element, .. } | Repr::Map { key: element, .. }) = (function, &right.repr)
            && left.repr != Repr::Never
            && element.has_never()
            && let Some(joined) = element.join(&left.repr)
        {
            let repr = match &right.repr {
                Repr::Map { value, .. } if joined.is_key() => Repr::map(joined, (**value).clone()),
                Repr::Map { value, .. } => Repr::map(Repr::Dynamic, (**value).clone()),
                _ => Repr::list(joined),
            };
            let right = self.coerce(right, &repr);
            return vec![left, right];
        }
        match left.repr.join(&right.repr) {
            Some(repr) if left.repr.has_never() || right.repr.has_never() => {
                vec![self.coerce(left, &repr), self.coerce(right, &repr)]
            }
            _ => vec![left, right],
        }
    }

    /// `x in [constants]` is a lookup in a set. The lookup costs nothing.
    fn lookup(&mut self, expr: &Expr, call: &Call, block: &mut Block) -> Option<Operand> {
        let elements = self.plan.hash_set(expr.id, call, self.checked)?.to_vec();
        let value = call.args.first()?;
        let value = self.lower(value, block);
        if let Some(found) = found_in(&value.repr, &elements) {
            return Some(self.lift(vec![value], found));
        }
        let value = self.require_hashable(value, block);
        Some(self.lookup_any(value, &elements))
    }

    /// The same for values of other types than the constants.
    fn lookup_any(&mut self, value: Operand, elements: &[Constant]) -> Operand {
        let value = self.dynamic(value);
        let elements = elements.iter().map(|element| constant::value(element, &Repr::Dynamic));
        let elements = Value::Array(elements.collect()).reference();
        let found = Value::call("dynamic::in_set", [Value::Operand(0), elements]);
        self.lift(vec![value], Operation::new(Repr::Bool, found))
    }
}

/// The representations for the concatenation of two lists: the same elements, but each list keeps its list type.
fn concatenated(left: &Repr, right: &Repr) -> Option<[Repr; 2]> {
    let (Repr::List { element, set, .. }, Repr::List { element: other, set: other_set, .. }) = (left, right)
    else {
        return None;
    };
    let element = element.join_part(other)?;
    let of = |set: &ListType| Repr::List { element: Rc::clone(&element), native: false, set: set.clone() };
    Some([of(set), of(other_set)])
}

/// The test whether a value is one of some constants of the same type.
fn found_in(repr: &Repr, elements: &[Constant]) -> Option<Operation> {
    if *repr == Repr::Double && elements.iter().all(|element| matches!(element, Constant::Double(_))) {
        let elements = elements.iter().map(|element| constant::value(element, repr));
        let value = Value::Operand(0).reference();
        // NaN cannot be a pattern.
        let found = Value::Array(elements.collect()).method_with("contains", [value]);
        return Some(Operation::new(Repr::Bool, found));
    }
    let patterns = elements.iter().map(|element| pattern(repr, element)).collect::<Option<Vec<_>>>()?;
    Some(Operation::new(Repr::Bool, Value::Matches(Rc::new(Value::Operand(0)), patterns)))
}

/// A constant as a pattern for values of a representation.
fn pattern(repr: &Repr, element: &Constant) -> Option<Pattern> {
    match (repr, element) {
        (Repr::Bool, Constant::Bool(_))
        | (Repr::Int, Constant::Int(_))
        | (Repr::Uint, Constant::Uint(_))
        | (Repr::String, Constant::String(_)) => {
            Some(Pattern::Constant(Rc::new(element.clone()), Rc::new(repr.clone())))
        }
        _ => None,
    }
}

/// The operation of a function on values of these representations, as the server chooses it at run time.
pub(super) fn operation(function: Callee<'_>, reprs: &[&Repr]) -> Option<Operation> {
    lists::operation(function.name(), reprs).or_else(|| match reprs {
        [left, right] => equality::operation(function, left, right)
            .or_else(|| operator::binary(function, left, right))
            .or_else(|| operator::text(function, left, right)),
        [value] => operator::unary(function, value)
            .or_else(|| conversion::operation(function.name(), value))
            .or_else(|| optional::operation(function.name(), value)),
        _ => None,
    })
}
