//! Values as Rust.

use super::{
    constant,
    exact::Code,
    text::{list, separated},
};
use crate::ir::{Closure, Infix, Level, Lift, Local, Pattern, Value};
use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
};

impl Display for Local {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value as an operand of an operator or as a receiver: in parentheses if it binds more loosely than `level`.
struct Within<'v>(Level, &'v Value);

impl Display for Within<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Within(level, value) = self;
        if value.level() > *level { write!(f, "({value})") } else { value.fmt(f) }
    }
}

fn atom(value: &Value) -> Within<'_> {
    Within(Level::Atom, value)
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Local(local) => local.fmt(f),
            Value::Nothing | Value::Operand(_) => Ok(()),
            Value::Constant(constant, repr) => f.write_str(&constant::code(constant, repr)),
            Value::Bool(value) => value.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Path(name) => f.write_str(name),
            Value::Counter => f.write_str("cost"),
            Value::Arena => f.write_str("cost.arena()"),
            Value::None(repr) => write!(f, "None::<{}>", repr.rust()),
            Value::Empty(repr) => {
                let empty = if repr.is_list() { "Slice" } else { "Entries" };
                write!(f, "<{}>::{empty}(&[])", repr.rust())
            }
            Value::Exact(exact) => f.write_str(&Code::new(exact).root),
            value => calls(value, f),
        }
    }
}

/// Calls, and values built from others.
fn calls(value: &Value, f: &mut Formatter<'_>) -> fmt::Result {
    match value {
        Value::Read(object, read) => f.write_str(&super::read::read(object, read)),
        Value::Lift(lift) => lift.fmt(f),
        Value::Call(name, operands) if MEASURES.contains(&name.as_ref()) => {
            write!(f, "{name}(cost.measure(), {})", list(operands))
        }
        Value::Call(name, operands) => write!(f, "{name}({})", list(operands)),
        Value::Closed(name, operands) => write!(f, "{name}({})", list(operands)),
        Value::CallOf(name, repr, operands) => write!(f, "{name}::<{}>({})", repr.rust(), list(operands)),
        Value::Error(repr, error) => write!(f, "Err::<{}, _>({error})", repr.rust()),
        Value::Method(receiver, name, operands) => {
            write!(f, "{}.{name}({})", atom(receiver), list(operands))
        }
        Value::Closure(closure) => closure.fmt(f),
        Value::Struct(name, fields) => {
            write!(f, "{name} {{")?;
            fields.iter().try_for_each(|(name, value)| write!(f, " {name}: {value},"))?;
            f.write_str(" }")
        }
        Value::Member(value, name) => write!(f, "{}.{name}", atom(value)),
        Value::Variant(number, value) => write!(f, "object::Variant::<{number}, _>({value})"),
        Value::Tuple(values) => match values.as_slice() {
            [value] => write!(f, "({value},)"),
            values => write!(f, "({})", list(values)),
        },
        Value::Array(values) => write!(f, "[{}]", list(values)),
        value => operators(value, f),
    }
}

/// Charges for the code points of texts, in whose place the counter may take the bytes, and for elements that may not be counted.
const MEASURES: [&str; 7] = [
    "size::ceil01_of_text",
    "size::of_list",
    "size::product_known",
    "size::product_of_texts",
    "size::search_known",
    "size::smaller_known",
    "size::smaller_string",
];

/// Operators, blocks and choices. The operands of an operation are replaced before it is printed.
fn operators(value: &Value, f: &mut Formatter<'_>) -> fmt::Result {
    match value {
        Value::Infix(operator, sides) => infix(*operator, &sides[0], &sides[1], f),
        Value::Not(value) => write!(f, "!{}", atom(value)),
        Value::Negative(value) => write!(f, "-{}", atom(value)),
        Value::Reference(value) => write!(f, "&{}", atom(value)),
        Value::ReferenceMut(value) => write!(f, "&mut {}", atom(value)),
        Value::Deref(value) => write!(f, "*{}", atom(value)),
        Value::Matches(value, patterns) => {
            write!(f, "::core::matches!({value}, {})", separated(patterns, " | "))
        }
        Value::Block(body) => write!(f, "{{ {body} }}"),
        Value::Typed(ty, body) => write!(f, "-> Outcome<'a, {ty}> {{ {body} }}"),
        Value::Labelled(label, body) => write!(f, "{label}: {{ {body} }}"),
        Value::Match(value, arms) => {
            write!(f, "match {value} {{ ")?;
            arms.iter().try_for_each(|(pattern, body)| match body.statements.is_empty() {
                true => write!(f, "{pattern} => {body}, "),
                false => write!(f, "{pattern} => {{ {body} }} "),
            })?;
            f.write_str("}")
        }
        Value::If(condition, bodies) => {
            let [yes, no] = &**bodies;
            write!(f, "if {condition} {{ {yes} }} else {{ {no} }}")
        }
        Value::Try(value) => write!(f, "{}?", atom(value)),
        _ => Ok(()),
    }
}

