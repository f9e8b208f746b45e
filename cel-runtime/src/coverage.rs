//! Records the rules of a program that held or were violated. `cel-codegen coverage` reports them for tests.
//!
//! Each rule is a static of the generated code that registers itself, so rules that never run are known, too. A process writes a rule's
//! first verdict of each kind at once as one line. So its records are whole even if the process is aborted.

mod folder;
mod record;

pub use inventory;

use record::Record;
use serde::Serialize;
use std::sync::{
    OnceLock,
    atomic::{AtomicU8, Ordering},
};

/// A rule, its place in the sources, and its verdicts so far.
pub struct CoveredRule {
    place: Place,
    /// A bit for each [`Verdict`].
    seen: AtomicU8,
}

/// The place of a rule in the sources. Rules with the same place count as one, for example the instances of a generic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The folder of the manifest. The file is relative to it.
    folder: &'static str,
    file: &'static str,
    line: u32,
    column: u32,
    /// The type, or the version of a CRD.
    owner: &'static str,
    rule: &'static str,
}

/// A rule of the program.
pub struct Registered(pub &'static CoveredRule);

inventory::collect!(Registered);

/// Verdict of a rule in the coverage report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Passed = 1,
    Failed = 2,
    /// There was an error instead of a value.
    Error = 4,
}

impl CoveredRule {
    /// A rule that was not run yet.
    pub const fn new(
        folder: &'static str,
        file: &'static str,
        line: u32,
        column: u32,
        owner: &'static str,
        rule: &'static str,
    ) -> Self {
        CoveredRule { place: Place { folder, file, line, column, owner, rule }, seen: AtomicU8::new(0) }
    }
}

/// Records a verdict. `value` is `None` if the evaluation failed.
pub(crate) fn saw(rule: Option<&'static CoveredRule>, value: Option<bool>) {
    let Some(rule) = rule else { return };
    let verdict = match value {
        Some(true) => Verdict::Passed,
        Some(false) => Verdict::Failed,
        None => Verdict::Error,
    };
    let bit = verdict as u8;
    // Most rules run often, so the first test must be cheap.
    if rule.seen.load(Ordering::Relaxed) & bit == 0 && rule.seen.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        record().saw(&rule.place, verdict);
    }
}

/// Lists all rules of the program, if that has not been done.
pub(crate) fn begin() {
    record();
}

/// The record of this process.
fn record() -> &'static Record {
    static RECORD: OnceLock<Record> = OnceLock::new();
    RECORD.get_or_init(|| Record::begin(&places()))
}

/// The rules of the program.
fn places() -> Vec<Place> {
    let mut places: Vec<Place> = inventory::iter::<Registered>().map(|rule| rule.0.place).collect();
    places.sort_unstable();
    places.dedup();
    places
}
