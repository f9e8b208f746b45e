//! Texts that a rule converts several times: `int(self.port) > 0 && int(self.port) < 65536`. The result is kept. Each conversion is
//! charged.

use crate::ir::{Body, Infix, Let, Local, Loop, Names, Statement, Value};
use std::{cell::RefCell, rc::Rc};

/// The body with one conversion of each text.
pub(crate) fn once(body: &Body) -> Option<Body> {
    if !body.values().into_iter().any(|value| value.any(&mut |part| converted(part).is_some())) {
        return None;
    }
    let body = &tests_read(body);
    let own = declared(&body.statements);
    let once = Once { names: RefCell::new(Names::of_body(body)) };
    let body = once.kept(body, &|name| own.contains(name) || !once.names.borrow().contains(name));
    Some(Body {
        statements: once.run(&body.statements),
        result: body.result.rewritten(&|_| None, &|run| once.run(run)),
    })
}

struct Once {
    /// All names of the function.
    names: RefCell<Names>,
}

impl Once {
    /// The statements, where each loop keeps the conversions of its element.
    fn run(&self, statements: &[Statement]) -> Vec<Statement> {
        let statement = |statement: &Statement| match statement {
            Statement::Loop(repeat) => Statement::Loop(Rc::new(self.in_rounds(repeat))),
            statement => statement.clone(),
        };
        let statements = statements.iter().map(statement);
        statements.map(|statement| statement.rewritten(&|_| None, &|run| self.run(run))).collect()
    }

    fn in_rounds(&self, repeat: &Loop) -> Loop {
        let mut own = declared(&repeat.round);
        own.pattern(&repeat.pattern);
        let round = Body { statements: repeat.round.clone(), result: Value::Nothing };
        Loop { round: self.kept(&round, &|name| own.contains(name)).statements, ..repeat.clone() }
    }

    /// The body with a variable for each text that is converted again and is read from one of these names.
    fn kept(&self, body: &Body, is_own: &dyn Fn(&Local) -> bool) -> Body {
        let repeated = repeated(body, is_own);
        repeated.into_iter().fold(body.clone(), |body, conversion| self.kept_one(body, &conversion))
    }

    /// A conversion that always runs is a variable where it runs first. One that may not run is kept by its first use, if it takes long.
    fn kept_one(&self, body: Body, conversion: &Value) -> Body {
        let holds = |value: &Value| value.any(&mut |part| part == conversion);
        let first = body.statements.iter().position(|statement| statement.values().into_iter().any(holds));
        let always_runs = match first.and_then(|first| body.statements.get(first)) {
            Some(statement) => first_value(statement).is_some_and(|value| always_computes(value, conversion)),
            None => always_computes(&body.result, conversion),
        };
        let takes_long = matches!(conversion, Value::Call(path, _) if LONG.contains(&&**path));
        if !always_runs && !takes_long {
            return body;
        }
        let name = self.names.borrow_mut().fresh("once");
        let (place, value, kept) = match always_runs {
            true => (first.unwrap_or(body.statements.len()), conversion.clone(), Value::from(&name)),
            false => {
                let convert = Value::nullary(conversion.clone());
                let kept = Value::from(&name).method_with("get_or_init", [convert]).deref();
                (0, Value::call("OnceCell::new", []), kept)
            }
        };
        let change = |value: &Value| (value == conversion).then(|| kept.clone());
        let mut body = body.changed(&change);
        body.statements.insert(place, Let::statement(&name, value));
        body
    }
}

/// The body where `isIP(self.a)` is the outcome of `ip(self.a)`, if that conversion stands there, too.
fn tests_read(body: &Body) -> Body {
    let standing = conversions(body, &|_| true);
    let read = |value: &Value| {
        let Value::Call(path, operands) = value else { return None };
        let (_, conversion) = TESTS.iter().find(|(test, _)| path == test)?;
        let read = Value::build(*conversion, operands.clone());
        standing.iter().any(|(known, _)| *known == read).then(|| read.method("is_ok"))
    };
    body.changed(&read)
}

