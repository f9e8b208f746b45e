//! Advice for operands of the wrong type: `self.min * 1.5` becomes `double(self.min) * 1.5`.

mod as_double;
mod formatted;
mod named;
mod null;

use super::{
    assignability::is_assignable_list,
    habits,
    substitution::Substitution,
    validators::{accepts_literal, reason},
};
use crate::ast::Callee::{self, Named, Op};
use crate::{
    ast::{self, Call, Comprehension, Expr, ExprId, ExprKind, Literal},
    diagnostic::write,
    library::{Function, KubernetesVersion, TypePattern},
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator::{self, And, In, Or};

/// Advice for a call whose arguments fit no overload; the target of a member call comes first.
pub(super) fn advice(
    function: &'static Function,
    version: KubernetesVersion,
    target: Option<&Expr>,
    args: &[Expr],
    types: &[Type],
) -> Option<String> {
    if let Some(help) = of_old_self(function.callee, target) {
        return Some(help);
    }
    // `null == self.name` is the same as `self.name == null`.
    if let (Op(Operator::Equals | Operator::NotEquals), [null, value], [Type::Null, ty]) =
        (function.callee, args, types)
        && *ty != Type::Null
    {
        return advice(function, version, None, &[value.clone(), null.clone()], &[ty.clone(), Type::Null]);
    }
    if let Some(help) = null::whole(function.callee, args, types) {
        return Some(help.to_owned());
    }
    let operands: Vec<&Expr> = target.into_iter().chain(args).collect();
    if let Some(written) = named::written(function.callee, target.is_some(), &operands, types) {
        return Some(write(&written));
    }
    let written = match (function.callee, &*operands, types) {
        (Op(In), [left, right], [a, Type::List(b)]) => in_list((left, a), (right, b)),
        (Named(name), [field, ..], [ty, ..]) if target.is_some() && ty.optional_value().is_none() => {
            of_field(name, field, ty, (args, &types[1..]))
        }
        (Named(name), [optional, ..], [ty, others @ ..])
            if target.is_some()
                && let Some(value) = ty.optional_value()
                && has_member(function, version, &[std::slice::from_ref(value), others].concat()) =>
        {
            let args: Vec<String> = args.iter().map(unparse).collect();
            Some(format!("{}.value().{name}({})", unparse_operand(optional), args.join(", ")))
        }
        (Named("min" | "max"), [_, _], [a, b]) if a == b && target.is_none() => {
            let numbers: Vec<String> = args.iter().map(unparse).collect();
            Some(format!("[{}].{}()", numbers.join(", "), function.name))
        }
        (_, [left, right], [a, b]) => {
            symbol(function.callee).and_then(|symbol| binary(symbol, (left, a), (right, b)))
        }
        _ => None,
    };
    let written = written.or_else(|| called_otherwise(function, version, target, args, types));
    let literal = || match (&*operands, types) {
        ([left, right], [a, b]) => refused(left, b).or_else(|| refused(right, a)),
        _ => None,
    };
    written
        .map(|written| write(&written))
        .or_else(|| named::explained(function.callee, types))
        .or_else(literal)
}

/// Why a text is no duration or timestamp, where one is needed.
fn refused(text: &Expr, needed: &Type) -> Option<String> {
    let ExprKind::Literal(literal @ Literal::String(_)) = &text.kind else { return None };
    let function = match needed {
        Type::Duration => "duration",
        Type::Timestamp => "timestamp",
        _ => return None,
    };
    (!accepts_literal(function, literal)).then(|| reason(function, literal)).flatten()
}

/// Advice for an operand of `&&`, `||` or `!` that is not a bool.
pub(super) fn as_bool(operand: &Expr, ty: &Type) -> Option<String> {
    bool_of(operand, ty).map(|written| write(&written))
}

/// A condition in place of a value that is none.
fn bool_of(operand: &Expr, ty: &Type) -> Option<String> {
    let x = unparse_operand(operand);
    Some(match ty {
        Type::Int => format!("{x} != 0"),
        Type::String => format!("{x} != ''"),
        Type::List(_) | Type::Map(_) => format!("{x}.size() > 0"),
        Type::Object(_) if habits::is_selection(operand) => format!("has({x})"),
        ty if ty.optional_value() == Some(&Type::Bool) => format!("{x}.orValue(false)"),
        ty if ty.optional_value().is_some() && is_call_of(operand, "validate") => format!("!{x}.hasValue()"),
        _ => return None,
    })
}

fn is_call_of(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if call.function.callee() == Named(name))
}

