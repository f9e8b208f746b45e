//! Turns a syntax tree back into CEL text, for messages and round trips (cel-go: `parser/unparser.go`).
//!
//! Parsing the text gives the same tree again. Macros are written as macros. Parentheses stand only where the tree would change
//! without them.

use crate::ast::Callee::Op;
use crate::ast::Function;
use crate::ast::{Call, Comprehension, Expr, ExprKind, ListElement, Literal, Macro, Select};
use cel_types::Operator::{
    self, Add, And, Conditional, Divide, Equals, Greater, GreaterEquals, In, Index, Less, LessEquals, Modulo,
    Multiply, Negate, Not, NotEquals, OptIndex, OptSelect, Or, Subtract,
};

/// The text of an expression.
///
/// ```
/// let expr = cel_compiler::parser::parse("self . names.all(n , (n.size( )<64))").unwrap();
/// assert_eq!(cel_compiler::unparser::unparse(&expr), "self.names.all(n, n.size() < 64)");
/// ```
#[must_use]
pub fn unparse(expr: &Expr) -> String {
    let mut text = String::new();
    write(&mut text, expr, Level::Conditional);
    text
}

/// The text of an expression as the operand of a member call or a selection: `(a + b)`.
pub(crate) fn unparse_operand(expr: &Expr) -> String {
    let mut text = String::new();
    write(&mut text, expr, Level::Member);
    text
}

/// How tightly an expression binds, from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Unary,
    Member,
}

/// Writes an expression, in parentheses if it binds less tightly than its place asks for.
fn write(text: &mut String, expr: &Expr, lowest: Level) {
    if level(expr) < lowest {
        text.push('(');
        write_kind(text, expr);
        text.push(')');
    } else {
        write_kind(text, expr);
    }
}

fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Call(call) if call.target.is_none() => call_level(call),
        ExprKind::Literal(_) | ExprKind::Ident(_) | ExprKind::Select(_) | ExprKind::Call(_) => Level::Member,
        ExprKind::List(_) | ExprKind::Map(_) | ExprKind::Struct(_) => Level::Member,
        ExprKind::Comprehension(_) => Level::Member,
    }
}

fn call_level(call: &Call) -> Level {
    match (call.function.callee(), call.args.len()) {
        (Op(Conditional), 3) if optional_macro(call).is_none() => Level::Conditional,
        (Op(Not | Negate), 1) => Level::Unary,
        (Op(operator), 2) => infix(operator).map_or(Level::Member, |(level, _)| level),
        _ => Level::Member,
    }
}

fn write_kind(text: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Literal(literal) => write_literal(text, literal),
        ExprKind::Ident(name) => text.push_str(name),
        ExprKind::Select(select) => write_select(text, select),
        ExprKind::Call(call) => write_call(text, call),
        ExprKind::List(elements) => write_list(text, elements),
        ExprKind::Map(entries) => {
            let write_entry = |text: &mut String, index: usize| {
                mark(text, entries[index].optional);
                write(text, &entries[index].key, Level::Conditional);
                text.push_str(": ");
                write(text, &entries[index].value, Level::Conditional);
            };
            enclosed(text, "{", entries.len(), write_entry, "}");
        }
        ExprKind::Struct(message) => {
            let write_field = |text: &mut String, index: usize| {
                mark(text, message.fields[index].optional);
                write_field_name(text, &message.fields[index].name);
                text.push_str(": ");
                write(text, &message.fields[index].value, Level::Conditional);
            };
            text.push_str(&message.type_name);
            enclosed(text, "{", message.fields.len(), write_field, "}");
        }
        ExprKind::Comprehension(fold) => write_comprehension(text, fold),
    }
}

fn write_list(text: &mut String, elements: &[ListElement]) {
    let write_element = |text: &mut String, index: usize| {
        mark(text, elements[index].optional);
        write(text, &elements[index].value, Level::Conditional);
    };
    enclosed(text, "[", elements.len(), write_element, "]");
}

fn write_select(text: &mut String, select: &Select) {
    if select.test_only {
        text.push_str("has(");
    }
    write(text, &select.operand, Level::Member);
    text.push('.');
    write_field_name(text, &select.field);
    if select.test_only {
        text.push(')');
    }
}

