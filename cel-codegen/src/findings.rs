//! The mistakes in a file as a list: the place, the server's text, and advice. `human`, `github` and `sarif`
//! print it.

mod advice;
mod yaml;

use crate::{
    check::{FileReport, VersionReport},
    costs::{self, CostError},
    fields::{FieldMistake, FieldMistakes, FieldValidation},
    lints::{LintReport, Witness},
    server_warnings::ServerWarning,
    size::Size,
};
use cel_compiler::{
    cost::is_cost_error,
    crd::{
        check::{FieldError, RuleReport},
        document::{FileError, Position},
        lines::Lines,
        place::{self, OwnLine},
    },
    lints::{Level, Lint},
    rule::RuleError,
};
use std::{borrow::Cow, collections::HashMap};

/// One thing that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding<'r> {
    /// True if the server accepts it all the same.
    pub is_warning: bool,
    /// True for information that is not about a mistake.
    pub is_note: bool,
    /// Kind of the mistake, for programs.
    pub kind: Kind,
    /// The lint that found it.
    pub lint: Option<&'static Lint>,
    /// The mistake, in the server's words if it has any.
    pub message: String,
    /// Where in the file.
    pub at: Option<Position>,
    /// If the file writes the text in another form: the line of the text itself.
    pub own: Option<OwnLine<'r>>,
    /// The part of the file: ``in `widgets.example.dev`, version `v1` ``
    pub within: Option<String>,
    /// The field that the server names.
    pub field: Option<Cow<'r, str>>,
    /// Other errors of the server with the same cause.
    pub also: Vec<&'r str>,
    /// Explanations.
    pub notes: Vec<String>,
    /// Advice.
    pub help: Option<String>,
}

/// Kinds of mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The file cannot be read, or holds something of another API.
    #[default]
    Unreadable,
    /// A part of the file has the wrong type, or a field that the server does not know.
    Shape,
    /// A rule or a message expression does not compile.
    Rule,
    /// Rules may cost too much.
    Cost,
    /// Everything else that the server refuses.
    Definition,
    /// A changed CRD accepts or refuses other objects than before.
    Change,
    /// A rule compiles but is probably wrong. Programs see the lint's name.
    Lint,
}

impl Kind {
    /// All kinds, with the name that programs see and what it means.
    pub const ALL: [(Kind, &'static str, &'static str); 7] = [
        (Kind::Unreadable, "unreadable", "The file cannot be read."),
        (Kind::Shape, "shape", "The API server cannot decode the document, or does not know a field of it."),
        (Kind::Rule, "rule", "The rule or message expression does not compile."),
        (Kind::Cost, "cost", "The rules may cost more than the API server allows."),
        (Kind::Definition, "definition", "The API server refuses the object."),
        (Kind::Change, "change", "The CRD accepts other objects than before."),
        (Kind::Lint, "lint", "The rule compiles and is wrong all the same."),
    ];
}

/// Everything that is wrong with a file.
#[must_use]
pub fn of_file<'r>(report: &'r FileReport, lines: &Lines<'_>) -> Vec<Finding<'r>> {
    let mut findings = match &report.content {
        Err(error) => vec![of_text(error, lines)],
        Ok(content) => {
            let unknown = content.unknown.iter().map(|error| of_text(error, lines));
            let versions =
                content.versions.iter().flat_map(|version| of_version(version, &report.name, lines));
            unknown.chain(versions).collect()
        }
    };
    if let Some(first) = findings.first_mut().filter(|_| is_template(&report.text)) {
        first.help = Some(TEMPLATE_HELP.to_owned());
    }
    findings
}

/// True if the text looks like a template of Helm: `{{ .Values.name }}`.
#[must_use]
pub fn is_template(text: &str) -> bool {
    let mut rest = text;
    // Few texts have many braces, and a single character is found faster than two.
    while let Some((_, behind)) = rest.split_once('{') {
        rest = behind;
        let Some(inside) = behind.strip_prefix('{') else { continue };
        let word = inside.trim_start_matches(['-', ' ']);
        let begins = [
            ".Values",
            ".Release",
            ".Chart",
            ".Capabilities",
            "include ",
            "if ",
            "end",
            "range ",
            "with ",
            "/*",
        ];
        if begins.iter().any(|begin| word.starts_with(begin)) {
            return true;
        }
        rest = inside;
    }
    false
}

