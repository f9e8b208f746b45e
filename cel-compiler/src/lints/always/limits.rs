//! The values that remain possible under several conditions.

use super::bounds::Bounds;
use crate::{
    ast::{Expr, ExprKind, Literal},
    lints::subject::{Subject, literal, operator, text},
    schema::{DeclKind, DeclType},
    types::Type,
    unparser,
};
use cel_types::Operator;
use std::collections::{BTreeSet, HashMap};

/// The limits of each value, by its CEL text.
pub(super) struct Limits<'l, 'a, 's> {
    subject: &'l Subject<'a, 's>,
    left: HashMap<String, Left<'l, 's>>,
}

/// Why no value remains possible.
pub(super) enum Conflict<'e> {
    /// It contradicts another condition, or itself.
    With(&'e Expr),
    /// All values of an `enum` are excluded.
    Exhausted,
}

/// The limits of a value.
struct Left<'e, 's> {
    /// The first condition on it.
    first: &'e Expr,
    /// The range of numbers that it can still have.
    lowest: i64,
    highest: i64,
    /// Numbers and texts that it cannot be, in CEL's spelling.
    not: BTreeSet<String>,
    is: Option<String>,
    /// The values of its `enum`.
    of: Option<&'s [String]>,
}

impl<'l, 'a, 's> Limits<'l, 'a, 's> {
    pub(super) fn new(subject: &'l Subject<'a, 's>) -> Self {
        Limits { subject, left: HashMap::new() }
    }

    /// Adds a condition, or its opposite.
    pub(super) fn add(&mut self, expr: &'l Expr, holds: bool) -> Result<(), Conflict<'l>> {
        match operator(expr) {
            Some((Operator::Not, [operand])) => self.add(operand, !holds),
            Some((Operator::And, parts)) if holds => parts.iter().try_for_each(|part| self.add(part, true)),
            Some((Operator::Or, parts)) if !holds => parts.iter().try_for_each(|part| self.add(part, false)),
            Some((Operator::And | Operator::Or | Operator::Conditional, _)) => Ok(()),
            Some((Operator::In, [value, list])) => self.one_of(expr, value, list, holds),
            Some((operator, [one, other])) => match (literal(one), literal(other)) {
                (None, Some(constant)) => self.compare(expr, one, of(operator, holds), constant),
                (Some(constant), None) => self.compare(expr, other, of(turned(operator), holds), constant),
                _ => self.condition(expr, holds),
            },
            _ => self.condition(expr, holds),
        }
    }

    /// A condition that is only compared by its text: `has(self.a)` in `has(self.a) && !has(self.a)`.
    fn condition(&mut self, expr: &'l Expr, holds: bool) -> Result<(), Conflict<'l>> {
        if let Some(Literal::Bool(value)) = literal(expr) {
            return if *value == holds { Ok(()) } else { Err(Conflict::With(expr)) };
        }
        // `a < b` and `!(a < b)` are conditions too. `a != b` is the opposite of `a == b`.
        let (key, holds) = match operator(expr) {
            Some((Operator::NotEquals, [one, other])) => {
                (format!("{} == {}", unparser::unparse(one), unparser::unparse(other)), !holds)
            }
            _ => (unparser::unparse(expr), holds),
        };
        self.left(expr, key, None).is(&holds.to_string())
    }

    fn one_of(
        &mut self,
        expr: &'l Expr,
        value: &'l Expr,
        list: &'l Expr,
        holds: bool,
    ) -> Result<(), Conflict<'l>> {
        let ExprKind::List(elements) = &list.kind else { return self.condition(expr, holds) };
        let texts: Option<BTreeSet<&str>> = elements.iter().map(|element| text(&element.value)).collect();
        let Some(texts) = texts.filter(|_| text(value).is_none()) else { return self.condition(expr, holds) };
        let node = self.subject.node_of(value);
        let left = self.left(expr, unparser::unparse(value), node);
        if !holds {
            return texts.into_iter().try_for_each(|text| left.is_not(text));
        }
        match &left.is {
            Some(is) if !texts.contains(&**is) => Err(Conflict::With(left.first)),
            None if texts.iter().all(|text| left.not.contains(*text)) => Err(Conflict::With(left.first)),
            _ => Ok(()),
        }
    }

    fn compare(
        &mut self,
        expr: &'l Expr,
        value: &'l Expr,
        operator: Option<Operator>,
        constant: &'l Literal,
    ) -> Result<(), Conflict<'l>> {
        let Some(operator) = operator else { return Ok(()) };
        let key = unparser::unparse(value);
        match (constant, operator) {
            (Literal::Int(number), _) if *self.subject.checked.type_of(value.id) == Type::Int => {
                let (lowest, highest) = Bounds::of(self.subject, value).range();
                let left = self.left(expr, key, None);
                (left.lowest, left.highest) = (left.lowest.max(lowest), left.highest.min(highest));
                left.number(operator, *number)
            }
            (Literal::Int(_) | Literal::Double(_), _)
                if *self.subject.checked.type_of(value.id) == Type::Double =>
            {
                match Bounds::of(self.subject, value).allow(operator, constant) {
                    true => Ok(()),
                    false => Err(Conflict::With(expr)),
                }
            }
            (Literal::String(text), Operator::Equals)
                if !Bounds::of(self.subject, value).allow_length(text) =>
            {
                Err(Conflict::With(expr))
            }
            (Literal::String(text), Operator::Equals) => {
                let node = self.subject.node_of(value);
                self.left(expr, key, node).is(text)
            }
            (Literal::String(text), Operator::NotEquals) => {
                let node = self.subject.node_of(value);
                self.left(expr, key, node).is_not(text)
            }
            (Literal::Bool(is), Operator::Equals) => self.left(expr, key, None).is(&is.to_string()),
            (Literal::Bool(is), Operator::NotEquals) => self.left(expr, key, None).is(&(!is).to_string()),
            _ => Ok(()),
        }
    }

