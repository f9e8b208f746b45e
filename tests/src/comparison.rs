//! Our answers and the oracle's to the same requests: what differs, and a report of it.

use crate::{answers::comparable, native::talk};
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, error::Error, process::Command};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What came out.
pub struct Comparison {
    requests: usize,
    /// Equal answers, by kind.
    equal: BTreeMap<&'static str, usize>,
    /// Requests that cannot be compiled yet, by reason.
    unsupported: BTreeMap<String, usize>,
    /// With the request and both answers.
    pub differences: Vec<Value>,
}

impl Comparison {
    /// Asks both. `ORACLE` names the oracle's program.
    ///
    /// # Errors
    /// If one of them cannot be asked.
    pub fn of(requests: &[Value], ours: impl FnOnce(&[Value]) -> Result<Vec<Value>>) -> Result<Self> {
        let (theirs, ours) = (ask(requests)?, ours(requests)?);
        let mut comparison = Comparison {
            requests: requests.len(),
            equal: BTreeMap::new(),
            unsupported: BTreeMap::new(),
            differences: Vec::new(),
        };
        for ((request, theirs), ours) in requests.iter().zip(&theirs).zip(&ours) {
            if let Some(text) = ours["unsupported"].as_str() {
                let text = text.lines().next().unwrap_or_default();
                let reason = text.rsplit(": ").next().unwrap_or(text).to_owned();
                *comparison.unsupported.entry(reason).or_default() += 1;
            } else if same(theirs, ours) || is_possible(request, ours)? {
                *comparison.equal.entry(kind(theirs)).or_default() += 1;
            } else {
                let line = json!({"request": request, "theirs": theirs, "ours": ours});
                comparison.differences.push(line);
            }
        }
        Ok(comparison)
    }

    /// The differences, a line each.
    pub fn lines(&self) -> String {
        self.differences.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Prints the first differences in full, and counts.
    pub fn print(&self) {
        for difference in self.differences.iter().take(10) {
            let (request, theirs, ours) =
                (&difference["request"], &difference["theirs"], &difference["ours"]);
            println!("{request}\n  server {theirs}\n  ours   {ours}");
        }
        let unsupported: usize = self.unsupported.values().sum();
        let mut reasons: Vec<_> = self.unsupported.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (reason, count) in reasons.iter().take(12) {
            println!("{count} requests: {reason}");
        }
        println!(
            "{} requests, {unsupported} unsupported, {:?}, {} different",
            self.requests,
            self.equal,
            self.differences.len()
        );
    }
}

fn ask(requests: &[Value]) -> Result<Vec<Value>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    talk(Command::new(oracle).args(["-mode", "expr", "-stable"]), requests.iter().cloned())
}

/// What panics while the server compiles it is an error here.
fn same(theirs: &Value, ours: &Value) -> bool {
    comparable(theirs) == comparable(ours)
        || theirs.get("panic").is_some() && ours.get("compile_error").is_some()
}

/// The server goes over maps in random order: what it says one time in many is no difference.
fn is_possible(request: &Value, ours: &Value) -> Result<bool> {
    if ours.get("broken").is_some() {
        return Ok(false);
    }
    let answers = ask(&vec![request.clone(); 100])?;
    Ok(answers.iter().any(|answer| comparable(answer) == comparable(ours)))
}

fn kind(answer: &Value) -> &'static str {
    match answer["error"].as_str() {
        Some("operation cancelled: actual cost limit exceeded") => "cancelled",
        Some(_) => "errors",
        None if answer.get("compile_error").is_some() => "refused",
        None => "values",
    }
}
