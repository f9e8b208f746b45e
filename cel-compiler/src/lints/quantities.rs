//! `quantity_as_text`: a quantity that is used as the text or the integer that it is.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, operands, operator, text},
};
use crate::{
    ast::{Callee, Expr, ExprKind},
    diagnostic::{in_single_quotes, write},
    library,
    schema::DeclKind,
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator;

pub(super) static LINT: Lint = Lint {
    name: "quantity_as_text",
    level: Level::Warn,
    summary: "A quantity is compared as a text, or has a function called that texts do not have.",
    reason: "A value with `x-kubernetes-int-or-string`, such as a `Quantity`, is an integer or a text. Texts are compared letter by \
             letter: `'9Gi' < '10Gi'` is false. An integer and a text are not compared at all: the rule fails with `no such overload`. \
             `quantity(string(self.size))` makes a quantity of both.",
    example: Example {
        schema: "{type: object, required: [request, limit], properties: {request: {x-kubernetes-int-or-string: true}, limit: {x-kubernetes-int-or-string: true}}}",
        wrong: &["self.request <= self.limit"],
        right: &["quantity(string(self.request)).compareTo(quantity(string(self.limit))) <= 0"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    let mut asks_for_type = false;
    subject.each(&mut |expr| asks_for_type |= is_type_of_one(subject, expr));
    if asks_for_type {
        return;
    }
    subject.each(&mut |expr| {
        if let Some((message, help)) = in_order(subject, expr).or_else(|| without_function(subject, expr)) {
            found.add(&LINT, expr.offset, message).help = Some(help);
        }
    });
}

/// `type(self.port)`: an author who asks for the type knows of both.
fn is_type_of_one(subject: &Subject<'_, '_>, expr: &Expr) -> bool {
    let ExprKind::Call(call) = &expr.kind else { return false };
    let is_type = call.function.callee() == Callee::Named("type");
    is_type && call.args.iter().any(|arg| is_int_or_string(subject, arg))
}

fn is_int_or_string(subject: &Subject<'_, '_>, expr: &Expr) -> bool {
    subject.node_of(expr).is_some_and(|node| matches!(node.kind, DeclKind::IntOrString))
}

/// `self.request <= self.limit`, `self.request <= '1Gi'`
fn in_order(subject: &Subject<'_, '_>, expr: &Expr) -> Option<(String, String)> {
    let (operator, [left, right]) = operator(expr)? else { return None };
    let (symbol, function) = match operator {
        Operator::Less => ("<", Some("isLessThan")),
        Operator::Greater => (">", Some("isGreaterThan")),
        Operator::LessEquals => ("<=", None),
        Operator::GreaterEquals => (">=", None),
        _ => return None,
    };
    let is_value = |operand: &Expr| is_int_or_string(subject, operand);
    let is_compared = match (is_value(left), is_value(right)) {
        (true, true) => true,
        (true, false) => text(right).is_some(),
        (false, true) => text(left).is_some(),
        (false, false) => false,
    };
    if !is_compared {
        return None;
    }
    let value = in_single_quotes(&unparse(if is_value(left) { left } else { right }));
    let message = format!(
        "`{value}` is an integer or a text, and texts are compared letter by letter: `'9Gi' < '10Gi'` is false"
    );
    let help = match (as_quantity(left), as_quantity(right), function) {
        (Some(left), Some(right), Some(function)) => write(&format!("{left}.{function}({right})")),
        (Some(left), Some(right), None) => write(&format!("{left}.compareTo({right}) {symbol} 0")),
        _ => format!("`type({value}) == int` asks which it is"),
    };
    Some((message, help))
}

/// A value of the object, or the text of a quantity, as a quantity.
fn as_quantity(expr: &Expr) -> Option<String> {
    match text(expr) {
        Some(text) => {
            let begins = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
            let ends = text.ends_with(|last: char| last.is_ascii_alphanumeric());
            (begins && ends).then(|| format!("quantity({})", unparse(expr)))
        }
        None => Some(format!("quantity(string({}))", unparse(expr))),
    }
}

/// `self.request.isGreaterThan(quantity('1Gi'))`
fn without_function(subject: &Subject<'_, '_>, expr: &Expr) -> Option<(String, String)> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let Callee::Named(name) = call.function.callee() else { return None };
    let function = library::function(name, subject.env.version())?;
    let takes = |place: usize| {
        function.overloads(subject.env.version()).any(|overload| {
            let parameter = overload.args.get(place).map(|parameter| parameter.declared());
            overload.member == call.target.is_some()
                && matches!(parameter, Some(Type::Int | Type::String | Type::Dyn | Type::Param(_)))
        })
    };
    let operands = operands(call);
    let (_, operand) = operands
        .iter()
        .enumerate()
        .find(|(place, operand)| is_int_or_string(subject, operand) && !takes(*place))?;
    let value = in_single_quotes(&unparse_operand(operand));
    let message = format!(
        "`{value}` is an integer or a text, and `{name}` takes neither: this always fails with `no such overload`"
    );
    let help = format!("write `quantity(string({value}))` in place of `{value}`");
    Some((message, help))
}
