//! Compares verdicts and first errors with the oracle's on mutated expressions: places, and texts except those of
//! syntax errors.
//!
//! `parse-compare ORACLE COUNT SEED` writes each difference as a line like those of `data/parser_cases.jsonl`, and counts
//! on stderr. None is known.

use std::{
    env,
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    thread,
};

use cel_compiler::{diagnostic::Display, parser::parse};
use serde_json::{Value, json};
use tests::{
    mutation::{Random, mutant},
    syntax::near_expression,
};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    let [_, oracle, count, seed] = args.as_slice() else {
        return Err("usage: parse-compare ORACLE COUNT SEED".into());
    };
    let sources = sources(count.parse()?, seed.parse()?);
    let (mut rejected, mut different) = (0, 0);
    for (source, theirs) in sources.iter().zip(ask(oracle, sources.clone())?) {
        let ours = first_error(source);
        rejected += usize::from(theirs.is_some());
        if !agrees(ours.as_deref(), theirs.as_deref()) {
            different += 1;
            println!("{}", json!({"expr": source, "error": theirs, "ours": ours}));
        }
    }
    eprintln!("{} expressions, {rejected} rejected, {different} different", sources.len());
    Ok(())
}

fn sources(count: usize, seed: u64) -> Vec<String> {
    let golden = include_str!("../../data/golden.jsonl");
    let rows: Vec<Value> = golden.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let expressions: Vec<&str> = rows.iter().filter_map(|row| row["expr"].as_str()).collect();
    let mut random = Random::new(seed);
    let one = |_| match random.pick_bool() {
        true => mutant(&mut random, &expressions),
        false => near_expression(&mut random),
    };
    (0..count).map(one).collect()
}

/// The first line of the parser's errors for each expression.
fn ask(oracle: &str, sources: Vec<String>) -> Result<Vec<Option<String>>, Box<dyn Error>> {
    let mut child =
        Command::new(oracle).args(["-mode", "expr"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let writer = thread::spawn(move || {
        sources
            .iter()
            .try_for_each(|source| writeln!(input, "{}", json!({"id": 0, "expr": source, "vars": {}})))
    });
    // The answers are too long to keep: each has all errors, each error the line it is in.
    let answers = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let errors = answers.map(|line| answer(&line?)).collect();
    writer.join().map_err(|_| "the writer failed")??;
    child.wait()?;
    errors
}

/// The texts of syntax errors are ours. Where the server panics there is nothing to compare.
fn agrees(ours: Option<&str>, theirs: Option<&str>) -> bool {
    match theirs {
        Some(PANIC) => true,
        Some(theirs) if theirs.contains(": Syntax error: ") => ours.and_then(place) == place(theirs),
        _ => ours == theirs,
    }
}

fn answer(line: &str) -> Result<Option<String>, Box<dyn Error>> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("panic").is_some() {
        return Ok(Some(PANIC.to_owned()));
    }
    let error = value["compile_error"].as_str().and_then(|text| text.lines().next());
    Ok(error.filter(|text| is_of_parser(text)).map(str::to_owned))
}

/// The checker runs only on what the parser accepts.
fn is_of_parser(error: &str) -> bool {
    PARSER_ERRORS.iter().any(|text| error.contains(text))
}

/// `LINE:COL` of `ERROR: <input>:LINE:COL: message`
fn place(error: &str) -> Option<&str> {
    let place = error.strip_prefix("ERROR: <input>:")?;
    let end = place.match_indices(':').nth(1)?.0;
    Some(&place[..end])
}

fn first_error(source: &str) -> Option<String> {
    let diagnostic = parse(source).err()?.into_sorted().into_iter().next()?;
    let text = Display { source, diagnostic: &diagnostic }.to_string();
    text.lines().next().map(str::to_owned)
}

/// By the parser on `Foo{?:1}.optMap(x, x)`, where a field has no name, and by the evaluator on bytes as a key.
const PANIC: &str = "panic";

const PARSER_ERRORS: &[&str] = &[
    ": Syntax error: ",
    ": reserved identifier: ",
    ": invalid int literal",
    ": invalid uint literal",
    ": invalid double literal",
    ": unable to unescape ",
    ": invalid unicode code point",
    ": invalid argument to has() macro",
    ": argument must be a simple name",
    ": argument is not an identifier",
    ": duplicate variable name: ",
    ": iteration variable overwrites ",
    "() variable name must be a simple identifier",
    ": sortBy can only be applied to ",
    ": unsupported ident kind",
    ": operator not found",
    ": unexpected character, wanted ",
    " recursion limit exceeded",
    " recursion depth exceeded",
    " size exceeds limit",
    ": error recovery ",
    ": unknown parse element ",
];
