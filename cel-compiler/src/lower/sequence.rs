//! Evaluation of parts in order, up to the first that fails: the parts of literals, and the operands of some calls.

use super::{block::Block, state::Lowering};
use crate::ast::{Expr, ListElement, MapEntry};
use crate::ir::{Body, Let, Local, Operand, Operation, Pattern, Repr, Statement, Value};
use std::rc::Rc;

/// A part of a sequence.
#[derive(Clone, Copy)]
pub(super) enum Part<'e> {
    Value(&'e Expr),
    /// `[?value]`
    Element(&'e Expr),
    /// The value of `{?key: value}`. The part before it is the key.
    Entry(&'e Expr),
}

impl<'e> Part<'e> {
    pub(super) fn of_element(element: &'e ListElement) -> Self {
        if element.optional { Part::Element(&element.value) } else { Part::Value(&element.value) }
    }

    pub(super) fn of_entries(entries: &'e [MapEntry]) -> Vec<Self> {
        let part = |entry: &'e MapEntry| {
            let value = if entry.optional { Part::Entry(&entry.value) } else { Part::Value(&entry.value) };
            [Part::Value(&entry.key), value]
        };
        entries.iter().flat_map(part).collect()
    }

    pub(super) fn expr(&self) -> &'e Expr {
        let (Part::Value(expr) | Part::Element(expr) | Part::Entry(expr)) = self;
        expr
    }
}

impl Lowering<'_, '_> {
    /// Evaluates parts in order up to the first error. If there is none, `finish` gets their values.
    pub(super) fn sequence(
        &mut self,
        mut rest: &[Part<'_>],
        mut done: Vec<Operand>,
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>, &mut Block) -> Operand,
    ) -> Operand {
        if rest.len() > MOST_NESTED {
            return self.long_sequence(rest, block, finish);
        }
        while let Some((first, others)) = rest.split_first() {
            rest = others;
            let value = self.part_value(first, &done, block);
            if value.fallible {
                return self.then(value, block, |lowering, value, block| {
                    done.push(value);
                    lowering.sequence(rest, done, block, finish)
                });
            }
            done.push(value);
        }
        finish(self, done, block)
    }

    /// The same for many parts, as a block that the first error leaves. Nested code for so many parts would exhaust a stack.
    fn long_sequence(
        &mut self,
        parts: &[Part<'_>],
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>, &mut Block) -> Operand,
    ) -> Operand {
        let label = self.label();
        let (mut inner, mut may_leave) = (Block::new(), false);
        let mut done = Vec::new();
        for part in parts {
            let value = self.part_value(part, &done, &mut inner);
            if !value.fallible {
                done.push(value);
                continue;
            }
            let name = self.fresh_for(&value.value);
            let leave = Statement::Break(Some((label.clone(), Body::failed().result)));
            inner.push_settled(value_or_leave(&name, value.value, leave));
            done.push(Operand::name(&name, value.repr));
            may_leave = true;
        }
        let value = finish(self, done, &mut inner);
        if !may_leave {
            block.append(inner);
            return value;
        }
        let (repr, body) = (value.repr.clone(), inner.into_body(value.into_result()));
        block.flush();
        self.run(Value::Labelled(label, Rc::new(body)), repr, block)
    }

    /// A name for a block that is left early.
    pub(super) fn label(&mut self) -> Local {
        let name = self.fresh("parts");
        Local::new(format!("'{}", name.name()))
    }

    /// The value of a part. The value of an optional part is always an optional.
    pub(super) fn part_value(&mut self, part: &Part<'_>, before: &[Operand], block: &mut Block) -> Operand {
        let value = self.lower(part.expr(), block);
        let key = match (part, before.last()) {
            (Part::Value(_), _) => return value,
            _ if matches!(value.repr, Repr::Optional(_)) => return value,
            (Part::Entry(_), Some(key)) => Some(key.clone()),
            (Part::Entry(_) | Part::Element(_), _) => None,
        };
        let key_value = match &key {
            Some(_) => Value::Operand(0).within("Some"),
            None => Value::Path("None".into()),
        };
        let last = Value::Operand(usize::from(key.is_some()));
        let operands = key.into_iter().chain([value]).map(|operand| self.dynamic(operand)).collect();
        let repr = Repr::Optional(Repr::Dynamic.into());
        let optional = Operation::fallible(repr, Value::build("dynamic::optional_part", [key_value, last]));
        self.lift(operands, optional)
    }
}

/// `let name = match value { Ok(value) => value, Err(error) => leave };`
pub(super) fn value_or_leave(name: &Local, value: Value, leave: Statement) -> Statement {
    let found = Local::from("value");
    Let::statement(
        name,
        value.matched([
            (Pattern::name_in("Ok", &found), Value::from(&found).into()),
            (Pattern::name_in("Err", &"error".into()), Body::leaving(leave)),
        ]),
    )
}

/// The most parts whose code is nested.
pub(super) const MOST_NESTED: usize = 16;
