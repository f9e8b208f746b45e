//! The optional fields that are present where an expression is evaluated.
//!
//! In `has(self.a) && self.a > 1` the comparison knows that the field is present. `&&` and `||` forget an error of one operand if the
//! other one decides, so the order does not matter: `self.a > 1 && has(self.a)` is right too. A fact is the path of a field, as text.
//! Other rules of a node never count, since the server runs them all.

use super::subject::{chain, literal, operands, operator, path, text};
use crate::ast::{Callee, Comprehension, Expr, ExprKind, Literal, Macro};
use cel_types::Operator;
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

/// The facts that follow if an expression does not have a certain value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    /// The expression always has that value.
    Impossible,
    /// These fields are present.
    Present(BTreeSet<String>),
}

/// The facts that follow if an expression is not `!value`: it is `value`, or an error.
pub(super) fn when(expr: &Expr, value: bool) -> Known {
    let [if_false, if_true] = facts(expr, [!value, value]);
    if value { if_true } else { if_false }
}

/// The facts that follow if an expression is not true, and if it is not false. Only the wanted ones are right. Each part is visited
/// once: the condition of `?:` decides by both its values, and it may be a `?:` itself.
fn facts(expr: &Expr, wanted: [bool; 2]) -> [Known; 2] {
    if let Some(Literal::Bool(literal)) = literal(expr) {
        return VALUES.map(|value| if *literal == value { Known::nothing() } else { Known::Impossible });
    }
    match (operator(expr), &expr.kind) {
        (Some((Operator::Not, [operand])), _) => opposite(facts(operand, opposite(wanted))),
        (Some((logic @ (Operator::And | Operator::Or), _)), _) => {
            let operands = chain(expr, logic).into_iter().map(|operand| facts(operand, wanted));
            let all = operands.reduce(|[not_one, one], [not_other, other]| match logic {
                Operator::And => [not_one.or(not_other), one.and(other)],
                _ => [not_one.and(not_other), one.or(other)],
            });
            all.unwrap_or_default()
        }
        (Some((Operator::Conditional, [condition, then, otherwise])), _) => {
            let [is_not, is] = facts(condition, [true, true]);
            let (mut then, mut otherwise) = (facts(then, wanted), facts(otherwise, wanted));
            VALUES.map(|value| {
                let then = std::mem::take(&mut then[usize::from(value)]);
                let otherwise = std::mem::take(&mut otherwise[usize::from(value)]);
                is.clone().and(then).or(is_not.clone().and(otherwise))
            })
        }
        (Some((operator @ (Operator::Equals | Operator::NotEquals), [one, other])), _)
            if let Some((expr, literal)) = bool_of(one, other) =>
        {
            match literal == (operator == Operator::Equals) {
                true => facts(expr, wanted),
                false => opposite(facts(expr, opposite(wanted))),
            }
        }
        _ => VALUES.map(|value| match wanted[usize::from(value)] {
            true => of_condition(expr, value),
            false => Known::nothing(),
        }),
    }
}

const VALUES: [bool; 2] = [false, true];

fn opposite<T>([if_false, if_true]: [T; 2]) -> [T; 2] {
    [if_true, if_false]
}

/// The facts of a condition without logical operators.
fn of_condition(expr: &Expr, value: bool) -> Known {
    match (operator(expr), &expr.kind) {
        (Some((Operator::In, [key, map])), _) if value => match text(key) {
            Some(key) => Known::of(format!("{}.{key}", path(map))),
            None => Known::nothing(),
        },
        // Another lint writes `has(self.a)` for `self.a != null`.
        (Some((operator @ (Operator::Equals | Operator::NotEquals), [one, other])), _)
            if value == (operator == Operator::NotEquals)
                && let Some(field) = compared_with_null(one, other) =>
        {
            Known::of(path(field))
        }
        (_, ExprKind::Select(select)) if select.test_only && value => Known::of(path(expr)),
        (_, ExprKind::Comprehension(fold)) => of_macro(fold, value),
        _ => of_optionals(expr, value),
    }
}

/// The field of `self.a != null` and `null != self.a`.
fn compared_with_null<'e>(one: &'e Expr, other: &'e Expr) -> Option<&'e Expr> {
    let is_null = |expr: &Expr| literal(expr) == Some(&Literal::Null);
    let field = if is_null(other) { one } else { Some(other).filter(|_| is_null(one))? };
    matches!(field.kind, ExprKind::Select(_)).then_some(field)
}