/// The operand of `!self.a == 1`, and what its author means.
pub(super) fn negated(call: &Call) -> Option<(ExprId, String)> {
    let ast::Function::Operator(operator) = &call.function else { return None };
    let [left, right] = call.args.as_slice() else { return None };
    let ExprKind::Call(Call { function, args, .. }) = &left.kind else { return None };
    let symbol = if *operator == Operator::In { "in" } else { operator.symbol()? };
    let ([operand], true) = (args.as_slice(), function.is(Operator::Not)) else { return None };
    let (operand, right) = (unparse_operand(operand), unparse_operand(right));
    let is_relation = matches!(symbol, "in" | "==" | "!=" | "<" | "<=" | ">" | ">=");
    is_relation.then(|| (left.id, write(&format!("!({operand} {symbol} {right})"))))
}

/// The argument of `size(self.name > 3)`, and the name of the function.
pub(super) fn enclosed(call: &Call) -> Option<(ExprId, String)> {
    let (Named(name), None, [arg]) = (call.function.callee(), &call.target, call.args.as_slice()) else {
        return None;
    };
    let is_call = matches!(arg.kind, ExprKind::Call(Call { target: None, .. }));
    // `dyn()` would hide the mistake.
    (is_call && name != "dyn").then(|| (arg.id, name.to_owned()))
}

/// `size(self.name) > 3` for the function `size` and the comparison `self.name > 3`.
pub(super) fn of_left(name: &str, comparison: Callee<'_>, args: &[Expr]) -> Option<String> {
    let is_comparison = |symbol: &&str| is_order(symbol) || matches!(*symbol, "==" | "!=");
    let symbol = symbol(comparison).filter(is_comparison)?;
    let [left, right] = args else { return None };
    Some(format!("{name}({}) {symbol} {}", unparse(left), unparse_operand(right)))
}

pub(super) fn renamed(expr: &Expr, fold: &Comprehension, from: &str, to: &str) -> Option<String> {
    let (text, range) = (unparse(expr), unparse_operand(&fold.iter_range));
    let rest = text.strip_prefix(&format!("{range}.{from}("))?;
    Some(format!("{range}.{to}({rest}"))
}

/// True if a value of the first type has this function.
pub(super) fn has_member(function: &'static Function, version: KubernetesVersion, types: &[Type]) -> bool {
    function.overloads(version).any(|overload| {
        let parameters: Vec<Type> = overload.args.iter().map(TypePattern::declared).collect();
        overload.member && is_assignable_list(&mut Substitution::default(), types, &parameters)
    })
}

/// Advice for a member function that is called as a global function, or the other way round.
fn called_otherwise(
    function: &'static Function,
    version: KubernetesVersion,
    target: Option<&Expr>,
    args: &[Expr],
    types: &[Type],
) -> Option<String> {
    let fits = function.overloads(version).any(|overload| {
        let parameters: Vec<Type> = overload.args.iter().map(TypePattern::declared).collect();
        overload.member == target.is_none()
            && is_assignable_list(&mut Substitution::default(), types, &parameters)
    });
    let texts = |args: &[Expr]| args.iter().map(unparse).collect::<Vec<_>>().join(", ");
    let name = function.name;
    if let (false, Some(target), [ty, others @ ..]) = (fits, target, types)
        && matches!(ty, Type::Duration | Type::Timestamp | Type::Int | Type::Double | Type::Bytes)
        && takes_text(function, version, others)
        && name != "size"
    {
        return Some(format!("string({}).{name}({})", unparse(target), texts(args)));
    }
    if let (false, Some(target), [arg], [of_target, of_arg]) = (fits, target, args, types)
        && has_member(function, version, &[of_arg.clone(), of_target.clone()])
    {
        return Some(format!("{}.{name}({})", unparse_operand(arg), unparse(target)));
    }
    match (target, args) {
        _ if !fits => None,
        (None, [first, others @ ..]) => Some(format!("{}.{name}({})", unparse_operand(first), texts(others))),
        (None, []) => None,
        (Some(target), []) => Some(format!("{name}({})", unparse(target))),
        (Some(target), args) => Some(format!("{name}({}, {})", unparse(target), texts(args))),
    }
}

