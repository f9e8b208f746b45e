//! `quantity_as_text`: a quantity that is used as the text or the integer that it is.

use super::{
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, literal, operands, operator, path, text},
};
use crate::{
    ast::{Callee, Expr, ExprKind, Literal},
    diagnostic::{in_single_quotes, write},
    library,
    schema::DeclKind,
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator;
use std::collections::HashSet;

pub(super) static LINT: Lint = Lint {
    name: "quantity_as_text",
    level: Level::Warn,
    summary: "A quantity is compared as a text or with a number, or has a function called that texts do not have.",
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
    let as_texts = as_texts(subject);
    subject.each(&mut |expr| {
        if let Some((message, help)) = beside_number(subject, expr, &as_texts) {
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
    let comparison = Comparison::of(operator)?;
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
    let help = match (as_quantity(left), as_quantity(right)) {
        (Some(left), Some(right)) => write(&comparison.of_quantities(&left, &right)),
        _ => format!("`type({value}) == int` asks which it is"),
    };
    Some((message, help))
}

/// A comparison of two quantities.
enum Comparison {
    /// `quantity('1').isLessThan(quantity('2'))`
    Function(&'static str),
    /// `quantity('1').compareTo(quantity('2')) <= 0`
    Operator(&'static str),
}

impl Comparison {
    fn of(operator: Operator) -> Option<Self> {
        Some(match operator {
            Operator::Less => Comparison::Function("isLessThan"),
            Operator::Greater => Comparison::Function("isGreaterThan"),
            Operator::LessEquals => Comparison::Operator("<="),
            Operator::GreaterEquals => Comparison::Operator(">="),
            _ => return None,
        })
    }

    fn of_quantities(&self, left: &str, right: &str) -> String {
        match self {
            Comparison::Function(function) => format!("{left}.{function}({right})"),
            Comparison::Operator(symbol) => format!("{left}.compareTo({right}) {symbol} 0"),
        }
    }
}

/// The int-or-strings that another part of the rule takes for texts: `self.port == 'http' || self.port > 0`, `string(self.port)`. Its author knows
/// of both.
fn as_texts(subject: &Subject<'_, '_>) -> HashSet<String> {
    let mut out = HashSet::new();
    subject.each(&mut |expr| {
        let ExprKind::Call(call) = &expr.kind else { return };
        let operands = operands(call);
        let is_one = match call.function.callee() {
            Callee::Named(_) => true,
            Callee::Op(Operator::Equals | Operator::NotEquals) => {
                operands.iter().any(|operand| matches!(subject.checked.type_of(operand.id), Type::String))
            }
            Callee::Op(Operator::In) => true,
            Callee::Op(_) => false,
        };
        if is_one {
            let meant = operands.into_iter().filter(|operand| is_int_or_string(subject, operand));
            out.extend(meant.map(path));
        }
    });
    out
}

/// `self.cpu <= 2`, `self.size + 1`: fails if the object has a text.
fn beside_number(
    subject: &Subject<'_, '_>,
    expr: &Expr,
    as_texts: &HashSet<String>,
) -> Option<(String, String)> {
    let (operator, [left, right]) = operator(expr)? else { return None };
    let comparison = Comparison::of(operator);
    if comparison.is_none() && !ARITHMETIC.contains(&operator) {
        return None;
    }
    let is_number =
        |operand: &Expr| matches!(subject.checked.type_of(operand.id), Type::Int | Type::Uint | Type::Double);
    let value = match (is_int_or_string(subject, left), is_int_or_string(subject, right)) {
        (true, false) if is_number(right) => left,
        (false, true) if is_number(left) => right,
        _ => return None,
    };
    if as_texts.contains(&path(value)) {
        return None;
    }
    let value = in_single_quotes(&unparse(value));
    let message = format!("`{value}` is an integer or a text; a text is refused with `no such overload`");
    let ask = format!("`type({value}) == int`");
    let Some(comparison) = comparison else { return Some((message, format!("ask {ask} first"))) };
    let of_quantities = comparison.of_quantities(&as_quantity_or_number(left), &as_quantity_or_number(right));
    let of_quantities = in_single_quotes(&of_quantities);
    Some((message, format!("write `{of_quantities}` of a quantity; else ask {ask} first")))
}

const ARITHMETIC: [Operator; 5] =
    [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Modulo];

/// A value of the object, or a number, as a quantity.
fn as_quantity_or_number(expr: &Expr) -> String {
    match literal(expr) {
        Some(Literal::Int(number)) => format!("quantity('{number}')"),
        _ => format!("quantity(string({}))", unparse(expr)),
    }
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