/// Advice for a template.
pub const TEMPLATE_HELP: &str =
    "this looks like a Helm template; run `helm template` first: `helm template CHART | cel-codegen check -`";

/// An error of the file's text or shape.
#[must_use]
pub fn of_file_error(error: &FileError, kind: Kind) -> Finding<'static> {
    let help = advice::of_type(&error.message).map(str::to_owned);
    Finding { kind, message: error.message.clone(), at: error.at, help, ..Finding::default() }
}

/// An error of the document's shape.
fn of_shape(error: &FileError, lines: &Lines<'_>) -> Finding<'static> {
    let finding = of_file_error(error, Kind::Shape);
    // A number that is no number of JSON is a text, as `1e400`.
    let is_quoted = || error.at.is_some_and(|at| yaml::is_quoted(at, lines));
    let help = finding.help.filter(|help| help != advice::UNQUOTED || is_quoted());
    Finding { help, ..finding }
}

/// An error of a text that cannot be read.
#[must_use]
pub fn of_text(error: &FileError, lines: &Lines<'_>) -> Finding<'static> {
    let help = yaml::advice(error, lines);
    Finding { help, ..of_file_error(error, Kind::Unreadable) }
}

/// The note at a mistake that the server hides behind another one.
const HIDDEN: &str = "the API server reports this when the other errors are corrected";

/// The server's text about a rule that is empty.
pub(crate) const NO_RULE: &str = "rule is not specified";

fn of_version<'r>(version: &'r VersionReport, file: &str, lines: &Lines<'_>) -> Vec<Finding<'r>> {
    let within = within(version);
    let size = version.size.refusal().map(|message| Finding {
        kind: Kind::Shape,
        message,
        at: Some(version.at),
        notes: vec!["the server reads 3 MiB of JSON at most, and says nothing of the rest".to_owned()],
        ..Finding::default()
    });
    let size = size.or_else(|| of_size(version.size, version.at));
    let shape = version.shape.iter().map(|error| of_shape(error, lines));
    let warnings = version.warnings.iter().map(|warning| Finding {
        is_warning: true,
        kind: Kind::Rule,
        message: "the node has another rule with this text".to_owned(),
        notes: vec![format!("server-side apply refuses it: {}", warning.detail)],
        ..of_error(warning)
    });
    let others = version.errors().filter(|error| !is_cost_error(&error.detail));
    let others = others.map(|error| (error, false));
    let others = others.chain(version.schema.hidden_errors.iter().map(|error| (error, true)));
    let mut found: Vec<(Position, Vec<Finding<'r>>)> = Vec::new();
    let rules = Rules::new(version);
    let (follow, others): (Vec<_>, Vec<_>) = others.partition(|(error, _)| rules.is_consequence(error));
    let follow: HashMap<&str, &FieldError> =
        follow.into_iter().map(|(error, _)| (path_of_rule(error), error)).collect();
    for (error, is_hidden) in others {
        let mut findings = match rules.expression(error) {
            Some((rule, mistakes)) => of_expression(error, rule, mistakes, lines),
            None if error.detail == NO_RULE => {
                let finding = of_error(error);
                vec![Finding { help: yaml::of_tag(error.at, lines).or(finding.help), ..finding }]
            }
            None => vec![of_error(error)],
        };
        if let (Some(first), Some(other)) = (findings.first_mut(), follow.get(path_of_rule(error))) {
            first.also.push(&other.detail);
        }
        if is_hidden {
            findings.iter_mut().for_each(|finding| finding.notes.push(HIDDEN.to_owned()));
        }
        found.push((error.at, findings));
    }
    found.extend(costs::errors(version, file).into_iter().map(|cost| (cost.error.at, vec![of_cost(cost)])));
    found.extend(version.lints.iter().map(|lint| (lint.begin, vec![of_lint(lint, lines)])));
    found.sort_by_key(|(at, _)| *at);
    let found = found.into_iter().flat_map(|(_, findings)| findings);
    let fields = of_fields(&version.fields);
    let told = version.server_warnings.iter().map(of_server_warning);
    let all = size.into_iter().chain(shape).chain(fields).chain(told).chain(warnings).chain(found);
    all.map(|finding| Finding { within: Some(within.clone()), ..named_by(version, finding) }).collect()
}

/// Replaces the field by the server's name for it.
fn named_by<'r>(version: &'r VersionReport, mut finding: Finding<'r>) -> Finding<'r> {
    if let Some(Cow::Borrowed(field)) = finding.field {
        let name = version.field(field);
        if let Some(rest) = finding.message.strip_prefix(field) {
            finding.message = format!("{name}{rest}");
        }
        finding.field = Some(name);
    }
    finding
}

/// Findings about fields that the server does not know.
fn of_fields<'r>(mistakes: &FieldMistakes) -> impl Iterator<Item = Finding<'r>> {
    let is_warning = mistakes.mode == FieldValidation::Warn;
    let prefix = if is_warning { "" } else { "strict decoding error: " };
    let finding = move |mistake: &FieldMistake, is_warning: bool, message: String| Finding {
        is_warning,
        kind: Kind::Shape,
        message,
        at: Some(mistake.at),
        help: mistake.help.clone(),
        ..Finding::default()
    };
    let told =
        mistakes.told().map(move |mistake| finding(mistake, is_warning, format!("{prefix}{}", mistake.text)));
    let dropped = mistakes.dropped.iter().map(move |mistake| Finding {
        notes: vec![
            "the API server says nothing of it: it drops such fields here even if it is strict".to_owned(),
        ],
        ..finding(mistake, true, mistake.text.clone())
    });
    told.chain(dropped)
}

/// The finding for a warning that the server sends with its answer.
fn of_server_warning(warning: &ServerWarning) -> Finding<'_> {
    let same = match warning.schemas {
        1 => None,
        schemas => Some(format!("the CRD has {schemas} such schemas; the server says it once")),
    };
    Finding {
        is_warning: true,
        kind: Kind::Definition,
        message: warning.text.clone(),
        at: Some(warning.at),
        field: Some(Cow::from(&*warning.field)),
        notes: same.into_iter().collect(),
        help: Some(warning.help.clone()),
        ..Finding::default()
    }
}

fn within(version: &VersionReport) -> String {
    match version.version.as_str() {
        "" => format!("`{}`", version.crd),
        name => format!("`{}`, version `{name}`", version.crd),
    }
}

/// The finding for a server's error about a field.
#[must_use]
pub fn of_error(error: &FieldError) -> Finding<'_> {
    Finding {
        kind: Kind::Definition,
        // The detail of an error can be empty, as for a missing field. Then the message has the error's type
        // and field.
        message: if error.detail.is_empty() { error.to_string() } else { error.body() },
        at: Some(error.at),
        field: Some(Cow::from(&*error.field)),
        help: error.help.clone().or_else(|| advice::of_error(error)),
        ..Finding::default()
    }
}

fn of_cost<'r>(cost: CostError<'r>) -> Finding<'r> {
    Finding {
        kind: Kind::Cost,
        also: cost.also.iter().map(|error| error.detail.as_str()).collect(),
        notes: cost.notes,
        help: cost.help,
        ..of_error(cost.error)
    }
}

