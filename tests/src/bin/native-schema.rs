//! Answers the oracle's `-mode schema` requests, one JSON line each, with native code: `native-schema < requests.jsonl`.

use std::{error::Error, io};
use tests::native::schemas::{Request, answers};

fn main() -> Result<(), Box<dyn Error>> {
    let mut requests = Vec::new();
    for line in io::stdin().lines() {
        requests.push(Request::new(serde_json::from_str(&line?)?));
    }
    answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
