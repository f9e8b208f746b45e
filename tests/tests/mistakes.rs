//! One mistake, one error: programs with a mistake each, and all that rustc says of them.
//!
//! `newcomer.md` holds typical mistakes with their errors, `matrix.txt` the errors of each kind of mistake at each place where it can be.
//! `OVERWRITE=1 cargo test -p tests --test mistakes` writes what rustc says today; `ALL=1` asks all cells of the matrix, not a share.

mod mistakes {
    pub(super) mod matrix;
    pub(super) mod programs;
    pub(super) mod recorded;
}

use mistakes::{
    matrix::{self, Cell},
    programs::{Program, check},
    recorded::{Recorded, read, write},
};
use std::{env, fs, path::PathBuf};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes").join(name)
}

fn asked(name: &str) -> bool {
    env::var_os(name).is_some()
}

/// Asks rustc for each, and holds the answers against the recorded ones.
fn compare(name: &str, entries: Vec<Recorded>) {
    let programs: Vec<Program> =
        entries.iter().map(|entry| Program { name: entry.program_name(), source: entry.program() }).collect();
    let errors = check(name, &programs);
    let mut differing = Vec::new();
    let answered: Vec<Recorded> = entries
        .into_iter()
        .zip(errors)
        .map(|(entry, errors)| {
            let found = Recorded { errors: errors.join("\n"), ..entry.clone() };
            if errors.len() != 1 {
                differing.push(format!("{}: {} errors\n{}", entry.title, errors.len(), found.errors));
            } else if entry.errors != found.errors {
                differing.push(format!("{}: said\n{}\nnow\n{}", entry.title, entry.errors, found.errors));
            }
            found
        })
        .collect();
    if asked("OVERWRITE") {
        fs::write(file(name), write(&answered)).expect("a file to write to");
        return;
    }
    assert!(differing.is_empty(), "{} differ\n\n{}", differing.len(), differing.join("\n\n"));
}

#[test]
fn a_newcomers_mistake_is_one_error() {
    let text = fs::read_to_string(file("newcomer.md")).expect("the recorded mistakes");
    compare("newcomer.md", read(&text));
}

/// Several errors are those of rustc, which says as many without the derive.
fn only_errors_of_others(cells: &[Cell], errors: &[Vec<String>]) {
    let several = cells.iter().zip(errors).filter(|(_, errors)| errors.len() > 1);
    let (cells, errors): (Vec<&Cell>, Vec<_>) = several.unzip();
    let programs: Vec<Program> = cells.iter().map(|cell| cell.without_derive()).collect();
    let without = if programs.is_empty() { Vec::new() } else { check("matrix-without", &programs) };
    for ((cell, errors), without) in cells.iter().zip(errors).zip(without) {
        assert_eq!(errors.len(), without.len(), "{}: {without:#?}", cell.line(errors));
    }
}

#[test]
fn a_mistake_is_one_error_wherever_it_is() {
    let share = if asked("ALL") || asked("OVERWRITE") { 1 } else { 6 };
    let cells: Vec<Cell> = matrix::cells()
        .into_iter()
        .enumerate()
        .filter(|(n, _)| n % share == 0)
        .map(|(_, cell)| cell)
        .collect();
    let programs: Vec<Program> =
        cells.iter().map(|cell| Program { name: cell.program_name(), source: cell.source() }).collect();
    let errors = check("matrix", &programs);
    only_errors_of_others(&cells, &errors);
    let found: Vec<String> = cells.iter().zip(&errors).map(|(cell, errors)| cell.line(errors)).collect();
    if asked("OVERWRITE") {
        fs::write(file("matrix.txt"), found.join("\n") + "\n").expect("a file to write to");
    }
    let recorded = fs::read_to_string(file("matrix.txt")).expect("the recorded matrix");
    let missing: Vec<&String> =
        found.iter().filter(|line| !recorded.lines().any(|other| other == *line)).collect();
    assert!(missing.is_empty(), "not as recorded: {missing:#?}");
}
