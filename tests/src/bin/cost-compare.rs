//! Compares estimates of costs with the oracle: `cost-compare expressions COUNT SEED` random expressions. `ORACLE` names the oracle's
//! program.

use serde_json::{Value, json};
use std::{
    env,
    error::Error,
    process::{Command, ExitCode},
};
use tests::{costs, expressions::Generator, native};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let different = match args.as_slice() {
        ["expressions", count, seed] => expressions(count.parse()?, seed.parse()?)?,
        _ => return Err("usage: cost-compare expressions COUNT SEED".into()),
    };
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn expressions(count: usize, seed: u64) -> Result<usize> {
    let mut generator = Generator::new(seed);
    let requests: Vec<Value> =
        (0..count).flat_map(|number| generator.requests(number, 1)).map(without_values).collect();
    let mut different = 0;
    let answers = ask("expr", &requests)?;
    for (request, theirs) in requests.iter().zip(&answers) {
        let ours = costs::of_expression(request)
            .map_or(Value::Null, |cost| json!({"min": cost.min, "max": cost.max}));
        if theirs["static_cost"] != ours && theirs.get("panic").is_none() {
            different += 1;
            if different <= 10 {
                println!("{request}\n  theirs {}\n  ours   {ours}", theirs["static_cost"]);
            }
        }
    }
    println!("{count} expressions, {different} different");
    Ok(different)
}

/// Only the types of variables are asked about.
fn without_values(mut request: Value) -> Value {
    if let Some(vars) = request["vars"].as_object_mut() {
        for (_, var) in vars {
            *var = json!({"type": var["type"]});
        }
    }
    request
}

fn ask(mode: &str, requests: &[Value]) -> Result<Vec<Value>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    native::talk(Command::new(oracle).args(["-mode", mode, "-stable"]), requests.iter().cloned())
}
