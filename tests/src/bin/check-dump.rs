//! Reads the oracle's lines `{"expr","vars"}` and writes what the checker makes of them: `{"type"}` or `{"compile_error"}`.

use std::io::{self, BufRead, BufWriter, Write};

use serde_json::{Value, json};
use tests::{
    answers::check_text,
    structural::{env, variables},
};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let source = request["expr"].as_str().unwrap_or_default();
        let variables = variables(&request["vars"]);
        let answer = match check_text(source, &env(&variables)) {
            Ok(ty) => json!({"id": request["id"], "type": ty}),
            Err(text) => json!({"id": request["id"], "compile_error": text}),
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}
