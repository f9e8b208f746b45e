//! Patterns that an object brings: what they may take, and what is said of those beyond it.

#![allow(missing_docs, reason = "a test has no interface")]

use allocation_counter::measure;
use cel_runtime::{__private::library::regex::Pattern, Options, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(XValidation, JsonSchema, Serialize, Clone)]
#[schemars(transform = Finder::x_validations)]
#[x_validation(rule = "self.patterns.all(p, self.text.matches(p))", message = "no match")]
#[x_validation(rule = "self.text.findAll('a.*b|a').size() == self.count", message = "another count")]
#[x_validation(
    rule = r"self.text.matches(r'^(\pL{1000})?') && self.text.find('(?:[a-z]{900}){0,1}') != '-'",
    message = "large"
)]
struct Finder {
    patterns: Vec<String>,
    text: String,
    count: i64,
}

fn finder(patterns: impl IntoIterator<Item = String>, text: &str) -> Finder {
    Finder {
        patterns: patterns.into_iter().collect(),
        text: text.to_owned(),
        count: text.matches('a').count() as i64,
    }
}

/// The result: the errors and what was allocated at most, in bytes, and in less than a time.
#[track_caller]
fn judge(finder: &Finder, most_time: Duration) -> (String, u64) {
    let options = Options { budget: i64::MAX, per_call_limit: u64::MAX, ..Options::default() };
    let (mut errors, start) = (String::new(), Instant::now());
    let memory = measure(|| errors = finder.x_evaluate(None, &options).errors.to_string());
    let time = start.elapsed();
    println!("{} bytes, {time:?}", memory.bytes_max);
    assert!(time < most_time, "{time:?}");
    (errors, memory.bytes_max)
}

/// Ten times as much as a program that is optimised may take.
const A_PATTERN: Duration = Duration::from_millis(50);
const MANY: Duration = Duration::from_secs(1);

#[test]
fn a_pattern_with_a_large_repetition_takes_little() {
    let one = |pattern: &str| finder([pattern.to_owned()], "a");
    judge(&one("a"), MANY);
    let (errors, bytes) = judge(&one(r"(\pL{1000})?"), A_PATTERN);
    assert_eq!(errors, "");
    assert!(bytes < 2 << 20, "{bytes}");
}

#[test]
fn forty_patterns_with_large_repetitions_take_little() {
    let different = finder((0..40).map(|i| format!(r"(\pL{{{}}})?", 961 + i)), "a");
    let (errors, bytes) = judge(&different, MANY);
    assert_eq!(errors, "");
    assert!(bytes < 4 << 20, "{bytes}");
}

#[test]
fn equal_patterns_are_compiled_once() {
    let pattern = |i: usize| format!("({})?", format!("{}x", i % 2).repeat(10_000));
    let few = measure(|| drop(judge(&finder((0..2).map(pattern), "a"), MANY))).bytes_total;
    let equal = finder((0..200).map(pattern), "a");
    let many = measure(|| drop(judge(&equal, MANY))).bytes_total;
    assert!(many < 2 * few, "{few}, {many}");
}

#[test]
fn a_walk_keeps_no_more_than_a_megabyte_of_patterns() {
    let different = finder((0..1000).map(|i| format!("({i}|x{{800}})?")), "a");
    let (errors, bytes) = judge(&different, 20 * MANY);
    assert_eq!(errors, "");
    assert!(bytes < 4 << 20, "{bytes}");
}

#[test]
fn all_matches_are_found_in_linear_time() {
    let text = "a".repeat(50_000);
    let (errors, bytes) = judge(&finder([], &text), 10 * MANY);
    assert_eq!(errors, "");
    assert!(bytes < 8 << 20, "{bytes}");
    let four = "a".repeat(200_000);
    assert_eq!(judge(&finder([], &four), 40 * MANY).0, "");
}

#[test]
fn a_pattern_beyond_the_limit_is_an_error() {
    let (errors, bytes) = judge(&finder(["x{1000}".repeat(1000)], "a"), MANY);
    assert!(
        errors.contains(
            "error parsing regexp: expression larger than this validator takes, with its counted repetitions written out: `x{1000}x{1000}"
        ),
        "{errors}"
    );
    assert!(bytes < 16 << 20, "{bytes}");
}

/// Here by patterns that are long. Work of searches counts, too (`cel-types/src/regex/search/tests.rs`).
#[cfg(feature = "long")]
#[test]
fn the_work_of_an_object_has_a_limit() {
    const ALL_WORK: Duration = Duration::from_secs(100);
    let patterns = (0..15).map(|i| format!("({i}{})?", "x".repeat(1 << 20)));
    let (errors, bytes) = judge(&finder(patterns, "a"), ALL_WORK);
    assert!(
        errors.contains("searches for patterns take more than 500000000 steps in this object"),
        "{errors}"
    );
    assert!(bytes < 64 << 20, "{bytes}");
    // The next object has all of it again.
    assert_eq!(judge(&finder([r"(\pL{1000})?".to_owned()], "a"), A_PATTERN).0, "");
}

/// Both engines are held against the server by `cargo oracle compare patterns`; here against each other.
#[test]
fn constant_patterns_find_what_others_find() {
    for (pattern, text, found) in [
        (r"^(\pL{1000})?", "abc", ""),
        ("(?:[a-z]{900}){0,1}", "abc", ""),
        ("[a-z]{2,300}", "1abc", "abc"),
        (r"(?i)\p{Lu}{1,63}$", "É\u{212a}k", "É\u{212a}k"),
    ] {
        let arena = cel_runtime::__private::Arena::new();
        let constant = Pattern::new(pattern).unwrap();
        assert_eq!(constant.find(text), found);
        assert_eq!(constant.find_bounded(&arena, text), Ok(found));
        assert_eq!(cel_runtime::__private::library::regex::find(&arena, text, pattern), Ok(found));
    }
}
