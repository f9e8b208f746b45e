//! The parser against cel-go's recorded answers, and properties that hold for every text.

use cel_compiler::{
    ast::Expr,
    diagnostic::{Diagnostic, Display},
    parser::parse,
    unparser::unparse,
};
use serde_json::Value;
use tests::{
    mutation::{Random, mutant},
    notation::{ast, pos},
    syntax::near_expression,
};

/// Verdicts, trees and offsets, those of the target that `optMap` copies included.
#[test]
fn golden_rows_are_equal() {
    for row in rows(GOLDEN) {
        match parse(expr(&row)) {
            Ok(tree) => {
                assert_eq!(row["ok"], true, "{row}");
                assert_eq!(row["ast"], ast(&tree), "{row}");
                assert_eq!(row["pos"], pos(&tree), "{row}");
            }
            Err(diagnostics) => assert_eq!(row["ok"], false, "{row}: {diagnostics:?}"),
        }
    }
}

#[test]
fn golden_errors_are_at_the_same_place() {
    for row in rows(GOLDEN).iter().filter(|row| row["ok"] == false) {
        let theirs = row["err"].as_str().expect("rejected rows have an error");
        assert_eq!(place(theirs), place(&first_error(expr(row))), "{row}");
    }
}

/// Cases that comparing with the oracle found: accepted with this tree, or rejected at this place.
#[test]
fn found_cases_are_equal() {
    for row in rows(CASES) {
        match row["error"].as_str() {
            Some(theirs) => assert_eq!(place(theirs), place(&first_error(expr(&row))), "{row}"),
            None => assert!(parse(expr(&row)).is_ok(), "{row}"),
        }
    }
}

#[test]
fn unparsed_text_parses_to_the_same_tree() {
    for row in rows(GOLDEN) {
        let Ok(tree) = parse(expr(&row)) else { continue };
        let text = unparse(&tree);
        assert_eq!(Ok(ast(&tree)), parse(&text).map(|tree| ast(&tree)), "{row}: {text}");
    }
}

/// Also that what is accepted after an accident survives unparsing.
#[test]
fn mutants_neither_panic_nor_hang() {
    let rows = rows(GOLDEN);
    let expressions: Vec<&str> = rows.iter().map(expr).collect();
    let mut random = Random::new(20);
    for _ in 0..40_000 {
        let source = match random.pick_bool() {
            true => mutant(&mut random, &expressions),
            false => near_expression(&mut random),
        };
        if let Ok(tree) = parse(&source) {
            assert_round_trip(&source, &tree);
        }
    }
}

fn assert_round_trip(source: &str, tree: &Expr) {
    let text = unparse(tree);
    assert_eq!(Ok(ast(tree)), parse(&text).map(|tree| ast(&tree)), "{source}: {text}");
}

fn expr(row: &Value) -> &str {
    row["expr"].as_str().expect("every row has an expression")
}

fn rows(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("lines are JSON")).collect()
}

fn first_error(source: &str) -> String {
    let diagnostics = parse(source).expect_err(source).into_sorted();
    let first: &Diagnostic = diagnostics.first().expect("a rejection has an error");
    Display { source, diagnostic: first }.to_string()
}

/// Line and column of `ERROR: <input>:LINE:COLUMN: message`.
fn place(error: &str) -> Vec<&str> {
    error.split(':').skip(2).take(2).collect()
}

const GOLDEN: &str = include_str!("../data/golden.jsonl");
const CASES: &str = include_str!("../data/parser_cases.jsonl");