    fn left(&mut self, expr: &'l Expr, key: String, node: Option<&'s DeclType>) -> &mut Left<'l, 's> {
        let values = node.filter(|node| matches!(node.kind, DeclKind::String) && !node.nullable);
        let values = values.map(|node| &*node.enum_values).filter(|values| !values.is_empty());
        self.left.entry(key).or_insert_with(|| Left {
            first: expr,
            lowest: i64::MIN,
            highest: i64::MAX,
            not: BTreeSet::new(),
            is: None,
            of: values,
        })
    }
}

impl<'e> Left<'e, '_> {
    fn is(&mut self, text: &str) -> Result<(), Conflict<'e>> {
        if self.not.contains(text) || self.is.as_ref().is_some_and(|is| is != text) {
            return Err(Conflict::With(self.first));
        }
        self.is = Some(text.to_owned());
        Ok(())
    }

    fn is_not(&mut self, text: &str) -> Result<(), Conflict<'e>> {
        if self.is.as_ref().is_some_and(|is| is == text) {
            return Err(Conflict::With(self.first));
        }
        let is_new = self.not.insert(text.to_owned());
        // As long as fewer texts are excluded than there are, one is left.
        let may_be_last = |values: &&[String]| is_new && self.not.len() >= values.len();
        match self.of.filter(may_be_last) {
            Some(values) if values.iter().all(|value| self.not.contains(value)) => Err(Conflict::Exhausted),
            _ => Ok(()),
        }
    }

    fn number(&mut self, operator: Operator, number: i64) -> Result<(), Conflict<'e>> {
        let (lowest, highest) = match operator {
            Operator::Equals => (Some(number), Some(number)),
            Operator::Less => (Some(i64::MIN), number.checked_sub(1)),
            Operator::LessEquals => (Some(i64::MIN), Some(number)),
            Operator::Greater => (number.checked_add(1), Some(i64::MAX)),
            Operator::GreaterEquals => (Some(number), Some(i64::MAX)),
            _ => (Some(i64::MIN), Some(i64::MAX)),
        };
        let (Some(lowest), Some(highest)) = (lowest, highest) else { return Err(Conflict::With(self.first)) };
        (self.lowest, self.highest) = (self.lowest.max(lowest), self.highest.min(highest));
        if operator == Operator::NotEquals {
            self.not.insert(number.to_string());
        }
        // An excluded number at an end of the range makes the range smaller.
        while self.lowest < self.highest && self.not.contains(&self.lowest.to_string()) {
            self.lowest += 1;
        }
        while self.lowest < self.highest && self.not.contains(&self.highest.to_string()) {
            self.highest -= 1;
        }
        let is_empty = self.lowest > self.highest
            || self.lowest == self.highest && self.not.contains(&self.lowest.to_string());
        if is_empty { Err(Conflict::With(self.first)) } else { Ok(()) }
    }
}

/// The comparison, or its opposite.
fn of(operator: Operator, holds: bool) -> Option<Operator> {
    let opposite = match operator {
        Operator::Equals => Operator::NotEquals,
        Operator::NotEquals => Operator::Equals,
        Operator::Less => Operator::GreaterEquals,
        Operator::LessEquals => Operator::Greater,
        Operator::Greater => Operator::LessEquals,
        Operator::GreaterEquals => Operator::Less,
        _ => return None,
    };
    Some(if holds { operator } else { opposite })
}

/// The comparison with its operands the other way round.
fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessEquals => Operator::GreaterEquals,
        Operator::Greater => Operator::Less,
        Operator::GreaterEquals => Operator::LessEquals,
        other => other,
    }
}
