//! The parser against cel-go's recorded answers, and properties that hold for every text.

use cel_compiler::{
    ast::Expr,
    diagnostic::{Diagnostic, Display},
    parser::parse,
    unparser::unparse,
};
use tests::{
    mutation::{Random, mutant},
    notation::{ast, pos},
    recorded::{Case, cases},
    syntax::near_expression,
};

/// Verdicts, trees and offsets, those of the target that `optMap` copies included.
#[test]
fn golden_rows_are_equal() {
    for case in cases(GOLDEN) {
        let row = &case.line;
        match parse(expr(&case)) {
            Ok(tree) => {
                assert_eq!(row["ok"], true, "{case}");
                assert_eq!(row["ast"], ast(&tree), "{case}");
                assert_eq!(row["pos"], pos(&tree), "{case}");
            }
            Err(diagnostics) => assert_eq!(row["ok"], false, "{case}: {diagnostics:?}"),
        }
    }
}

#[test]
fn golden_errors_are_at_the_same_place() {
    for case in cases(GOLDEN).iter().filter(|case| case.line["ok"] == false) {
        let theirs = case.line["err"].as_str().expect("rejected rows have an error");
        assert_eq!(place(theirs), place(&first_error(expr(case))), "{case}");
    }
}

/// Accepted, or rejected at this place.
#[test]
fn texts_with_accidents_have_the_recorded_verdict() {
    for case in cases("parser_cases.jsonl") {
        match case.line["error"].as_str() {
            Some(theirs) => assert_eq!(place(theirs), place(&first_error(expr(&case))), "{case}"),
            None => assert!(parse(expr(&case)).is_ok(), "{case}"),
        }
    }
}

#[test]
fn unparsed_text_parses_to_the_same_tree() {
    for case in cases(GOLDEN) {
        let Ok(tree) = parse(expr(&case)) else { continue };
        let text = unparse(&tree);
        assert_eq!(Ok(ast(&tree)), parse(&text).map(|tree| ast(&tree)), "{case}: {text}");
    }
}

/// Also that what is accepted after an accident survives unparsing.
#[test]
fn mutants_neither_panic_nor_hang() {
    let cases = cases(GOLDEN);
    let expressions: Vec<&str> = cases.iter().map(expr).collect();
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

fn expr(case: &Case) -> &str {
    case.line["expr"].as_str().expect("every case has an expression")
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

const GOLDEN: &str = "golden.jsonl";
