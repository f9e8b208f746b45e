//! Compares the costs of loops in which the server charges calls for operands of earlier rounds (docs/spec/cost.md A.8) with the oracle:
//! native code and the interpreter.
//!
//! `leftovers-compare COUNT SEED [INPUTS [FILE]]` prints counts and the first differences in full; all of them go to FILE, a line
//! each with the request and both answers. `ORACLE` names the oracle's program.

use serde_json::Value;
use std::{env, error::Error, fs, process::ExitCode};
use tests::{
    comparison::{Comparison, EXPRESSIONS},
    interpreted,
    leftovers::Generator,
    native::expressions,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: leftovers-compare COUNT SEED [INPUTS [FILE]]".into());
    };
    let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
    let mut generator = Generator::new(seed.parse()?);
    let requests: Vec<Value> =
        (0..count.parse()?).flat_map(|number| generator.requests(number, inputs)).collect();
    let mut comparison = Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?;
    comparison.add(Comparison::of(&EXPRESSIONS, &requests, interpreted::answers)?);
    comparison.print();
    if let Some(file) = rest.get(1) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
