//! Compares verdicts on random expressions of constants with the oracle: accepted, or all errors.

use crate::{
    answers::display,
    mutation::Random,
    oracle,
    program::{Asked, Report, Result},
};
use cel_compiler::{env::Env, rule::compile_expression};
use serde_json::{Value, json};

/// Compares random expressions of constants.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let (mut refused, mut panics) = (0, 0);
    for start in (0..asked.count).step_by(BATCH) {
        let one = |_| expression(&mut random, 3);
        let exprs: Vec<String> = (start..asked.count.min(start + BATCH)).map(one).collect();
        let theirs = oracle::ask("expr", exprs.iter().map(|expr| json!({"expr": expr})))?;
        for (expr, theirs) in exprs.iter().zip(&theirs) {
            let (ours, theirs) = (unnumbered(&ours(expr)), unnumbered(&verdict(theirs)));
            refused += usize::from(theirs != Value::Null);
            panics += usize::from(theirs == PANIC);
            if ours != theirs && (theirs != PANIC || ours == Value::Null) {
                report.differs(format_args!("{expr}\n  server {theirs}\n  ours   {ours}"))?;
            }
        }
    }
    println!("{} expressions, {refused} refused, {panics} of them by a panic", asked.count);
    Ok(())
}

/// Null, or all errors.
fn ours(expr: &str) -> Value {
    match compile_expression(expr, &Env::new()) {
        Ok(_) => Value::Null,
        Err(found) => display(expr, &found).replace("ERROR: <input>:-1:0: ", "").into(),
    }
}

/// Removes the numbers of type variables, because the server numbers the variables of an overload in random order.
fn unnumbered(verdict: &Value) -> Value {
    let Some(text) = verdict.as_str() else { return verdict.clone() };
    let mut parts = text.split("_var");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.fold(first, |text, part| text + "_var" + part).into()
}

fn verdict(answer: &Value) -> Value {
    match answer {
        answer if answer.get("panic").is_some() => PANIC.into(),
        answer => answer.get("compile_error").cloned().unwrap_or_default(),
    }
}

fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return random.pick(LITERALS).into();
    }
    let shape = random.pick(SHAPES);
    let mut text = String::new();
    for (i, part) in shape.split('_').enumerate() {
        if i > 0 {
            text += &expression(random, depth - 1);
        }
        text += part;
    }
    text
}

const PANIC: &str = "panic";
const BATCH: usize = 20_000;

/// `_` is any expression.
const SHAPES: &[&str] = &[
    "[_, _]",
    "[_]",
    "[]",
    "{}",
    "{_: _}",
    "{_: _, _: _}",
    "bool(_)",
    "bytes(_)",
    "double(_)",
    "duration(_)",
    "dyn(_)",
    "dyn(_)",
    "dyn(_)",
    "int(_)",
    "string(_)",
    "timestamp(_)",
    "type(_)",
    "uint(_)",
    "_ in [_, _]",
    "_ in [_]",
    "_ in []",
    "_ in {_: _}",
    "_ in _",
    "_[_]",
    "_[_]",
    "dyn(_)[_]",
    "dyn(_)[_]",
    "dyn(_)[dyn(_)]",
    "[_][_]",
    "{_: _}[_]",
    "dyn({'a': _}).a",
    "dyn(_)[?_]",
    "[_][?_]",
    "_ == _",
    "(true || _ == _)",
    "[_].exists(int, int == _)",
    "optional.of(_).optMap(x, x)",
    "(true ? _ : _)",
    "_ + _",
    "-(_)",
    "!(_)",
    "size(_)",
    "has({'a': _}.a)",
    "has(dyn(_).a)",
    "[_].map(x, _)",
    "[_].exists(x, x == _)",
    "optional.of(_)",
    "[?optional.of(_)]",
    "{?_: optional.of(_)}",
    "[?_]",
    "optional.ofNonZeroValue(_)",
    "google.protobuf.Int64Value{value: _}",
    "google.protobuf.Int32Value{value: _}",
    "google.protobuf.StringValue{value: _}",
    "google.protobuf.Duration{seconds: _, nanos: _}",
    "google.protobuf.Timestamp{second: _}",
    "google.protobuf.BoolValue{?value: _}",
];

const LITERALS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "0u",
    "1u",
    "18446744073709551615u",
    "0.0",
    "1.0",
    "1.5",
    "1e300",
    "-1e300",
    "''",
    "'a'",
    "'1'",
    "'true'",
    "'1.5'",
    "'1s'",
    "'1h30m'",
    "'2020-01-01T00:00:00Z'",
    "'9999-12-31T23:59:59Z'",
    "b''",
    "b'a'",
    "b'\\xff'",
    "int",
    "string",
    "type",
    "list",
    "map",
    "null_type",
    "optional_type",
    "net.IP",
    "google.protobuf.Timestamp",
    "google.protobuf.Int64Value",
    "google.protobuf.NullValue.NULL_VALUE",
    "duration('1s')",
    "timestamp(0)",
    "optional.none()",
    "[]",
    "{}",
    "dyn(1)",
    "dyn('a')",
    "dyn(null)",
];
