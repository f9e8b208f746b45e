//! What the schema leaves of a number, a size or a text: `minimum`, `maxLength` and the like.

use crate::{
    ast::{Callee, Expr, ExprKind, Literal},
    lints::subject::{Subject, literal, operands, operator},
    schema::{Bound, DeclKind, DeclType, Limits},
    unparser,
};
use cel_types::Operator;

/// The bounds of a part of the object.
pub(super) struct Bounds<'e, 's> {
    /// What is read, or what its size is asked of.
    part: &'e Expr,
    is_size: bool,
    node: Option<&'s DeclType>,
}

impl<'e, 's> Bounds<'e, 's> {
    pub(super) fn of(subject: &Subject<'_, 's>, value: &'e Expr) -> Self {
        let (part, is_size) = sized(value).map_or((value, false), |part| (part, true));
        // A stored object may be older than the schema. Null has no bounds.
        let node = subject.node_of(part).filter(|node| !node.nullable && !subject.is_of_old(part));
        Bounds { part, is_size, node }
    }

    fn limits(&self) -> Limits {
        self.node.and_then(|node| node.limits.as_deref()).cloned().unwrap_or_default()
    }

    /// The integers that are left.
    pub(super) fn range(&self) -> (i64, i64) {
        if self.is_size {
            let least = self.limits().min.and_then(|min| i64::try_from(min).ok()).unwrap_or(0);
            return (least, self.most().unwrap_or(i64::MAX));
        }
        let is_int = self.node.is_some_and(|node| matches!(node.kind, DeclKind::Int));
        let limits = if is_int { self.limits() } else { Limits::default() };
        let lowest = limits.minimum.and_then(|bound| integer(bound.ceil())).map(|lowest| {
            let is_next =
                limits.exclusive_minimum && limits.minimum.is_some_and(|bound| bound.fract() == 0.0);
            lowest.saturating_add(i64::from(is_next))
        });
        let highest = limits.maximum.and_then(|bound| integer(bound.floor())).map(|highest| {
            let is_next =
                limits.exclusive_maximum && limits.maximum.is_some_and(|bound| bound.fract() == 0.0);
            highest.saturating_sub(i64::from(is_next))
        });
        (lowest.unwrap_or(i64::MIN), highest.unwrap_or(i64::MAX))
    }

    /// The largest size.
    fn most(&self) -> Option<i64> {
        let node = self.node?;
        match (&node.kind, node.max?) {
            (DeclKind::String | DeclKind::List { .. } | DeclKind::Map { .. }, Bound::Value(max)) => {
                i64::try_from(max).ok()
            }
            _ => None,
        }
    }

    /// False if a comparison of a float holds for no value that is left.
    pub(super) fn allow(&self, operator: Operator, constant: &Literal) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "integers that a float does not have are not asked")]
        let number = match constant {
            Literal::Double(number) => *number,
            Literal::Int(number) if number.unsigned_abs() < EXACT => *number as f64,
            _ => return true,
        };
        let limits = self.limits();
        let (min, max) =
            (limits.minimum.unwrap_or(f64::NEG_INFINITY), limits.maximum.unwrap_or(f64::INFINITY));
        let is_below = number < min || number == min && limits.exclusive_minimum;
        let is_above = number > max || number == max && limits.exclusive_maximum;
        match operator {
            Operator::Equals => !is_below && !is_above,
            Operator::Less => number > min,
            Operator::LessEquals => !is_below,
            Operator::Greater => number < max,
            Operator::GreaterEquals => !is_above,
            _ => true,
        }
    }

    /// False for a text that is too short or too long.
    pub(super) fn allow_length(&self, text: &str) -> bool {
        let is_text = self.node.is_some_and(|node| matches!(node.kind, DeclKind::String));
        let count = text.chars().count();
        let least = self.limits().min.unwrap_or(0);
        let is_most = self.most().is_none_or(|most| i64::try_from(count).is_ok_and(|count| count <= most));
        !is_text || is_most && u64::try_from(count).is_ok_and(|count| count >= least)
    }

    /// True for a comparison that asks if something is empty, where the schema has an opinion on that: `self.a == ''`, `self.b.size() > 0`.
    pub(super) fn is_of_empty(&self, comparison: &Expr) -> bool {
        let Some((operator, [one, other])) = operator(comparison) else { return false };
        let is_equality = matches!(operator, Operator::Equals | Operator::NotEquals);
        let is_empty = match literal(one).or(literal(other)) {
            Some(Literal::String(text)) => text.is_empty(),
            Some(Literal::Int(number)) => {
                *number == 0 && (is_equality || self.is_size) || self.is_size && *number == 1
            }
            _ => false,
        };
        is_empty && self.node.is_some_and(|node| node.limits.is_some())
    }

    /// What is left, in words.
    pub(super) fn text(&self) -> String {
        let part = unparser::unparse(self.part);
        if self.node.is_some_and(|node| matches!(node.kind, DeclKind::Double)) {
            return format!("so say `minimum` and `maximum` of `{part}`");
        }
        let is_text = self.node.is_some_and(|node| matches!(node.kind, DeclKind::String));
        let what =
            if self.is_size || is_text { format!("the size of `{part}`") } else { format!("`{part}`") };
        let size = Bounds { is_size: self.is_size || is_text, ..*self };
        match size.range() {
            (0, i64::MAX) if self.is_size => "a size is never negative".to_owned(),
            (i64::MIN, i64::MAX) => "no other number is an int".to_owned(),
            (lowest, i64::MAX) => format!("by the schema {what} is at least {lowest}"),
            (i64::MIN, highest) => format!("by the schema {what} is at most {highest}"),
            (lowest, highest) => format!("by the schema {what} is {lowest} to {highest}"),
        }
    }
}

/// An integer that a float has.
fn integer(bound: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    let number = bound as i64;
    (bound.abs() < 9e15 && number.unsigned_abs() < EXACT).then_some(number)
}

/// `x` of `x.size()` and `size(x)`.
pub(super) fn sized(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    match (call.function.callee(), operands(call).as_slice()) {
        (Callee::Named("size"), [operand]) => Some(operand),
        _ => None,
    }
}

/// Floats have all integers below.
const EXACT: u64 = 1 << 53;
