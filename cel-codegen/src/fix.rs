//! Fixes rules in a file if a lint has one right answer. All other bytes of the file stay the same.

use crate::{
    check::FileReport,
    lints::{LintReport, Lints, is_cut_short},
    witness::Work,
};
use cel_compiler::{
    crd::{
        document::{FileError, Position},
        lines::Lines,
        place,
    },
    library::KubernetesVersion,
    lints::{Edit, Replacement},
};
use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
};

/// The result for one file.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The changed text.
    pub text: String,
    /// The changes that were made, in order.
    pub changes: Vec<Change>,
    /// Changes with one right answer that could not be written, because of the form of the rule in the file.
    pub left: Vec<Change>,
    /// Why there was nothing to look at, or not all of it.
    pub problem: Option<Problem>,
    /// The rules are so many that some were not looked at. Another call finds more.
    pub is_cut_short: bool,
}

/// Why rules stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text, or a part of it, cannot be read.
    Unreadable(String),
    /// The text holds no CRD.
    NoCrd(String),
    /// A server would refuse a version, so nobody knows what its rules mean.
    Refused,
}

impl Problem {
    fn of(report: &FileReport) -> Option<Self> {
        let unreadable = |error: &FileError| Problem::Unreadable(error.to_string());
        match &report.content {
            Err(error) => Some(unreadable(error)),
            Ok(content) => match content.unknown.first() {
                Some(error) => Some(unreadable(error)),
                None if report.is_without_crd() => Some(Problem::NoCrd(report.without_crd())),
                None => {
                    content.versions.iter().any(|version| !version.is_accepted()).then_some(Problem::Refused)
                }
            },
        }
    }
}

/// A change of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where the rule begins.
    pub at: Position,
    /// The lints that asked for it.
    pub lints: Vec<&'static str>,
    /// The rule before.
    pub before: String,
    /// The rule afterwards.
    pub after: String,
}

/// Changes the rules of a text where lints have one right answer. `name` is the name of the file.
#[must_use]
pub fn fix(name: &str, text: String, version: KubernetesVersion, lints: &Lints) -> Fixed {
    let mut fixed = Fixed { text, ..Fixed::default() };
    let work = Work::default();
    // Changes of the same part of a rule need one round each.
    for _ in 0..MOST_ROUNDS {
        let report = FileReport::new(name.to_owned(), fixed.text.clone(), version);
        let report = report.with_lints_within(lints, &work);
        fixed.problem = Problem::of(&report);
        let round = Round::new(&report);
        fixed.left.clear();
        let before = fixed.changes.len();
        // Try all changes at once. If that fails, try them one by one to find those that fail.
        match changed(&fixed.text, &round.rules, version) {
            Some(text) => {
                fixed.text = text;
                fixed.changes.extend(round.rules.iter().map(Rule::change));
            }
            None => {
                for rule in round.rules.iter().rev() {
                    match changed(&fixed.text, std::slice::from_ref(rule), version) {
                        Some(text) => {
                            fixed.text = text;
                            fixed.changes.push(rule.change());
                        }
                        None => fixed.left.push(rule.change()),
                    }
                }
            }
        }
        if fixed.changes.len() == before {
            break;
        }
    }
    fixed.is_cut_short = !fixed.changes.is_empty() && is_cut_short(&work);
    fixed
}

/// The rules that a round changes, sorted by their places.
struct Round<'r> {
    rules: Vec<Rule<'r>>,
}

/// A rule to change.
struct Rule<'r> {
    lints: Vec<&'static str>,
    /// The first of the findings.
    lint: &'r LintReport,
    /// The changes of all findings, and the part of the rule that each of them changes.
    edit: Edit,
    spans: Vec<Range<u32>>,
    /// The version and path of the rule.
    name: (String, String),
}

impl<'r> Round<'r> {
    fn new(report: &'r FileReport) -> Self {
        let mut rules: BTreeMap<Position, Rule<'r>> = BTreeMap::new();
        for version in report.versions() {
            for lint in &version.lints {
                if let Some(edit) = &lint.finding.edit {
                    // An anchor can make several versions share a rule.
                    let name = (format!("{}/{}", version.crd, version.version), lint.path.clone());
                    let rule = rules.entry(lint.begin);
                    rule.or_insert_with(|| Rule::new(lint, name)).add(lint, edit);
                }
            }
        }
        Round { rules: rules.into_values().collect() }
    }
}

impl<'r> Rule<'r> {
    fn new(lint: &'r LintReport, name: (String, String)) -> Self {
        Rule { lints: Vec::new(), lint, edit: Edit::default(), spans: Vec::new(), name }
    }

    /// Adds a change, unless it touches or overlaps an earlier one. Together the two might mean something else.
    fn add(&mut self, lint: &LintReport, edit: &Edit) {
        let (Some(first), Some(last)) = (edit.replacements.first(), edit.replacements.last()) else { return };
        let new = first.range.start..last.range.end;
        let is_apart = self.spans.iter().all(|span| span.end < new.start || new.end < span.start);
        if lint.path != self.name.1 || !is_apart {
            return;
        }
        self.spans.push(new);
        self.edit.replacements.extend(edit.replacements.iter().cloned());
        self.edit.replacements.sort_by_key(|replacement| replacement.range.start);
        let name = lint.finding.lint.name;
        if !self.lints.contains(&name) {
            self.lints.push(name);
        }
    }
}

