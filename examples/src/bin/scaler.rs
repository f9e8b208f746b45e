//! Judges Scalers like the API server: those in the given files (`-`: standard input), or the bundled ones. Each bundled one must
//! give the result in its comments.
//!
//! Exit status: 0 if all are accepted (the bundled ones: as expected), 1 if not, 2 if something is no Scaler.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::process::ExitCode;

use examples::{Document, Verdict, bundled, documents};

fn main() -> ExitCode {
    let files: Vec<String> = env::args().skip(1).collect();
    let worst = if files.is_empty() {
        match bundled() {
            Ok(files) => files.iter().map(|file| judge(&file.to_string_lossy(), as_expected)).max(),
            Err(error) => Some(complain("bundled manifests", &error)),
        }
    } else {
        files.iter().map(|file| judge(file, |_, verdict| verdict.accepted())).max()
    };
    ExitCode::from(worst.unwrap_or(UNREADABLE))
}

const FINE: u8 = 0;
const REFUSED: u8 = 1;
const UNREADABLE: u8 = 2;

/// Prints the verdict on each document in a file, and returns the worst outcome.
fn judge(file: &str, fine: impl Fn(&Document, &Verdict) -> bool) -> u8 {
    let documents = match read(file) {
        Ok(text) => documents(&text),
        Err(error) => return complain(file, &error),
    };
    let judge_one = |document: &Document| {
        let place = format!("{file}:{}", document.line);
        match document.read().map(|object| Verdict::of(&object)) {
            Err(problem) => complain(&place, &problem),
            Ok(verdict) => {
                println!("{place}: {verdict}");
                if fine(document, &verdict) { FINE } else { REFUSED }
            }
        }
    };
    let worst = documents.iter().map(judge_one).max();
    worst.unwrap_or_else(|| complain(file, &"no document in it"))
}

fn read(file: &str) -> io::Result<String> {
    if file != "-" {
        return fs::read_to_string(file);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn complain(place: &str, problem: &dyn Display) -> u8 {
    eprintln!("{place}: {problem}");
    UNREADABLE
}

fn as_expected(document: &Document, verdict: &Verdict) -> bool {
    let (found, expected) = (verdict.as_expectation(), document.expectation());
    if expected.as_ref() != Some(&found) {
        eprintln!("not as expected: {found:#?}\nexpected: {expected:#?}");
    }
    expected == Some(found)
}
