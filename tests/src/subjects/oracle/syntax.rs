//! Compares verdicts and first errors of expressions with random changes in their characters with the oracle: places, and also
//! texts, except for syntax errors.

use crate::{
    mutation::{Random, mutant},
    oracle,
    program::{Asked, Report, Result},
    syntax::near_expression,
};
use cel_compiler::{diagnostic::Display, parser::parse};
use serde_json::{Value, json};

/// Compares recorded expressions with random changes, and texts that are almost expressions. A difference is printed like a line of
/// `data/parser_cases.jsonl`.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let golden = include_str!("../../../data/golden.jsonl");
    let rows: Vec<Value> = golden.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let expressions: Vec<&str> = rows.iter().filter_map(|row| row["expr"].as_str()).collect();
    let mut random = Random::new(asked.seed);
    let mut one = || match random.pick_bool() {
        true => mutant(&mut random, &expressions),
        false => near_expression(&mut random),
    };
    let mut rejected = 0;
    // The answers are long: each contains all errors, and each error its line.
    for start in (0..asked.count).step_by(BATCH) {
        let sources: Vec<String> = (start..asked.count.min(start + BATCH)).map(|_| one()).collect();
        let requests = sources.iter().map(|source| json!({"id": 0, "expr": source, "vars": {}}));
        for (source, answer) in sources.iter().zip(oracle::ask("expr", requests)?) {
            let (ours, theirs) = (first_error(source), parser_error(&answer));
            rejected += usize::from(theirs.is_some());
            if !agrees(ours.as_deref(), theirs) {
                report.differs(json!({"expr": source, "error": theirs, "ours": ours}))?;
            }
        }
    }
    println!("{} expressions, {rejected} rejected", asked.count);
    Ok(())
}

/// True if the errors agree. For syntax errors only the places are compared, because our texts differ. If the server panics,
/// nothing is compared.
fn agrees(ours: Option<&str>, theirs: Option<&str>) -> bool {
    match theirs {
        Some(PANIC) => true,
        Some(theirs) if theirs.contains(": Syntax error: ") => ours.and_then(place) == place(theirs),
        _ => ours == theirs,
    }
}

/// The first line of the parser's errors.
fn parser_error(answer: &Value) -> Option<&str> {
    if answer.get("panic").is_some() {
        return Some(PANIC);
    }
    let error = answer["compile_error"].as_str().and_then(|text| text.lines().next());
    error.filter(|text| is_of_parser(text))
}

/// True for an error of the parser. The checker runs only if the parser accepts the expression.
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

/// Panics of the server: its parser on `Foo{?:1}.optMap(x, x)`, where a field has no name, and its evaluator with bytes as a key.
const PANIC: &str = "panic";

const BATCH: usize = 5_000;

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
