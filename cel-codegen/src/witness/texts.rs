//! Texts that a string schema accepts, and some that it just refuses.

use super::{Hints, patterns::Patterns};
use cel_compiler::crd::props::SchemaProps;
use std::rc::Rc;

/// Candidates, most promising first.
pub(super) fn candidates(sources: &[&SchemaProps], hints: &Hints, known: &Patterns) -> Vec<String> {
    let patterns: Vec<&str> =
        sources.iter().map(|schema| &*schema.pattern).filter(|p| !p.is_empty()).collect();
    let hinted = hints.patterns.iter().map(String::as_str);
    let patterns: Vec<&str> = patterns.into_iter().chain(hinted).take(MOST_PATTERNS).collect();
    let of_patterns: Vec<Rc<[String]>> = patterns.iter().map(|pattern| known.samples(pattern)).collect();
    let edges: Vec<Rc<[String]>> = patterns.iter().map(|pattern| known.edges(pattern)).collect();
    let edges = edges.iter().flat_map(|edges| edges.iter());
    let samples: Vec<&String> = of_patterns.iter().flat_map(|samples| samples.iter()).collect();
    let seeds: Vec<&str> =
        ["a"].into_iter().chain(samples.iter().map(|sample| sample.as_str())).take(4).collect();
    let lengths = lengths(sources, hints, |schema| [schema.min_length, schema.max_length], LONGEST);
    let of_lengths =
        lengths.into_iter().flat_map(|length| seeds.iter().map(move |seed| of_length(seed, length)));
    let hinted = || hints.texts.iter().take(MOST_HINTS / 2);
    let parts = hinted().chain(samples.iter().copied()).take(MOST_HINTS);
    let given = hints.texts.iter().take(MOST_HINTS).cloned();
    let formats = sources.iter().flat_map(|schema| of_format(&schema.format)).copied();
    let all = given
        .chain(formats.chain(of_functions(hints)).map(str::to_owned))
        .chain(samples.iter().take(MOST_HINTS).map(|text| (*text).clone()))
        .chain(hinted().flat_map(|text| bumped(text)))
        .chain(["a", ""].map(str::to_owned))
        .chain(of_lengths)
        .chain(parts.flat_map(|text| neighbors(text)))
        .chain(["b", "A", "-", "1", "a b", "é", "*"].map(str::to_owned));
    let mut texts: Vec<String> = Vec::new();
    add(&mut texts, all, MOST);
    add(&mut texts, edges.cloned(), MOST_WITH_EDGES);
    texts
}

/// Adds new texts until there are this many.
fn add(texts: &mut Vec<String>, more: impl Iterator<Item = String>, most: usize) {
    for text in more {
        if texts.len() >= most {
            return;
        }
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
}

/// Lengths at the bounds of schemas, and numbers that expressions compare with.
pub(super) fn lengths(
    sources: &[&SchemaProps],
    hints: &Hints,
    bounds: fn(&SchemaProps) -> [Option<i64>; 2],
    most: usize,
) -> Vec<usize> {
    let bounds = sources.iter().flat_map(|schema| bounds(schema)).flatten();
    let mut lengths: Vec<usize> = bounds
        .chain(hints.ints.iter().copied().filter(|n| (0..=LARGEST_HINT).contains(n)))
        .flat_map(|n| [n, n.saturating_add(1), n.saturating_sub(1)])
        .filter_map(|n| usize::try_from(n).ok().filter(|n| *n <= most))
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// A text of the given length: more characters after the first one, or a cut text.
fn of_length(seed: &str, length: usize) -> String {
    let count = seed.chars().count();
    let Some(more) = length.checked_sub(count) else { return seed.chars().take(length).collect() };
    let first = seed.chars().next();
    let filler = first.filter(char::is_ascii_alphanumeric).unwrap_or('a').to_string().repeat(more);
    let (first, rest) = seed.split_at(first.map_or(0, char::len_utf8));
    [first, &filler, rest].concat()
}

/// Texts with one number changed by one: `11Gi` and `9Gi` for `10Gi`.
fn bumped(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut at = 0;
    // Each is a copy of the text, which may have thousands of numbers.
    while texts.len() < MOST_BUMPED
        && let Some(begin) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit()))
    {
        let begin = at + begin;
        let rest = text.get(begin..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        at = begin + length;
        let (Some(before), Some(behind)) = (text.get(..begin), text.get(at..)) else { break };
        let Some(number) = rest.get(..length).and_then(|digits| digits.parse::<u64>().ok()) else { continue };
        for number in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
            texts.push(format!("{before}{number}{behind}"));
        }
    }
    texts
}

