//! Advice for calls of functions that exist, with arguments of the wrong type: `'%d'.format(self.min)` needs a list.

use super::formatted;
use crate::ast::Callee::{self, Named, Op};
use crate::{
    ast::{Expr, ExprKind, Literal},
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator::{Add, Conditional, In, Index, Not};

/// A call that fits. The target of a member call is the first operand.
pub(super) fn written(
    function: Callee<'_>,
    is_member: bool,
    operands: &[&Expr],
    types: &[Type],
) -> Option<String> {
    match function {
        Op(_) => of_operator(function, operands, types),
        Named(name) => with_variable(name, is_member, operands, types)
            .or_else(|| of_function(name, is_member, operands, types)),
    }
}

/// Advice that cannot be pasted.
pub(super) fn explained(function: Callee<'_>, types: &[Type]) -> Option<String> {
    let is_optional = types.first().is_some_and(|first| first.optional_value().is_some());
    let explained = match (function, types) {
        (Op(Conditional), [Type::Bool, _, _]) => "the two results of `a ? b : c` have one type",
        (Op(Index), [Type::List(_), Type::String]) => {
            "the index of a list is a number; `self.items.exists(x, x.name == 'a')` looks for an item"
        }
        (Named("sort"), [Type::List(_), _, ..]) => {
            "`sort()` compares the items themselves; `sortBy(x, x.name)` compares a value of each"
        }
        (Named("orValue"), [_, _]) if is_optional => "the value of `orValue()` has the type of the field",
        _ => return None,
    };
    Some(explained.to_owned())
}

fn of_operator(function: Callee<'_>, operands: &[&Expr], types: &[Type]) -> Option<String> {
    Some(match (function, operands, types) {
        (Op(In), [part, text], [Type::String, Type::String]) => {
            format!("{}.contains({})", unparse_operand(text), unparse(part))
        }
        (Op(In), [name, object], [Type::String, Type::Object(_)]) => {
            format!("has({}.{})", unparse_operand(object), as_name(name)?)
        }
        (Op(In), [list, item], [Type::List(of), ty]) if **of == *ty => {
            format!("{} in {}", unparse_operand(item), unparse_operand(list))
        }
        (Op(In), [map, key], [Type::Map(_), Type::String]) => {
            format!("{} in {}", unparse_operand(key), unparse_operand(map))
        }
        (Op(In), [part, cidr], [ty, cidr_type]) if is(cidr_type, "net.CIDR") => within(cidr, part, ty)?,
        (Op(Index), [text, index], [Type::String, Type::Int]) => {
            let text = unparse_operand(text);
            match &index.kind {
                ExprKind::Literal(Literal::Int(from_end @ ..0)) => {
                    format!("{text}.charAt({text}.size() - {})", from_end.unsigned_abs())
                }
                _ => format!("{text}.charAt({})", unparse(index)),
            }
        }
        (Op(Index), [list, index], [Type::List(_), Type::String]) => {
            let number: u32 = as_text(index)?.parse().ok()?;
            format!("{}[{number}]", unparse_operand(list))
        }
        (Op(Conditional), [x, a, b], [ty, ..]) if *ty != Type::Bool => {
            let condition = super::bool_of(x, ty)?;
            if unparse(b).starts_with('@') {
                return Some(condition); // the condition of `filter`, or of `map` with three arguments
            }
            format!("{condition} ? {} : {}", unparse_operand(a), unparse_operand(b))
        }
        (Op(Not), [x], [ty]) if ty.optional_value().is_some() => super::bool_of(x, ty)
            .map(|written| written.strip_prefix('!').map_or_else(|| format!("!{written}"), str::to_owned))?,
        (Op(Not), [x], [Type::String]) => format!("{} == ''", unparse_operand(x)),
        (Op(Not), [x], [Type::Int]) => format!("{} == 0", unparse_operand(x)),
        (Op(Not), [x], [Type::List(_) | Type::Map(_)]) => format!("{}.size() == 0", unparse_operand(x)),
        (Op(Add), [x, y], [Type::Bool | Type::Int, Type::Bool] | [Type::Bool, Type::Int]) => {
            let as_number = |(operand, ty): (&&Expr, &Type)| match ty {
                Type::Bool => format!("({} ? 1 : 0)", unparse(operand)),
                _ => unparse_operand(operand),
            };
            format!("{} + {}", as_number((x, &types[0])), as_number((y, &types[1])))
        }
        (Op(Add), [list, item], [Type::List(of), ty]) if **of == *ty => {
            format!("{} + [{}]", unparse_operand(list), unparse(item))
        }
        _ => return None,
    })
}

/// A function of lists that is called as a macro: `self.ports.sum(p, p.port)`.
fn with_variable(name: &str, is_member: bool, operands: &[&Expr], types: &[Type]) -> Option<String> {
    let ([list, variable, value], [Type::List(_), ..], true) = (operands, types, is_member) else {
        return None;
    };
    let (list, variable, value) = (unparse_operand(list), unparse(variable), unparse(value));
    Some(match name {
        "sort" => format!("{list}.sortBy({variable}, {value})"),
        "sum" | "min" | "max" | "distinct" => format!("{list}.map({variable}, {value}).{name}()"),
        "first" | "find" => format!("{list}.filter({variable}, {value}).first()"),
        "last" => format!("{list}.filter({variable}, {value}).last()"),
        _ => return None,
    })
}

fn of_function(name: &str, is_member: bool, operands: &[&Expr], types: &[Type]) -> Option<String> {
    Some(match (name, operands, types) {
        ("contains", [of, item], [Type::List(_) | Type::Map(_), _]) => {
            format!("{} in {}", unparse_operand(item), unparse_operand(of))
        }
        ("contains", [cidr, part], [cidr_type, ty]) if is(cidr_type, "net.CIDR") => within(cidr, part, ty)?,
        ("slice", [text, from, to], [Type::String, Type::Int, Type::Int]) => {
            format!("{}.substring({}, {})", unparse_operand(text), unparse(from), unparse(to))
        }
        ("join", [separator, list], [Type::String, Type::List(_)]) => {
            format!("{}.join({})", unparse_operand(list), unparse(separator))
        }
        ("format", ..) => formatted::call(operands, types)?,
        ("join", [list, ..], [Type::List(of), ..])
            if is_member && matches!(**of, Type::Int | Type::Double) =>
        {
            let separator =
                operands[1..].iter().map(|separator| unparse(separator)).collect::<Vec<_>>().join(", ");
            format!("{}.map(x, string(x)).join({separator})", unparse_operand(list))
        }
        ("sum", [list], [Type::List(of)]) if **of == Type::Bool => {
            format!("{}.filter(x, x).size()", unparse_operand(list))
        }
        ("or", [optional, default], [ty, other]) if ty.optional_value() == Some(other) => {
            format!("{}.orValue({})", unparse_operand(optional), unparse(default))
        }
        ("duration", [seconds], [Type::Int]) => match &seconds.kind {
            ExprKind::Literal(Literal::Int(seconds)) => format!("duration('{seconds}s')"),
            _ => format!("duration(string({}) + 's')", unparse(seconds)),
        },
        ("quantity", [number], [Type::Int]) => match &number.kind {
            ExprKind::Literal(Literal::Int(number)) => format!("quantity('{number}')"),
            _ => format!("quantity(string({}))", unparse(number)),
        },
        ("min" | "max", [_, _], [a, b]) if a == b && !is_member => {
            let numbers: Vec<String> = operands.iter().map(|number| unparse(number)).collect();
            format!("[{}].{name}()", numbers.join(", "))
        }
        (_, [list, item], [Type::List(of), ty]) if name.starts_with("sets.") && **of == *ty => {
            format!("{name}({}, [{}])", unparse(list), unparse(item))
        }
        ("isGreaterThan" | "isLessThan" | "compareTo" | "add" | "sub", [x, y], [a, b]) => {
            let constructor = constructor(a).or_else(|| constructor(b))?;
            let wrapped = |expr, ty: &Type| wrapped(constructor, expr, ty);
            match a {
                Type::String => format!("{constructor}({}).{name}({})", unparse(x), wrapped(y, b)?),
                _ => format!("{}.{name}({})", unparse_operand(x), wrapped(y, b)?),
            }
        }
        _ => return None,
    })
}

/// An address or a smaller prefix in a prefix: `cidr('10.0.0.0/8').containsIP('10.1.2.3')`.
fn within(cidr: &Expr, part: &Expr, ty: &Type) -> Option<String> {
    let is_prefix = is(ty, "net.CIDR") || as_text(part).is_some_and(|text| text.contains('/'));
    let function = match ty {
        _ if is_prefix => "containsCIDR",
        Type::String => "containsIP",
        ty if is(ty, "net.IP") => "containsIP",
        _ => return None,
    };
    Some(format!("{}.{function}({})", unparse_operand(cidr), unparse(part)))
}

/// The function that makes a value of this type from a text.
pub(super) fn constructor(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Object(name) if &**name == "kubernetes.Quantity" => Some("quantity"),
        Type::Object(name) if &**name == "kubernetes.Semver" => Some("semver"),
        Type::Object(name) if &**name == "kubernetes.URL" => Some("url"),
        ty if is(ty, "net.IP") => Some("ip"),
        ty if is(ty, "net.CIDR") => Some("cidr"),
        _ => None,
    }
}

/// An operand as an argument of such a function's values.
pub(super) fn wrapped(constructor: &str, expr: &Expr, ty: &Type) -> Option<String> {
    match (&expr.kind, ty) {
        (_, ty) if self::constructor(ty) == Some(constructor) => Some(unparse(expr)),
        (_, Type::String) => Some(format!("{constructor}({})", unparse(expr))),
        (ExprKind::Literal(Literal::Int(value)), _) if constructor == "quantity" => {
            Some(format!("quantity('{value}')"))
        }
        _ => None,
    }
}

fn is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Object(found) | Type::Opaque(found, _) if **found == *name)
}

fn as_text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Literal(Literal::String(text)) => Some(text),
        _ => None,
    }
}

/// The text of a literal that can be the name of a field.
fn as_name(expr: &Expr) -> Option<&str> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    as_text(expr)
        .filter(|name| name.chars().all(is_of_name) && !name.starts_with(|c: char| c.is_ascii_digit()))
}
