//! A comparison as findings.

use super::{
    Comparison, Effect, Fact, Fate, Outcome, Stored, Witness,
    changes::{Change, What, texts},
    keywords::Keyword,
    stored::text,
    yaml,
};
use crate::{
    findings::{Finding, Kind},
    human::plural,
    objects::NOT_CHECKED,
};
use cel_compiler::crd::props::{RuleProps, SchemaProps};

/// A change, described in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// `rule`, `maxLength`, `required`, `property`
    pub what: String,
    /// The node: `spec.ports[]`; empty for the root.
    pub at: String,
    /// The old value, if there was one.
    pub old: Option<String>,
    /// The new value, if there is one.
    pub new: Option<String>,
    /// True if the change affects no object.
    pub is_harmless: bool,
}

/// Describes a change in words.
#[must_use]
pub fn words(change: &Change<'_>) -> Words {
    let rule = |rule: Option<&RuleProps>| rule.map(|rule| rule.rule.trim().to_owned());
    let required = |schema: &SchemaProps, name: &str| {
        schema.required.iter().any(|other| other == name).then(|| name.to_owned())
    };
    let keyword =
        |keyword: &Keyword, schema: &SchemaProps| (keyword.shown)(schema).map(|text| shortened(&text));
    let (what, old, new) = match change.what {
        What::Rule { old, new } => ("rule", rule(old), rule(new)),
        What::Reworded { old, new } => ("message", Some(says(old, new)), Some(says(new, old))),
        What::Keyword(known) => (known.name, keyword(known, change.old), keyword(known, change.new)),
        What::Required(name) => ("required", required(change.old, name), required(change.new, name)),
        What::Property { name, old, new } => {
            ("property", old.map(|_| name.to_owned()), new.map(|_| name.to_owned()))
        }
    };
    let is_harmless = change.direction == super::keywords::Direction::Neither;
    Words { what: what.to_owned(), at: text(&change.path), old, new, is_harmless }
}

/// The texts of a rule that another one does not have: `message: too small, no fieldPath`.
fn says(rule: &RuleProps, other: &RuleProps) -> String {
    let texts = texts(rule).into_iter().zip(texts(other)).filter(|(one, other)| one != other);
    let named = texts.map(|((key, text), _)| match text {
        "" => format!("no {key}"),
        text => format!("{key}: {text}"),
    });
    named.collect::<Vec<_>>().join(", ")
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The effect of a change, in a few words.
#[must_use]
pub fn verdict(effect: &Effect) -> &'static str {
    let found = |outcome: &Outcome| matches!(outcome, Outcome::Found(_));
    match (found(&effect.tighter), found(&effect.looser)) {
        _ if effect.what.is_harmless => "reworded",
        (true, true) => "changed both ways",
        (true, false) => "tightened",
        _ if effect.is_unsearched() => "not searched",
        (false, true) => "loosened",
        (false, false) if effect.what.what == "default" => "changed",
        (false, false) => "no difference found",
    }
}

/// All findings of a comparison. The flag is true if a finding stands in the old file.
#[must_use]
pub fn of_comparison(comparison: &Comparison) -> Vec<(bool, Finding<'static>)> {
    let mut findings: Vec<(bool, Finding<'static>)> =
        comparison.facts.iter().map(|fact| of_fact(fact, None)).collect();
    for crd in &comparison.crds {
        findings.extend(crd.facts.iter().map(|fact| of_fact(fact, Some(format!("`{}`", crd.name)))));
        for version in &crd.versions {
            let within = format!("`{}`, version `{}`", crd.name, version.name);
            findings.extend(version.effects.iter().map(|effect| (effect.is_old, of_effect(effect, &within))));
        }
    }
    findings
}

fn of_fact(fact: &Fact, within: Option<String>) -> (bool, Finding<'static>) {
    let finding = Finding {
        is_note: !fact.is_tighter,
        kind: Kind::Change,
        message: fact.text.clone(),
        at: Some(fact.at),
        within,
        ..Finding::default()
    };
    (fact.is_old, finding)
}

fn of_effect(effect: &Effect, within: &str) -> Finding<'static> {
    let may_be_tighter = matches!(effect.tighter, Outcome::Found(_) | Outcome::NotSearched { .. });
    Finding {
        is_note: !may_be_tighter,
        kind: Kind::Change,
        message: format!("{}: {}", verdict(effect), title(&effect.what)),
        at: Some(effect.at),
        within: Some(within.to_owned()),
        notes: notes(effect),
        ..Finding::default()
    }
}

