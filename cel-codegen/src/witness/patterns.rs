//! Finds texts that a pattern matches.

mod edges;

use crate::defaults::values::Matches;
use cel_types::regex::translate;
use regex_syntax::hir::{Class, Hir, HirKind};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// What searches know about patterns. They meet the same ones in many nodes.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    pub(super) matches: Rc<Matches>,
    samples: Texts,
    edges: Texts,
}

/// Some texts for each pattern.
type Texts = RefCell<HashMap<String, Rc<[String]>>>;

impl Patterns {
    /// [`samples`], each found once.
    pub(super) fn samples(&self, pattern: &str) -> Rc<[String]> {
        found_once(&self.samples, pattern, samples)
    }

    /// [`edges::edges`], each found once.
    pub(super) fn edges(&self, pattern: &str) -> Rc<[String]> {
        found_once(&self.edges, pattern, |pattern| {
            parsed(pattern).map(|hir| edges::edges(&hir)).unwrap_or_default()
        })
    }
}

fn found_once(known: &Texts, pattern: &str, find: impl FnOnce(&str) -> Vec<String>) -> Rc<[String]> {
    if let Some(known) = known.borrow().get(pattern) {
        return Rc::clone(known);
    }
    let texts: Rc<[String]> = find(pattern).into();
    known.borrow_mut().insert(pattern.to_owned(), Rc::clone(&texts));
    texts
}

fn parsed(pattern: &str) -> Option<Hir> {
    translate(pattern).ok().and_then(|pattern| regex_syntax::parse(&pattern).ok())
}

/// Some texts that match a pattern, short ones first; none if it is invalid.
pub(super) fn samples(pattern: &str) -> Vec<String> {
    let Some(hir) = parsed(pattern) else { return Vec::new() };
    let mut samples: Vec<String> = Vec::new();
    for choice in 0..CHOICES {
        for repeat in [0, 1, 3] {
            let mut text = String::new();
            write(&hir, choice, repeat, &mut text);
            if text.len() <= LONGEST && !samples.contains(&text) {
                samples.push(text);
            }
        }
    }
    samples.sort_by_key(String::len);
    samples
}

/// `choice` selects the alternative. `repeat` is the number of repetitions beyond the minimum.
fn write(hir: &Hir, choice: usize, repeat: u32, text: &mut String) {
    if text.len() > LONGEST {
        return;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => *text += &String::from_utf8_lossy(&literal.0),
        HirKind::Class(class) => text.extend(character(class, choice)),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            for _ in 0..repetition.min.saturating_add(repeat).min(most) {
                if text.len() > LONGEST {
                    return;
                }
                write(&repetition.sub, choice, repeat, text);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, choice, repeat, text),
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, choice, repeat, text)),
        HirKind::Alternation(parts) => {
            let chosen = choice.checked_rem(parts.len()).and_then(|at| parts.get(at));
            chosen.into_iter().for_each(|part| write(part, choice, repeat, text));
        }
    }
}

/// A character of a class, a plain one if possible.
fn character(class: &Class, choice: usize) -> Option<char> {
    let has = |c: &char| match class {
        Class::Unicode(class) => class.ranges().iter().any(|range| (range.start()..=range.end()).contains(c)),
        Class::Bytes(class) => class
            .ranges()
            .iter()
            .any(|range| (char::from(range.start())..=char::from(range.end())).contains(c)),
    };
    let plain = || PLAIN.chars().filter(has);
    let chosen = choice.checked_rem(plain().count()).and_then(|at| plain().nth(at));
    chosen.or_else(|| match class {
        Class::Unicode(class) => class.ranges().first().map(|range| range.start()),
        Class::Bytes(class) => class.ranges().first().map(|range| char::from(range.start())),
    })
}

const PLAIN: &str = "a0A-._/b19";

const CHOICES: usize = 4;
const LONGEST: usize = 1_000;
