//! The results of the compiler's stages for requests from standard input.

use crate::{
    answers::check_text,
    comparison,
    notation::{ast, pos},
    program::{Asked, Report, Result},
    structural::{env, variables},
};
use cel_compiler::parser::parse;
use serde_json::{Value, json};
use std::io;

/// Prints the syntax tree, in the notation of `data/golden.jsonl`.
pub fn parse_stage(_: &Asked, _: &mut Report) -> Result<()> {
    each(|request| {
        let source = request["expr"].as_str().unwrap_or_default();
        match parse(source) {
            Ok(expr) => json!({"expr": source, "ok": true, "ast": ast(&expr), "pos": pos(&expr)}),
            Err(diagnostics) => {
                let first = diagnostics.into_sorted().into_iter().next();
                let (message, offset) = first.map(|first| (first.message, first.offset)).unzip();
                json!({"expr": source, "ok": false, "err": message, "offset": offset.flatten()})
            }
        }
    })
}

/// Prints the type, or the errors of the checker.
pub fn check_stage(_: &Asked, _: &mut Report) -> Result<()> {
    each(|request| {
        let source = request["expr"].as_str().unwrap_or_default();
        let variables = variables(&request["vars"]);
        match check_text(source, &env(&variables)) {
            Ok(ty) => json!({"id": request["id"], "type": ty}),
            Err(text) => json!({"id": request["id"], "compile_error": text}),
        }
    })
}

/// Prints random requests, as input for the oracle and for the stages above.
pub fn requests(asked: &Asked, _: &mut Report) -> Result<()> {
    super::expressions::requests(asked)?.iter().for_each(|request| println!("{request}"));
    Ok(())
}

fn each(answer: fn(&Value) -> Value) -> Result<()> {
    let requests = comparison::requests(io::stdin().lock())?;
    requests.iter().for_each(|request| println!("{}", answer(request)));
    Ok(())
}
