//! Attributes: variables with chains of fields and indexes, `has()`, and the ternary, which is also an attribute.
//!
//! The server charges each step of a chain, and 1 for the whole chain, its *base*. The base is free if the attribute is not evaluated as a
//! value: as an index, a branch, or the operand of `has`.

use super::walk::{Evaluated, Node, Walk};
use crate::{
    arena::Arena,
    cost::Cost,
    eval_error::EvalError,
    ops::{Outcome, dynamic, ops},
    value::{self, Value},
};

/// `self.a[0].?b`: its start and its steps.
#[derive(Clone, Copy)]
pub struct Chain<'f, 'a> {
    /// `self`
    pub root: Root<'f, 'a>,
    /// `.a`, `[0]`, `.?b`
    pub steps: &'f [Step<'f, 'a>],
}

/// The start of a chain: `self` in `self.a.b`.
#[derive(Clone, Copy)]
pub enum Root<'f, 'a> {
    /// A variable.
    Name(&'f str),
    /// `condition ? yes : no`
    Ternary(Node<'f, 'a>, Place<'f, 'a>, Place<'f, 'a>),
    /// Any other expression.
    Value(Node<'f, 'a>),
}

/// A step of a chain: its node, and the part that it selects.
#[derive(Clone, Copy)]
pub struct Step<'f, 'a> {
    id: u32,
    part: Part<'f, 'a>,
}

#[derive(Clone, Copy)]
enum Part<'f, 'a> {
    Field(&'a str),
    Index(Place<'f, 'a>),
    /// `.?field` and `[?index]`
    Optional(Place<'f, 'a>),
}

/// An index or a branch.
#[derive(Clone, Copy)]
pub enum Place<'f, 'a> {
    /// An attribute. It is not evaluated as a value here.
    Attribute(u32, Lookup<'f, 'a>),
    /// Anything else.
    Value(Node<'f, 'a>),
}

/// Looks up an attribute that is not evaluated as a value.
pub type Lookup<'f, 'a> = &'f dyn for<'w> Fn(&mut Walk<'a, 'w>) -> Outcome<'a, Found<'a>>;

/// The result of a chain.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    value: Outcome<'a, Value<'a>>,
    /// A plain step found it. If it is an optional, the next step of this chain does not look into it.
    own: bool,
    /// It is an element of a list that does not match its schema.
    failed: bool,
}

/// The value of an attribute at the node `id`.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn attribute<'a>(walk: &mut Walk<'a, '_>, id: u32, chain: &Chain<'_, 'a>) -> Evaluated<'a> {
    let value = walk.found(None, chain, true)?.value;
    walk.drop_steps(id, chain, !chain.steps.is_empty());
    Ok(value)
}

/// A variable at the node `id`.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn name<'a>(walk: &mut Walk<'a, '_>, id: u32, name: &str) -> Evaluated<'a> {
    attribute(walk, id, &Chain { root: Root::Name(name), steps: &[] })
}

/// `condition ? yes : no` at the node `id`.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn ternary<'a>(
    walk: &mut Walk<'a, '_>,
    id: u32,
    condition: Node<'_, 'a>,
    yes: Place<'_, 'a>,
    no: Place<'_, 'a>,
) -> Evaluated<'a> {
    attribute(walk, id, &Chain { root: Root::Ternary(condition, yes, no), steps: &[] })
}

/// An attribute as an index or a branch.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn look_up<'a>(walk: &mut Walk<'a, '_>, chain: &Chain<'_, 'a>) -> Outcome<'a, Found<'a>> {
    walk.found(None, chain, false)
}

/// `has(operand.field)` at the node `id`, as a value.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn has<'a>(walk: &mut Walk<'a, '_>, id: u32, operand: &Chain<'_, 'a>, field: &'a str) -> Evaluated<'a> {
    let present = walk.has(id, operand, field, true)?;
    walk.drop_steps(id, operand, true);
    Ok(present)
}

/// The same as an index or a branch. There it is an attribute; below an optional its result is the value of the field.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn has_at<'a>(
    walk: &mut Walk<'a, '_>,
    id: u32,
    operand: &Chain<'_, 'a>,
    field: &'a str,
) -> Outcome<'a, Found<'a>> {
    walk.has(id, operand, field, false).map(Found::of)
}

impl<'f, 'a> Step<'f, 'a> {
    /// `.field`
    #[inline]
    pub fn field(id: u32, name: &'a str) -> Self {
        Step { id, part: Part::Field(name) }
    }

