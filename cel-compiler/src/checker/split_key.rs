//! Keys of maps and properties that the parser reads as a difference or a quotient: `self.labels.my-label`, `self.labels.example.com/name`.

use super::{Checker, errors};
use crate::{
    ast::{Call, Expr, ExprKind, Function, Literal, Select},
    diagnostic::write,
    types::Type,
    unparser::unparse_operand,
};
use cel_types::Operator;

impl Checker<'_, '_> {
    /// Checks a call. The parts of such a key are one mistake.
    pub(super) fn check_call_or_key(&mut self, expr: &Expr, call: &Call) {
        let before = self.diagnostics.iter().count();
        self.check_call(expr, call);
        self.correct_values(call, before);
        self.explain_of_items(expr, before);
        if separator(call).is_some()
            && self.diagnostics.iter().count() > before
            && let Some(help) = self.split_key(expr)
        {
            self.diagnostics.explain_from(before, help);
        }
    }

    fn split_key(&self, expr: &Expr) -> Option<String> {
        let (mut path, behind) = self.path_and_rest(expr, MOST_PARTS)?;
        if !behind.contains(char::is_alphabetic) {
            return None; // `self.labels.count - 1`
        }
        let (mut key, mut dot, mut found) = (behind, "", None);
        while let ExprKind::Select(Select { operand, field, test_only: false }) = &path.kind {
            key = format!("{field}{dot}{key}");
            dot = ".";
            found = self.key_of(operand, &key).or(found);
            path = operand;
        }
        found
    }

    /// Advice for a key of a map, or a property of an object.
    fn key_of(&self, of: &Expr, key: &str) -> Option<String> {
        match self.substitution.apply(&self.type_of(of)) {
            Type::Map(_) => Some(write(&format!("{}['{key}']", unparse_operand(of)))),
            Type::Object(name) => {
                let object = self.env.object(&name).filter(|object| self.may_search(*object))?;
                let (_, escaped) = object.field_names().find(|(field, _)| field.name == key)?;
                Some(errors::needs_escaping(key, &escaped))
            }
            _ => None,
        }
    }

    /// The names at the left, and the rest of the key: `self.labels.my` and `-label`.
    fn path_and_rest<'e>(&self, expr: &'e Expr, parts: usize) -> Option<(&'e Expr, String)> {
        match &expr.kind {
            ExprKind::Select(_) => Some((expr, String::new())),
            ExprKind::Call(call) => {
                let (left, separator, right) = separator(call)?;
                let (path, rest) = self.path_and_rest(left, parts.checked_sub(1)?)?;
                Some((path, format!("{rest}{separator}{}", self.part(right, parts)?)))
            }
            _ => None,
        }
    }

    /// The part of a key behind a `-` or `/`, without the function that is called with the value.
    fn part(&self, expr: &Expr, parts: usize) -> Option<String> {
        let parts = parts.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Ident(name) => (self.type_of(expr) == Type::Error).then(|| name.clone()),
            ExprKind::Select(Select { operand, field, test_only: false }) => {
                Some(format!("{}.{field}", self.part(operand, parts)?))
            }
            ExprKind::Call(Call { target: Some(target), .. }) => self.part(target, parts),
            ExprKind::Call(call) => {
                let (left, separator, right) = separator(call)?;
                Some(format!("{}{separator}{}", self.part(left, parts)?, self.part(right, parts)?))
            }
            ExprKind::Literal(Literal::Int(number)) => Some(number.to_string()),
            _ => None,
        }
    }
}

/// Longer expressions are no keys.
const MOST_PARTS: usize = 8;

/// The operands of a `-` or `/`.
fn separator(call: &Call) -> Option<(&Expr, char, &Expr)> {
    let separator = match call.function {
        Function::Operator(Operator::Subtract) => '-',
        Function::Operator(Operator::Divide) => '/',
        _ => return None,
    };
    let [left, right] = call.args.as_slice() else { return None };
    Some((left, separator, right))
}
