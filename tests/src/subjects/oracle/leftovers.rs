//! Compares the costs of loops in which the server charges calls for operands of earlier rounds (docs/spec/cost.md A.8) with the oracle.

use crate::{
    comparison::{Comparison, EXPRESSIONS},
    interpreted,
    leftovers::Generator,
    native::expressions,
    program::{Asked, Report, Result},
};
use serde_json::Value;

/// Compares native code and the interpreter.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut generator = Generator::new(asked.seed);
    let requests: Vec<Value> =
        (0..asked.count).flat_map(|number| generator.requests(number, asked.inputs)).collect();
    let mut comparison = Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?;
    comparison.add(Comparison::of(&EXPRESSIONS, &requests, interpreted::answers)?);
    comparison.report(report)
}
