//! Compares native validators of random schemas with the oracle: verdicts, texts, places and costs, for new objects and updates.

use crate::{
    answers::comparable_verdict,
    comparison::{self, Comparison, SCHEMAS},
    native::schemas::answers,
    oracle,
    program::{Asked, Report, Result},
    ruled_schemas::Schemas,
};
use serde_json::Value;
use std::{collections::BTreeSet, io, iter};

/// Compares random schemas, each with objects.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut generator = Schemas::new(asked.seed);
    let schemas = generator.schemas(asked.count)?;
    let mut requests = Vec::new();
    for (number, schema) in schemas.iter().enumerate() {
        requests.extend(generator.requests(&number.to_string(), schema, asked.inputs));
    }
    Comparison::of(&SCHEMAS, &requests, answers)?.report(report)
}

/// Reads requests, and writes them with all answers that the server gives. There may be several, because it visits maps in random order.
pub fn record(_: &Asked, _: &mut Report) -> Result<()> {
    for mut case in comparison::requests(io::stdin().lock())? {
        case["only"] = ["errors"].into();
        let answers = oracle::ask("schema", iter::repeat_n(&case, ASKED))?;
        let answers: BTreeSet<String> =
            answers.iter().map(|answer| comparable_verdict(answer).to_string()).collect();
        let answers: Vec<Value> =
            answers.iter().map(|answer| serde_json::from_str(answer)).collect::<serde_json::Result<_>>()?;
        case["answers"] = answers.into();
        println!("{case}");
    }
    Ok(())
}

/// Number of times. Enough to see every order of a few keys.
const ASKED: usize = 300;
