//! Compares native code of random expressions with the oracle: verdict, type, value, error, cost.
//!
//! `expr-compare COUNT SEED [INPUTS [FILE]]` prints counts and the first differences in full; all of them go to FILE, a line
//! each with the request and both answers. `ORACLE` names the oracle's program.

use serde_json::{Value, json};
use std::{collections::BTreeMap, env, error::Error, fs, process::Command, process::ExitCode, time::Instant};
use tests::{answers::comparable, expressions::Generator, native};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: expr-compare COUNT SEED [INPUTS [FILE]]".into());
    };
    let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
    let start = Instant::now();
    let mut generator = Generator::new(seed.parse()?);
    let requests: Vec<Value> =
        (0..count.parse()?).flat_map(|number| generator.requests(number, inputs)).collect();
    let theirs = ask(&requests)?;
    let ours = native::answers(&requests)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    for ((request, theirs), ours) in requests.iter().zip(&theirs).zip(&ours) {
        if let Some(text) = ours["unsupported"].as_str() {
            let text = text.lines().next().unwrap_or_default();
            *reasons.entry(text.rsplit(": ").next().unwrap_or(text).into()).or_default() += 1;
        } else if same(theirs, ours) || is_possible(request, ours)? {
            *counts.entry(kind(theirs)).or_default() += 1;
        } else {
            differences.push(json!({"request": request, "theirs": theirs, "ours": ours}));
        }
    }
    if let Some(file) = rest.get(1) {
        fs::write(file, differences.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    }
    for difference in differences.iter().take(10) {
        println!(
            "{}\n  server {}\n  native {}",
            difference["request"], difference["theirs"], difference["ours"]
        );
    }
    let unsupported: usize = reasons.values().sum();
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons.iter().take(12) {
        println!("{count} requests: {reason}");
    }
    println!(
        "{count} expressions, {} requests, {unsupported} unsupported, {counts:?}, {} different, {} s",
        requests.len(),
        differences.len(),
        start.elapsed().as_secs()
    );
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn ask(requests: &[Value]) -> Result<Vec<Value>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    native::talk(Command::new(oracle).args(["-mode", "expr", "-stable"]), requests.iter().cloned())
}

/// What panics while the server compiles it is an error here.
fn same(theirs: &Value, ours: &Value) -> bool {
    comparable(theirs) == comparable(ours)
        || theirs.get("panic").is_some() && ours.get("compile_error").is_some()
}

/// The server goes over maps in random order: what it says one time in many is no difference.
fn is_possible(request: &Value, ours: &Value) -> Result<bool> {
    let has_map = request["expr"].as_str().is_some_and(|expr| expr.contains('x'))
        && (request["vars"].to_string().contains("map(")
            || ["{", "getQuery"].iter().any(|map| request["expr"].to_string().contains(map)));
    if !has_map || ours.get("broken").is_some() {
        return Ok(false);
    }
    let answers = ask(&vec![request.clone(); 100])?;
    Ok(answers.iter().any(|answer| comparable(answer) == comparable(ours)))
}

fn kind(answer: &Value) -> &'static str {
    match answer["error"].as_str() {
        Some("operation cancelled: actual cost limit exceeded") => "cancelled",
        Some(_) => "errors",
        None if answer.get("compile_error").is_some() => "refused",
        None => "values",
    }
}
