//! Facts that several conditions imply together: `(self.k == 'A' || has(self.a)) && (self.k == 'A' || self.a > 1)`.
//!
//! The field is assumed to be absent. Each condition then decides values of its operands, until nothing changes. If two conditions
//! contradict each other, the field is present. Errors are ignored: each error is a separate finding.

use crate::{
    ast::{Expr, ExprId, ExprKind, Literal, Macro},
    lints::{
        facts::{Known, when},
        subject::{each, literal, operator, path, text},
    },
    unparser,
};
use cel_types::Operator;
use std::collections::HashMap;

/// The conditions in a rule.
#[derive(Debug, Default)]
pub(super) struct Implied {
    leaves: HashMap<ExprId, Leaf>,
    /// The numbers of atoms, by their texts.
    atoms: HashMap<String, usize>,
    /// Groups of atoms with at most one true atom, by the compared value: `self.k == 'A'` and `self.k == 'B'`.
    groups: HashMap<String, Vec<usize>>,
    /// Number of steps so far for the rule.
    steps: usize,
}

/// A condition without logical operators.
#[derive(Debug)]
struct Leaf {
    atom: usize,
    /// It is the opposite of its atom.
    is_opposite: bool,
    /// The value that it compares with a constant.
    group: Option<String>,
    /// The fields that are present if it is false, and if it is true.
    present: [Vec<usize>; 2],
}

/// The values of atoms.
type Values = HashMap<usize, bool>;

/// Two conditions contradict each other.
struct Conflict;

/// A condition and its value.
pub(super) type Condition<'e> = (&'e Expr, bool);

impl Implied {
    pub(super) fn new(rule: &Expr) -> Self {
        let mut implied = Implied::default();
        let mut names_field = false;
        each(rule, &mut |expr| {
            let is_in = matches!(operator(expr), Some((Operator::In, [key, _])) if text(key).is_some());
            let is_has = matches!(&expr.kind, ExprKind::Select(select) if select.test_only);
            names_field |= is_in
                || is_has
                || matches!(&expr.kind, ExprKind::Call(call) if &*call.function == "hasValue");
        });
        // Conditions imply nothing about a field that none of them names.
        if names_field {
            implied.add(rule);
        }
        implied
    }

    /// Adds all conditions below an expression.
    fn add(&mut self, expr: &Expr) {
        match operator(expr) {
            Some((Operator::Not | Operator::And | Operator::Or | Operator::Conditional, operands)) => {
                operands.iter().for_each(|operand| self.add(operand));
            }
            Some((Operator::Equals | Operator::NotEquals, [one, other])) if is_of_bools(one, other) => {
                self.add(one);
                self.add(other);
            }
            _ => {
                self.leaf(expr);
                // The rounds of a macro have their own conditions.
                let mut below = Vec::new();
                each(expr, &mut |part| {
                    if let ExprKind::Comprehension(fold) = &part.kind
                        && fold.from != Macro::Bind
                        && let Some(round) = fold.round()
                    {
                        below.extend(round.predicate);
                        below.extend(round.transform);
                    }
                    if let Some((Operator::Conditional, operands)) = operator(part) {
                        below.extend(operands.first());
                    }
                });
                for part in below {
                    if !self.leaves.contains_key(&part.id) {
                        self.add(part);
                    }
                }
            }
        }
    }

    fn leaf(&mut self, expr: &Expr) {
        let mut is_opposite = false;
        let (name, group) = match (operator(expr), &expr.kind) {
            (_, ExprKind::Literal(_)) => return,
            (_, ExprKind::Select(select)) if select.test_only => (present(&path(expr)), None),
            (Some((Operator::In, [key, map])), _) if text(key).is_some() => {
                (present(&format!("{}.{}", path(map), text(key).unwrap_or_default())), None)
            }
            (Some((operator @ (Operator::Equals | Operator::NotEquals), [one, other])), _) => {
                is_opposite = operator == Operator::NotEquals;
                let (one, other) = if literal(one).is_some() { (other, one) } else { (one, other) };
                let group = literal(other).is_some().then(|| unparser::unparse(one));
                (format!("{} == {}", unparser::unparse(one), unparser::unparse(other)), group)
            }
            _ => (unparser::unparse(expr), None),
        };
        let atom = self.atom(&name);
        if let Some(group) = &group {
            let group = self.groups.entry(group.clone()).or_default();
            if !group.contains(&atom) && group.len() < LARGEST_GROUP {
                group.push(atom);
            }
        }
        let present = [false, true].map(|value| match when(expr, value) {
            Known::Present(paths) => paths.iter().map(|path| self.atom(&present(path))).collect(),
            Known::Impossible => Vec::new(),
        });
        self.leaves.insert(expr.id, Leaf { atom, is_opposite, group, present });
    }

    fn atom(&mut self, name: &str) -> usize {
        let next = self.atoms.len();
        *self.atoms.entry(name.to_owned()).or_insert(next)
    }