/// `maxLength of spec.name is 20, was 63`
fn title(words: &Words) -> String {
    let at = if words.at.is_empty() { "the root" } else { &words.at };
    match (words.what.as_str(), &words.old, &words.new) {
        ("rule", None, _) => format!("new rule at {at}"),
        ("rule", _, None) => format!("rule removed at {at}"),
        ("rule", ..) => format!("rule changed at {at}"),
        ("message", ..) => format!("only the texts of a rule changed at {at}"),
        ("required", _, Some(name)) => format!("`{name}` is required at {at}"),
        ("required", Some(name), None) => format!("`{name}` is no longer required at {at}"),
        ("property", _, Some(name)) => format!("new property `{name}` at {at}"),
        ("property", Some(name), None) => format!("property `{name}` removed at {at}"),
        (what, old, new) => {
            let shown = |value: &Option<String>| {
                value.as_deref().map_or_else(|| "absent".to_owned(), |v| format!("`{v}`"))
            };
            format!("`{what}` at {at} is {}, was {}", shown(new), shown(old))
        }
    }
}

fn notes(effect: &Effect) -> Vec<String> {
    let mut notes = Vec::new();
    let words = &effect.what;
    if let ("rule" | "message", Some(old), Some(_)) = (words.what.as_str(), &words.old, &words.new) {
        notes.push(format!("was: {old}"));
    }
    if let ("message", Some(new)) = (words.what.as_str(), &words.new) {
        notes.push(format!("is: {new}"));
    }
    if words.what == "default" {
        notes.push(of_default(words.old.is_some(), words.new.is_some()).to_owned());
    }
    for (outcome, what, by) in
        [(&effect.tighter, "refused now", "error"), (&effect.looser, "accepted now", "error before")]
    {
        match outcome {
            Outcome::Found(witness) => notes.extend(of_witness(witness, what, by)),
            Outcome::NotFound { tried } => {
                notes.push(format!("no object that is {what} was found, {} tried", plural(*tried, "object")))
            }
            Outcome::NotSearched { tried } => notes.push(not_searched(what, *tried)),
            Outcome::Impossible => {}
        }
    }
    notes
}

fn not_searched(what: &str, tried: usize) -> String {
    let tried = plural(tried, "object");
    format!(
        "whether an object is {what} is not known: the limit on all searches ended this one after {tried}"
    )
}

/// The server fills in defaults where it stores an object, and where it reads one.
fn of_default(was_there: bool, is_there: bool) -> &'static str {
    match (was_there, is_there) {
        (false, _) => "objects that leave it out get the default, also those that are stored without it",
        (true, true) => {
            "objects that leave it out get the new default, those that are stored with the old one keep it"
        }
        (true, false) => "objects that leave it out get no default, those that are stored with it keep it",
    }
}

fn of_witness(witness: &Witness, what: &str, by: &str) -> Vec<String> {
    let mut notes = Vec::new();
    let object = shown(&yaml::lines(&witness.object));
    let write = match (witness.is_of_status, witness.old_object.is_some()) {
        (true, true) => ", as an update of the status",
        (true, false) => ", when its status is written",
        (false, true) => ", as an update",
        (false, false) => "",
    };
    notes.push(format!("{what}{write}:\n{object}"));
    notes.extend(witness.old_object.iter().map(|old| format!("of:\n{}", shown(&yaml::lines(old)))));
    let is_worth = |error: &&String| !error.ends_with(NOT_CHECKED);
    let errors = witness.errors.iter().filter(is_worth).take(MOST_ERRORS);
    notes.extend(errors.map(|error| format!("{by}: {}", shortened_error(error))));
    if witness.is_hidden {
        notes.push("the rule would fail, too: the server does not come to it".to_owned());
    }
    notes.extend(
        witness.stored.as_ref().map(|stored| format!("stored objects like it: {}", of_stored(stored))),
    );
    notes
}

/// Describes what happens to stored objects.
#[must_use]
pub fn of_stored(stored: &Stored) -> String {
    match &stored.fate {
        Fate::Refused { .. } => {
            "every update is refused until this is mended, even one of a label".to_owned()
        }
        Fate::Valid { is_transition: true } => "only updates that make such a change are refused".to_owned(),
        Fate::Valid { is_transition: false } => "they have the old default, and stay valid".to_owned(),
        Fate::Forgiven { part, .. } if part.is_empty() => {
            "updates that change only metadata are accepted".to_owned()
        }
        Fate::Forgiven { part, .. } => format!("updates that leave `{part}` as it is are accepted"),
        Fate::Dropped => "updates are accepted, and the next write drops the value".to_owned(),
    }
}

/// The first lines of an object.
fn shown(yaml: &str) -> String {
    let mut lines: Vec<String> =
        yaml.lines().take(MOST_LINES).map(|line| format!("  {}", shortened_error(line))).collect();
    let rest = yaml.lines().count().saturating_sub(lines.len());
    if rest > 0 {
        lines.push(format!("  # {rest} more lines; `--format json` has all"));
    }
    lines.join("\n")
}

fn shortened_error(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => {
            let count = text.chars().count();
            format!("{}… # {count} characters; `--format json` has all", text.get(..end).unwrap_or_default())
        }
        None => text.to_owned(),
    }
}

const LONGEST: usize = 200;
const LONGEST_LINE: usize = 300;
const MOST_LINES: usize = 60;
const MOST_ERRORS: usize = 5;