/// `list.all(i, has(i.a))` and `!list.exists(i, !has(i.a))` show that each element has the field. `map.exists(k, k == 'a')` shows that
/// the map has the key.
fn of_macro(fold: &Comprehension, value: bool) -> Known {
    let Some(predicate) = fold.round().and_then(|round| round.predicate) else { return Known::nothing() };
    let is_key = |one: &Expr| matches!(&one.kind, ExprKind::Ident(name) if *name == fold.iter_var);
    match (fold.from, operator(predicate)) {
        (Macro::Exists, Some((Operator::Equals, [one, other]))) if value => {
            let key = if is_key(one) { text(other) } else { text(one).filter(|_| is_key(other)) };
            key.map_or(Known::nothing(), |key| Known::of(format!("{}.{key}", path(&fold.iter_range))))
        }
        (Macro::All | Macro::Exists, _) if value == (fold.from == Macro::All) => {
            let Known::Present(paths) = when(predicate, value) else { return Known::nothing() };
            let elements = of_elements(&fold.iter_range);
            let of_element = |path: &String| {
                let rest = path.strip_prefix(element(fold))?;
                rest.starts_with(['.', '[']).then(|| format!("{elements}{rest}"))
            };
            Known::Present(paths.iter().filter_map(of_element).collect())
        }
        _ => Known::nothing(),
    }
}

/// The variable for the element: in `all(i, x, ..)` the second.
fn element(fold: &Comprehension) -> &str {
    fold.iter_var2.as_deref().unwrap_or(&fold.iter_var)
}

/// The path of all elements of a list. `filter` keeps some of the elements, so it has the same path.
fn of_elements(range: &Expr) -> String {
    match &range.kind {
        ExprKind::Comprehension(fold) if fold.from == Macro::Filter => of_elements(&fold.iter_range),
        _ => format!("{}[]", path(range)),
    }
}

/// `a` and `true` for `a == true` and `true == a`.
fn bool_of<'e>(one: &'e Expr, other: &'e Expr) -> Option<(&'e Expr, bool)> {
    let bool_literal = |expr| match literal(expr) {
        Some(Literal::Bool(value)) => Some(*value),
        _ => None,
    };
    bool_literal(other).map(|value| (one, value)).or_else(|| bool_literal(one).map(|value| (other, value)))
}

/// `self.?a.hasValue()`, `self.?a.orValue(0) > 0`, `self.?a.optMap(a, a > 0).orValue(false)`: they are true only if the optional has a
/// value.
fn of_optionals(expr: &Expr, value: bool) -> Known {
    let ExprKind::Call(call) = &expr.kind else { return Known::nothing() };
    match (call.function.callee(), operands(call).as_slice()) {
        (Callee::Named("hasValue"), [optional]) if value => Known::Present(of_value(optional)),
        _ => match without_value(expr) {
            Some((optional, Value::Bool(without))) if without != value => Known::Present(of_value(optional)),
            _ => Known::nothing(),
        },
    }
}

/// The fields that are present if an optional has a value.
fn of_value(optional: &Expr) -> BTreeSet<String> {
    match (operator(optional), &optional.kind) {
        (Some((Operator::OptSelect | Operator::OptIndex, [operand, _])), _) => {
            let mut found = of_value(operand);
            found.insert(path(optional));
            found
        }
        (_, ExprKind::Select(select)) => {
            let mut found = of_value(&select.operand);
            if !found.is_empty() {
                found.insert(path(optional));
            }
            found
        }
        // `optMap`
        (Some((Operator::Conditional, [condition, ..])), _) => match when(condition, true) {
            Known::Present(found) => found,
            Known::Impossible => BTreeSet::new(),
        },
        _ => BTreeSet::new(),
    }
}

