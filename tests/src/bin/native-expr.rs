//! Answers the oracle's `-mode expr` requests with native code: `native-expr < requests.jsonl`.

use std::{error::Error, io};
use tests::{comparison, native::expressions};

fn main() -> Result<(), Box<dyn Error>> {
    let requests = comparison::requests(io::stdin().lock())?;
    expressions::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}
