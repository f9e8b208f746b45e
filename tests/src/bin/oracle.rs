//! Compares this project with the API server's code: `cargo oracle compare` for all that `.ci/run` asks, `cargo oracle --help` for
//! the rest.

use std::process::ExitCode;
use tests::{program::run, subjects::oracle::VERBS};

fn main() -> ExitCode {
    run("oracle", "This project beside the API server's own code, which ORACLE names", VERBS)
}
