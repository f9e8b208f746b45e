//! Time of compiled rules: against the same by hand without counters, and, with the feature `compare`, against other crates.
//!
//! `cargo bench -p tests --bench validate --features compare` prints the tables, an argument behind `--` only the cases with it
//! in their names; without `--bench`, as `cargo test --all-targets` runs it, each case is only checked once.
//! `tests/benches/performance.sh` adds programs in Go and writes `docs/performance.md`.
//!
//! What is compared:
//! - *one rule*: the generated function with a counter for it, as the walk calls it, against the same algorithm by hand. Both take the object
//!   through a pointer that the optimiser does not know.
//! - *whole object*: `x_validate()` of a type with forty rules against code that gives the same list of errors.
//!
//! `--repeat COUNT NAME WAY` judges one object so many times, for `instructions.sh`: by `hand`, by the `rules` or as a `whole`, or its JSON by
//! `json-hand` or as `json`. Without a name it prints the names. `real` stands for the CRDs of other projects, `growth` for ever more
//! items. `--cases` prints the cases for programs in other languages, `--go FILE` reads what they measured.

mod case;
mod clock;
mod crd;
mod growth;
mod json;
mod peers;
mod real;
mod rules;
mod table;

use case::{Case, Prepared};
use std::{env, fs};
use table::{Measured, Row};

fn main() {
    let prepared = rules::cases();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let behind = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1..)
    };
    if let Some(arguments) = behind("--repeat") {
        return repeat(prepared, arguments);
    }
    let mut cases: Vec<Case> = prepared.into_iter().map(|case| (case.make)()).collect();
    if behind("--cases").is_some() {
        cases.iter().for_each(|case| println!("{}", case.to_json()));
        return real::all().iter().for_each(|real| println!("{}", real.to_json()));
    }
    if behind("--bench").is_none() {
        return say_what_is_wrong(&cases);
    }
    let go = behind("--go").and_then(|arguments| arguments.first());
    let measured = go.map(|file| Measured::read(&fs::read_to_string(file).expect("a file of lines of JSON")));
    let mut names = arguments.iter().filter(|argument| !argument.starts_with('-') && Some(*argument) != go);
    let wanted = names.next_back();
    if let Some(wanted) = wanted {
        cases.retain(|case| case.name.contains(wanted.as_str()));
    }
    let measured = measured.unwrap_or_default();
    let rows: Vec<Row> = cases.iter().map(|case| Row::new(case, &measured)).collect();
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
    let reals = if is_wanted("real") { real::all() } else { Vec::new() };
    let growth = if is_wanted("growth") { growth::all() } else { Vec::new() };
    println!("{}", table::all(&rows, &reals, &growth, &measured));
}

fn repeat(mut cases: Vec<Prepared>, arguments: &[String]) {
    let [count, name, way] = arguments else {
        return cases.iter().for_each(|case| println!("{}", case.name));
    };
    cases.retain(|case| case.name == name);
    let case = (cases.pop().expect("a case").make)();
    let run = match way.as_str() {
        "hand" => &case.hand,
        "rules" => &case.rules,
        "json-hand" => case.json_by_hand.as_ref().expect("JSON by hand"),
        "json" => &case.json,
        "failing" => &case.whole[1],
        "failing-hand" => &case.failing_by_hand,
        _ => &case.whole[0],
    };
    run(count.parse().expect("a number"));
}

fn say_what_is_wrong(cases: &[Case]) {
    println!("{} cases give the expected verdicts", cases.len());
    for case in cases {
        for peer in &case.peers {
            if let Err(error) = peer.run {
                println!("{} is wrong of `{}`: it {error}", peer.name, case.name);
            }
        }
    }
}
