//! Compares the interpreter with the oracle, as `expr-compare` and `dyn-compare` compare native code.
//!
//! `interpret-compare COUNT SEED [INPUTS [FILE]]` asks random expressions; with COUNT 0 it asks all operators and functions on
//! values of all types and parts of objects, one of SEED requests. `interpret-compare of REQUESTS [FILE]` asks what is in a file.
//! `ORACLE` names the oracle's program.

use serde_json::Value;
use std::{env, error::Error, fs, io::BufReader, process::ExitCode};
use tests::{
    comparison::{self, Comparison, EXPRESSIONS},
    dispatch,
    expressions::Generator,
    interpreted, parts,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (requests, file) = match args.as_slice() {
        [of, requests, file @ ..] if of == "of" => {
            (comparison::requests(BufReader::new(fs::File::open(requests)?))?, file.first())
        }
        [count, seed, rest @ ..] => {
            let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
            (random(count.parse()?, seed.parse()?, inputs), rest.get(1))
        }
        _ => return Err("usage: interpret-compare COUNT SEED [INPUTS [FILE]], or of REQUESTS [FILE]".into()),
    };
    let comparison = Comparison::of(&EXPRESSIONS, &requests, interpreted::answers)?;
    comparison.print();
    if let Some(file) = file {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn random(count: usize, seed: u64, inputs: usize) -> Vec<Value> {
    if count == 0 {
        let all = dispatch::requests().into_iter().chain(parts::requests());
        return all.step_by(usize::try_from(seed).unwrap_or(1)).collect();
    }
    let mut generator = Generator::new(seed);
    (0..count).flat_map(|number| generator.requests(number, inputs)).collect()
}
