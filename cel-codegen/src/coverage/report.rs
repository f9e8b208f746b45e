//! The report about rules: which of them are not tested, and how many.

use super::{Place, Records, Seen};
use serde_json::{Value, json};
use std::{
    env,
    fmt::{self, Write as _},
    path::{Path, PathBuf},
};

/// The rules of some sources and their results in tests.
#[derive(Debug)]
pub struct Report {
    rules: Vec<(Place, Seen)>,
    processes: usize,
    outdated: usize,
    /// The current folder. Paths are shown relative to it.
    current: PathBuf,
}

impl Report {
    /// A report on the rules in these files and folders, or on all rules.
    #[must_use]
    pub fn new(records: Records, sources: &[PathBuf]) -> Self {
        let current = env::current_dir().unwrap_or_default();
        let sources: Vec<PathBuf> = sources.iter().map(|source| plain(&current.join(source))).collect();
        let Records { rules, processes, outdated, .. } = records;
        let is_meant = |file: &Path| {
            let file = plain(file);
            sources.is_empty() || sources.iter().any(|source| file.starts_with(source))
        };
        let rules = rules.into_iter().filter(|(place, _)| is_meant(&place.file)).collect();
        Report { rules, processes, outdated, current }
    }

    /// True if there is nothing to report on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Number of records that are older than the program or its sources.
    #[must_use]
    pub fn outdated(&self) -> usize {
        self.outdated
    }

    /// The percentage of rules that held for one object and failed for another.
    #[must_use]
    pub fn percent(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "there are few rules")]
        let share = |part: usize, whole: usize| part as f64 * 100.0 / whole as f64;
        if self.rules.is_empty() { 100.0 } else { share(self.tested(), self.rules.len()) }
    }

    /// All rules, in a document.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let rules = self.rules.iter().map(|(place, seen)| {
            json!({
                "file": self.shown(&place.file),
                "line": place.line,
                "column": place.column,
                "owner": place.owner,
                "rule": place.rule,
                "passed": seen.passed,
                "failed": seen.failed,
                "error": seen.error,
            })
        });
        json!({
            "rules": rules.collect::<Vec<_>>(),
            "tested": self.tested(),
            "total": self.rules.len(),
            "percent": self.percent(),
            "processes": self.processes,
            "outdated": self.outdated,
        })
    }

    fn tested(&self) -> usize {
        self.count(|seen| seen.is_tested())
    }

    fn count(&self, is_meant: impl Fn(&Seen) -> bool) -> usize {
        self.rules.iter().filter(|(_, seen)| is_meant(seen)).count()
    }

    fn shown(&self, file: &Path) -> String {
        file.strip_prefix(&self.current).unwrap_or(file).display().to_string()
    }
}

/// A line for each rule that is not tested, then a summary.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (Place { file, line, column, owner, rule }, seen) in &self.rules {
            let Some(missing) = missing(*seen) else { continue };
            // A rule may have many lines.
            let rule = rule.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(f, "{}:{line}:{column}: {missing}: `{rule}` ({owner})", self.shown(file))?;
        }
        let (tested, total) = (self.tested(), self.rules.len());
        let mut summary = String::new();
        for what in [FAILURE, PASS, VALUE, RUN] {
            let count = self.count(|seen| missing(*seen).is_some_and(|missing| missing.starts_with(what)));
            if count > 0 {
                write!(summary, ", {count} {what}")?;
            }
        }
        writeln!(f, "{tested} of {total} rules tested ({:.1} %){summary}", self.percent())
    }
}

/// Says which result of a rule the tests have not shown.
fn missing(seen: Seen) -> Option<&'static str> {
    Some(match seen {
        Seen { passed: true, failed: true, .. } => return None,
        Seen { passed: true, error: false, .. } => FAILURE,
        Seen { passed: true, error: true, .. } => "never failed, but gave an error",
        Seen { failed: true, .. } => PASS,
        Seen { error: true, .. } => VALUE,
        Seen { .. } => RUN,
    })
}

const FAILURE: &str = "never failed";
const PASS: &str = "never passed";
const VALUE: &str = "gave only errors";
const RUN: &str = "never ran";

/// A path without `.` and `..`. It need not exist.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => _ = out.pop(),
            part => out.push(part),
        }
    }
    out
}
