//! CRD files: texts of YAML and JSON with random errors in their characters, lines and rules.

use super::Subject;
use crate::{
    corpus::Corpus,
    mutation::{Random, mutant},
};
use cel_codegen::{check::FileReport, costs, human, json};
use cel_compiler::{crd::lines::Lines, library::KubernetesVersion};
use serde_json::Value;
use std::fs;

/// Changes CRD files, and gives them to the command's checks.
pub struct Files {
    texts: Vec<String>,
}

impl Files {
    /// The CRDs of the examples and of the tests, and those of the corpus if there is one.
    ///
    /// # Panics
    /// If the CRD of the example cannot be made.
    pub fn new() -> Self {
        let mut texts = vec![
            examples::crd_yaml().expect("the example's CRD"),
            include_str!("../../../examples/crds/certificates.yaml").to_owned(),
        ];
        texts.extend(tests_crds::all().iter().map(|crd| crd.definition.to_string()));
        let folder = Corpus::folder();
        let files = folder.and_then(|folder| Corpus::crd_files(&folder).ok());
        let small = files.into_iter().flatten().filter_map(|file| fs::read_to_string(file).ok());
        texts.extend(small.filter(|text| text.len() < LARGEST_SEED));
        Files { texts }
    }
}

impl Default for Files {
    fn default() -> Self {
        Files::new()
    }
}

impl Subject for Files {
    fn input(&mut self, random: &mut Random) -> String {
        let mut text = self.texts[random.below(self.texts.len())].clone();
        for _ in 0..=random.below(4) {
            text = match random.below(8) {
                0 => in_lines(random, &text),
                1 => with_scalar(random, &text),
                2 => with_repeated_line(random, &text),
                3 => with_nesting(random, &text),
                4 => with_mutant_rule(random, &text),
                _ => in_characters(random, &text),
            };
            let end = boundary(&text, LARGEST);
            text.truncate(end);
        }
        text
    }

    fn try_input(&self, input: &str) -> bool {
        let report = FileReport::new("crd.yaml".into(), input.to_owned(), KubernetesVersion::NEW_EXPRESSIONS);
        drop(human::file(&report));
        for version in report.versions() {
            drop(json::version("crd.yaml", version, &Lines::new(input)).to_string());
            drop(costs::table(version));
        }
        report.versions().next().is_some() && report.versions().all(|version| version.is_accepted())
    }
}

/// The end of the last whole character before a place.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Inserts, removes or doubles characters.
fn in_characters(random: &mut Random, text: &str) -> String {
    let at = boundary(text, random.below(text.len() + 1));
    let end = boundary(text, (at + random.below(9)).min(text.len()));
    let (before, part, behind) = (&text[..at], &text[at..end], &text[end..]);
    match random.below(3) {
        0 => format!("{before}{}{behind}", random.pick(FRAGMENTS)),
        1 => format!("{before}{behind}"),
        _ => format!("{before}{part}{}{part}{behind}", random.pick(FRAGMENTS)),
    }
}

/// Removes, moves or indents lines.
fn in_lines(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    let end = (at + 1 + random.below(12)).min(lines.len());
    match random.below(4) {
        0 => drop(lines.drain(at..end)),
        1 => {
            let moved: Vec<String> = lines.drain(at..end).collect();
            let to = random.below(lines.len() + 1);
            lines.splice(to..to, moved);
        }
        2 => lines.iter_mut().skip(at).take(end - at).for_each(|line| line.insert_str(0, "  ")),
        _ => {
            let copy = lines.iter().skip(at).take(end - at).cloned().collect::<Vec<_>>();
            lines.splice(at..at, copy);
        }
    }
    lines.join("\n") + "\n"
}

/// Replaces the value of a key.
fn with_scalar(random: &mut Random, text: &str) -> String {
    let places: Vec<usize> = text.match_indices(": ").map(|(at, _)| at + 2).collect();
    let Some(at) = places.get(random.below(places.len())).copied() else { return text.to_owned() };
    let end = text[at..].find(['\n', ',', '}']).map_or(text.len(), |length| at + length);
    let value = random.pick(SCALARS);
    let value = if random.below(20) == 0 { value.repeat(1 + random.below(2_000)) } else { value.to_owned() };
    format!("{}{value}{}", &text[..at], &text[end..])
}

/// Repeats a line many times, to get repeated keys and long lists.
fn with_repeated_line(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = random.below(lines.len());
    let Some(line) = lines.get(at).copied() else { return text.to_owned() };
    let most = [10, 100, 2_000][random.below(3)];
    let count = random.below(most);
    let numbered: Vec<String> =
        (0..count).map(|i| line.replacen(':', &format!("{i}:"), random.below(2))).collect();
    lines.splice(at..at, numbered.iter().map(String::as_str));
    lines.join("\n") + "\n"
}

/// Nests brackets, anchors or indents deeply at some place.
fn with_nesting(random: &mut Random, text: &str) -> String {
    let at = boundary(text, random.below(text.len() + 1));
    let most = [10, 200, 20_000][random.below(3)];
    let count = random.below(most);
    let nesting = match random.below(4) {
        0 => random.pick(&["[", "{a: ", "- ", "? ", "!!map {", "&a [*a, "]).repeat(count),
        1 => (0..count.min(300)).map(|i| format!("\n{}a:", " ".repeat(i))).collect(),
        2 => (0..count).map(|i| format!("\nx{i}: &x{i} [*x{}, *x{0}]", i.max(1) - 1)).collect(),
        _ => (0..count.min(300)).map(|_| "\"items\": {\"type\": \"array\", ").collect(),
    };
    format!("{}{nesting}{}", &text[..at], &text[at..])
}

fn with_mutant_rule(random: &mut Random, text: &str) -> String {
    let rules: Vec<(usize, &str)> = text.match_indices("rule: ").collect();
    let Some((at, key)) = rules.get(random.below(rules.len())) else { return text.to_owned() };
    let start = at + key.len();
    let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
    let rule = Value::from(mutant(random, &[&text[start..end], "self.size() < 3", "has(self.a)"]));
    format!("{}{rule}{}", &text[..start], &text[end..])
}

const LARGEST_SEED: usize = 200_000;
const LARGEST: usize = 1_000_000;

const FRAGMENTS: &[&str] = &[
    "&a ",
    "*a",
    "<<: *a\n",
    "- ",
    ": ",
    "\n",
    "\n  ",
    "\t",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "|\n",
    ">-\n",
    "|9\n",
    "#",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "!!binary ",
    "!!float ",
    "!a ",
    "? ",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "\u{0}",
    "\u{7f}",
    "\\u0000",
    "\r",
    "é",
    "😀",
    "~",
    "null",
    "0x1F",
    "1_000",
    "<<",
    "=",
    "@",
    "`",
    "%",
];

const SCALARS: &[&str] = &[
    "",
    "null",
    "~",
    "true",
    "yes",
    "-1",
    "0",
    "1e3",
    "1e400",
    "9223372036854775808",
    "99999999999999999999999",
    "0.1",
    ".inf",
    ".nan",
    "''",
    "'a'",
    "\"\\u0000\"",
    "[]",
    "{}",
    "[a, b]",
    "{a: b}",
    "{rule: 'true'}",
    "[{rule: 'self.a'}]",
    "object",
    "array",
    "string",
    "integer",
    "&a x",
    "*a",
    "2020-01-01",
    "|",
    "!!str 1",
    "a: b",
    "- a",
    "(a{1000}){1000}",
    "(?i)[a-z]{1000}",
    "x-kubernetes-validations",
];
