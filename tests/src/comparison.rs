//! Compares our answers with the oracle's answers to the same requests, and reports the differences.

use crate::{
    answers, oracle,
    program::{Report, Result},
    schemas,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Display, io::BufRead};

/// A kind of request, and how its answers are compared.
pub struct Mode {
    /// The oracle's name for it.
    name: &'static str,
    /// True if the oracle's answer and ours agree.
    same: fn(&Value, &Value) -> bool,
    /// True if each rule's part of our answer is in one of the oracle's answers to the same request.
    is_mixture: fn(&[Value], &Value) -> bool,
    /// The kind of an answer, for the summary.
    kind: fn(&Value) -> &'static str,
}

/// Expressions over variables.
pub const EXPRESSIONS: Mode =
    Mode { name: "expr", same: same_values, is_mixture: |_, _| false, kind: answers::kind };

/// Schemas and their objects.
pub const SCHEMAS: Mode = Mode {
    name: "schema",
    same: same_verdicts,
    is_mixture: is_mixture_of_verdicts,
    kind: answers::verdict_kind,
};

fn same_values(theirs: &Value, ours: &Value) -> bool {
    // Some answers have no estimate of the cost.
    let same_estimate = ours.get("static_cost").is_none_or(|cost| theirs.get("static_cost") == Some(cost));
    same_estimate && answers::same(theirs, ours)
}

/// The server panics at some schemas, and if keys of items are not scalars. No schema accepts such keys.
fn same_verdicts(theirs: &Value, ours: &Value) -> bool {
    let details = theirs["errors"].as_array().into_iter().flatten().map(|error| &error["detail"]);
    let is_unhashable = |text: &str| UNHASHABLE.iter().any(|panic| text.contains(panic));
    theirs.get("panic").is_some()
        || details.filter_map(Value::as_str).any(is_unhashable)
        || answers::comparable_verdict(theirs) == answers::comparable_verdict(ours)
            && schemas::differences(theirs, ours).entries.is_empty()
}

fn is_mixture_of_verdicts(theirs: &[Value], ours: &Value) -> bool {
    let is_same_schema = |theirs: &Value| schemas::differences(theirs, ours).entries.is_empty();
    theirs.first().is_some_and(is_same_schema)
        && answers::is_mixture(
            theirs.iter().map(answers::comparable_verdict),
            &answers::comparable_verdict(ours),
        )
}

const UNHASHABLE: [&str; 2] =
    ["hash of unhashable type []interface {}", "hash of unhashable type map[string]interface {}"];

/// Objects of types that derive `XValidation`.
pub const TYPES: Mode = Mode {
    name: "schema",
    same: same_reports,
    is_mixture: is_mixture_of_reports,
    kind: answers::verdict_kind,
};

fn same_reports(theirs: &Value, ours: &Value) -> bool {
    answers::comparable_report(theirs) == answers::comparable_report(ours)
}

fn is_mixture_of_reports(theirs: &[Value], ours: &Value) -> bool {
    answers::is_mixture(theirs.iter().map(answers::comparable_report), &answers::comparable_report(ours))
}