fn write_call(text: &mut String, call: &Call) {
    if let Some(target) = &call.target {
        write(text, target, Level::Member);
        text.push('.');
        text.push_str(&call.function);
        return write_args(text, call.args.iter());
    }
    match (call.function.callee(), call.args.as_slice()) {
        (Op(Conditional), [condition, then, otherwise]) => match optional_macro(call) {
            Some(parts) => parts.write(text),
            None => write_conditional(text, [condition, then, otherwise]),
        },
        (Op(Not), [operand]) => write_unary(text, '!', operand),
        (Op(Negate), [operand]) => write_unary(text, '-', operand),
        (Op(Index), [operand, index]) => write_index(text, operand, "[", index),
        (Op(OptIndex), [operand, index]) => write_index(text, operand, "[?", index),
        (Op(OptSelect), [operand, Expr { kind: ExprKind::Literal(Literal::String(field)), .. }]) => {
            write(text, operand, Level::Member);
            text.push_str(".?");
            write_field_name(text, field);
        }
        (Op(operator), [left, right]) => match infix(operator) {
            Some((level @ (Level::Or | Level::And), symbol)) => write_logic(text, call, level, symbol),
            Some((level, symbol)) => {
                write(text, left, level);
                text.push_str(symbol);
                write(text, right, tighter(level));
            }
            None => write_function(text, call),
        },
        _ => write_function(text, call),
    }
}

fn write_function(text: &mut String, call: &Call) {
    text.push_str(&call.function);
    write_args(text, call.args.iter());
}

fn write_args<'a>(text: &mut String, args: impl Iterator<Item = &'a Expr>) {
    let args: Vec<&Expr> = args.collect();
    enclosed(text, "(", args.len(), |text, index| write(text, args[index], Level::Conditional), ")");
}

fn write_conditional(text: &mut String, [condition, then, otherwise]: [&Expr; 3]) {
    write(text, condition, Level::Or);
    text.push_str(" ? ");
    write(text, then, Level::Or);
    text.push_str(" : ");
    write(text, otherwise, Level::Conditional);
}

/// Operators of one operand. Without parentheses `-1` would become a literal, and `--1` would lose both signs.
fn write_unary(text: &mut String, symbol: char, operand: &Expr) {
    let mut inner = String::new();
    write(&mut inner, operand, Level::Member);
    let joins = symbol == '-' && inner.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    text.push(symbol);
    text.push_str(if joins { "(" } else { "" });
    text.push_str(&inner);
    text.push_str(if joins { ")" } else { "" });
}

fn write_index(text: &mut String, operand: &Expr, open: &str, index: &Expr) {
    write(text, operand, Level::Member);
    text.push_str(open);
    write(text, index, Level::Conditional);
    text.push(']');
}

/// A chain without parentheses if the parser balances it to the same tree. If not, inner chains get parentheses.
fn write_logic(text: &mut String, call: &Call, level: Level, symbol: &str) {
    let mut terms = vec![];
    for arg in &call.args {
        collect_terms(arg, &call.function, &mut terms);
    }
    let (terms, lowest) = match is_balanced(call, terms.len()) {
        true => (terms, level),
        false => (call.args.iter().collect(), tighter(level)),
    };
    for (index, term) in terms.into_iter().enumerate() {
        if index > 0 {
            text.push_str(symbol);
        }
        write(text, term, lowest);
    }
}

fn collect_terms<'a>(expr: &'a Expr, function: &Function, terms: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::Call(call) if is_chain(call, function) => {
            for arg in &call.args {
                collect_terms(arg, function, terms);
            }
        }
        _ => terms.push(expr),
    }
}

fn is_chain(call: &Call, function: &Function) -> bool {
    call.function == *function && call.target.is_none() && call.args.len() == 2
}

/// True if the parser would build this tree from a chain of that many terms: the operator in the middle is the root.
fn is_balanced(call: &Call, terms: usize) -> bool {
    let left = (terms - 1) / 2 + 1;
    let sides = [(&call.args[0], left), (&call.args[1], terms - left)];
    sides.into_iter().all(|(side, count)| match &side.kind {
        ExprKind::Call(inner) if is_chain(inner, &call.function) => count > 1 && is_balanced(inner, count),
        _ => count == 1,
    })
}

