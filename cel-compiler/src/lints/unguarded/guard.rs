//! The change that adds a guard: its place and its text.

use crate::{
    ast::{Comprehension, Expr, ExprKind, Literal, Macro},
    lints::{
        edit::Edit,
        facts::holds,
        subject::{self, Subject, each, literal, operator, path, text},
    },
    parser::TokenKind,
};
use cel_types::Operator;

/// The role of an operand. It decides the result for an object without the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is the rule, or the predicate of `all`: `self.a > 1`. It is meant for objects with the field.
    Whole,
    /// One of the demands of `self.a > 1 && self.b > 1`.
    Demand,
    /// It follows from a condition: `self.type == 'A' ? self.a > 1 : true`. The field is needed then.
    Consequence,
    /// Another role, for example the operand of `!`.
    Other,
}

/// The place where a field is read.
pub(super) struct Place<'p, 'a, 's> {
    pub(super) subject: &'p Subject<'a, 's>,
    /// The macros around it, innermost last.
    pub(super) macros: &'p [&'p Comprehension],
    /// The operand of the rule's logic around it, and its role.
    pub(super) operand: &'p Expr,
    pub(super) role: Role,
    /// The alternatives of the rule, of one of its demands, or of the predicate of `all`: `a` and `b` in `a || b`.
    pub(super) alternatives: &'p [&'p Expr],
}

impl Place<'_, '_, '_> {
    /// The change, if only one change is right.
    pub(super) fn edit(&self, expr: &Expr, guard: &str) -> Option<Edit> {
        self.of_has(expr, guard).or_else(|| self.of_operand(expr, guard))
    }

    /// `has(self.a.b)` becomes `has(self.a) && has(self.a.b)`.
    fn of_has(&self, expr: &Expr, guard: &str) -> Option<Edit> {
        let tokens = self.subject.tokens();
        let first = tokens.first_before(tokens.at(expr.offset)?, &|_| false);
        let (has, open) = (first.checked_sub(2)?, first.checked_sub(1)?);
        if tokens.text(has) != "has" || tokens.kind(open) != Some(TokenKind::LeftParen) {
            return None;
        }
        let close = tokens.last_from(first, &|_| false) + 1;
        let (begin, end) = (tokens.range(has)?.start, tokens.range(close)?.end);
        let before = has.checked_sub(1).and_then(|before| tokens.kind(before));
        let joins = |kind: Option<TokenKind>| {
            use TokenKind::{And, Comma, End, LeftParen, Or, RightParen};
            matches!(kind, None | Some(And | Or | LeftParen | RightParen | Comma | End))
        };
        Some(match joins(before) && joins(tokens.kind(close + 1)) {
            true => Edit::new([(begin..begin, format!("{guard} && "))]),
            false => Edit::new([(begin..begin, format!("({guard} && ")), (end..end, ")".to_owned())]),
        })
    }

    /// The operand with a guard. A demand applies to objects with the field. A consequence demands the field too: an object that was
    /// refused with `no such key` is then refused with the rule's message.
    fn of_operand(&self, expr: &Expr, guard: &str) -> Option<Edit> {
        let tokens = self.subject.tokens();
        let not = match guard.starts_with("has(") {
            true => format!("!{guard}"),
            false => format!("!({guard})"),
        };
        // A variable of a macro is known only inside the macro.
        let is_inside = self.macros.last().is_none_or(|fold| contains(fold, self.operand));
        let own = self.macros.iter().rev().take_while(|fold| mentions(expr, fold)).count();
        if !is_inside || own == 0 && !self.macros.is_empty() {
            return None;
        }
        let (lowest, highest) = offsets(self.operand);
        let role = match self.role {
            Role::Consequence if if_empty(self.operand, &path(expr)) == Some(true) => Role::Demand,
            role => role,
        };
        let in_front_of = |operand: &Expr, text: String| {
            let (lowest, highest) = offsets(operand);
            let begin = tokens.range(tokens.operand(lowest, highest)?.0)?.start;
            Some(Edit::new([(begin..begin, text)]))
        };
        match (role, self.alternatives) {
            (_, [first, _, ..]) if self.is_all_about(expr) => in_front_of(first, format!("{not} || ")),
            (Role::Demand | Role::Consequence, [_, _, ..]) if self.is_only_guarded() => {
                in_front_of(self.operand, format!("{not} || "))
            }
            (Role::Whole, _) => {
                let of_macro = match self.macros.last() {
                    Some(fold) => Some(self.opening(fold)?),
                    None => None,
                };
                tokens.guarded(of_macro, &not, TokenKind::Or)
            }
            (Role::Demand, _) => {
                let (first, last) = tokens.operand(lowest, highest)?;
                let (begin, end) = (tokens.range(first)?.start, tokens.range(last)?.end);
                Some(Edit::new([(begin..begin, format!("({not} || ")), (end..end, ")".to_owned())]))
            }
            (Role::Consequence, _) => in_front_of(self.operand, format!("{guard} && ")),
            (Role::Other, _) => None,
        }
    }

    /// True if all alternatives are about the field: `self.a == '' || self.a.size() > 2`.
    fn is_all_about(&self, expr: &Expr) -> bool {
        let field = path(expr);
        self.alternatives.iter().all(|alternative| reads(alternative, &field))
    }

    /// True if the other alternatives only guard fields that the operand reads: `!has(self.b) || self.a < self.b`.
    fn is_only_guarded(&self) -> bool {
        let guards = |alternative: &Expr| {
            tested_for_absence(alternative).is_some_and(|field| reads(self.operand, &field))
        };
        let is_own = |alternative: &Expr| std::ptr::eq(alternative, self.operand);
        let mut alternatives = self.alternatives.iter();
        self.alternatives.iter().any(|alternative| is_own(alternative))
            && alternatives.all(|alternative| is_own(alternative) || guards(alternative))
    }

    /// Where the `(` of a macro is.
    fn opening(&self, fold: &Comprehension) -> Option<u32> {
        let mut found = None;
        self.subject.each(&mut |expr| {
            if matches!(&expr.kind, ExprKind::Comprehension(known) if std::ptr::eq(&**known, fold)) {
                found = Some(expr.offset);
            }
        });
        found
    }
}

