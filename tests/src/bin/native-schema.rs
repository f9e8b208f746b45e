//! Answers the oracle's `-mode schema` requests, one JSON line each, with native code: `native-schema < requests.jsonl`.

use std::{error::Error, io};
use tests::native::schemas::{Request, answers};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut requests, mut refused) = (Vec::new(), Vec::new());
    for line in io::stdin().lines() {
        let request = Request::read(&line?);
        refused.push(request.as_ref().err().cloned());
        requests.extend(request);
    }
    let mut answers = answers(&requests)?.into_iter();
    for refused in refused {
        println!("{}", refused.or_else(|| answers.next()).unwrap_or_default());
    }
    Ok(())
}