/// True if the function is a member of texts, with these arguments.
fn takes_text(function: &'static Function, version: KubernetesVersion, others: &[Type]) -> bool {
    let types: Vec<Type> = [Type::String].into_iter().chain(others.iter().cloned()).collect();
    function.overloads(version).any(|overload| {
        let parameters: Vec<Type> = overload.args.iter().map(TypePattern::declared).collect();
        overload.member && is_assignable_list(&mut Substitution::default(), &types, &parameters)
    })
}

/// Advice for a value in a list of another type: the elements of a literal become values of the type, or the value becomes an element.
fn in_list((left, ty): Operand<'_>, (right, of): Operand<'_>) -> Option<String> {
    let x = unparse_operand(left);
    if let ExprKind::List(elements) = &right.kind {
        let elements = elements.iter().map(|element| converted("==", (&element.value, of), (left, ty)));
        return Some(format!("{x} in [{}]", elements.collect::<Option<Vec<_>>>()?.join(", ")));
    }
    Some(format!("{} in {}", converted("==", (left, ty), (right, of))?, unparse_operand(right)))
}

type Operand<'e> = (&'e Expr, &'e Type);

fn binary(symbol: &str, left: Operand<'_>, right: Operand<'_>) -> Option<String> {
    if let Some(written) = chained(symbol, left, right).or_else(|| quantities(symbol, left, right)) {
        return Some(written);
    }
    if let Some(written) = on_each_item(symbol, left, right).or_else(|| of_optional(symbol, left, right)) {
        return Some(written);
    }
    if let ("==" | "!=", Type::Null) = (symbol, right.1)
        && let Some(written) = null::absent(symbol, left.0)
    {
        return Some(written);
    }
    if let (Type::List(_) | Type::Map(_), Type::Int) = (left.1, right.1)
        && (is_order(symbol) || matches!(symbol, "==" | "!="))
    {
        return Some(format!("{}.size() {symbol} {}", unparse_operand(left.0), unparse_operand(right.0)));
    }
    if let (true, Some(values)) = (symbol == "%", text_with_clauses(left.0)) {
        return Some(format!("{values}.format([{}])", unparse(right.0)));
    }
    if let ("==" | "!=", Type::Type(_), ExprKind::Literal(Literal::String(name))) =
        (symbol, left.1, &right.0.kind)
        && matches!(&**name, "string" | "int" | "double" | "bool" | "uint" | "bytes" | "list" | "map")
    {
        return Some(format!("{} {symbol} {name}", unparse_operand(left.0)));
    }
    if let ("%", Type::Double, Type::Double) = (symbol, left.1, right.1) {
        return Some(format!("{} % {}", as_int(left.0), as_int(right.0)));
    }
    if let ("==" | "!=", true) = (symbol, matches!(right.1, Type::List(of) if **of == *left.1)) {
        let written = format!("{} in {}", unparse_operand(left.0), unparse_operand(right.0));
        return Some(if symbol == "==" { written } else { format!("!({written})") });
    }
    if let Some(written) = formatted::sum(symbol, left, right).or_else(|| truth(symbol, left, right)) {
        return Some(written);
    }
    // Changing a literal is better than converting the other operand.
    let on_the_left =
        || converted(symbol, left, right).map(|left| format!("{left} {symbol} {}", unparse_operand(right.0)));
    let on_the_right = || {
        converted(symbol, right, left).map(|right| format!("{} {symbol} {right}", unparse_operand(left.0)))
    };
    match &right.0.kind {
        ExprKind::Literal(_) => on_the_right().or_else(on_the_left),
        _ => on_the_left().or_else(on_the_right),
    }
}

/// Advice for a bool that is taken for a number: `self.paused > 0`.
fn truth(symbol: &str, left: Operand<'_>, right: Operand<'_>) -> Option<String> {
    let (value, symbol, number) = match (left, right) {
        ((value, Type::Bool), (number, Type::Int)) => (value, symbol, number),
        ((number, Type::Int), (value, Type::Bool)) => (value, mirrored(symbol), number),
        _ => return None,
    };
    let ExprKind::Literal(Literal::Int(number)) = number.kind else { return None };
    match (symbol, number) {
        (">", 0) | (">=" | "==", 1) | ("!=", 0) => Some(unparse(value)),
        ("<", 1) | ("<=" | "==", 0) | ("!=", 1) => Some(format!("!{}", unparse_operand(value))),
        _ => None,
    }
}

