//! Compares random expressions with variables with the oracle: verdict, type, value, error, cost.

use crate::{
    comparison::{self, Comparison, EXPRESSIONS},
    expressions::Generator,
    interpreted,
    native::expressions,
    program::{Asked, Report, Result},
};
use serde_json::Value;
use std::{fs::File, io::BufReader};

/// Compares native code.
pub fn native(asked: &Asked, report: &mut Report) -> Result<()> {
    Comparison::of(&EXPRESSIONS, &requests(asked)?, expressions::answers)?.report(report)
}

/// Compares the interpreter.
pub fn interpreter(asked: &Asked, report: &mut Report) -> Result<()> {
    Comparison::of(&EXPRESSIONS, &requests(asked)?, interpreted::answers)?.report(report)
}

/// Random requests, or those in a file.
pub fn requests(asked: &Asked) -> Result<Vec<Value>> {
    match &asked.requests {
        Some(file) => comparison::requests(BufReader::new(File::open(file)?)),
        None => Ok(Generator::new(asked.seed).all(asked.count, asked.inputs)),
    }
}
