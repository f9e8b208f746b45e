//! Writes the committed tables again: `cargo tables write`.

use std::process::ExitCode;
use tests::{program::run, subjects::tables::VERBS};

fn main() -> ExitCode {
    run("tables", "Tables that are committed, and made from the files of others", VERBS)
}
