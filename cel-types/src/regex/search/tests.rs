use super::*;

#[track_caller]
fn check(pattern: &str, text: &str, expected: Option<&str>) {
    let (program, mut search) = (Program::new(pattern).unwrap(), Search::new(u64::MAX));
    let found = program.find(text, 0, &mut search).unwrap();
    assert_eq!(found.map(|(start, end)| &text[start..end]), expected, "{pattern} in {text:?}");
    assert_eq!(program.is_match(text, &mut search), Ok(expected.is_some()), "{pattern} in {text:?}");
}

#[test]
fn the_leftmost_match_wins_then_the_preferred_one() {
    check("a|ab", "xab", Some("a"));
    check("ab|a", "xab", Some("ab"));
    check("abcd|c", "abcd", Some("abcd"));
    check("a*?b??", "aab", Some(""));
    check("(a|ab)(c|bcd)(d*)", "abcd", Some("abcd"));
    check("(?U)a+", "aaa", Some("a"));
    check("(|a)*", "aaa", Some(""));
    check("(|a)+", "aaa", Some(""));
    check("(a|)*", "aaa", Some("aaa"));
    check("(?:a{2,4}){2}", "aaaaaaa", Some("aaaaaaa"));
    check("(?:a{2,4}?){2}", "aaaaaaa", Some("aaaa"));
    check("x", "aaa", None);
    check("", "", Some(""));
}

#[test]
fn places_are_those_of_the_whole_text() {
    check("^b", "ab", None);
    check("(?m)^b$", "a\nb\nc", Some("b"));
    check(r"\bb", "ab b", Some("b"));
    check(r"\Bb", "ab", Some("b"));
    check(r"é\b", "é", None);
    check("a$", "a\n", None);
    let (program, mut search) = (Program::new(r"\bb|^a").unwrap(), Search::new(u64::MAX));
    assert_eq!(program.find("abb", 1, &mut search), Ok(None));
    assert_eq!(program.find("ab b", 1, &mut search), Ok(Some((3, 4))));
    assert_eq!(program.find("a", 1, &mut search), Ok(None));
}

#[test]
fn characters_are_code_points() {
    check("^.$", "😀", Some("😀"));
    check(r"\PL", "日本1", Some("1"));
    check("(?i)[k]", "\u{212a}", Some("\u{212a}"));
    check("(?i)STRASSE", "straſſe", Some("straſſe"));
    check(r"\x{D800}|b", "ab", Some("b"));
    check("[^a]", "\n", Some("\n"));
    check(".", "\n", None);
}

/// A step is a character at an instruction. A text that is four times as long takes four times the steps.
#[test]
fn work_grows_with_the_text() {
    let steps = |pattern: &str, length: usize| {
        let (program, mut search) = (Program::new(pattern).unwrap(), Search::new(u64::MAX));
        program.is_match(&"a".repeat(length), &mut search).unwrap();
        u64::MAX - search.steps_left()
    };
    for pattern in ["(a*)*b", "(a|aa)+$", "a{0,100}b", r"(\pL{50})*1", "a.*b|x"] {
        let (short, long) = (steps(pattern, 1000), steps(pattern, 4000));
        assert!(long < 5 * short, "{pattern}: {short}, {long}");
    }
    assert!(steps("^b", 1000) < 5);
}

#[test]
fn work_is_limited() {
    let program = Program::new(r"\pL{1000}1").unwrap();
    let text = "a".repeat(100_000);
    let mut search = Search::new(1_000_000);
    assert_eq!(program.is_match(&text, &mut search), Err(TooMuchWork));
    assert_eq!(program.find(&text, 0, &mut search), Err(TooMuchWork));
    search.renew(10_000);
    assert_eq!(program.is_match("a", &mut search), Ok(false));
}

#[test]
fn memory_that_was_needed_once_is_given_back() {
    let program = Program::new("x{1000}").unwrap();
    let mut search = Search::new(u64::MAX);
    assert_eq!(program.is_match("x", &mut search), Ok(false));
    search.shrink(1 << 20);
    assert_eq!(search.seen.rounds.len(), 1001);
    search.shrink(1 << 10);
    assert_eq!(search.seen.rounds.len(), 0);
    assert_eq!(program.is_match(&"x".repeat(1000), &mut search), Ok(true));
}

#[test]
fn rounds_begin_again() {
    let mut seen = Seen { rounds: vec![u32::MAX, 0], round: u32::MAX };
    assert!(!seen.insert(0));
    seen.clear();
    assert!(seen.insert(0));
    assert!(!seen.insert(0));
    assert!(seen.insert(1));
}
