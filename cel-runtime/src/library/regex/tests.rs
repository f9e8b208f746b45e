use super::*;
use crate::ops::CelList;

fn found(pattern: &str, text: &str) -> Vec<String> {
    let arena = Arena::new();
    find_all(&arena, text, pattern).unwrap().elements().map(str::to_owned).collect()
}

#[test]
fn empty_matches_beside_another_do_not_count() {
    assert_eq!(found("a*", "baac"), ["", "aa", ""]);
    assert_eq!(found("", "日本"), ["", "", ""]);
    assert_eq!(found(r"\B", "日a"), [""]);
}

#[test]
fn limits_are_numbers_of_matches() {
    let arena = Arena::new();
    let count = |limit| find_all_limited(&arena, "aaa", "a", limit).unwrap().length();
    assert_eq!([-5, -1, 0, 2, 7].map(count), [3, 3, 0, 2, 3]);
}

#[test]
fn errors_say_which_function_was_called() {
    let arena = Arena::new();
    let text = "error parsing regexp: missing closing ]: `[`";
    assert_eq!(matches(&arena, "", "[").unwrap_err().to_string(), text);
    assert_eq!(find(&arena, "", "[").unwrap_err().to_string(), format!("Illegal regex: {text}"));
    assert_eq!(find_all(&arena, "", "[").err().unwrap().to_string(), format!("Illegal regex: {text}"));
}

/// The thread has two megabytes of stack, like the threads of tests.
#[test]
fn deep_and_long_patterns_are_patterns() {
    for (open, close) in [("(?:", ")*"), ("(?:a|", ")b?"), ("(?:(?:", "){1}c)*?")] {
        let levels = if open.starts_with("(?:(?:") { 300 } else { 490 };
        let pattern = open.repeat(levels) + "x" + &close.repeat(levels);
        assert!(Pattern::new(&pattern).unwrap().matches("xb"));
    }
    let pattern = format!("{}x{}", "(?:".repeat(999), ")*".repeat(999));
    assert!(Pattern::new(&pattern).unwrap().matches("xx"));
    let text = "ab".repeat(50_000);
    assert!(Pattern::new(&format!("^{text}$")).unwrap().matches(&text));
}

#[test]
fn searches_take_time_linear_in_the_text() {
    let text = "a".repeat(1 << 20);
    assert!(!Pattern::new("(a*)*b").unwrap().matches(&text));
    assert!(!Pattern::new("^(a|aa)+$").unwrap().matches(&(text.clone() + "b")));
    assert_eq!(Pattern::new("a{1000}$").unwrap().find(&text).len(), 1000);
}
