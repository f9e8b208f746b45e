//! `equivalent_rule`: two rules of a node with the same meaning and different texts.

use super::{
    finding::{Finding, Found},
    lint::{Example, Level, Lint},
    subject::{Subject, chain, literal, operands, operator},
};
use crate::{
    ast::{Callee, Comprehension, Expr, ExprKind, Literal, Macro},
    rule::Key,
    unparser,
};
use cel_types::Operator;
use std::collections::HashMap;

pub(super) static LINT: Lint = Lint {
    name: "equivalent_rule",
    level: Level::Warn,
    summary: "Two rules of a node say the same in other words.",
    reason: "An object that breaks one breaks both, and each costs. Mostly one was copied to be changed, and was not.",
    example: Example {
        schema: "{type: object, required: [a, b], properties: {a: {type: integer}, b: {type: integer}}}",
        wrong: &["self.a < self.b", "!(self.b <= self.a)"],
        right: &["self.a < self.b"],
    },
};

pub(super) fn find(subjects: &[(usize, Subject<'_, '_>)], found: &mut Vec<Finding>) {
    if subjects.len() < 2 {
        return;
    }
    let mut known: HashMap<(String, Option<bool>), (usize, &str)> = HashMap::new();
    for (rule, subject) in subjects.iter().filter(|(_, subject)| subject.source.len() <= LONGEST) {
        let text = Canonical { locals: Vec::new() }.condition(subject.checked.expr(), true);
        match known.get(&(text.clone(), subject.rule.optional_old_self)) {
            // The server reports rules with the same text.
            Some((_, source)) if *source == subject.source => {}
            Some((first, source)) => {
                let mut found = Found { rule: *rule, key: Key::Rule, findings: found };
                let shown: String = source.chars().take(SHOWN).collect();
                let more = if source.chars().count() > SHOWN { ".." } else { "" };
                let text = format!("rule {} of this node says the same: `{shown}{more}`", first + 1);
                found.add(&LINT, 0, text).help("remove one of them");
            }
            None => {
                known.insert((text, subject.rule.optional_old_self), (*rule, subject.source));
            }
        }
    }
}

/// Writes an expression in a canonical form. Expressions with the same form mean the same.
struct Canonical<'e> {
    /// The variables of macros around the place.
    locals: Vec<&'e str>,
}

impl<'e> Canonical<'e> {
    /// A condition, or its opposite.
    fn condition(&mut self, expr: &'e Expr, holds: bool) -> String {
        match (operator(expr), &expr.kind) {
            (Some((Operator::Not, [operand])), _) => self.condition(operand, !holds),
            (Some((logic @ (Operator::And | Operator::Or), _)), _) => {
                let parts = chain(expr, logic).into_iter().map(|part| self.condition(part, holds)).collect();
                joined((logic == Operator::And) == holds, parts)
            }
            (Some((Operator::Conditional, [condition, then, otherwise])), _) => {
                self.choice(condition, [then, otherwise], holds)
            }
            (Some((operator, [one, other])), _) => self.comparison(expr, operator, [one, other], holds),
            (_, ExprKind::Comprehension(fold)) if matches!(fold.from, Macro::All | Macro::Exists) => {
                self.quantifier(fold, holds)
            }
            (_, ExprKind::Literal(Literal::Bool(value))) => (*value == holds).to_string(),
            _ if holds => self.value(expr),
            _ => format!("!{}", self.value(expr)),
        }
    }

