//! Reads lines `{"expr"}` and writes what the parser makes of them in the notation of `data/golden.jsonl`.

use std::io::{self, BufRead, BufWriter, Write};

use cel_compiler::parser::parse;
use serde_json::{Value, json};
use tests::notation::{ast, pos};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let source = request["expr"].as_str().unwrap_or_default();
        serde_json::to_writer(&mut output, &answer(source))?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

fn answer(source: &str) -> Value {
    match parse(source) {
        Ok(expr) => json!({"expr": source, "ok": true, "ast": ast(&expr), "pos": pos(&expr)}),
        Err(diagnostics) => {
            let first = diagnostics.into_sorted().into_iter().next();
            let (message, offset) = first.map(|first| (first.message, first.offset)).unzip();
            json!({"expr": source, "ok": false, "err": message, "offset": offset.flatten()})
        }
    }
}
