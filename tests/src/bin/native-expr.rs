//! Answers the oracle's `-mode expr` requests with native code: `native-expr < requests.jsonl`.

use serde_json::Value;
use std::{error::Error, io};

fn main() -> Result<(), Box<dyn Error>> {
    let mut requests: Vec<Value> = Vec::new();
    for line in io::stdin().lines() {
        requests.push(serde_json::from_str(&line?)?);
    }
    tests::native::expressions::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