    /// `[index]`
    #[inline]
    pub fn index(id: u32, index: Place<'f, 'a>) -> Self {
        Step { id, part: Part::Index(index) }
    }

    /// `.?field` and `[?index]`
    #[inline]
    pub fn optional(id: u32, index: Place<'f, 'a>) -> Self {
        Step { id, part: Part::Optional(index) }
    }

    /// True if its index is evaluated as a value.
    #[inline]
    fn has_value(&self) -> bool {
        matches!(
            self.part,
            Part::Index(Place::Value(Node::Run(..))) | Part::Optional(Place::Value(Node::Run(..)))
        )
    }
}

impl Place<'_, '_> {
    #[inline]
    fn id(&self) -> u32 {
        match self {
            Place::Attribute(id, _) => *id,
            Place::Value(node) => node.id(),
        }
    }
}

impl<'a> Found<'a> {
    #[inline]
    fn of(value: Outcome<'a, Value<'a>>) -> Self {
        Found { value, own: false, failed: false }
    }
}

impl<'a> Walk<'a, '_> {
    /// Removes the entries that the server takes from its stack when an attribute becomes a value. This is the attribute's last step. For
    /// a ternary it is the last step of each branch, which has all its steps, and of the condition.
    #[inline]
    fn drop_steps(&mut self, id: u32, chain: &Chain<'_, 'a>, is_followed: bool) {
        match (&chain.root, is_followed) {
            (Root::Ternary(condition, ..), true) => self.stack.drop(&[id, id, condition.id()]),
            (Root::Ternary(condition, yes, no), false) => {
                self.stack.drop(&[no.id(), yes.id(), condition.id()]);
            }
            (Root::Name(_) | Root::Value(_), _) => self.stack.drop(&[id]),
        }
    }

    /// The result of a chain. `next` is the node of the step that will read a part of it.
    #[inline]
    fn found(&mut self, next: Option<u32>, chain: &Chain<'_, 'a>, base: bool) -> Outcome<'a, Found<'a>> {
        let start = match &chain.root {
            Root::Name(name) => Found::of(self.read(name)?),
            Root::Ternary(condition, yes, no) => {
                let start = self.choose(*condition, *yes, *no)?;
                return self.follow(next, start, chain.steps, false);
            }
            Root::Value(node) => Found::of(self.evaluate(*node)?),
        };
        let is_global = matches!(chain.root, Root::Name(name) if self.is_global(name));
        let found = self.follow(next, start, chain.steps, is_global)?;
        if base && (!chain.steps.is_empty() || matches!(chain.root, Root::Name(_))) {
            self.cost.charge(1)?;
        }
        Ok(found)
    }

    /// The value of a variable. For an optional with a value it is a new optional.
    #[inline]
    fn read(&mut self, name: &str) -> Evaluated<'a> {
        let value = self.variable(name)?;
        Ok(value.map(|value| wrapped_anew(self.arena(), value)))
    }

    /// Takes the steps of a chain. After an optional start or an optional step, all results are optionals. If the chain `is_global`, its
    /// first fields give the same result each time.
    #[inline]
    fn follow(
        &mut self,
        next: Option<u32>,
        start: Found<'a>,
        steps: &[Step<'_, 'a>],
        mut is_global: bool,
    ) -> Outcome<'a, Found<'a>> {
        let mut found = start;
        let mut optional = !found.own && matches!(found.value, Ok(Value::Optional(_)));
        let mut rest = steps.iter().peekable();
        while let Some(step) = rest.next() {
            let Ok(from) = found.value else {
                found.failed = false;
                break;
            };
            let next = match rest.peek() {
                Some(Step { part: Part::Optional(_), .. }) => None,
                Some(step) => Some(step.id),
                None => next,
            };
            let from = if found.own { dynamic::found(from) } else { from };
            is_global &= matches!((step.part, from), (Part::Field(_), Value::Map(_)));
            found.value = match self.known_part(step.id).filter(|_| is_global) {
                Some(kept) => {
                    self.cost.add(1);
                    Ok(kept)
                }
                None => self.step(step, from, next, &mut found.failed)?,
            };
            if is_global {
                self.keep(step.id, found.value);
            }
            self.cost.check()?;
            let looks_inside = matches!((step.part, from), (Part::Optional(_), _) | (_, Value::Optional(_)));
            if !looks_inside || matches!(found.value, Ok(Value::Optional(Some(_)))) {
                if step.has_value() {
                    self.stack.drop(&[step.id]);
                }
                self.stack.push(step.id, found.value);
            }
            optional |= matches!(step.part, Part::Optional(_));
            found.own = !optional;
        }
        Ok(found)
    }

    /// Takes a step from a value. Sets `failed` if the found element does not match its schema.
    #[inline]
    fn step(
        &mut self,
        step: &Step<'_, 'a>,
        from: Value<'a>,
        next: Option<u32>,
        failed: &mut bool,
    ) -> Evaluated<'a> {
        Ok(match (step.part, from) {
            (_, Value::Optional(None)) => Ok(from),
            (Part::Field(name), _) => dynamic::step(self.cost, from, Value::String(name)),
            (Part::Index(index), Value::Optional(_)) => match self.index(index)? {
                Ok(index) => dynamic::step(self.cost, from, index),
                Err(error) => Err(error),
            },
            (Part::Index(index), _) => {
                let index = self.index(index)?;
                let element = dynamic::element_at(self.cost, from, index);
                let found = element.and_then(Value::checked);
                *failed = element.is_ok() && found.is_err();
                // The next step finds out that an element does not match its schema, and that step is charged.
                if let Some(next) = next.filter(|_| *failed) {
                    self.cost.add(1);
                    self.stack.push(next, found);
                }
                found
            }
            (Part::Optional(index), _) => {
                let found = self.index(index)?;
                let found = found.and_then(|index| dynamic::get(self.arena(), from, index));
                self.cost.add_if(matches!(found, Ok(Some(_))));
                found.map(|found| value::optional(self.arena(), found))
            }
        })
    }

    /// The value of an index. A constant index is not a step of its own.
    #[inline]
    fn index(&mut self, index: Place<'_, 'a>) -> Evaluated<'a> {
        match index {
            Place::Value(Node::Known(_, value)) => Ok(Ok(value)),
            index => Ok(match self.branch(index)? {
                Found { failed: true, .. } => Err(EvalError::Text(ops::FAILED_QUALIFIER)),
                found => found.value,
            }),
        }
    }

    /// The value of an index or a branch. The base of an attribute is free there.
    #[inline]
    fn branch(&mut self, place: Place<'_, 'a>) -> Outcome<'a, Found<'a>> {
        match place {
            Place::Attribute(_, look_up) => look_up(self),
            Place::Value(node) => {
                let value = self.evaluate(node)?;
                Ok(Found::of(value.map(|value| wrapped_anew(self.arena(), value))))
            }
        }
    }

    #[inline]
    fn choose(
        &mut self,
        condition: Node<'_, 'a>,
        yes: Place<'_, 'a>,
        no: Place<'_, 'a>,
    ) -> Outcome<'a, Found<'a>> {
        match self.condition(condition)? {
            Ok(true) => self.branch(yes),
            Ok(false) => self.branch(no),
            Err(error) => Ok(Found::of(Err(error))),
        }
    }

    /// `has(operand.field)`: charges the chain without its base, and 1 for the tested field. The server subtracts the base again. As a
    /// value, a chain that starts with a ternary has no base, so it costs 1 less.
    #[inline]
    fn has(&mut self, id: u32, operand: &Chain<'_, 'a>, field: &'a str, is_value: bool) -> Evaluated<'a> {
        let found = self.found(Some(id), operand, false)?;
        let present = found.value.and_then(|value| {
            let value = if found.own { dynamic::found(value) } else { value };
            let before = self.cost.spent();
            let present = match is_value {
                true => dynamic::has(self.cost, value, field).map(Value::Bool),
                false => found_or_tested(self.cost, value, field),
            };
            if self.cost.spent() > before {
                self.stack.push(id, present);
            }
            present
        });
        self.cost.check()?;
        if is_value && matches!(operand.root, Root::Ternary(..)) {
            self.cost.refund()?;
        }
        Ok(present)
    }
}

/// The value of a variable that is evaluated as a value. The server makes a new optional of an optional with a value.
#[inline]
pub(super) fn wrapped_anew<'a>(arena: &'a Arena, value: Value<'a>) -> Value<'a> {
    match value {
        Value::Optional(Some(content)) => value::optional(arena, Some(*content)),
        value => value,
    }
}

/// `has(value.name)` as an index or a branch. Below an optional its result is the value of the field, otherwise whether the field exists.
#[inline]
fn found_or_tested<'a>(cost: &mut Cost<'a>, value: Value<'a>, name: &'a str) -> Outcome<'a, Value<'a>> {
    match value {
        Value::Optional(_) => dynamic::step(cost, value, Value::String(name)),
        value => dynamic::has(cost, value, name).map(Value::Bool),
    }
}
