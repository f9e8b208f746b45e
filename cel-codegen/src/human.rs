//! Findings for people, in the form of rustc's errors.

use crate::{
    check::FileReport,
    findings::{self, Finding, Kind},
    terminal,
};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use cel_compiler::{
    crd::{document::Position, lines::Lines},
    lints::Level as LintLevel,
};
use std::{
    borrow::Cow,
    ops::{AddAssign, Range},
};

/// All findings of a file, with styles for terminals; empty if there are none.
#[must_use]
pub fn file(report: &FileReport) -> String {
    let lines = Lines::new(&report.text);
    let findings = findings::of_file(report, &lines);
    self::findings(&report.name, &lines, &findings)
}

/// Findings in a file: the first ones in full, the others with one line each.
#[must_use]
pub fn findings(file: &str, lines: &Lines<'_>, findings: &[Finding<'_>]) -> String {
    let (detailed, others) = findings.split_at(findings.len().min(DETAILED));
    let mut text: String = detailed.iter().map(|finding| self::finding(file, lines, finding)).collect();
    for finding in others {
        let Position { line, column } = finding.at.unwrap_or_default();
        text += &format!("{file}:{line}:{column}: {}\n", shortened(&finding.message));
    }
    text
}

/// Number of findings that are shown in full.
const DETAILED: usize = 500;

/// One finding in a file.
#[must_use]
pub fn finding(file: &str, lines: &Lines<'_>, finding: &Finding<'_>) -> String {
    let level = match finding {
        Finding { is_note: true, .. } => Level::NOTE,
        Finding { is_warning: true, .. } => Level::WARNING,
        _ => Level::ERROR,
    };
    let mut group = Group::with_title(level.primary_title(shortened(&finding.message)));
    group = match finding.at {
        Some(at) => {
            let line = Line::of(finding, at, lines);
            let snippet = Snippet::source(line.text)
                .line_start(line.number)
                .path(line.path.unwrap_or(file))
                .annotation(AnnotationKind::Primary.span(line.span));
            let origin = Origin::path(file).line(at.line as usize).char_column(at.column as usize);
            match line.path {
                None => group.element(snippet),
                Some(_) => group.element(origin).element(snippet),
            }
        }
        None => group.element(Origin::path(file)),
    };
    let notes = [
        ("in", finding.within.as_deref().into_iter().collect::<Vec<_>>()),
        ("at", finding.field.as_deref().into_iter().collect()),
        ("also", finding.also.clone()),
        ("note", finding.notes.iter().map(String::as_str).collect()),
        ("help", finding.help.as_deref().into_iter().collect()),
    ];
    for (name, texts) in notes {
        let level = if name == "help" { Level::HELP } else { Level::NOTE.with_name(name) };
        for text in texts {
            let text = shortened(text);
            let text = if ["in", "at"].contains(&name) { terminal::in_line(&text).into() } else { text };
            group = group.element(level.clone().message(text));
        }
    }
    Renderer::styled().render(&[group]) + "\n\n"
}

/// A line to show, and the part to underline, in bytes.
struct Line {
    text: String,
    number: usize,
    span: Range<usize>,
    /// A name for the text, if it is not a whole line of the file.
    path: Option<&'static str>,
}

impl Line {
    /// Takes only the part around the place if the line is very long.
    fn of(finding: &Finding<'_>, at: Position, lines: &Lines<'_>) -> Self {
        let (line, number, column) = match finding.own {
            Some(own) => (Some(own.line), own.number, own.column),
            None => {
                let (line, column) = (at.line as usize, at.column.saturating_sub(1) as usize);
                (lines.get(line.wrapping_sub(1)), line, column)
            }
        };
        let first = if column > LONGEST_LINE { column - SHOWN } else { 0 };
        let rest = match finding.own {
            None => lines.rest(number.wrapping_sub(1), first),
            Some(own) => own.line.char_indices().nth(first).and_then(|(at, _)| own.line.get(at..)),
        };
        let rest = rest.or(line).unwrap_or_default();
        let end = rest.char_indices().nth(column - first + SHOWN).map_or(rest.len(), |(end, _)| end);
        let text = terminal::in_columns(rest.get(..end).unwrap_or_default());
        let begin = text.char_indices().nth(column - first).map_or(text.len(), |(at, _)| at);
        let rest = text.get(begin..).unwrap_or_default();
        let span = begin..begin + if finding.kind == Kind::Shape { key(rest) } else { token(rest) };
        let path = match finding.own {
            Some(_) => Some("the text itself"),
            None => (first > 0).then_some("a part of the line"),
        };
        Line { text, number, span, path }
    }
}

