//! Writes and builds crates, and compares them with the oracle: `cargo builds compare`.

use std::process::ExitCode;
use tests::{program::run, subjects::builds::VERBS};

fn main() -> ExitCode {
    run("builds", "Crates that are written and built, beside the oracle, which ORACLE names", VERBS)
}
