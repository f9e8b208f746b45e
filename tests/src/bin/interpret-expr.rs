//! Answers the oracle's `-mode expr` requests with the interpreter: `interpret-expr < requests.jsonl`.

use std::{error::Error, io};
use tests::{comparison, interpreted};

fn main() -> Result<(), Box<dyn Error>> {
    let requests = comparison::requests(io::stdin().lock())?;
    interpreted::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
