use super::*;

fn size(pattern: &str) -> usize {
    Program::new(pattern).unwrap().size()
}

#[track_caller]
fn is_beyond_limit(pattern: &str) {
    let error = Program::new(pattern).map(|program| program.size()).unwrap_err();
    assert!(error.is_beyond_limit(), "{error}");
}

#[test]
fn a_class_is_one_instruction_and_held_once() {
    let program = Program::new(r"(\pL{1000})?").unwrap();
    assert_eq!((program.size(), program.classes.len()), (1002, 1));
    assert!(program.memory() < 20_000, "{}", program.memory());
    let program = Program::new(r"(?i)(\pL|\PN|a|a)[\pL_]+").unwrap();
    assert_eq!((program.size(), program.classes.len()), (4, 2));
}

#[test]
fn counted_repetitions_are_written_out() {
    assert_eq!(size("a{3}"), 1 + 3);
    assert_eq!(size("a{2,5}"), 1 + 5 + 3);
    assert_eq!(size("a{2,}"), 1 + 2 + 1);
    assert_eq!(size("a{0}b{1}"), 1 + 1);
    assert_eq!(size("(a{30}){30}"), 1 + 900);
}

/// `(a|)*` has the same preference as in Go: an empty match does not end the repetition.
#[test]
fn stars_of_what_may_be_empty_have_an_instruction_more() {
    assert_eq!(size("a*"), 1 + 2);
    assert_eq!(size("(a?)*"), 1 + 4);
}

#[test]
fn without_counted_repetitions_no_pattern_is_too_large() {
    for part in ["a", "a*", "a|", "()", "(a)?", "[ab]|c", "(?:)", r"\b*", "a+?", "^*", "|"] {
        assert!(Program::new(&part.repeat(1 << 16)).is_ok(), "{part}");
    }
    // Some are too large for Go, because each class counts again there.
    assert!(Program::new(&r"\pL".repeat(25_000)).unwrap().memory() < 400_000);
}

#[test]
fn limits() {
    assert!(Program::new(&"x{1000}".repeat(130)).is_ok());
    is_beyond_limit(&"x{1000}".repeat(140));
    is_beyond_limit(&format!("({}){{1000}}", "x".repeat(300)));
    is_beyond_limit(&format!("(?:{}){{1000}}", "(?:)".repeat(1000)));
    is_beyond_limit(&r"[\pLa]".repeat(1000));
    is_beyond_limit(&format!("(?i){}", r"[a-\x{FFFF}]".repeat(1000)));
    is_beyond_limit(&format!("[{}]", r"\pL".repeat(10_000)));
    let error = Program::new(&"x{1000}".repeat(140)).unwrap_err().to_string();
    assert!(error.ends_with("x{1000}x{...`"), "{error}");
    assert!(!Program::new("(").unwrap_err().is_beyond_limit());
}

/// The thread has two megabytes of stack, like the threads of tests.
#[test]
fn deep_patterns_are_compiled() {
    for (open, close) in [("(?:", ")*"), ("(", ")"), ("(?:a?", "){0,1}"), ("(?:", "){1,}?")] {
        let levels = if open.ends_with('?') { 490 } else { 999 };
        let pattern = open.repeat(levels) + "x" + &close.repeat(levels);
        assert!(Program::new(&pattern).is_ok(), "{open}");
    }
}

#[test]
fn only_small_patterns_are_for_other_engines() {
    let kinds = |pattern: &str| {
        let program = Program::new(pattern).unwrap();
        (program.is_small(), program.suits_regex())
    };
    assert_eq!(kinds(r"^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$"), (true, true));
    assert_eq!(kinds(r"^\pL+$"), (true, true));
    assert_eq!(kinds("[a-z]{1,253}"), (false, true));
    assert_eq!(kinds(r"\pL{63}"), (false, false));
    assert_eq!(kinds("a{1000}b{1000}c{1000}d{1000}e{1000}"), (false, false));
}

#[test]
fn members_are_found_in_ascii_and_beyond() {
    let members = Members::new(Class::new(&[(0x30, 0x39), (0x7f, 0x81), (0x100, 0x10ff)]));
    let contained = [0x2f, 0x30, 0x39, 0x3a, 0x7e, 0x7f, 0x80, 0x81, 0x82, 0xff, 0x100, 0x10ff, 0x1100]
        .map(|character| members.contain(character));
    let expected = [false, true, true, false, false, true, true, true, false, false, true, true, false];
    assert_eq!(contained, expected);
}
