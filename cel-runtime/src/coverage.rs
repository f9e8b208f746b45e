//! Which rules of a program held and which were violated: what `cel-codegen coverage` reports of tests.
//!
//! Each rule is a static of the generated code, and registers itself: so a rule that nothing ever runs is known, too. A process
//! writes a rule's first verdict of each kind at once, in one line: what a process leaves that is aborted is whole.

mod folder;
mod record;

pub use inventory;

use record::Record;
use serde::Serialize;
use std::sync::{
    OnceLock,
    atomic::{AtomicU8, Ordering},
};

/// A rule, where it is written, and what it said so far.
pub struct CoveredRule {
    place: Place,
    /// A bit for each [`Verdict`].
    seen: AtomicU8,
}

/// Where a rule is written. Rules with the same place are one: instances of a generic type, for example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// That of the manifest, to which the file is relative.
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

/// Answer of a rule, as a report counts it.
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

/// A rule was run; without a value there was an error.
pub(crate) fn saw(rule: Option<&'static CoveredRule>, value: Option<bool>) {
    let Some(rule) = rule else { return };
    let verdict = match value {
        Some(true) => Verdict::Passed,
        Some(false) => Verdict::Failed,
        None => Verdict::Error,
    };
    let bit = verdict as u8;
    // Most rules are run often.
    if rule.seen.load(Ordering::Relaxed) & bit == 0 && rule.seen.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        record().saw(&rule.place, verdict);
    }
}

/// Lists all rules of the program, if that was not done yet.
pub(crate) fn begin() {
    record();
}

/// That of the process.
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