/// A lint's finding, with an object that shows it.
fn of_lint<'r>(lint: &'r LintReport, lines: &Lines<'_>) -> Finding<'r> {
    let place::Located { at, own } = place::locate(lines, lint.begin, &lint.source, lint.finding.offset);
    let name = lint.finding.lint.name;
    Finding {
        is_warning: lint.level != Level::Deny,
        kind: Kind::Lint,
        lint: Some(lint.finding.lint),
        message: format!("{} [{name}]", lint.finding.text),
        at: Some(at),
        own,
        field: Some(Cow::from(&*lint.path)),
        notes: lint.witness.iter().map(Witness::text).collect(),
        help: lint.finding.help.clone(),
        ..Finding::default()
    }
}

/// Mistakes in the text of a rule or its message expression, each with its own place.
fn of_expression<'r>(
    error: &'r FieldError,
    rule: &'r RuleReport,
    mistakes: &'r RuleError,
    lines: &Lines<'_>,
) -> Vec<Finding<'r>> {
    let (source, begin) = rule.props().expression(mistakes.key);
    let located = |offset: Option<u32>| place::locate(lines, begin, source, offset.unwrap_or_default());
    let told = mistakes.mistakes().into_iter().map(|mistake| {
        let place::Located { at, own } = located(mistake.diagnostic.offset);
        let others = mistake.also_at(|offset| {
            let place::Located { at, own } = located(Some(offset));
            own.is_none().then_some((at.line, at.column))
        });
        Finding {
            kind: Kind::Rule,
            message: mistake.diagnostic.message.clone(),
            at: Some(at),
            own,
            notes: others.into_iter().collect(),
            // The file knows more of a text that it has cut off.
            help: yaml::of_comment(mistake.diagnostic, begin, lines)
                .or_else(|| mistake.diagnostic.help.clone()),
            ..of_error(error)
        }
    });
    told.collect()
}

