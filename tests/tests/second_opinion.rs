//! The expressions that the two other CEL parsers written in Rust accept, and why we differ where we do.
//!
//! Neither knows the API server's environment, so a difference proves nothing by itself; each must be for one of the reasons in
//! [`REASONS`]. cel-go is on our side in all of them: `data/golden.jsonl` and `cargo oracle compare syntax`.

use std::panic;

use cel_compiler::parser::parse;
use serde_json::Value;
use tests::mutation::{Random, mutant};

/// Why one of them accepts what we reject, or the other way round.
struct Reason {
    parser: Other,
    /// Whether we accept.
    ours: bool,
    why: &'static str,
    /// Tells by the text and our first error if this is the reason.
    applies: fn(&str, &str) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    /// `cel` 0.15 with its ANTLR parser: a port of cel-go's.
    Cel,
    /// `cel-parser` 0.10.1, its unmaintained predecessor.
    CelParser,
}

const REASONS: &[Reason] = &[
    Reason {
        parser: Other::Cel,
        ours: false,
        why: "the macros sortBy, optFlatMap and those of two variables are functions to it",
        applies: is_macro_error,
    },
    Reason {
        parser: Other::CelParser,
        ours: false,
        why: "the macros sortBy, optMap, optFlatMap and those of two variables are functions to it",
        applies: is_macro_error,
    },
    Reason {
        parser: Other::CelParser,
        ours: false,
        why: "it has no reserved words",
        applies: |_, error| error.starts_with("reserved identifier: "),
    },
    Reason {
        parser: Other::CelParser,
        ours: true,
        why: "it has no optional syntax and no names in backticks",
        applies: |source, _| source.contains(['?', '`']),
    },
    Reason {
        parser: Other::Cel,
        ours: true,
        why: "it reads no NUL in raw strings with triple quotes",
        applies: |source, _| source.contains('\0'),
    },
    Reason {
        parser: Other::CelParser,
        ours: true,
        why: "it reads no comments before the first token",
        applies: |source, _| source.starts_with("//"),
    },
    Reason {
        parser: Other::CelParser,
        ours: true,
        why: "it unescapes bytes twice",
        applies: |source, _| source.contains("b'\\\\"),
    },
    Reason {
        parser: Other::CelParser,
        ours: true,
        why: "it cannot read negative hexadecimal numbers",
        applies: |source, _| source.contains("0x"),
    },
    Reason {
        parser: Other::CelParser,
        ours: true,
        why: "it cannot read `\\X`, bytes in raw or triple quotes, and quotes in triple quotes",
        applies: |source, _| {
            let lower = source.to_lowercase();
            ["\\x", "br\"", "br'", "'''", "\"\"\""].iter().any(|text| lower.contains(text))
        },
    },
];

fn is_macro_error(_: &str, error: &str) -> bool {
    const ERRORS: &[&str] =
        &["sortBy can", "iteration variable", "duplicate variable", "argument ", "optMap", "optFlatMap"];
    ERRORS.iter().any(|start| error.starts_with(start))
}

#[test]
fn differences_have_a_reason() {
    panic::set_hook(Box::new(|_| {}));
    let sources = sources();
    let mut unexplained = vec![];
    let mut counts = vec![0; REASONS.len()];
    let mut panics = 0;
    for source in &sources {
        let ours = first_error(source);
        for (other, verdict) in [(Other::Cel, cel(source)), (Other::CelParser, cel_parser(source))] {
            match verdict {
                None => panics += 1,
                Some(accepted) if accepted == ours.is_none() => {}
                Some(_) => match reason(other, source, ours.as_deref()) {
                    Some(index) => counts[index] += 1,
                    None => unexplained.push(format!("{other:?} {ours:?} {source:?}")),
                },
            }
        }
    }
    drop(panic::take_hook());
    for (reason, count) in REASONS.iter().zip(counts) {
        println!(
            "{count:6} {:?} {}: {}",
            reason.parser,
            if reason.ours { "rejects" } else { "accepts" },
            reason.why
        );
    }
    println!("{panics:6} panics of theirs, of {} expressions", sources.len());
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}

fn sources() -> Vec<String> {
    let rows: Vec<Value> =
        GOLDEN.lines().map(|line| serde_json::from_str(line).expect("lines are JSON")).collect();
    let golden: Vec<&str> = rows.iter().filter_map(|row| row["expr"].as_str()).collect();
    let mut random = Random::new(7);
    let mutants = (0..MUTANTS).map(|_| mutant(&mut random, &golden));
    golden.iter().map(|source| (*source).to_owned()).chain(mutants).collect()
}

fn first_error(source: &str) -> Option<String> {
    let diagnostics = parse(source).err()?.into_sorted();
    diagnostics.into_iter().next().map(|diagnostic| diagnostic.message)
}

fn reason(parser: Other, source: &str, error: Option<&str>) -> Option<usize> {
    REASONS.iter().position(|reason| {
        reason.parser == parser
            && reason.ours == error.is_none()
            && (reason.applies)(source, error.unwrap_or_default())
    })
}

/// Whether `cel` accepts; none if it panics.
fn cel(source: &str) -> Option<bool> {
    let parser = || cel::parser::Parser::new().enable_optional_syntax(true).enable_ident_escape_syntax(true);
    panic::catch_unwind(|| parser().max_recursion_depth(250).parse(source).is_ok()).ok()
}

/// Whether `cel-parser` accepts; none if it panics.
fn cel_parser(source: &str) -> Option<bool> {
    panic::catch_unwind(|| cel_parser::Parser::new().parse(source).is_ok()).ok()
}

const MUTANTS: usize = 5_000;

const GOLDEN: &str = include_str!("../data/golden.jsonl");