/// The operator with its operands exchanged.
fn mirrored(symbol: &str) -> &str {
    match symbol {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}

/// Python formats a text with `%`.
fn text_with_clauses(expr: &Expr) -> Option<String> {
    let is_format = matches!(&expr.kind, ExprKind::Literal(Literal::String(text)) if text.contains('%'));
    is_format.then(|| unparse(expr))
}

/// An integer in place of a float, since `%` takes no floats.
fn as_int(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(Literal::Double(value)) if value.fract() == 0.0 && value.abs() < 1e15 => {
            format!("{value:.0}")
        }
        _ => format!("int({})", unparse(expr)),
    }
}

/// An operand, converted to the type of the other operand.
fn converted(symbol: &str, (expr, ty): Operand<'_>, (_, other): Operand<'_>) -> Option<String> {
    let literal = match &expr.kind {
        ExprKind::Literal(literal) => Some(literal),
        _ => None,
    };
    let x = || unparse(expr);
    Some(match (ty, other, literal) {
        (Type::Double, Type::Int, Some(Literal::Double(value)))
            if value.fract() == 0.0 && value.abs() < 1e15 && symbol != "/" =>
        {
            format!("{value:.0}")
        }
        (Type::Int, Type::Double, _) if symbol == "%" => return None,
        (Type::Double, Type::Int, _) if symbol == "%" => format!("int({})", x()),
        (Type::Int, Type::Double, _) => as_double::as_double(symbol, expr),
        (Type::Uint, Type::Int, Some(Literal::Uint(value))) => value.to_string(),
        (Type::Uint, Type::Int, _) => format!("int({})", x()),
        (Type::String, Type::Int, Some(Literal::String(text))) => text.parse::<i64>().ok()?.to_string(),
        (Type::Int, Type::String, Some(Literal::Int(value)))
            // Texts have another order than numbers: `'10' < '5'`.
            if matches!(symbol, "==" | "!=") =>
        {
            format!("'{value}'")
        }
        (Type::Int, Type::Bool, Some(Literal::Int(value @ 0..=1))) if symbol == "==" => {
            (*value == 1).to_string()
        }
        (Type::Int, Type::Timestamp, Some(Literal::Int(seconds))) if matches!(symbol, "+" | "-") => {
            format!("duration('{seconds}s')")
        }
        (Type::String, Type::Bytes, Some(Literal::String(_))) => format!("b{}", x()),
        (Type::String, Type::Bytes, _) => format!("bytes({})", x()),
        (Type::Int, Type::String, Some(Literal::Int(value))) if symbol == "+" => format!("'{value}'"),
        (Type::Int | Type::Double, Type::String, _) if matches!(symbol, "==" | "!=") => {
            format!("string({})", x())
        }
        (Type::String, Type::Double, None) if is_order(symbol) => format!("double({})", x()),
        (Type::String, Type::Int, None) if matches!(symbol, "<" | "<=" | ">" | ">=" | "-" | "*" | "/") => {
            format!("int({})", x())
        }
        (Type::String, Type::Bool, Some(Literal::String(text))) if text == "true" || text == "false" => {
            text.clone()
        }
        (_, Type::Duration | Type::Timestamp, _) if matches!(symbol, "*" | "/" | "%") => return None,
        (Type::String, Type::Timestamp, Some(Literal::String(day))) if day.len() == "2026-01-31".len() => {
            format!("timestamp('{day}T00:00:00Z')")
        }
        (Type::String, Type::Duration | Type::Timestamp, _) if refused(expr, other).is_some() => return None,
        (Type::String, Type::Duration, _) => format!("duration({})", x()),
        (Type::Int, Type::Duration, Some(Literal::Int(seconds))) => format!("duration('{seconds}s')"),
        (Type::String, Type::Timestamp, _) => format!("timestamp({})", x()),
        (Type::Int, Type::Timestamp, _) if is_order(symbol) || matches!(symbol, "==" | "!=") => {
            format!("timestamp({})", x())
        }
        _ => return None,
    })
}

/// `0 < self.min < 5`
fn chained(symbol: &str, (left, ty): Operand<'_>, (right, _): Operand<'_>) -> Option<String> {
    let ExprKind::Call(Call { function, target: None, args }) = &left.kind else { return None };
    let (true, true, [first, middle]) = (*ty == Type::Bool, is_order(symbol), &**args) else { return None };
    self::symbol(function.callee()).filter(|symbol| is_order(symbol))?;
    // `self.min > 0 < 5` means the first operand twice.
    let is_constant = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_));
    let middle = if is_constant(middle) && is_constant(right) { first } else { middle };
    Some(format!("{} && {} {symbol} {}", unparse(left), unparse_operand(middle), unparse_operand(right)))
}

