//! Reads the oracle's requests from standard input, and prints answers in the oracle's form.

use crate::{
    comparison, interpreted,
    native::{
        expressions,
        schemas::{Request, answers},
    },
    program::{Asked, Report, Result},
};
use std::io;

/// `-mode expr`, with native code.
pub fn native_expr(_: &Asked, _: &mut Report) -> Result<()> {
    let requests = comparison::requests(io::stdin().lock())?;
    expressions::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}

/// `-mode expr`, with the interpreter.
pub fn interpret_expr(_: &Asked, _: &mut Report) -> Result<()> {
    let requests = comparison::requests(io::stdin().lock())?;
    interpreted::answers(&requests)?.iter().for_each(|answer| println!("{answer}"));
    Ok(())
}

/// `-mode schema`, with native code.
pub fn native_schema(_: &Asked, _: &mut Report) -> Result<()> {
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