/// The value that a statement always computes first.
fn first_value(statement: &Statement) -> Option<&Value> {
    match statement {
        Statement::Block(_) | Statement::Share { .. } | Statement::View { .. } | Statement::Loop(_) => None,
        statement => statement.values().first().copied(),
    }
}

/// True if computing the value always runs the conversion.
fn always_computes(value: &Value, conversion: &Value) -> bool {
    let one = |value: &Value| always_computes(value, conversion);
    match value {
        _ if value == conversion => true,
        Value::Lift(lift) => lift.results.iter().any(one),
        Value::Call(_, values) | Value::Tuple(values) | Value::Array(values) => values.iter().any(one),
        Value::Method(receiver, _, values) => one(receiver) || values.iter().any(one),
        Value::Infix(Infix::And | Infix::Or, sides) => one(&sides[0]),
        Value::Infix(_, sides) => sides.iter().any(one),
        Value::Not(value)
        | Value::Negative(value)
        | Value::Reference(value)
        | Value::Deref(value)
        | Value::Try(value)
        | Value::Match(value, _)
        | Value::If(value, _)
        | Value::Matches(value, _) => one(value),
        _ => false,
    }
}

/// The names that statements declare themselves, not those in their blocks and loops.
fn declared(statements: &[Statement]) -> Names {
    let mut names = Names::default();
    for statement in statements {
        if let Statement::Let(Let { name, is_mutable: false, .. }) = statement {
            names.insert(name.clone());
        }
    }
    names
}

/// Conversions of a text that is read from one of these names, if they stand there several times, or in a loop.
fn repeated(body: &Body, is_own: &dyn Fn(&Local) -> bool) -> Vec<Value> {
    let repeated = conversions(body, is_own).into_iter().filter(|(_, count)| *count > 1);
    repeated.map(|(conversion, _)| conversion).collect()
}

/// The first conversions of such texts, and how often each of them stands there. One in a loop counts twice.
fn conversions(body: &Body, is_own: &dyn Fn(&Local) -> bool) -> Vec<(Value, usize)> {
    let mut found: Vec<(Value, usize)> = Vec::new();
    let mut add = |value: &Value| {
        value.any(&mut |part| {
            if converted(part).is_some_and(is_own) {
                let is_full = found.len() >= MOST;
                match found.iter_mut().find(|(known, _)| known == part) {
                    Some((_, count)) => *count += 1,
                    None if is_full => {}
                    None => found.push((part.clone(), 1)),
                }
            }
            false
        });
    };
    body.values().into_iter().for_each(&mut add);
    body.each_loop(&mut |repeat| {
        repeat.round.iter().flat_map(Statement::values).for_each(&mut add);
    });
    found
}

/// The most conversions that are kept in a body. Each of them takes a walk through the body.
const MOST: usize = 32;

/// The name that a conversion reads its text from.
fn converted(value: &Value) -> Option<&Local> {
    let Value::Call(path, operands) = value else { return None };
    let ([text] | [Value::Arena, text]) = operands.as_slice() else { return None };
    if !CONVERSIONS.contains(&&**path) {
        return None;
    }
    let mut object = text;
    while let Value::Read(inner, read) = object {
        if read.is_optional || read.has_arena {
            return None;
        }
        object = inner;
    }
    if let Value::Local(name) = object { Some(name) } else { None }
}

/// Functions of the runtime that read a text. Their results are values without an identity.
const CONVERSIONS: [&str; 10] = [
    "cidr::cidr",
    "ip::ip",
    "ops::string_to_double",
    "ops::string_to_duration",
    "ops::string_to_int",
    "ops::string_to_timestamp",
    "ops::string_to_uint",
    "quantity::alone",
    "semver::semver",
    "url::url",
];

/// Those that take longer than keeping the result.
const LONG: [&str; 5] = ["cidr::cidr", "ip::ip", "ops::string_to_timestamp", "semver::semver", "url::url"];

/// Tests whether a text can be converted, and the conversion.
const TESTS: [(&str, &str); 4] = [
    ("cidr::is_cidr", "cidr::cidr"),
    ("ip::is_ip", "ip::ip"),
    ("quantity::is_quantity", "quantity::alone"),
    ("semver::is_semver", "semver::semver"),
];