fn reads(expr: &Expr, field: &str) -> bool {
    let mut found = false;
    each(expr, &mut |part| found |= path(part) == field);
    found
}

/// `self.a` of `!has(self.a)`, `self.labels.a` of `!('a' in self.labels)`.
fn tested_for_absence(expr: &Expr) -> Option<String> {
    let Some((Operator::Not, [tested])) = operator(expr) else { return None };
    match (operator(tested), &tested.kind) {
        (_, ExprKind::Select(select)) if select.test_only => Some(path(tested)),
        (Some((Operator::In, [key, map])), _) => Some(format!("{}.{}", path(map), text(key)?)),
        _ => None,
    }
}

/// True if an expression reads a variable of a macro.
fn mentions(expr: &Expr, fold: &Comprehension) -> bool {
    let mut found = false;
    each(expr, &mut |part| {
        if let ExprKind::Ident(name) = &part.kind {
            found |= *name == fold.iter_var || fold.iter_var2.as_ref() == Some(name);
        }
    });
    found
}

/// The value of a condition on a list, map or text if that is empty. An absent field then counts as an empty one:
/// `self.ports.size() < 3` holds.
fn if_empty(condition: &Expr, of: &str) -> Option<bool> {
    if let ExprKind::Comprehension(fold) = &condition.kind {
        return match fold.from {
            Macro::All if path(&fold.iter_range) == of => Some(true),
            Macro::Exists if path(&fold.iter_range) == of => Some(false),
            _ => None,
        };
    }
    let is_size = |expr: &Expr| match &expr.kind {
        ExprKind::Call(call) => {
            let operands = subject::operands(call);
            &*call.function == "size"
                && operands.len() == 1
                && operands.iter().all(|operand| path(operand) == of)
        }
        _ => false,
    };
    match operator(condition)? {
        (Operator::Not, [operand]) => if_empty(operand, of).map(|holds| !holds),
        (operator, [one, other]) => match (literal(one), literal(other)) {
            (_, Some(Literal::Int(count))) if is_size(one) => holds(operator, 0.cmp(count)),
            (Some(Literal::Int(count)), _) if is_size(other) => holds(operator, count.cmp(&0)),
            (_, Some(Literal::String(text))) if path(one) == of => holds(operator, "".cmp(text)),
            (Some(Literal::String(text)), _) if path(other) == of => holds(operator, (**text).cmp("")),
            _ => None,
        },
        _ => None,
    }
}

/// The lowest and highest offset of an expression's parts.
fn offsets(expr: &Expr) -> (u32, u32) {
    let (mut lowest, mut highest) = (expr.offset, expr.offset);
    each(expr, &mut |part| {
        (lowest, highest) = (lowest.min(part.offset), highest.max(part.offset));
    });
    (lowest, highest)
}

/// True if a macro evaluates the expression in each round.
fn contains(fold: &Comprehension, expr: &Expr) -> bool {
    let mut found = false;
    let parts = fold.round().into_iter().flat_map(|round| [round.predicate, round.key, round.transform]);
    for part in parts.flatten() {
        each(part, &mut |part| found |= std::ptr::eq(part, expr));
    }
    found
}
