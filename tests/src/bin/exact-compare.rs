//! Compares native code of random expressions with the exact calls, which the interpreter makes: type, value, error, cost. Expressions that
//! are compiled to these calls are left out.
//!
//! `exact-compare COUNT SEED [INPUTS]` prints counts and the first differences in full.

use cel_compiler::rule::compile_expression;
use serde_json::Value;
use std::{env, error::Error, process::ExitCode};
use tests::{
    answers::same,
    expressions::Generator,
    interpreted,
    native::expressions,
    structural::{self, version},
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: exact-compare COUNT SEED [INPUTS]".into());
    };
    let inputs = rest.first().map_or(Ok(3), |inputs| inputs.parse())?;
    let mut generator = Generator::new(seed.parse()?);
    let all: Vec<Value> = (0..count.parse()?).flat_map(|number| generator.requests(number, inputs)).collect();
    let requests: Vec<Value> = all.iter().filter(|request| !is_exact(request)).cloned().collect();
    let (native, exact) = (expressions::answers(&requests)?, interpreted::answers(&requests)?);
    let answered = requests.iter().zip(native.iter().zip(&exact));
    let compared = answered.filter(|(_, (native, _))| native.get("unsupported").is_none());
    let (mut equal, mut different) = (0, 0);
    for (request, (native, exact)) in compared {
        if same(exact, native) {
            equal += 1;
            continue;
        }
        different += 1;
        if different <= MOST_SHOWN {
            println!("{request}\n  exact  {exact}\n  native {native}");
        }
    }
    let left_out = all.len() - requests.len();
    println!("{} requests, {left_out} exact, {equal} equal, {different} different", all.len());
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_exact(request: &Value) -> bool {
    let variables = structural::variables(&request["vars"]);
    let env = structural::env(&variables).with_version(version(request));
    let compiled = compile_expression(request["expr"].as_str().unwrap_or_default(), &env);
    compiled.is_ok_and(|compiled| compiled.is_exact)
}

/// So many differences are printed.
const MOST_SHOWN: usize = 10;
