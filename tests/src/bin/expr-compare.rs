//! Compares native code of random expressions with the oracle: verdict, type, value, error, cost.
//!
//! `expr-compare COUNT SEED [INPUTS [FILE]]` prints counts and the first differences in full; all of them go to FILE, a line
//! each with the request and both answers. `ORACLE` names the oracle's program.

use serde_json::Value;
use std::{env, error::Error, fs, process::ExitCode, time::Instant};
use tests::{
    comparison::{Comparison, EXPRESSIONS},
    expressions::Generator,
    native::expressions,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: expr-compare COUNT SEED [INPUTS [FILE]]".into());
    };
    let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
    let start = Instant::now();
    let mut generator = Generator::new(seed.parse()?);
    let requests: Vec<Value> =
        (0..count.parse()?).flat_map(|number| generator.requests(number, inputs)).collect();
    let comparison = Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?;
    comparison.print();
    println!("{count} expressions, {} s", start.elapsed().as_secs());
    if let Some(file) = rest.get(1) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