impl Rule<'_> {
    fn change(&self) -> Change {
        Change {
            at: self.lint.begin,
            lints: self.lints.clone(),
            before: self.lint.source.clone(),
            after: self.after(),
        }
    }

    fn after(&self) -> String {
        self.edit.apply(&self.lint.source)
    }
}

/// The text with the rules changed; `None` if a rule has a form in the file that cannot be changed.
fn changed(text: &str, rules: &[Rule<'_>], version: KubernetesVersion) -> Option<String> {
    let lines = Lines::new(text);
    let mut changed = text.to_owned();
    for rule in rules.iter().rev() {
        for (range, new) in parts(text, &lines, rule)?.into_iter().rev() {
            changed.get(range.clone())?;
            changed.replace_range(range, &new);
        }
    }
    let report = FileReport::new(String::new(), changed.clone(), version);
    let mut sources: HashMap<(String, String), &str> = HashMap::new();
    for version in report.versions() {
        let name = format!("{}/{}", version.crd, version.version);
        for rule in version.schema.rules.iter().filter(|rule| rule.error().is_none()) {
            let of_message = rule.path.strip_suffix(".rule").map(|path| format!("{path}.messageExpression"));
            sources.insert((name.clone(), rule.path.clone()), &rule.props().rule);
            sources.extend(of_message.map(|path| ((name.clone(), path), &*rule.props().message_expression)));
        }
    }
    let is_right =
        rules.iter().all(|rule| sources.get(&rule.name).is_some_and(|source| *source == rule.after()));
    is_right.then_some(changed)
}

/// The parts of the file that change, with their new texts.
fn parts(text: &str, lines: &Lines<'_>, rule: &Rule<'_>) -> Option<Vec<(Range<usize>, String)>> {
    let (lint, after) = (rule.lint, rule.after());
    let begin = byte(text, lines, lint.begin)?;
    let before = text.get(begins_line(text, begin)..begin)?;
    let form = Form::of(before, text.get(begin..)?, &lint.source);
    let is_in_brackets = before.contains(['{', '[']) && after.contains([',', '[', ']', '{', '}']);
    if form == Form::Plain && (is_in_brackets || !is_plain(&after)) {
        let end = place_of(text, lines, lint, &(0..count(&lint.source)))?.end;
        let is_whole = text.get(begin..end)? == lint.source;
        return is_whole.then(|| vec![(begin..end, format!("'{}'", after.replace('\'', "''")))]);
    }
    let part =
        |part: &Replacement| Some((place_of(text, lines, lint, &part.range)?, form.written(&part.text)));
    rule.edit.replacements.iter().map(part).collect()
}

/// Where a part of a rule is in the file, in bytes.
fn place_of(text: &str, lines: &Lines<'_>, lint: &LintReport, range: &Range<u32>) -> Option<Range<usize>> {
    let at = |offset: u32| {
        let found = place::locate(lines, lint.begin, &lint.source, offset);
        byte(text, lines, found.at).filter(|_| found.own.is_none())
    };
    Some(at(range.start)?..at(range.end)?)
}

/// The byte at a place.
fn byte(text: &str, lines: &Lines<'_>, at: Position) -> Option<usize> {
    let (line, column) = ((at.line as usize).checked_sub(1)?, (at.column as usize).checked_sub(1)?);
    let rest = lines.rest(line, column)?;
    rest.as_ptr().addr().checked_sub(text.as_ptr().addr())
}

fn begins_line(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
}

fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// False if YAML reads the text as something else when it has no quotes: `!has(self.a)` is a tag.
fn is_plain(text: &str) -> bool {
    let is_special = |c: char| "!&*-?|>@`%{}[],#\"'".contains(c);
    !text.starts_with(is_special) && !text.contains(": ") && !text.contains(" #") && !text.ends_with(':')
}

/// How YAML and JSON write a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// After its key, without quotes.
    Plain,
    /// In lines of its own, below `|` or `>`.
    Block,
    Single,
    Double,
}

impl Form {
    /// `before` is the part of the line before the text.
    fn of(before: &str, file: &str, source: &str) -> Self {
        match file.chars().next() {
            _ if before.trim().is_empty() => Form::Block,
            Some('\'') if !source.starts_with('\'') || file.starts_with("'''") => Form::Single,
            Some('"') if !source.starts_with('"') || file.starts_with("\"\\\"") => Form::Double,
            _ => Form::Plain,
        }
    }

    fn written(self, text: &str) -> String {
        match self {
            Form::Plain | Form::Block => text.to_owned(),
            Form::Single => text.replace('\'', "''"),
            Form::Double => text.replace('\\', "\\\\").replace('"', "\\\""),
        }
    }
}

const MOST_ROUNDS: usize = 50;

#[cfg(test)]
mod tests;