    /// `a ? b : true` is `!a || b`.
    fn choice(&mut self, condition: &'e Expr, [then, otherwise]: [&'e Expr; 2], holds: bool) -> String {
        let constant = |expr| match literal(expr) {
            Some(Literal::Bool(value)) => Some(*value == holds),
            _ => None,
        };
        // The condition is written once, since it may be a choice itself.
        let (value, is, branch) = match (constant(then), constant(otherwise)) {
            (_, Some(value)) => (value, !value, then),
            (Some(value), None) => (value, value, otherwise),
            (None, None) => {
                let condition = self.condition(condition, true);
                let (then, otherwise) = (self.condition(then, holds), self.condition(otherwise, holds));
                return format!("({condition} ? {then} : {otherwise})");
            }
        };
        joined(!value, vec![self.condition(condition, is), self.condition(branch, holds)])
    }

    fn comparison(
        &mut self,
        expr: &'e Expr,
        operator: Operator,
        [one, other]: [&'e Expr; 2],
        holds: bool,
    ) -> String {
        let not = if holds { "" } else { "!" };
        if let (Operator::In, ExprKind::List(elements)) = (operator, &other.kind)
            && !elements.is_empty()
            && elements.iter().all(|element| !element.optional)
        {
            let one = self.value(one);
            let parts =
                elements.iter().map(|element| equal(not, one.clone(), self.value(&element.value))).collect();
            return joined(!holds, parts);
        }
        let is_of_bools = |expr| matches!(literal(expr), Some(Literal::Bool(_)));
        if !matches!(
            operator,
            Operator::Equals
                | Operator::NotEquals
                | Operator::Less
                | Operator::LessEquals
                | Operator::Greater
                | Operator::GreaterEquals
        ) {
            return format!("{not}{}", self.value(expr));
        }
        if let (Operator::Equals | Operator::NotEquals, true) =
            (operator, is_of_bools(one) || is_of_bools(other))
        {
            let (constant, expr) = if is_of_bools(one) { (one, other) } else { (other, one) };
            let is_true = literal(constant) == Some(&Literal::Bool(true));
            return self.condition(expr, (is_true == (operator == Operator::Equals)) == holds);
        }
        let (one, other) = (self.value(one), self.value(other));
        match (operator, holds) {
            (Operator::Equals, _) => equal(not, one, other),
            (Operator::NotEquals, _) => equal(if holds { "!" } else { "" }, one, other),
            (Operator::Less, true) | (Operator::GreaterEquals, false) => format!("({one} < {other})"),
            (Operator::LessEquals, true) | (Operator::Greater, false) => format!("({one} <= {other})"),
            (Operator::Greater, true) | (Operator::LessEquals, false) => format!("({other} < {one})"),
            _ => format!("({other} <= {one})"),
        }
    }

    /// `!l.exists(x, p)` is `l.all(x, !p)`.
    fn quantifier(&mut self, fold: &'e Comprehension, holds: bool) -> String {
        let is_all = (fold.from == Macro::All) == holds;
        let range = self.value(&fold.iter_range);
        let inner = self.inside(fold, |inner, predicate| inner.condition(predicate, holds));
        let name = if is_all { "all" } else { "exists" };
        let count = if fold.iter_var2.is_some() { 2 } else { 1 };
        format!("{range}.{name}({count}, {inner})")
    }

    fn inside(&mut self, fold: &'e Comprehension, write: impl Fn(&mut Self, &'e Expr) -> String) -> String {
        let count = self.locals.len();
        self.locals.push(&fold.iter_var);
        self.locals.extend(fold.iter_var2.as_deref());
        let text = fold.round().and_then(|round| round.predicate).map(|predicate| write(self, predicate));
        self.locals.truncate(count);
        text.unwrap_or_default()
    }

    /// An expression that is not a condition.
    fn value(&mut self, expr: &'e Expr) -> String {
        match &expr.kind {
            ExprKind::Ident(name) => match self.locals.iter().rposition(|local| local == name) {
                Some(depth) => format!("@{depth}"),
                None => name.clone(),
            },
            ExprKind::Select(select) => {
                let operand = self.value(&select.operand);
                if select.test_only {
                    format!("has({operand}.{})", select.field)
                } else {
                    format!("{operand}.{}", select.field)
                }
            }
            ExprKind::Call(call) => {
                let is_logic = matches!(
                    operator(expr),
                    Some((
                        Operator::And | Operator::Or | Operator::Not | Operator::Equals | Operator::NotEquals,
                        _
                    ))
                );
                if is_logic {
                    return self.condition(expr, true);
                }
                let is_chain = matches!(call.function.callee(), Callee::Named(name) if name != "size");
                let target = if is_chain && call.target.is_some() { "." } else { "" };
                let operands: Vec<_> =
                    operands(call).into_iter().map(|operand| self.value(operand)).collect();
                format!("{target}{}({})", &*call.function, operands.join(", "))
            }
            ExprKind::Comprehension(fold) if matches!(fold.from, Macro::All | Macro::Exists) => {
                self.quantifier(fold, true)
            }
            ExprKind::Comprehension(fold) if matches!(fold.from, Macro::Filter | Macro::ExistsOne) => {
                let range = self.value(&fold.iter_range);
                let inner = self.inside(fold, |inner, predicate| inner.condition(predicate, true));
                format!("{range}.{:?}({inner})", fold.from)
            }
            ExprKind::Literal(_) => unparser::unparse(expr),
            ExprKind::List(elements) if elements.iter().all(|element| !element.optional) => {
                let elements: Vec<_> = elements.iter().map(|element| self.value(&element.value)).collect();
                format!("[{}]", elements.join(", "))
            }
            // The text is enough. Variables of outer macros in it must have the same names.
            _ => format!("{}{:?}", unparser::unparse(expr), self.locals),
        }
    }
}

fn equal(not: &str, one: String, other: String) -> String {
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    format!("{not}({one} == {other})")
}

fn joined(is_and: bool, mut parts: Vec<String>) -> String {
    parts.sort();
    parts.dedup();
    match parts.as_slice() {
        [part] => part.clone(),
        _ => format!("({})", parts.join(if is_and { " && " } else { " || " })),
    }
}

/// Longer rules are not compared.
const LONGEST: usize = 4_000;
/// Number of characters of a rule that are shown.
const SHOWN: usize = 80;
