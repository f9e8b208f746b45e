//! Adds what the oracle answers to requests of its `-mode schema`: `schema-record < requests >> tests/data/schema_cases.jsonl`.
//!
//! `ORACLE` names the oracle's program.

use serde_json::Value;
use std::{collections::BTreeSet, env, error::Error, io, iter, process::Command};
use tests::{answers::comparable_verdict, native::talk};

fn main() -> Result<(), Box<dyn Error>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    for line in io::stdin().lines() {
        let mut case: Value = serde_json::from_str(&line?)?;
        case["only"] = ["errors"].into();
        let mut command = Command::new(&oracle);
        let answers = talk(command.arg("-stable"), iter::repeat_n(&case, ASKED))?;
        let answers: BTreeSet<String> =
            answers.iter().map(|answer| comparable_verdict(answer).to_string()).collect();
        let answers: Vec<Value> =
            answers.iter().map(|answer| serde_json::from_str(answer)).collect::<Result<_, _>>()?;
        case["answers"] = answers.into();
        println!("{case}");
    }
    Ok(())
}

/// Enough to meet every order of a few keys.
const ASKED: usize = 300;
