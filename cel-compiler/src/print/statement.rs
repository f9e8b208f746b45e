//! Statements as Rust.

use super::text::all;
use crate::ir::{Body, Builtin, Let, Loop, Repr, Statement, Type, Value};
use std::fmt::{self, Display, Formatter};

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", all(&self.statements), self.result)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Plain(repr) => f.write_str(&repr.rust()),
            Type::Outcome(Repr::Bool) => f.write_str("Verdict<'a>"),
            Type::Outcome(repr) => write!(f, "Outcome<'a, {}>", repr.rust()),
            Type::Of(builtin) => builtin.fmt(f),
            Type::OutcomeOf(builtin) => write!(f, "Outcome<'a, {builtin}>"),
            Type::Pair(key, value) => write!(f, "({}, {value})", key.rust()),
        }
    }
}

impl Display for Builtin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Builtin::Unit => "()",
            Builtin::Count => "usize",
            Builtin::List => "_",
            Builtin::Map => "map::Builder<_, _>",
        })
    }
}

impl Display for Let {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Let { name, ty, value, is_mutable } = self;
        let mutable = if *is_mutable { "mut " } else { "" };
        match ty {
            Some(ty) => write!(f, "let {mutable}{name}: {ty} = {value};"),
            None => write!(f, "let {mutable}{name} = {value};"),
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Let(declared) => declared.fmt(f),
            Statement::Take(pattern, value) => write!(f, "let {pattern} = {value};"),
            Statement::Assign(name, value) => write!(f, "{name} = {value};"),
            Statement::Add(units) => write!(f, "cost.add({units});"),
            Statement::AddSome(units) => write!(f, "cost.add({units});"),
            Statement::AddIf(condition) => write!(f, "cost.add_if({condition});"),
            Statement::Charge(step) => write!(f, "cost.charge({step})?;"),
            Statement::Check => f.write_str("cost.check()?;"),
            Statement::Turn => f.write_str("cost.turn()?;"),
            Statement::Refund => f.write_str("cost.refund()?;"),
            Statement::Measure(name, size) => write!(f, "let {name} = {size};"),
            Statement::Run(value) => write!(f, "{value};"),
            Statement::Return(value) => write!(f, "return {value};"),
            Statement::If(condition, then) => write!(f, "if {condition} {{ {} }}", all(then)),
            Statement::IfLet(pattern, value, then) => {
                write!(f, "if let {pattern} = {value} {{ {} }}", all(then))
            }
            Statement::Match(value, arms) => {
                write!(f, "match {value} {{ ")?;
                arms.iter().try_for_each(|(pattern, then)| write!(f, "{pattern} => {{ {} }} ", all(then)))?;
                f.write_str("}")
            }
            Statement::Block(statements) => write!(f, "{{ {} }}", all(statements)),
            Statement::Share { name, ty, body } => {
                let cost = counter(body);
                write!(f, "let {name} = |{cost}: &mut Cost<'a>| -> Outcome<'a, {ty}> {{ {body} }};")
            }
            Statement::View { name, example, convert } => {
                let cost = counter(example);
                write!(
                    f,
                    "let {name} = value::view(|{cost}: &mut Cost<'a>| {{ {example} }}, |value, arena| {convert});"
                )
            }
            Statement::Break(None) => f.write_str("break;"),
            Statement::Break(Some((label, value))) => write!(f, "break {label} {value};"),
            Statement::Loop(repeat) => repeat.fmt(f),
        }
    }
}

/// The name of a closure's counter, `_` if the body does not use it.
fn counter(body: &Body) -> &'static str {
    if body.counts() { "cost" } else { "_" }
}

impl Display for Loop {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Loop { before, pattern, range, parts, rest, round, stop, .. } = self;
        all(before).fmt(f)?;
        match (parts, stop) {
            (Some(parts), stop) => in_parts(self, parts, stop.as_ref(), f),
            (None, None) => write!(f, "for {pattern} in {range} {{ {} }}", all(round)),
            (None, Some(_)) => write!(
                f,
                "let mut {rest} = {range}; while let Some({pattern}) = {rest}.next() {{ {} }}",
                all(round)
            ),
        }
    }
}

/// The loop with a test of the limit between two parts of the range. No variable of a rule begins with a digit: `__cel_0_units` is not
/// the `units` of `self.l.all(units, ..)`.
fn in_parts(repeat: &Loop, parts: &Value, stop: Option<&(Value, u64)>, f: &mut Formatter<'_>) -> fmt::Result {
    let Loop { pattern, rest, round, most, .. } = repeat;
    let units = match most {
        Some(most) => format!("at_most(cost, &{rest}, {most})?"),
        None => "new(cost)".to_owned(),
    };
    write!(
        f,
        "let mut {rest} = {parts};
        while {rest}.has_part() {{
            let mut __cel_0_units = list::Units::{units};
            {{
                let cost = &mut __cel_0_units;
                while let Some({pattern}) = {rest}.next() {{ {} }}
            }}
            __cel_0_units.add_to(cost)?;",
        all(round)
    )?;
    if let Some((decided, _)) = stop {
        write!(f, "if {decided} {{ break; }}")?;
    }
    f.write_str("}")
}