fn write_comprehension(text: &mut String, fold: &Comprehension) {
    match macro_parts(fold) {
        Some(parts) => parts.write(text),
        None => write_expansion(text, fold),
    }
}

/// A macro call: `target.name(variables, args)`
struct MacroCall<'a> {
    target: &'a Expr,
    name: &'static str,
    variables: Vec<&'a str>,
    args: Vec<&'a Expr>,
}

impl MacroCall<'_> {
    fn write(&self, text: &mut String) {
        write(text, self.target, Level::Member);
        text.push('.');
        text.push_str(self.name);
        let write_item = |text: &mut String, index: usize| match self.variables.get(index) {
            Some(variable) => text.push_str(variable),
            None => write(text, self.args[index - self.variables.len()], Level::Conditional),
        };
        enclosed(text, "(", self.variables.len() + self.args.len(), write_item, ")");
    }
}

/// The macro that a comprehension comes from, if the tree still has the shape of its expansion.
fn macro_parts(fold: &Comprehension) -> Option<MacroCall<'_>> {
    let mut variables = vec![fold.iter_var.as_str()];
    variables.extend(fold.iter_var2.as_deref());
    let (predicate, step) = split_step(&fold.loop_step);
    let (name, args) = match fold.from {
        Macro::All => ("all", vec![arg(&fold.loop_step, And.name(), 1)?]),
        Macro::Exists => ("exists", vec![arg(&fold.loop_step, Or.name(), 1)?]),
        Macro::ExistsOne => ("exists_one", vec![predicate?]),
        Macro::Filter => ("filter", vec![predicate?]),
        Macro::Map => {
            let name = if fold.iter_var2.is_some() { "transformList" } else { "map" };
            (name, with(predicate, only_element(arg(step, Add.name(), 1)?)?))
        }
        Macro::TransformMap => ("transformMap", with(predicate, arg(step, "cel.@mapInsert", 2)?)),
        Macro::TransformMapEntry => ("transformMapEntry", with(predicate, arg(step, "cel.@mapInsert", 1)?)),
        Macro::Bind => return sort_by(fold),
    };
    Some(MacroCall { target: &fold.iter_range, name, variables, args })
}

/// Separates `predicate ? step : accumulator`. A step itself is never a conditional.
fn split_step(step: &Expr) -> (Option<&Expr>, &Expr) {
    match call_args(step, Conditional.name()) {
        Some([predicate, step, _]) => (Some(predicate), step),
        _ => (None, step),
    }
}

fn with<'a>(predicate: Option<&'a Expr>, transform: &'a Expr) -> Vec<&'a Expr> {
    predicate.into_iter().chain([transform]).collect()
}

fn only_element(list: &Expr) -> Option<&Expr> {
    match &list.kind {
        ExprKind::List(elements) => elements.first().map(|element| &element.value),
        _ => None,
    }
}

fn arg<'a>(expr: &'a Expr, function: &str, index: usize) -> Option<&'a Expr> {
    call_args(expr, function)?.get(index)
}

/// The arguments of a call of a global function.
fn call_args<'a>(expr: &'a Expr, function: &str) -> Option<&'a [Expr]> {
    match &expr.kind {
        ExprKind::Call(call) if *call.function == *function && call.target.is_none() => Some(&call.args),
        _ => None,
    }
}

/// `list.sortBy(x, key)`: the key is in the inner `map`.
fn sort_by(fold: &Comprehension) -> Option<MacroCall<'_>> {
    let ExprKind::Call(Call { function, args, .. }) = &fold.result.kind else {
        return None;
    };
    match args.first().map(|keys| &keys.kind) {
        Some(ExprKind::Comprehension(keys)) if **function == *"@sortByAssociatedKeys" => {
            Some(MacroCall { target: &fold.accu_init, name: "sortBy", ..macro_parts(keys)? })
        }
        _ => None,
    }
}

