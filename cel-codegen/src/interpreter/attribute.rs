//! Attributes: variables with their chains of fields and indexes, `has()`, and the ternary, which is one too.
//!
//! The server charges each step of a chain as it is taken and 1 for the whole, its *base*; where an attribute is not evaluated as
//! a value of its own (index operands, branches, `has`) the base is free.

use super::walk::{Evaluated, Walk, ids};
use cel_compiler::ast::{Call, Expr, ExprKind, Select};
use cel_runtime::__private::{
    EvalError,
    generated::{Outcome, dynamic, ops},
    value::{self, Value},
};

/// A step of a chain: its node, and what it asks for.
type Step<'a> = (&'a Expr, Part<'a>);

enum Part<'a> {
    Field(&'a str),
    Index(&'a Expr),
    /// `.?field` and `[?index]`
    Optional(&'a Expr),
}

/// Result of a chain.
struct Found<'a> {
    value: Outcome<'a, Value<'a>>,
    /// A plain step found it: if it is an optional, a next step of the same chain does not look into it.
    own: bool,
    /// It is an element of a list that is not what its schema says.
    failed: bool,
}

impl<'a> Found<'a> {
    fn of(value: Outcome<'a, Value<'a>>) -> Self {
        Found { value, own: false, failed: false }
    }
}

impl<'a> Walk<'a, '_> {
    /// The value of an attribute.
    pub(super) fn attribute(&mut self, expr: &'a Expr) -> Evaluated<'a> {
        let value = self.found(None, expr, true)?.value;
        self.drop_steps(expr, expr);
        Ok(value)
    }

    /// Takes from the stack, as the server does when an attribute is a value: the last step that is found of it, and for a ternary
    /// that of each branch, which has all its steps, and the condition.
    fn drop_steps(&mut self, expr: &'a Expr, chain: &'a Expr) {
        let (root, steps) = self.chain(chain);
        let is_followed = !steps.is_empty() || expr.id != chain.id;
        match (ternary(root), is_followed) {
            (Some([condition, ..]), true) => self.stack.drop(&ids([expr, expr, condition])),
            (Some([condition, yes, no]), false) => self.stack.drop(&ids([no, yes, condition])),
            (None, _) => self.stack.drop(&ids([expr])),
        }
    }

    /// The same where another step may follow, which asks for a part of the value: its node.
    fn found(&mut self, next: Option<&'a Expr>, expr: &'a Expr, base: bool) -> Outcome<'a, Found<'a>> {
        let (root, steps) = self.chain(expr);
        let is_attribute = !steps.is_empty() || matches!(root.kind, ExprKind::Ident(_));
        let start = match &root.kind {
            ExprKind::Ident(name) if self.constant(root).is_none() => Found::of(self.read(name)?),
            ExprKind::Call(call) if call.function == "_?_:_" => {
                let start = self.ternary(call)?;
                return self.follow(next, start, &steps);
            }
            _ => Found::of(self.evaluate(root)?),
        };
        let found = self.follow(next, start, &steps)?;
        if base && is_attribute {
            self.cost.charge(1)?;
        }
        Ok(found)
    }

    /// A variable's value: of an optional with a value one more.
    fn read(&mut self, name: &str) -> Evaluated<'a> {
        let value = self.variable(name)?;
        Ok(value.map(|value| dynamic::wrapped_anew(self.arena(), value)))
    }

    /// Splits an expression into what its chain starts from and the steps, first to last.
    fn chain(&self, expr: &'a Expr) -> (&'a Expr, Vec<Step<'a>>) {
        let (mut steps, mut root) = (Vec::new(), expr);
        while self.program.plan.constant(root).is_none() {
            let (part, operand) = match &root.kind {
                ExprKind::Select(select) if !select.test_only => {
                    (Part::Field(&select.field), &*select.operand)
                }
                ExprKind::Call(call) => match (&*call.function, call.args.as_slice()) {
                    ("_[_]", [operand, index]) => (Part::Index(index), operand),
                    ("_?._" | "_[?_]", [operand, index]) => (Part::Optional(index), operand),
                    _ => break,
                },
                _ => break,
            };
            steps.push((root, part));
            root = operand;
        }
        steps.reverse();
        (root, steps)
    }

    /// Takes the steps of a chain. One that starts from an optional, or takes an optional step, gives optionals from there on.
    fn follow(
        &mut self,
        next: Option<&'a Expr>,
        start: Found<'a>,
        steps: &[Step<'a>],
    ) -> Outcome<'a, Found<'a>> {
        let Found { mut value, mut own, mut failed } = start;
        let mut optional = !own && matches!(value, Ok(Value::Optional(_)));
        for (i, (node, step)) in steps.iter().enumerate() {
            let Ok(from) = value else {
                failed = false;
                break;
            };
            let next = match steps.get(i + 1) {
                Some((_, Part::Optional(_))) => None,
                Some((node, _)) => Some(*node),
                None => next,
            };
            let from = if own { dynamic::found(from) } else { from };
            value = match (step, from) {
                (_, Value::Optional(None)) => Ok(from),
                (Part::Field(name), _) => dynamic::step(self.cost, from, Value::String(name)),
                (Part::Index(index), Value::Optional(_)) => match self.index(index)? {
                    Ok(index) => dynamic::step(self.cost, from, index),
                    Err(error) => Err(error),
                },
                (Part::Index(index), _) => {
                    let index = self.index(index)?;
                    let found = dynamic::step_at(self.cost, from, index);
                    failed = dynamic::error_at(self.arena(), from, index).is_err();
                    // That an element is not what its schema says comes out in the next step, which is charged.
                    if let Some(next) = next.filter(|_| failed) {
                        self.cost.add(1);
                        self.stack.push(next.id.0, found);
                    }
                    found
                }
                (Part::Optional(index), _) => {
                    let found = self.index(index)?;
                    let found = found.and_then(|index| dynamic::get(self.arena(), from, index));
                    self.cost.add_if(matches!(found, Ok(Some(_))));
                    found.map(|found| value::optional(self.arena(), found))
                }
            };
            self.cost.check()?;
            let looks_inside = matches!((step, from), (Part::Optional(_), _) | (_, Value::Optional(_)));
            if !looks_inside || matches!(value, Ok(Value::Optional(Some(_)))) {
                if let Part::Index(index) | Part::Optional(index) = step
                    && self.constant(index).is_none()
                    && !is_attribute(index)
                {
                    self.stack.drop(&ids([*node]));
                }
                self.stack.push(node.id.0, value);
            }
            optional |= matches!(step, Part::Optional(_));
            own = !optional;
        }
        Ok(Found { value, own, failed })
    }

    /// An index, which is no step of its own where it is a constant.
    fn index(&mut self, expr: &'a Expr) -> Evaluated<'a> {
        match self.constant(expr) {
            Some(constant) => Ok(Ok(constant)),
            None => Ok(match self.branch(expr)? {
                Found { failed: true, .. } => Err(EvalError::Text(ops::FAILED_QUALIFIER)),
                found => found.value,
            }),
        }
    }

    /// An index or a branch: an attribute has no base there.
    fn branch(&mut self, expr: &'a Expr) -> Outcome<'a, Found<'a>> {
        let value = match (self.constant(expr), &expr.kind) {
            (None, ExprKind::Select(select)) if select.test_only => self.has(expr, select, false)?,
            (None, _) if is_attribute(expr) => return self.found(None, expr, false),
            _ => self.evaluate(expr)?.map(|value| dynamic::wrapped_anew(self.arena(), value)),
        };
        Ok(Found::of(value))
    }

    /// `condition ? yes : no`
    fn ternary(&mut self, call: &'a Call) -> Outcome<'a, Found<'a>> {
        let [condition, yes, no] = call.args.as_slice() else {
            unreachable!("the parser gives three operands");
        };
        match self.condition(condition)? {
            Ok(true) => self.branch(yes),
            Ok(false) => self.branch(no),
            Err(error) => Ok(Found::of(Err(error))),
        }
    }

    /// `has()` as a value.
    pub(super) fn presence(&mut self, expr: &'a Expr, select: &'a Select) -> Evaluated<'a> {
        let present = self.has(expr, select, true)?;
        self.drop_steps(expr, &select.operand);
        Ok(present)
    }

    /// `has(operand.field)`: the chain without its base, and 1 for the tested field. What the server takes off again is the
    /// base; as a value of its own a chain that starts with a ternary has none and so costs 1 less.
    ///
    /// As an index or a branch it is no value of its own, but an attribute: behind an optional that is what the field is.
    fn has(&mut self, expr: &'a Expr, select: &'a Select, is_value: bool) -> Evaluated<'a> {
        let (root, _) = self.chain(&select.operand);
        let operand = match self.constant(&select.operand) {
            Some(_) => Found::of(self.evaluate(&select.operand)?),
            None => self.found(Some(expr), &select.operand, false)?,
        };
        let present = operand.value.and_then(|value| {
            let value = if operand.own { dynamic::found(value) } else { value };
            let before = self.cost.spent();
            let present = match is_value {
                true => dynamic::has(self.cost, value, &select.field).map(Value::Bool),
                false => dynamic::found_or_tested(self.cost, value, &select.field),
            };
            if self.cost.spent() > before {
                self.stack.push(expr.id.0, present);
            }
            present
        });
        self.cost.check()?;
        if is_value && ternary(root).is_some() {
            self.cost.refund()?;
        }
        Ok(present)
    }
}

fn is_attribute(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) => true,
        ExprKind::Call(call) => matches!(&*call.function, "_[_]" | "_?_:_" | "_?._" | "_[?_]"),
        _ => false,
    }
}

/// The operands of a ternary.
fn ternary(expr: &Expr) -> Option<[&Expr; 3]> {
    match &expr.kind {
        ExprKind::Call(call) if call.function == "_?_:_" => {
            <&[Expr; 3]>::try_from(call.args.as_slice()).ok().map(|operands| operands.each_ref())
        }
        _ => None,
    }
}
