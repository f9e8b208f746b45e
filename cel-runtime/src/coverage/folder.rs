//! The folder that all test processes of a build write to.

use std::{
    env, io,
    path::{Path, PathBuf},
};

/// The environment variable that sets another folder.
pub(super) const VARIABLE: &str = "RULE_COVERAGE_DIR";

/// `rule-coverage` in cargo's target folder. The target folder is the one that holds the program, otherwise the one of the package, as for
/// the programs of doc tests.
pub(super) fn folder(program: &Path) -> io::Result<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let target = of_program(program)
        .or_else(|| env::var_os("CARGO_TARGET_DIR").map(PathBuf::from))
        .or_else(of_package)
        .ok_or_else(|| io::Error::other(format!("no target folder of cargo found; set {VARIABLE}")))?;
    Ok(target.join("rule-coverage"))
}

fn of_program(program: &Path) -> Option<PathBuf> {
    program.ancestors().skip(1).find(|folder| is_target(folder)).map(Path::to_owned)
}

fn of_package() -> Option<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).or_else(|| env::current_dir().ok())?;
    package.ancestors().map(|folder| folder.join("target")).find(|target| is_target(target))
}

/// cargo puts this file into every target folder.
fn is_target(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").is_file()
}