/// Texts that differ a little.
fn neighbors(text: &str) -> Vec<String> {
    if text.len() > LONGEST_NEIGHBOR {
        return Vec::new();
    }
    let shorter: String = text.chars().take(text.chars().count().saturating_sub(1)).collect();
    let mut texts = vec![format!("{text}a"), format!("a{text}"), shorter, format!("{text}_")];
    if text.chars().count() == 1 {
        texts.extend([format!("a{text}b"), format!("a{text}a{text}b")]);
    }
    texts.extend([text.to_uppercase(), text.to_lowercase()]);
    texts
}

fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "date-time" | "datetime" => &["2020-01-01T00:00:00Z", "2021-06-01T12:00:00Z", "x"],
        "date" => &["2020-01-01", "2021-06-01", "x"],
        "duration" => &["1h", "0s", "1s", "10m", "24h", "x"],
        "byte" => &["YQ==", "YWJj", "x"],
        "ipv4" => &["10.0.0.1", "192.168.1.1", "x"],
        "ipv6" => &["::1", "fd00::1", "x"],
        "cidr" => &["10.0.0.0/8", "fd00::/8", "x"],
        "mac" => &["01:23:45:67:89:ab", "x"],
        "uri" => &["http://a.example/b", "https://a.example", "x"],
        "hostname" => &["a.example", "-"],
        "email" => &["a@b.example", "x"],
        "uuid" | "uuid3" | "uuid4" | "uuid5" => &[
            "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-31d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-51d1-80b4-00c04fd430c8",
            "x",
        ],
        "bsonobjectid" => &["507f1f77bcf86cd799439011", "x"],
        "isbn" | "isbn10" => &["0306406152", "x"],
        "isbn13" => &["9780306406157", "x"],
        "creditcard" => &["4111111111111111", "x"],
        "ssn" => &["123-45-6789", "x"],
        "hexcolor" => &["#aabbcc", "x"],
        "rgbcolor" => &["rgb(1,2,3)", "x"],
        "k8s-short-name" | "k8s-long-name" => &["a", "a.b", "-"],
        _ => &[],
    }
}

/// Texts that the functions in expressions can read.
fn of_functions(hints: &Hints) -> impl Iterator<Item = &'static str> {
    let texts = |function: &String| -> &'static [&'static str] {
        match function.as_str() {
            "quantity" | "isQuantity" => &["1", "100m", "1Gi", "10Gi", "x"],
            "duration" => &["1s", "1m", "1h", "0s", "24h"],
            "timestamp" => &["2020-01-01T00:00:00Z", "2021-06-01T12:00:00Z"],
            "ip" | "isIP" | "ip.isCanonical" => &["10.0.0.1", "::1", "127.0.0.1"],
            "cidr" | "isCIDR" | "containsIP" | "containsCIDR" => &["10.0.0.0/8", "fd00::/8", "10.0.0.0/33"],
            "url" | "isURL" => &["http://a.example/b", "https://a.example:8443/b?c=d"],
            "semver" | "isSemver" => &["1.0.0", "1.2.3", "2.0.0-rc.1"],
            "validate" | "format.named" => &["a", "a-b", "A_b", "a.b"],
            "int" | "double" | "uint" => &["1", "10", "0", "x"],
            "bool" => &["true", "false"],
            "split" | "join" => &["a,b", "a"],
            _ => &[],
        }
    };
    hints.functions.iter().flat_map(texts).copied()
}

const MOST: usize = 64;
const MOST_WITH_EDGES: usize = 192;
const MOST_HINTS: usize = 20;
const MOST_PATTERNS: usize = 6;
const MOST_BUMPED: usize = 6;
const LONGEST: usize = 100_000;
const LONGEST_NEIGHBOR: usize = 1_000;
/// Larger numbers in expressions are rarely lengths.
const LARGEST_HINT: i64 = 10_000;
