//! Compares this project with a real API server: `cargo cluster compare`.

use std::process::ExitCode;
use tests::{program::run, subjects::cluster::VERBS};

fn main() -> ExitCode {
    run("cluster", "This project beside a real API server, which APISERVER_BIN names", VERBS)
}
