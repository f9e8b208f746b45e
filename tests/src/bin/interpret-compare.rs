//! Compares the interpreter with the oracle, as `expr-compare` and `dyn-compare` compare native code.
//!
//! `interpret-compare COUNT SEED [INPUTS [FILE]]` asks random expressions; with COUNT 0 it asks all operators and functions on
//! values of all types, one of SEED requests. `ORACLE` names the oracle's program.

use serde_json::Value;
use std::{env, error::Error, fs, process::ExitCode};
use tests::{
    comparison::{Comparison, EXPRESSIONS},
    dispatch,
    expressions::Generator,
    interpreted,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: interpret-compare COUNT SEED [INPUTS [FILE]]".into());
    };
    let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
    let requests: Vec<Value> = match count.parse()? {
        0 => dispatch::requests().into_iter().step_by(seed.parse()?).collect(),
        count => {
            let mut generator = Generator::new(seed.parse()?);
            (0..count).flat_map(|number| generator.requests(number, inputs)).collect()
        }
    };
    let comparison = Comparison::of(&EXPRESSIONS, &requests, interpreted::answers)?;
    comparison.print();
    if let Some(file) = rest.get(1) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
