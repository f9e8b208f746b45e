//! Finds input that causes a panic, or takes too much time or memory: `cargo limits try`.

use std::process::ExitCode;
use tests::{program::run, subjects::limits::VERBS};

fn main() -> ExitCode {
    run("limits", "Input that panics, takes too long or needs too much memory", VERBS)
}