/// Reads requests, one on each line.
///
/// # Errors
/// If a line is not JSON.
pub fn requests(lines: impl BufRead) -> Result<Vec<Value>> {
    lines.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// The result.
#[derive(Default)]
pub struct Comparison {
    requests: usize,
    /// Equal answers, by kind.
    equal: BTreeMap<&'static str, usize>,
    /// Requests that cannot be compiled yet, by reason.
    unsupported: BTreeMap<String, usize>,
    /// The differences, each with the request and both answers.
    pub differences: Vec<Value>,
}

impl Comparison {
    /// Asks both sides. `ORACLE` names the oracle's program.
    ///
    /// # Errors
    /// If one side cannot be asked.
    pub fn of<R: Display + Sync>(
        mode: &Mode,
        requests: &[R],
        ours: impl FnOnce(&[R]) -> Result<Vec<Value>>,
    ) -> Result<Self> {
        let all: Vec<&R> = requests.iter().collect();
        let (theirs, ours) = (mode.ask(&all)?, ours(requests)?);
        let mut comparison = Comparison { requests: requests.len(), ..Comparison::default() };
        let mut different = Vec::new();
        for (i, (theirs, ours)) in theirs.iter().zip(&ours).enumerate() {
            if let Some(text) = ours["unsupported"].as_str() {
                let text = text.lines().next().unwrap_or_default();
                let reason = text.rsplit(": ").next().unwrap_or(text).to_owned();
                *comparison.unsupported.entry(reason).or_default() += 1;
            } else if mode.same(theirs, ours) {
                *comparison.equal.entry((mode.kind)(theirs)).or_default() += 1;
            } else {
                different.push(i);
            }
        }
        let impossible = mode.impossible(requests, &ours, different.clone())?;
        for i in different {
            if impossible.contains(&i) {
                let request = requests[i].to_string();
                let line = json!({"request": request, "theirs": theirs[i], "ours": ours[i]});
                comparison.differences.push(line);
            } else {
                *comparison.equal.entry((mode.kind)(&theirs[i])).or_default() += 1;
            }
        }
        Ok(comparison)
    }

    /// Adds another comparison.
    pub fn add(&mut self, other: Comparison) {
        self.requests += other.requests;
        self.differences.extend(other.differences);
        for (kind, count) in other.equal {
            *self.equal.entry(kind).or_default() += count;
        }
        for (reason, count) in other.unsupported {
            *self.unsupported.entry(reason).or_default() += count;
        }
    }

    /// Reports the differences, and prints counts.
    ///
    /// # Errors
    /// If the file of the report cannot be written.
    pub fn report(&self, report: &mut Report) -> Result<()> {
        for difference in &self.differences {
            let request = difference["request"].as_str().unwrap_or_default();
            let (theirs, ours) = (&difference["theirs"], &difference["ours"]);
            report.differs_as(
                format_args!("{request:.MOST_SHOWN$}\n  server {theirs}\n  ours   {ours}"),
                format_args!("{{\"request\":{request},\"theirs\":{theirs},\"ours\":{ours}}}"),
            )?;
        }
        let unsupported: usize = self.unsupported.values().sum();
        let mut reasons: Vec<_> = self.unsupported.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (reason, count) in reasons.iter().take(12) {
            println!("{count} requests: {reason}");
        }
        println!("{} requests, {unsupported} unsupported, {:?}", self.requests, self.equal);
        Ok(())
    }
}

impl Mode {
    fn ask<R: Display + Sync>(&self, requests: &[&R]) -> Result<Vec<Value>> {
        oracle::ask(self.name, requests.iter())
    }

    /// If the server panics when it compiles a rule, an error is right here.
    fn same(&self, theirs: &Value, ours: &Value) -> bool {
        (self.same)(theirs, ours) || theirs.get("panic").is_some() && ours.get("compile_error").is_some()
    }

    /// The requests to which the server never gives our answer. It visits maps in random order, so a rare answer of the server is
    /// still right, and different rules may get their answers from different runs.
    fn impossible<R: Display + Sync>(
        &self,
        requests: &[R],
        ours: &[Value],
        mut different: Vec<usize>,
    ) -> Result<Vec<usize>> {
        for times in [1, 9, 90, 300] {
            let broken = |i: &usize| ours[*i].get("broken").is_some();
            let (kept, asked): (Vec<usize>, Vec<usize>) = different.iter().partition(|i| broken(i));
            let repeated: Vec<&R> =
                asked.iter().flat_map(|i| std::iter::repeat_n(&requests[*i], times)).collect();
            let answers = self.ask(&repeated)?;
            let never = asked.iter().zip(answers.chunks(times)).filter(|(i, answers)| {
                let ours = &ours[**i];
                !answers.iter().any(|answer| self.same(answer, ours)) && !(self.is_mixture)(answers, ours)
            });
            different = never.map(|(i, _)| *i).chain(kept).collect();
            different.sort_unstable();
            if different.len() > MANY {
                break;
            }
        }
        Ok(different)
    }
}

/// Limit for the shown text, since schemas of real CRDs are long.
const MOST_SHOWN: usize = 4000;

/// With more differences than this, random order is not the cause.
const MANY: usize = 5000;
