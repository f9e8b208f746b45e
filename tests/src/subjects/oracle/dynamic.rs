//! Compares operations on values whose type is known at run time only with the oracle: all operators, macros and functions, with
//! values of all types.

use crate::{
    comparison::{Comparison, EXPRESSIONS},
    dispatch, interpreted,
    native::expressions,
    parts,
    program::{Asked, Report, Result},
};
use serde_json::Value;

/// Compares native code.
pub fn native(asked: &Asked, report: &mut Report) -> Result<()> {
    let requests: Vec<Value> = dispatch::requests().into_iter().step_by(asked.share).collect();
    Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?.report(report)
}

/// Compares the interpreter, also with parts of objects.
pub fn interpreter(asked: &Asked, report: &mut Report) -> Result<()> {
    let all = dispatch::requests().into_iter().chain(parts::requests());
    let requests: Vec<Value> = all.step_by(asked.share).collect();
    Comparison::of(&EXPRESSIONS, &requests, interpreted::answers)?.report(report)
}