fn infix(operator: Infix, left: &Value, right: &Value, f: &mut Formatter<'_>) -> fmt::Result {
    let (level, operator) = match operator {
        Infix::Add => (Level::Atom, "+"),
        Infix::Subtract => (Level::Atom, "-"),
        Infix::Multiply => (Level::Atom, "*"),
        Infix::Divide => (Level::Atom, "/"),
        Infix::Equal => (Level::Atom, "=="),
        Infix::NotEqual => (Level::Atom, "!="),
        Infix::Less => (Level::Atom, "<"),
        Infix::LessOrEqual => (Level::Atom, "<="),
        Infix::Greater => (Level::Atom, ">"),
        Infix::GreaterOrEqual => (Level::Atom, ">="),
        Infix::And => (Level::Comparison, "&&"),
        Infix::Or => (Level::Comparison, "||"),
    };
    // A block needs no parentheses behind an operator.
    let of_right = if matches!(right, Value::Block(_)) { Level::Logic } else { level };
    write!(f, "{} {operator} {}", Side(left, right, level), Side(right, left, of_right))
}

/// A side of an operator, and the other one.
struct Side<'v>(&'v Value, &'v Value, Level);

impl Display for Side<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Side(value, other, level) = self;
        // A number has the type of the other side.
        let number = match (value, other) {
            (_, Value::Constant(..)) => None,
            (Value::Constant(constant, _), _) => constant::number(constant),
            _ => None,
        };
        match number {
            Some(number) => f.write_str(&number),
            None => Within(*level, value).fmt(f),
        }
    }
}

impl Display for Closure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Closure { parameters, moves, body } = self;
        let moves = if *moves { "move " } else { "" };
        write!(f, "{moves}|{}| {body}", list(parameters))
    }
}

impl Display for Lift {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Lift { results, pattern, next, can_fail, is_match } = self;
        let joined = match results.split_first() {
            None => Cow::Borrowed(""),
            Some((only, [])) => Cow::Owned(atom(only).to_string()),
            Some((first, others)) => others.iter().fold(Cow::Owned(first.to_string()), |joined, next| {
                Cow::Owned(format!("ops::both({joined}, {next})"))
            }),
        };
        match (is_match, can_fail) {
            (false, true) => write!(f, "{joined}.and_then(|{pattern}| {next})"),
            (false, false) => write!(f, "{joined}.map(|{pattern}| {next})"),
            (true, true) => {
                write!(f, "(match {joined} {{ Ok({pattern}) => {next}, Err(error) => Err(error) }})")
            }
            (true, false) => {
                write!(f, "(match {joined} {{ Ok({pattern}) => Ok({next}), Err(error) => Err(error) }})")
            }
        }
    }
}

/// `b'a'`, `b'a'..=b'z'`. `matches!` takes no pattern that begins with `..=`.
fn bytes(first: u8, last: u8, f: &mut Formatter<'_>) -> fmt::Result {
    let [from, to] = [first, last].map(|byte| format!("b'{}'", byte.escape_ascii()));
    if first == last { f.write_str(&from) } else { write!(f, "{from}..={to}") }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Any => f.write_str("_"),
            Pattern::Name(name) => name.fmt(f),
            Pattern::Path(name) => f.write_str(name),
            Pattern::Of(name, pattern) => write!(f, "{name}({pattern})"),
            Pattern::Constant(constant, repr) => f.write_str(&constant::code(constant, repr)),
            Pattern::Tuple(patterns) => match patterns.as_slice() {
                [pattern] => write!(f, "({pattern},)"),
                patterns => write!(f, "({})", list(patterns)),
            },
            Pattern::Bytes(first, last) => bytes(*first, *last, f),
            Pattern::ListValue(name) => {
                write!(f, "Value::List(value::ListValue {{ elements: {name}, .. }})")
            }
            Pattern::At(name, pattern) => write!(f, "{name} @ {pattern}"),
        }
    }
}
