//! Asks the API server's own code, which runs as a program (`tests/oracle`).

use crate::{native::talk, program::Result};
use serde_json::Value;
use std::{
    env,
    fmt::Display,
    path::{Path, PathBuf},
    process::Command,
};

/// The path in `ORACLE`, or `target/oracle/oracle`.
///
/// # Errors
/// If there is no such program.
pub fn program() -> Result<PathBuf> {
    let named = env::var_os("ORACLE").map(PathBuf::from);
    let program =
        named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/oracle/oracle"));
    match program.is_file() {
        true => Ok(program),
        false => {
            Err(format!("there is no {}: docs/contributing.md says how to build it", program.display())
                .into())
        }
    }
}

/// The answers to requests in a mode: `expr`, `schema` or `crd`.
///
/// # Errors
/// If the oracle cannot be asked.
pub fn ask<R: Display>(mode: &str, requests: impl Iterator<Item = R> + Send) -> Result<Vec<Value>> {
    talk(Command::new(program()?).args(["-mode", mode, "-stable"]), requests)
}
