//! Reports for people: where in the file, what the server says, what to do about it.

use crate::{
    check::{FileReport, VersionReport},
    costs::{self, CostError},
};
use cel_codegen::{
    cost::is_cost_error,
    crd::{
        check::{FieldError, RuleReport},
        document::{FileError, Position},
        lines::Lines,
        place,
    },
    rule::RuleError,
};
use std::{borrow::Cow, collections::HashMap, fmt::Write};

/// Everything that is wrong with a file; empty if nothing is.
#[must_use]
pub fn file(report: &FileReport) -> String {
    let mut writer = Writer { name: &report.name, lines: Lines::new(&report.text), text: String::new() };
    match &report.content {
        Err(error) => writer.file_error(error),
        Ok(content) => {
            content.unknown.iter().for_each(|error| writer.file_error(error));
            content.versions.iter().for_each(|version| writer.version(version));
        }
    }
    writer.text
}

/// How many files, CRDs, versions and rules there were, and what came out.
#[must_use]
pub fn summary(reports: &Counts) -> String {
    let Counts { files, crds, versions, rules, refused, warnings, unreadable } = *reports;
    let mut text = format!(
        "{}, {}, {}, {}: ",
        plural(files, "file"),
        plural(crds, "CRD"),
        plural(versions, "version"),
        plural(rules, "rule")
    );
    text += &match refused {
        0 if versions == 0 => "nothing to check".to_owned(),
        0 => "all accepted".to_owned(),
        refused => format!("{} refused", plural(refused, "version")),
    };
    if warnings > 0 {
        text += &format!(", {}", plural(warnings, "warning"));
    }
    if unreadable > 0 {
        text += &format!(", {} unreadable", plural(unreadable, "input"));
    }
    text
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Counts {
    pub files: usize,
    pub crds: usize,
    pub versions: usize,
    pub rules: usize,
    pub refused: usize,
    pub warnings: usize,
    pub unreadable: usize,
}

impl Counts {
    /// Counts a file; folders' files without CRDs count as nothing.
    pub fn add(&mut self, report: &FileReport) {
        self.files += 1;
        let mut last = None;
        for version in report.versions() {
            // The versions of a CRD follow each other.
            self.crds += usize::from(last.replace(&version.crd) != Some(&version.crd));
            self.versions += 1;
            self.rules += version.schema.rules.len();
            self.warnings += version.warnings.len();
            self.refused += usize::from(!version.is_accepted());
        }
    }
}

struct Writer<'r> {
    name: &'r str,
    lines: Lines<'r>,
    text: String,
}

impl Writer<'_> {
    fn file_error(&mut self, error: &FileError) {
        match error.at {
            Some(at) => {
                self.head(at, &error.message);
                self.snippet(at);
            }
            None => self.line(&format!("{}: {}", self.name, shortened(&error.message))),
        }
    }

    fn version(&mut self, version: &VersionReport) {
        for error in &version.shape {
            self.file_error(error);
            self.note(version, None);
        }
        let others = version.errors().filter(|error| !is_cost_error(&error.detail));
        let mut found: Vec<Found<'_>> = others.map(Found::Other).collect();
        found.extend(costs::errors(version, self.name).into_iter().map(Found::Cost));
        found.sort_by_key(|found| found.error().at);
        let rules = version.schema.rules.iter();
        let rules = rules.filter_map(|rule| Some((rule.path.strip_suffix(".rule")?, rule))).collect();
        for warning in &version.warnings {
            self.warning(version, warning);
        }
        for found in found {
            match (&found, expression_of(&rules, found.error())) {
                (Found::Other(error), Some((rule, mistakes))) => {
                    self.expression(version, error, rule, mistakes);
                }
                (Found::Other(error), None) => self.error(version, error),
                (Found::Cost(found), _) => self.cost(version, found),
            }
        }
    }

    fn error(&mut self, version: &VersionReport, error: &FieldError) {
        // An error that only says that something is needed must say what.
        let text = if error.detail.is_empty() { error.to_string() } else { error.body() };
        self.head(error.at, &text);
        self.snippet(error.at);
        self.note(version, Some(&error.field));
    }

    fn warning(&mut self, version: &VersionReport, warning: &FieldError) {
        self.head(warning.at, "warning: the node has another rule with this text");
        self.snippet(warning.at);
        self.note(version, Some(&warning.field));
        self.line(&format!("  = note: server-side apply refuses it: {}", shortened(&warning.detail)));
    }

    fn cost(&mut self, version: &VersionReport, found: &CostError<'_>) {
        self.error(version, found.error);
        found.also.iter().for_each(|error| self.line(&format!("  = also: {}", error.detail)));
        found.notes.iter().for_each(|note| self.line(&format!("  = note: {note}")));
        found.help.iter().for_each(|help| self.line(&format!("  = help: {help}")));
    }

    /// Mistakes in the text of a rule or its message expression, each at its place.
    fn expression(
        &mut self,
        version: &VersionReport,
        error: &FieldError,
        rule: &RuleReport,
        mistakes: &RuleError,
    ) {
        let (source, begin) = rule.props.expression(mistakes.key);
        for diagnostic in mistakes.told() {
            let offset = diagnostic.offset.unwrap_or_default();
            let marked = place::mark(&self.lines, begin, source, offset);
            self.head(marked.at, &diagnostic.message);
            self.line(&marked.snippet);
            self.note(version, Some(&error.field));
            if let Some(help) = &diagnostic.help {
                self.line(&format!("  = help: {help}"));
            }
        }
    }

    fn head(&mut self, at: Position, message: &str) {
        self.line(&format!("{}:{}:{}: {}", self.name, at.line, at.column, shortened(message)));
    }

    fn snippet(&mut self, at: Position) {
        self.line(&place::snippet(&self.lines, at));
    }

    fn note(&mut self, version: &VersionReport, field: Option<&str>) {
        let mut note = format!("  = in `{}`", shortened(&version.crd));
        if !version.version.is_empty() {
            let written = write!(note, ", version `{}`", shortened(&version.version));
            debug_assert!(written.is_ok(), "a String takes whatever is written");
        }
        self.line(&note);
        if let Some(field) = field {
            self.line(&format!("  = at {}", shortened(field)));
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }
}

/// A text without its middle if it is longer than anybody reads.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let begin = (0..=LONGEST / 2).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    let end = (text.len() - LONGEST / 2..).find_map(|begin| text.get(begin..)).unwrap_or_default();
    format!("{begin} … {end}").into()
}

/// Bytes of a text that are shown.
const LONGEST: usize = 4_000;

/// What is shown.
enum Found<'v> {
    Cost(CostError<'v>),
    Other(&'v FieldError),
}

impl Found<'_> {
    fn error(&self) -> &FieldError {
        match self {
            Found::Cost(found) => found.error,
            Found::Other(error) => error,
        }
    }
}

/// The rule whose expression an error is about, and what is wrong in it.
fn expression_of<'r>(
    rules: &HashMap<&str, &'r RuleReport>,
    error: &FieldError,
) -> Option<(&'r RuleReport, &'r RuleError)> {
    let (path, key) = error.field.rsplit_once('.')?;
    let rule = *rules.get(path)?;
    let mistakes = match key {
        "rule" => rule.registration.error.as_ref(),
        "messageExpression" => rule.registration.message_error.as_ref(),
        _ => None,
    };
    // The same field may have other errors too.
    mistakes
        .filter(|mistakes| error.detail == mistakes.detail(rule.props.expression(mistakes.key).0))
        .map(|mistakes| (rule, mistakes))
}
