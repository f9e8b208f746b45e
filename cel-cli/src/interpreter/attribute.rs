//! Attributes: variables with their chains of fields and indexes, `has()`, and the ternary, which is one too.
//!
//! The server charges each step of a chain as it is taken and 1 for the whole, its *base*; where an attribute is not evaluated as
//! a value of its own (index operands, branches, `has`) the base is free.

use super::walk::{Evaluated, Walk};
use cel_codegen::ast::{Call, Expr, ExprKind, Select};
use cel_runtime::{
    __private::generated::{CelList, Outcome, dynamic},
    value::{self, Value},
};

/// A step of a chain.
enum Step<'a> {
    Field(&'a str),
    Index(&'a Expr),
    /// `.?field` and `[?index]`
    Optional(&'a Expr),
}

/// What a chain gives.
struct Found<'a> {
    value: Outcome<'a, Value<'a>>,
    /// A plain step found it: if it is an optional, a next step of the same chain does not look into it.
    own: bool,
}

impl<'a> Walk<'a, '_> {
    /// The value of an attribute; its base is charged if `base`.
    pub(super) fn attribute(&mut self, expr: &'a Expr, base: bool) -> Evaluated<'a> {
        Ok(self.found(false, expr, base)?.value)
    }

    /// The same where another step may follow, which asks for a part of the value.
    fn found(&mut self, followed: bool, expr: &'a Expr, base: bool) -> Outcome<'a, Found<'a>> {
        let (root, steps) = self.chain(expr);
        let is_attribute = !steps.is_empty() || matches!(root.kind, ExprKind::Ident(_));
        let start = match &root.kind {
            ExprKind::Ident(name) if self.constant(root).is_none() => {
                Found { value: self.variable(name)?, own: false }
            }
            ExprKind::Call(call) if call.function == "_?_:_" => {
                let start = self.ternary(call)?;
                return self.follow(followed, start, &steps);
            }
            _ => Found { value: self.evaluate(root)?, own: false },
        };
        let found = self.follow(followed, start, &steps)?;
        if base && is_attribute {
            self.cost.charge(1)?;
        }
        Ok(found)
    }

    /// Splits an expression into what its chain starts from and the steps, first to last.
    fn chain(&self, expr: &'a Expr) -> (&'a Expr, Vec<Step<'a>>) {
        let (mut steps, mut root) = (Vec::new(), expr);
        while self.program.plan.constant(root).is_none() {
            let (step, operand) = match &root.kind {
                ExprKind::Select(select) if !select.test_only => {
                    (Step::Field(&select.field), &*select.operand)
                }
                ExprKind::Call(call) => match (&*call.function, call.args.as_slice()) {
                    ("_[_]", [operand, index]) => (Step::Index(index), operand),
                    ("_?._" | "_[?_]", [operand, index]) => (Step::Optional(index), operand),
                    _ => break,
                },
                _ => break,
            };
            steps.push(step);
            root = operand;
        }
        steps.reverse();
        (root, steps)
    }

    /// Takes the steps of a chain. One that starts from an optional, or takes an optional step, gives optionals from there on.
    fn follow(&mut self, followed: bool, start: Found<'a>, steps: &[Step<'a>]) -> Outcome<'a, Found<'a>> {
        let Found { mut value, mut own } = start;
        let mut optional = !own && matches!(value, Ok(Value::Optional(_)));
        for (i, step) in steps.iter().enumerate() {
            let Ok(from) = value else { break };
            let followed = steps.get(i + 1).map_or(followed, |next| !matches!(next, Step::Optional(_)));
            let from = if own { dynamic::found(from) } else { from };
            value = match (step, from) {
                (_, Value::Optional(None)) => Ok(from),
                (Step::Field(name), _) => dynamic::step(self.cost, from, Value::String(name)),
                (Step::Index(index), Value::Optional(_)) => match self.operand_of_attribute(index)? {
                    Ok(index) => dynamic::step(self.cost, from, index),
                    Err(error) => Err(error),
                },
                (Step::Index(index), _) => {
                    let index = self.operand_of_attribute(index)?;
                    // That an element is not what its schema says comes out in the next step, which is charged.
                    self.cost.add_if(followed && holds_error(from, index));
                    dynamic::step_at(self.cost, from, index)
                }
                (Step::Optional(index), _) => {
                    let found = self.operand_of_attribute(index)?;
                    let found = found.and_then(|index| dynamic::get(self.arena(), from, index));
                    self.cost.add_if(matches!(found, Ok(Some(_))));
                    found.map(|found| value::optional(self.arena(), found))
                }
            };
            self.cost.check()?;
            optional |= matches!(step, Step::Optional(_));
            own = !optional;
        }
        Ok(Found { value, own })
    }

    /// An index or a branch: an attribute has no base there.
    fn operand_of_attribute(&mut self, expr: &'a Expr) -> Evaluated<'a> {
        Ok(self.branch(expr)?.value)
    }

    fn branch(&mut self, expr: &'a Expr) -> Outcome<'a, Found<'a>> {
        let value = match (self.constant(expr), &expr.kind) {
            (Some(constant), _) => Ok(constant),
            (None, ExprKind::Select(select)) if select.test_only => self.has(select, false)?,
            (None, ExprKind::Ident(_) | ExprKind::Select(_)) => return self.found(false, expr, false),
            (None, ExprKind::Call(call))
                if matches!(&*call.function, "_[_]" | "_?_:_" | "_?._" | "_[?_]") =>
            {
                return self.found(false, expr, false);
            }
            _ => self.evaluate(expr)?,
        };
        Ok(Found { value, own: false })
    }

    /// `condition ? yes : no`
    fn ternary(&mut self, call: &'a Call) -> Outcome<'a, Found<'a>> {
        let [condition, yes, no] = call.args.as_slice() else {
            unreachable!("the parser gives three operands");
        };
        match self.condition(condition)? {
            Ok(true) => self.branch(yes),
            Ok(false) => self.branch(no),
            Err(error) => Ok(Found { value: Err(error), own: false }),
        }
    }

    /// `has(operand.field)`: the chain without its base, and 1 for the tested field. What the server takes off again is the
    /// base; as a value of its own a chain that starts with a ternary has none and so costs 1 less.
    ///
    /// As an index or a branch it is no value of its own, but an attribute: behind an optional that is what the field is.
    pub(super) fn has(&mut self, select: &'a Select, is_value: bool) -> Evaluated<'a> {
        let (root, _) = self.chain(&select.operand);
        let operand = match self.constant(&select.operand) {
            Some(constant) => Found { value: Ok(constant), own: false },
            None => self.found(true, &select.operand, false)?,
        };
        let present = operand.value.and_then(|value| {
            let value = if operand.own { dynamic::found(value) } else { value };
            match is_value {
                true => dynamic::has(self.cost, value, &select.field).map(Value::Bool),
                false => dynamic::found_or_tested(self.cost, value, &select.field),
            }
        });
        self.cost.check()?;
        if is_value && matches!(&root.kind, ExprKind::Call(call) if call.function == "_?_:_") {
            self.cost.refund()?;
        }
        Ok(present)
    }
}

/// Whether a list has an element at an index that is an error.
fn holds_error<'a>(list: Value<'a>, index: Outcome<'a, Value<'a>>) -> bool {
    match (list, index) {
        (Value::List(list), Ok(Value::Int(index))) => {
            let element = usize::try_from(index).ok().and_then(|index| list.elements.at(index));
            matches!(element, Some(Value::Error(_)))
        }
        _ => false,
    }
}
