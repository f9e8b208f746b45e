//! Compares what native code does with values of types that only run time shows: all operators, macros and functions, on
//! values of all types.
//!
//! `dyn-compare [SHARE [FILE]]` asks one of SHARE requests; differences go to FILE as those of `expr-compare` do.
//! `ORACLE` names the oracle's program.

use std::{env, error::Error, fs, process::ExitCode};
use tests::{
    comparison::{Comparison, EXPRESSIONS},
    dispatch,
    native::expressions,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let share = args.first().map_or(Ok(1), |share| share.parse())?;
    let requests: Vec<_> = dispatch::requests().into_iter().step_by(share).collect();
    let comparison = Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?;
    comparison.print();
    if let Some(file) = args.get(1) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