/// `optional.optMap(x, value)` and `optFlatMap`: the only conditionals that end in the global function `optional.none`.
/// No identifier has that name.
fn optional_macro(call: &Call) -> Option<MacroCall<'_>> {
    let [_, then, otherwise] = call.args.as_slice() else {
        return None;
    };
    call_args(otherwise, "optional.none")?;
    let (name, bind) = match arg(then, "optional.of", 0) {
        Some(value) => ("optMap", value),
        None => ("optFlatMap", then),
    };
    match &bind.kind {
        ExprKind::Comprehension(fold) if fold.from == Macro::Bind => {
            let ExprKind::Call(Call { target: Some(target), .. }) = &fold.accu_init.kind else {
                return None;
            };
            Some(MacroCall { target, name, variables: vec![&fold.accu_var], args: vec![&fold.result] })
        }
        _ => None,
    }
}

/// A comprehension that no macro makes. The text is not CEL, but shows all its parts.
fn write_expansion(text: &mut String, fold: &Comprehension) {
    text.push_str("__comprehension__(");
    text.push_str(&fold.iter_var);
    if let Some(second) = &fold.iter_var2 {
        text.push_str(", ");
        text.push_str(second);
    }
    text.push_str(", ");
    text.push_str(&fold.accu_var);
    for expr in [&fold.iter_range, &fold.accu_init, &fold.loop_condition, &fold.loop_step, &fold.result] {
        text.push_str(", ");
        write(text, expr, Level::Conditional);
    }
    text.push(')');
}

fn enclosed(
    text: &mut String,
    open: &str,
    count: usize,
    mut item: impl FnMut(&mut String, usize),
    close: &str,
) {
    text.push_str(open);
    for index in 0..count {
        if index > 0 {
            text.push_str(", ");
        }
        item(text, index);
    }
    text.push_str(close);
}

fn mark(text: &mut String, optional: bool) {
    if optional {
        text.push('?');
    }
}

fn write_field_name(text: &mut String, name: &str) {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let plain = name.chars().all(word) && !name.starts_with(|c: char| c.is_ascii_digit());
    let token = matches!(name, "in" | "true" | "false" | "null");
    let quote = if plain && !token { "" } else { "`" };
    text.extend([quote, name, quote]);
}

fn write_literal(text: &mut String, literal: &Literal) {
    match literal {
        Literal::Null => text.push_str("null"),
        Literal::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Literal::Int(value) => text.push_str(&value.to_string()),
        Literal::Uint(value) => text.push_str(&format!("{value}u")),
        // `{:?}` always has a point or an exponent, so the text is a double again.
        Literal::Double(value) => text.push_str(&format!("{value:?}")),
        Literal::String(value) => {
            text.push('"');
            value.chars().for_each(|c| write_char(text, c));
            text.push('"');
        }
        Literal::Bytes(value) => {
            text.push_str("b\"");
            value.iter().for_each(|byte| write_byte(text, *byte));
            text.push('"');
        }
    }
}

fn write_char(text: &mut String, c: char) {
    match c {
        '"' => text.push_str("\\\""),
        '\\' => text.push_str("\\\\"),
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        control if control.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(control))),
        other => text.push(other),
    }
}

fn write_byte(text: &mut String, byte: u8) {
    match byte {
        b' '..=b'~' => write_char(text, char::from(byte)),
        _ => text.push_str(&format!("\\x{byte:02x}")),
    }
}

/// The level and the text of an operator between two operands.
fn infix(operator: Operator) -> Option<(Level, &'static str)> {
    Some(match operator {
        Or => (Level::Or, " || "),
        And => (Level::And, " && "),
        Equals => (Level::Relation, " == "),
        NotEquals => (Level::Relation, " != "),
        Less => (Level::Relation, " < "),
        LessEquals => (Level::Relation, " <= "),
        Greater => (Level::Relation, " > "),
        GreaterEquals => (Level::Relation, " >= "),
        In => (Level::Relation, " in "),
        Add => (Level::Sum, " + "),
        Subtract => (Level::Sum, " - "),
        Multiply => (Level::Product, " * "),
        Divide => (Level::Product, " / "),
        Modulo => (Level::Product, " % "),
        _ => return None,
    })
}

/// The next level.
fn tighter(level: Level) -> Level {
    match level {
        Level::Conditional => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Relation,
        Level::Relation => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Unary,
        Level::Unary | Level::Member => Level::Member,
    }
}
