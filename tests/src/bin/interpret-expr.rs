//! Answers the oracle's `-mode expr` requests with the interpreter: `interpret-expr < requests.jsonl`.

use serde_json::Value;
use std::{error::Error, io};

fn main() -> Result<(), Box<dyn Error>> {
    let requests: Vec<Value> = io::stdin()
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Box<dyn Error>>>()?;
    tests::interpreted::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
