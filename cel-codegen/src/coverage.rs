//! Results of rules in tests: the records of test processes (`record`) joined to a report.
//!
//! The feature `coverage` of cel-runtime writes the records, see `cel-runtime/src/coverage.rs`.

mod record;
mod report;

pub use record::{Records, clear};
pub use report::Report;

use std::{env, path::PathBuf};

/// Where a rule is written. Rules with the same place are one rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The whole path.
    pub file: PathBuf,
    /// From 1.
    pub line: u64,
    /// From 1.
    pub column: u64,
    /// The type, or the version of a CRD.
    pub owner: String,
    /// The expression.
    pub rule: String,
}

/// Results of a rule in all processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// It was true.
    pub passed: bool,
    /// It was false.
    pub failed: bool,
    /// It gave an error.
    pub error: bool,
}

impl Seen {
    /// True if the rule was true for one object and false for another.
    #[must_use]
    pub fn is_tested(self) -> bool {
        self.passed && self.failed
    }
}

/// The folder where test processes write their records. It depends on the same variables that they read;
/// without them it is in the target folder of the current package or workspace.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = variable("RULE_COVERAGE_DIR") {
        return Some(folder);
    }
    let target = variable("CARGO_TARGET_DIR").or_else(|| {
        let current = env::current_dir().ok()?;
        let mut targets = current.ancestors().map(|folder| folder.join("target"));
        targets.find(|target| target.join("CACHEDIR.TAG").is_file())
    });
    target.map(|target| target.join("rule-coverage"))
}
