//! Compares time and memory with the cost: both must grow as the cost does.
//!
//! [`measure`] evaluates an expression over values of n and of 4n parts. An expression is suspicious if its time grows more than
//! eight times and its cost does not: linear work grows 4 times, quadratic work 16 times. Time and memory also have a bound for
//! each unit of cost and for each byte of the values.

mod cases;
mod exceptions;
pub mod instructions;
pub mod native;
mod values;

pub use cases::expressions;
pub use exceptions::{EXCEPTIONS, Exception};

use crate::{
    interpreted::decoded,
    structural::{self, Variable},
};
use cel_codegen::interpreter::{Program, Reader};
use cel_compiler::{
    env::Env,
    library::KubernetesVersion,
    rule::{Key, check},
};
use cel_runtime::__private::{Arena, Cost, EvalError, SERVER, ops::Outcome, value::Value as Dyn};
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use std::hint::black_box;
use values::{Growing, VALUES};

/// An expression that the checker accepts, and the values that it reads.
pub struct Case {
    /// `text.contains(late_text)`
    pub expr: String,
    program: Program,
    /// Their names and types.
    variables: Vec<(String, Variable)>,
}

/// Time and memory of one evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// The number of parts of the values.
    pub n: usize,
    /// CPU time in nanoseconds, or a count of instructions.
    pub nanos: u64,
    /// In the server's units.
    pub cost: u64,
    /// The memory of the arena at the end.
    pub memory: usize,
    /// The length of the values as JSON.
    pub input: usize,
    /// True if it ended at the server's limit.
    pub is_limited: bool,
}

impl Case {
    /// Checks an expression over the values that it names, and `n`; `None` if it is refused.
    pub fn new(expr: &str) -> Option<Self> {
        let named = VALUES
            .iter()
            .filter(|value| names(expr, value.name))
            .map(|value| (value.name.to_owned(), variable(value)));
        let n = ("n".to_owned(), Variable::Type(structural::type_of("int")));
        let variables: Vec<_> = named.chain([n]).collect();
        let checked = check(expr, &env(&variables)).ok()?;
        let program = Program::new(checked, Key::Rule).ok()?;
        Some(Case { expr: expr.to_owned(), program, variables })
    }

    /// The values, with `n` parts each.
    fn values(&self, n: usize) -> Vec<Value> {
        let value = |(name, _): &(String, Variable)| {
            VALUES.iter().find(|value| value.name == name).map_or(json!(n), |value| (value.make)(n))
        };
        self.variables.iter().map(value).collect()
    }

    /// Evaluates it several times over values of `n` parts. The shortest time counts.
    pub fn measure(&self, n: usize, times: usize) -> Effort {
        let json = self.values(n);
        let input = json.iter().map(|json| json.to_string().len()).sum();
        let one = |_| Effort { n, input, ..self.evaluate(&json) };
        (0..times).map(one).min_by_key(|effort| effort.nanos).unwrap_or_default()
    }

    fn evaluate(&self, json: &[Value]) -> Effort {
        let arena = Arena::new();
        let read = |((name, variable), json)| (name, Some(read(variable, json, &arena)));
        let names = self.variables.iter().map(|(name, variable)| (&**name, variable));
        let values: Vec<_> = names.zip(json).map(read).collect();
        let before = arena.allocated_bytes();
        let mut cost = Cost::new(&SERVER, &arena);
        let start = ThreadTime::now();
        let outcome = evaluated(&self.program, &values, &mut cost);
        let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let is_limited = matches!(outcome, Err(EvalError::CostLimit));
        let memory = arena.allocated_bytes() - before;
        Effort { nanos, cost: cost.spent(), memory, is_limited, ..Effort::default() }
    }
}

/// Only the evaluation: `instructions` counts the work in this function.
#[inline(never)]
fn evaluated<'a>(
    program: &'a Program,
    values: &[(&'a str, Option<Dyn<'a>>)],
    cost: &mut Cost<'a>,
) -> Outcome<'a, Dyn<'a>> {
    black_box(program.evaluate(values, cost))
}

fn read<'a>(variable: &'a Variable, json: &'a Value, arena: &'a Arena) -> Dyn<'a> {
    match variable {
        Variable::Type(ty) => decoded(ty, json, arena).expect("a value of the type"),
        Variable::Node(node) => Reader::new(arena, None).read(node, json.into()).unwrap_or_else(Dyn::Error),
    }
}