/// Length in bytes of the key or value at the start of `rest`.
fn key(rest: &str) -> usize {
    match rest.find(|c: char| !is_of_name(c) && c != '-') {
        Some(0) | None => token(rest),
        Some(end) => end,
    }
}

/// Length in bytes of the token at the start of `rest`: a name, a number, a text in quotes, an operator.
fn token(rest: &str) -> usize {
    let mut chars = rest.chars();
    let run = |accepts: fn(char) -> bool| rest.find(|c| !accepts(c)).unwrap_or(rest.len());
    match chars.next() {
        None => 0,
        Some(quote @ ('\'' | '"')) => {
            let close = rest.get(1..).and_then(|inside| inside.find(quote));
            close.map_or(1, |close| close + 2)
        }
        Some(c) if is_of_name(c) => run(is_of_name),
        Some(c) if is_of_operator(c) => run(is_of_operator),
        // cel-go points at the dot of a field.
        Some('.') => {
            1 + rest.get(1..).and_then(|name| name.find(|c| !is_of_name(c))).unwrap_or(rest.len() - 1)
        }
        Some(c) => c.len_utf8(),
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_of_operator(c: char) -> bool {
    "=!<>&|".contains(c)
}

/// Cuts the middle out of a very long text.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return terminal::escaped(text);
    }
    let begin = (0..=LONGEST / 2).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    let end = (text.len() - LONGEST / 2..).find_map(|begin| text.get(begin..)).unwrap_or_default();
    terminal::escaped(&format!("{begin} … {end}")).into_owned().into()
}

/// Longest message, in bytes, that is shown in full.
const LONGEST: usize = 4_000;

/// Number of characters that are shown before and after the place in a very long line.
const SHOWN: usize = 200;
const LONGEST_LINE: usize = 2_000;

/// The numbers of files, CRDs, versions and rules, and the result.
#[must_use]
pub fn summary(reports: &Counts) -> String {
    let Counts { files, crds, versions, rules, refused, denied, warnings, unreadable } = *reports;
    if files == 0 {
        return "nothing was checked".to_owned();
    }
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
    if denied > 0 {
        text += &format!(", {} denied", plural(denied, "lint"));
    }
    if warnings > 0 {
        text += &format!(", {}", plural(warnings, "warning"));
    }
    if unreadable > 0 {
        text += &format!(", {} unreadable", plural(unreadable, "input"));
    }
    text
}

/// `1 file`, `2 files`
#[must_use]
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Numbers of the parts that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Counts {
    pub files: usize,
    pub crds: usize,
    pub versions: usize,
    pub rules: usize,
    pub refused: usize,
    pub denied: usize,
    pub warnings: usize,
    pub unreadable: usize,
}

impl Counts {
    /// Adds the numbers of a file.
    pub fn add(&mut self, report: &FileReport) {
        self.files += 1;
        let mut last = None;
        for version in report.versions() {
            // The versions of a CRD follow each other.
            self.crds += usize::from(last.replace(&version.crd) != Some(&version.crd));
            self.versions += 1;
            self.rules += version.schema.rules.len();
            self.warnings +=
                version.warnings.len() + version.server_warnings.len() + version.fields.warnings();
            let denied = version.lints.iter().filter(|lint| lint.level == LintLevel::Deny).count();
            self.denied += denied;
            self.warnings += version.lints.len() - denied;
            self.refused += usize::from(!version.is_accepted());
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        let Counts { files, crds, versions, rules, refused, denied, warnings, unreadable } = other;
        self.files += files;
        self.crds += crds;
        self.versions += versions;
        self.rules += rules;
        self.refused += refused;
        self.denied += denied;
        self.warnings += warnings;
        self.unreadable += unreadable;
    }
}