/// For an expression over an optional: the optional, and the value of the expression if the optional is empty.
fn without_value(expr: &Expr) -> Option<(&Expr, Value)> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    match (call.function.callee(), operands(call).as_slice()) {
        (Callee::Named("orValue"), [optional, default]) => Some((*optional, Value::of(default)?)),
        (Callee::Named("size"), [operand]) => {
            let (optional, value) = without_value(operand)?;
            Some((optional, Value::Int(value.size()?)))
        }
        (Callee::Op(operator), [one, other]) => {
            let (optional, one, other) = match (without_value(one), without_value(other)) {
                (Some((optional, one)), None) => (optional, one, Value::of(other)?),
                (None, Some((optional, other))) => (optional, Value::of(one)?, other),
                _ => return None,
            };
            let order = one.order(&other)?;
            Some((optional, Value::Bool(holds(operator, order)?)))
        }
        _ => None,
    }
}

/// The result of a comparison.
pub(super) fn holds(operator: Operator, order: Ordering) -> Option<bool> {
    Some(match operator {
        Operator::Equals => order.is_eq(),
        Operator::NotEquals => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessEquals => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterEquals => order.is_ge(),
        _ => return None,
    })
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Bool(bool),
    Int(i64),
    Text(String),
    /// `[]` or `{}`
    Empty,
}

impl Value {
    fn of(expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Literal(Literal::Bool(value)) => Some(Value::Bool(*value)),
            ExprKind::Literal(Literal::Int(value)) => Some(Value::Int(*value)),
            ExprKind::Literal(Literal::String(value)) => Some(Value::Text(value.clone())),
            ExprKind::List(elements) if elements.is_empty() => Some(Value::Empty),
            ExprKind::Map(entries) if entries.is_empty() => Some(Value::Empty),
            _ => None,
        }
    }

    fn size(&self) -> Option<i64> {
        match self {
            Value::Text(text) => i64::try_from(text.chars().count()).ok(),
            Value::Empty => Some(0),
            Value::Bool(_) | Value::Int(_) => None,
        }
    }

    fn order(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
            (Value::Int(one), Value::Int(other)) => Some(one.cmp(other)),
            (Value::Text(one), Value::Text(other)) => Some(one.cmp(other)),
            (Value::Empty, Value::Empty) => Some(Ordering::Equal),
            _ => None,
        }
    }
}

impl Default for Known {
    fn default() -> Self {
        Known::nothing()
    }
}

impl Known {
    pub(super) fn nothing() -> Self {
        Known::Present(BTreeSet::new())
    }

    fn of(path: String) -> Self {
        Known::Present([path].into())
    }

    /// The facts if both hold.
    pub(super) fn and(self, other: Known) -> Known {
        match (self, other) {
            (Known::Present(mut one), Known::Present(other)) => {
                one.extend(other);
                Known::Present(one)
            }
            _ => Known::Impossible,
        }
    }

    /// The facts if one of them holds.
    fn or(self, other: Known) -> Known {
        match (self, other) {
            (Known::Impossible, other) | (other, Known::Impossible) => other,
            (Known::Present(one), Known::Present(other)) => {
                Known::Present(one.into_iter().filter(|path| other.contains(path)).collect())
            }
        }
    }
}

/// The fields that are present at the current place of a walk. Each field has a count, since there can be several reasons for it.
#[derive(Debug, Default)]
pub(super) struct Facts {
    present: BTreeMap<String, usize>,
    impossible: usize,
}

impl Facts {
    pub(super) fn add(&mut self, known: &Known) {
        match known {
            Known::Impossible => self.impossible += 1,
            Known::Present(paths) => {
                paths.iter().for_each(|path| *self.present.entry(path.clone()).or_default() += 1);
            }
        }
    }

    pub(super) fn remove(&mut self, known: &Known) {
        match known {
            Known::Impossible => self.impossible -= 1,
            Known::Present(paths) => {
                for path in paths {
                    if let Some(count) = self.present.get_mut(path) {
                        *count -= 1;
                    }
                }
            }
        }
    }

    /// The facts about the element in each round of a macro.
    pub(super) fn of_elements(&self, fold: &Comprehension) -> Known {
        let all = of_elements(&fold.iter_range);
        let below = self.present.range(all.clone()..).take_while(|(path, _)| path.starts_with(&all));
        let known = below.filter(|(_, count)| **count > 0);
        let rest = known.filter_map(|(path, _)| path.strip_prefix(&all));
        Known::Present(rest.map(|rest| format!("{}{rest}", element(fold))).collect())
    }

    /// True if a field is present, or the place is never reached.
    pub(super) fn has(&self, path: &str) -> bool {
        self.impossible > 0 || self.present.get(path).is_some_and(|count| *count > 0)
    }
}