    /// True if the field is present whenever all conditions hold.
    pub(super) fn says(&mut self, path: &str, conditions: &[Option<Condition<'_>>]) -> bool {
        let Some(atom) = self.atoms.get(&present(path)).copied() else { return false };
        let mut values = Values::from([(atom, false)]);
        // If the search takes too long, the lint is silent.
        while self.steps <= MOST_STEPS {
            let before = values.len();
            for (condition, value) in conditions.iter().flatten() {
                if self.force(condition, *value, &mut values).is_err() {
                    return true;
                }
            }
            if values.len() == before {
                return false;
            }
        }
        true
    }

    /// Sets the value of a condition, and the values that follow for its operands.
    fn force(&mut self, expr: &Expr, value: bool, values: &mut Values) -> Result<(), Conflict> {
        self.steps += 1;
        if let Some(Literal::Bool(known)) = literal(expr) {
            return if *known == value { Ok(()) } else { Err(Conflict) };
        }
        match operator(expr) {
            Some((Operator::Not, [operand])) => self.force(operand, !value, values),
            Some((logic @ (Operator::And | Operator::Or), [one, other])) => {
                if (logic == Operator::And) == value {
                    self.force(one, value, values)?;
                    return self.force(other, value, values);
                }
                match (self.value(one, values), self.value(other, values)) {
                    (Some(known), _) if known != value => self.force(other, value, values),
                    (_, Some(known)) if known != value => self.force(one, value, values),
                    _ => Ok(()),
                }
            }
            Some((Operator::Conditional, [condition, then, otherwise])) => {
                match self.value(condition, values) {
                    Some(true) => return self.force(then, value, values),
                    Some(false) => return self.force(otherwise, value, values),
                    None => {}
                }
                if self.value(then, values) == Some(!value) {
                    self.force(condition, false, values)?;
                    return self.force(otherwise, value, values);
                }
                if self.value(otherwise, values) == Some(!value) {
                    self.force(condition, true, values)?;
                    return self.force(then, value, values);
                }
                Ok(())
            }
            Some((operator @ (Operator::Equals | Operator::NotEquals), [one, other]))
                if is_of_bools(one, other) =>
            {
                let are_same = (operator == Operator::Equals) == value;
                if let Some(known) = self.value(one, values) {
                    return self.force(other, known == are_same, values);
                }
                match self.value(other, values) {
                    Some(known) => self.force(one, known == are_same, values),
                    None => Ok(()),
                }
            }
            _ => self.force_leaf(expr, value, values),
        }
    }

    fn force_leaf(&mut self, expr: &Expr, value: bool, values: &mut Values) -> Result<(), Conflict> {
        let Some(leaf) = self.leaves.get(&expr.id) else { return Ok(()) };
        let holds = value != leaf.is_opposite;
        let group = leaf.group.as_ref().filter(|_| holds).and_then(|group| self.groups.get(group));
        let others =
            group.into_iter().flatten().filter(|other| **other != leaf.atom).map(|other| (*other, false));
        let present = leaf.present[usize::from(value)].iter().map(|atom| (*atom, true));
        for (atom, value) in [(leaf.atom, holds)].into_iter().chain(present).chain(others) {
            self.steps += 1;
            if *values.entry(atom).or_insert(value) != value {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// The value of a condition, if it is known.
    fn value(&mut self, expr: &Expr, values: &Values) -> Option<bool> {
        self.steps += 1;
        if let Some(Literal::Bool(known)) = literal(expr) {
            return Some(*known);
        }
        match operator(expr) {
            Some((Operator::Not, [operand])) => self.value(operand, values).map(|value| !value),
            Some((logic @ (Operator::And | Operator::Or), [one, other])) => {
                let decides = logic == Operator::Or;
                match (self.value(one, values), self.value(other, values)) {
                    (Some(value), _) | (_, Some(value)) if value == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            Some((Operator::Conditional, [condition, then, otherwise])) => {
                match self.value(condition, values) {
                    Some(true) => self.value(then, values),
                    Some(false) => self.value(otherwise, values),
                    None => None,
                }
            }
            Some((operator @ (Operator::Equals | Operator::NotEquals), [one, other]))
                if is_of_bools(one, other) =>
            {
                let are_same = self.value(one, values)? == self.value(other, values)?;
                Some(are_same == (operator == Operator::Equals))
            }
            _ => {
                let leaf = self.leaves.get(&expr.id)?;
                let is_absent =
                    |present: &[usize]| present.iter().any(|atom| values.get(atom) == Some(&false));
                match values.get(&leaf.atom) {
                    Some(holds) => Some(*holds != leaf.is_opposite),
                    None if is_absent(&leaf.present[1]) => Some(false),
                    None if is_absent(&leaf.present[0]) => Some(true),
                    None => None,
                }
            }
        }
    }
}

/// `a == true`, `has(a) == has(b)`, `has(a) == (b == 'c')`
fn is_of_bools(one: &Expr, other: &Expr) -> bool {
    is_bool(one) || is_bool(other)
}

fn is_bool(expr: &Expr) -> bool {
    match (operator(expr), &expr.kind) {
        (_, ExprKind::Literal(Literal::Bool(_))) => true,
        (_, ExprKind::Select(select)) => select.test_only,
        (Some((Operator::Not | Operator::And | Operator::Or | Operator::In, _)), _) => true,
        _ => false,
    }
}

/// The atom for the presence of a field.
fn present(path: &str) -> String {
    format!("has {path}")
}

/// The search in a rule with thousands of conditions about thousands of fields stops here.
const MOST_STEPS: usize = 1_000_000;
const LARGEST_GROUP: usize = 64;