/// An environment with the variables.
fn env(variables: &[(String, Variable)]) -> Env<'_> {
    structural::env(variables).with_version(KubernetesVersion::STORED_EXPRESSIONS)
}

/// The measurements of an expression.
#[derive(Debug)]
pub struct Finding {
    /// The measurements at n and at 4n.
    pub efforts: [Effort; 2],
    /// The growth of the time from n to 4n.
    pub growth: f64,
    /// The largest share of its bound that it took.
    pub share: f64,
    /// True if time grew too much, three times in a row.
    pub is_superlinear: bool,
}

impl Finding {
    fn of(efforts: [Effort; 2]) -> Self {
        let share = efforts.iter().map(Effort::share).fold(0.0, f64::max);
        Finding { efforts, growth: growth(&efforts), share, is_superlinear: is_superlinear(&efforts) }
    }

    /// True if time grew too much, or time or memory is above its bound.
    pub fn is_suspicious(&self) -> bool {
        self.is_superlinear || self.share > 1.0
    }
}

/// Evaluates a case at a size that takes long enough to measure, and at four times that size.
pub fn measure(case: &Case) -> Finding {
    let mut n = SMALLEST;
    while n < LARGEST && case.measure(n, 1).nanos < LONG_ENOUGH {
        n *= 4;
    }
    let mut efforts = [n, 4 * n].map(|n| case.measure(n, 3));
    let mut tries = 1;
    while is_superlinear(&efforts) && tries < TRIES {
        efforts = [n, 4 * n].map(|n| case.measure(n, 5));
        tries += 1;
    }
    Finding::of(efforts)
}

fn growth([small, large]: &[Effort; 2]) -> f64 {
    large.nanos as f64 / small.nanos.max(1) as f64
}

/// True if time grew more than linearly and the cost did not. An evaluation that ends at the limit has a bound instead.
fn is_superlinear(efforts: &[Effort; 2]) -> bool {
    let [small, large] = efforts;
    let is_long = large.nanos > LONG_ENOUGH;
    is_long && !large.is_limited && growth(efforts) > MOST_GROWTH && large.cost < small.cost.saturating_mul(5)
}

impl Effort {
    /// The share of its bound that the evaluation took, of time or of memory. The bound depends on the cost and the input.
    fn share(&self) -> f64 {
        let (cost, input) = (self.cost as f64, self.input as f64);
        let time = self.nanos as f64 / (FREE_NANOS + NANOS_PER_UNIT * cost + NANOS_PER_BYTE * input);
        let memory = self.memory as f64 / (FREE_BYTES + BYTES_PER_UNIT * cost + BYTES_PER_BYTE * input);
        time.max(memory)
    }
}

fn variable(value: &Growing) -> Variable {
    match value.ty.starts_with('{') {
        true => Variable::Node(structural::node(&serde_json::from_str(value.ty).expect("a schema"))),
        false => Variable::Type(structural::type_of(value.ty)),
    }
}

/// True if an expression contains a variable's name as a whole word.
fn names(expr: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    expr.match_indices(name).any(|(at, _)| {
        let (before, behind) = (expr[..at].chars().next_back(), expr[at + name.len()..].chars().next());
        !before.is_some_and(|c| is_part(c) || c == '.') && !behind.is_some_and(is_part)
    })
}

const SMALLEST: usize = 64;
const LARGEST: usize = 4_096;
/// In nanoseconds. Shorter times cannot be told from noise.
const LONG_ENOUGH: u64 = 1_000_000;
/// Linear work grows 4 times, quadratic work 16 times.
const MOST_GROWTH: f64 = 8.0;
const TRIES: usize = 3;

/// Bounds for a build without optimization, in nanoseconds or instructions: about ten times the amount of ordinary expressions.
const FREE_NANOS: f64 = 1e7;
const NANOS_PER_UNIT: f64 = 40_000.0;
const NANOS_PER_BYTE: f64 = 5_000.0;
const FREE_BYTES: f64 = 1e6;
const BYTES_PER_UNIT: f64 = 1_000.0;
const BYTES_PER_BYTE: f64 = 100.0;
