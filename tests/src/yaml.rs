//! Random files of YAML and JSON, and their meaning.

use crate::mutation::Random;
use serde_json::Value;

/// A value with numbers as the server has them: a whole one is the same with and without its fraction, one beyond 64 bits is a float.
pub fn as_the_server_has_it(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_i64().is_none() => {
            let float = number.as_f64().unwrap_or_default();
            float.to_string().parse::<i64>().map_or_else(|_| float.into(), Value::from)
        }
        Value::Array(items) => items.iter().map(as_the_server_has_it).collect(),
        Value::Object(entries) => {
            let entries = entries.iter();
            Value::Object(entries.map(|(key, value)| (key.clone(), as_the_server_has_it(value))).collect())
        }
        value => value.clone(),
    }
}

/// A text that is YAML, or almost: a value with random marks between its parts, tokens in a row, or a recorded text. Up to three tokens
/// of it are changed.
pub fn near_yaml(random: &mut Random, recorded: &[&str]) -> String {
    let mut text = String::new();
    match random.below(4) {
        0 => text.push_str(random.pick(recorded)),
        1 => (0..1 + random.below(10)).for_each(|_| text.push_str(random.pick(TOKENS))),
        _ => write_value(random, &mut text, 0, 3),
    }
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(characters.len() + 1);
        let end = (at + random.below(3)).min(characters.len());
        characters.splice(at..end, random.pick(TOKENS).chars());
    }
    characters.into_iter().collect()
}

/// Writes a value in a random style. Its lines are indented by so many spaces.
fn write_value(random: &mut Random, text: &mut String, indent: usize, depth: usize) {
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 | 1 => text.push_str(random.pick(SCALARS)),
        2 => {
            let quote = random.pick(&["'", "\""]);
            text.push_str(quote);
            (0..random.below(4)).for_each(|_| text.push_str(random.pick(QUOTED)));
            text.push_str(quote);
        }
        3 => {
            text.push_str(random.pick(&["|", ">", "|-", ">-", "|+", ">+", "|1", ">2-", "| # c"]));
            for _ in 0..1 + random.below(3) {
                let more = random.below(3);
                new_line(random, text, indent + more);
                text.push_str(random.pick(QUOTED));
            }
        }
        4 | 5 => (0..1 + random.below(3)).for_each(|_| {
            new_line(random, text, indent);
            text.push_str(random.pick(KEYS));
            text.push_str(random.pick(&[": ", ":", " : ", ": &x ", ": !!str ", ": # c\n", ":\t"]));
            let more = 1 + random.below(2);
            write_value(random, text, indent + more, depth - 1);
        }),
        6 => (0..1 + random.below(3)).for_each(|_| {
            new_line(random, text, indent);
            text.push_str(random.pick(&["- ", "-", "-\t", "- - "]));
            write_value(random, text, indent + 2, depth - 1);
        }),
        _ => {
            let [open, close] = [["[", "]"], ["{", "}"]][random.below(2)];
            text.push_str(open);
            for _ in 0..random.below(3) {
                if open == "{" {
                    text.push_str(random.pick(KEYS));
                    text.push_str(random.pick(&[": ", ":", " :\n "]));
                }
                write_value(random, text, indent + 1, depth - 1);
                text.push_str(random.pick(&[", ", ",", ",\n   ", " "]));
            }
            text.push_str(close);
        }
    }
}

fn new_line(random: &mut Random, text: &mut String, indent: usize) {
    if !text.is_empty() {
        text.push_str(random.pick(&["\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", " # c\n", "\u{85}"]));
    }
    text.push_str(&" ".repeat(indent));
}

const KEYS: &[&str] =
    &["a", "b", "kind", "'c'", "\"d\"", "1", "yes", "null", "a b", "? e", "<<", "{}", "- x", "é"];

const SCALARS: &[&str] = &[
    "x",
    "x y",
    "1",
    "-1",
    "1.50",
    "0x1F",
    "0o17",
    "017",
    "1e3",
    "1_000",
    ".5",
    ".inf",
    "-.INF",
    ".nan",
    "~",
    "null",
    "yes",
    "Off",
    "true",
    "TRUE",
    "y",
    "=",
    "2001-01-01",
    "12:30:45",
    "a#b",
    "a: b",
    "*x",
    "!!str 1",
    "!!int '1'",
    "!!binary aGk=",
    "!t x",
    "9223372036854775808",
    "-",
    "?",
    "a\n  b",
    "'",
    "a'b",
    "&x 1",
    "@",
    "%a",
    "`",
];

const QUOTED: &[&str] = &[
    "x", " ", "''", "\\\"", "\\n", "\\", "\\x41", "\\u00e9", "\\/", "\\ ", "\t", "\n", "\n ", "\n\n  ", "\r",
    "\r\n ", "\u{85}", "\u{2028}", "é", "#", " # c", ": ", "---", "\n---\n", "...", "\u{a0}", "\\\n  ", "1",
    "{", "]", ",", "\u{feff}", "😀", "\u{7f}",
];

const TOKENS: &[&str] = &[
    "a",
    "1",
    "x",
    "'",
    "\"",
    ":",
    ": ",
    ":\n",
    "- ",
    "-",
    "\n",
    "\n ",
    "\n  ",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    "{",
    "}",
    "[",
    "]",
    ",",
    ", ",
    "#",
    " # c",
    "---",
    "---\n",
    "\n---\n",
    "--- ",
    "...",
    "\n...\n",
    "|",
    ">",
    "|\n ",
    "&x ",
    "*x",
    "!!str ",
    "!!map ",
    "!t ",
    "!",
    "?",
    "? ",
    "%YAML 1.1\n",
    "%a\n",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "é",
    "~",
    "null",
    "yes",
    "\\",
    "\\n",
    "<<: ",
    "*x ",
    "''",
    "\"\"",
    "{}",
    "[]",
    "@",
    "`",
    "\u{0}",
    "\u{7f}",
    "=",
    "a: 1\n",
    "b: 'c'\n",
    "- a\n",
    "{\"a\": 1}",
    "{\"a\":",
];