/// `x-kubernetes-validations[0]` with the path before it.
fn path_of_rule(error: &FieldError) -> &str {
    error.field.rsplit_once('.').map_or(&*error.field, |(path, _)| path)
}

/// The rules of a version by their path.
#[derive(Debug)]
pub struct Rules<'r>(HashMap<&'r str, &'r RuleReport>);

impl<'r> Rules<'r> {
    /// The rules of a version.
    #[must_use]
    pub fn new(version: &'r VersionReport) -> Self {
        let rules = version.schema.rules.iter();
        Rules(rules.filter_map(|rule| Some((rule.path.strip_suffix(".rule")?, rule))).collect())
    }

    /// The rule whose expression an error is about, and the mistakes in that expression.
    #[must_use]
    pub fn expression(&self, error: &FieldError) -> Option<(&'r RuleReport, &'r RuleError)> {
        let (path, key) = error.field.rsplit_once('.')?;
        let rule = *self.0.get(path)?;
        let mistakes = match key {
            "rule" => rule.registration.error.as_ref(),
            "messageExpression" => {
                let registration = &rule.registration;
                registration.message_error.as_ref().or(registration.hidden_message_error.as_ref())
            }
            _ => None,
        };
        // The same field may have other errors too.
        mistakes
            .filter(|mistakes| error.detail == mistakes.detail(rule.props().expression(mistakes.key).0))
            .map(|mistakes| (rule, mistakes))
    }

    /// True for an error that follows from another one: of a rule that does not compile the server says that it does not use `oldSelf`.
    fn is_consequence(&self, error: &FieldError) -> bool {
        let rule = error.field.strip_suffix(".optionalOldSelf").and_then(|path| self.0.get(path));
        rule.is_some_and(|rule| rule.registration.error.is_some() && rule.props().rule.contains("oldSelf"))
    }

    /// Where an error stands. For an error in an expression this is its first mistake.
    #[must_use]
    pub fn place(&self, error: &FieldError, lines: &Lines<'_>) -> Position {
        let Some((rule, mistakes)) = self.expression(error) else { return error.at };
        let (source, begin) = rule.props().expression(mistakes.key);
        let first = mistakes.told().next().and_then(|diagnostic| diagnostic.offset);
        first.map_or(error.at, |offset| place::locate(lines, begin, source, offset).at)
    }
}

/// The warning about an object that etcd does not store. It is no error, since etcd may have other settings.
#[must_use]
pub fn of_size(size: Size, at: Position) -> Option<Finding<'static>> {
    let note = "the server reads the object, and etcd stores no more than 1.5 MiB unless it is told to";
    size.store_error().map(|error| Finding {
        is_warning: true,
        kind: Kind::Definition,
        message: error.to_owned(),
        at: Some(at),
        notes: vec![note.to_owned()],
        ..Finding::default()
    })
}