/// Advice for comparing quantities and versions: they are ordered by functions, not operators.
fn quantities(symbol: &str, left: Operand<'_>, right: Operand<'_>) -> Option<String> {
    let constructor = named::constructor(left.1).or_else(|| named::constructor(right.1))?;
    let x = match left.1 {
        Type::String => format!("{constructor}({})", unparse(left.0)),
        ty if named::constructor(ty) == Some(constructor) => unparse_operand(left.0),
        _ => return None,
    };
    let other = named::wrapped(constructor, right.0, right.1)?;
    Some(match symbol {
        "+" | "-" if constructor == "semver" => return None,
        "==" | "!=" => format!("{x} {symbol} {other}"),
        _ if !matches!(constructor, "quantity" | "semver") => return None,
        "<" => format!("{x}.isLessThan({other})"),
        ">" => format!("{x}.isGreaterThan({other})"),
        "<=" | ">=" => format!("{x}.compareTo({other}) {symbol} 0"),
        "+" if constructor == "quantity" => format!("{x}.add({other})"),
        "-" if constructor == "quantity" => format!("{x}.sub({other})"),
        _ => return None,
    })
}

/// Advice for a list that is compared with a single item.
fn on_each_item(symbol: &str, (left, ty): Operand<'_>, (right, other): Operand<'_>) -> Option<String> {
    match ty {
        Type::List(item) if **item == *other && (is_order(symbol) || matches!(symbol, "==" | "!=")) => {
            Some(format!("{}.all(item, item {symbol} {})", unparse_operand(left), unparse_operand(right)))
        }
        _ => None,
    }
}

/// Advice for an optional that is compared with a value, or computed with one: `self > oldSelf`.
fn of_optional(symbol: &str, (left, ty): Operand<'_>, (right, other): Operand<'_>) -> Option<String> {
    let (x, y) = (unparse_operand(left), unparse_operand(right));
    let (optional, written) = match () {
        () if other.optional_value() == Some(ty) => (&y, format!("{x} {symbol} {y}.value()")),
        () if ty.optional_value() == Some(other) => (&x, format!("{x}.value() {symbol} {y}")),
        () => return None,
    };
    Some(match symbol {
        // The server has no bound for the texts in optionals, so comparing with `optional.of(y)` is too expensive.
        "==" => format!("{optional}.hasValue() && {written}"),
        "!=" => format!("!{optional}.hasValue() || {written}"),
        _ if is_order(symbol) => format!("!{optional}.hasValue() || {written}"),
        _ => written,
    })
}

/// Advice for a function of optionals that is called on a field: `self.name.orValue('')`.
fn of_field(name: &str, field: &Expr, ty: &Type, (args, types): (&[Expr], &[Type])) -> Option<String> {
    let optional = habits::optional_selection(field)?;
    match (name, args, types) {
        ("hasValue", [], _) => Some(format!("has({})", unparse(field))),
        ("value", [], _) => Some(unparse(field)),
        ("orValue", [default], [other]) if other == ty => {
            Some(format!("{optional}.orValue({})", unparse(default)))
        }
        _ => None,
    }
}

/// Advice for `oldSelf.value()` in a rule whose `oldSelf` is no optional.
fn of_old_self(function: Callee<'_>, target: Option<&Expr>) -> Option<String> {
    let is_old_self =
        matches!(target.map(|target| &target.kind), Some(ExprKind::Ident(name)) if *name == "oldSelf");
    let is_meant = is_old_self && matches!(function, Named("hasValue" | "value" | "orValue" | "or"));
    is_meant.then(|| OLD_SELF.to_owned())
}

/// The rule lacks a key. Each use of `oldSelf` shows that.
pub(super) const OLD_SELF: &str =
    "`oldSelf` is an optional if the rule has `optionalOldSelf: true`, in Rust `optional_old_self = true`";

fn is_order(symbol: &str) -> bool {
    matches!(symbol, "<" | "<=" | ">" | ">=")
}

/// The symbol of a binary operator.
fn symbol(function: Callee<'_>) -> Option<&'static str> {
    match function {
        Op(And | Or | In) | Named(_) => None,
        Op(operator) => operator.symbol(),
    }
}
