use super::*;

/// Searches forwards. Each search starts anew.
fn forwards<'t>(program: &Program, text: &'t str) -> Vec<&'t str> {
    let (mut cursor, mut search, mut all) = (Cursor::default(), Search::new(u64::MAX), Vec::new());
    while let Some(from) = cursor.at(text) {
        let Some(found) = program.find(text, from, &mut search).unwrap() else { break };
        all.extend(cursor.pass(text, found));
    }
    all
}

/// Searches with the sets from reading the text backwards.
fn backwards<'t>(program: &Program, text: &'t str) -> Vec<&'t str> {
    let (mut cursor, mut search, mut all) = (Cursor::default(), Search::new(u64::MAX), Vec::new());
    let mut ahead = Ahead::new(program, text, 0, &mut search).unwrap();
    while let Some(from) = cursor.at(text) {
        let Some(found) = ahead.find(from, &mut search).unwrap() else { break };
        all.extend(cursor.pass(text, found));
    }
    all
}

#[test]
fn empty_matches_beside_another_do_not_count() {
    let check = |pattern, text, expected: &[&str]| {
        let program = Program::new(pattern).unwrap();
        assert_eq!(forwards(&program, text), expected, "{pattern}");
        assert_eq!(backwards(&program, text), expected, "{pattern}");
    };
    check("a*", "baac", &["", "aa", ""]);
    check("", "日本", &["", "", ""]);
    check("a|", "abba", &["a", "", "a"]);
    check("a.*b|a", "aaa", &["a", "a", "a"]);
    check("a.*?b|a", "aabaa", &["aab", "a", "a"]);
    check("(?m)^", "a\nb", &["", ""]);
    check("x", "", &[]);
}

/// Random patterns in texts of few letters: both methods find the same matches.
#[test]
fn reading_backwards_finds_what_searches_find() {
    let parts = [
        "a",
        "b",
        "é",
        "(a|b)",
        "(a|ab)",
        "a*",
        "b+?",
        "(a*)*",
        "(|a)*",
        "(b|)",
        "a??",
        ".*",
        ".*?b",
        "[^b]",
        "$",
        "^",
        r"\b",
        r"\B",
        "(?m:^)",
        "(?m:$)",
        "a{2,3}",
        "(?:ab?){1,2}",
        "|",
        "x",
    ];
    let letters = ["a", "b", "é", "\n", "a", "ab", " "];
    let mut state: u32 = 1;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    for _ in 0..4000 {
        let pattern: String = (0..=random(4)).map(|_| parts[random(parts.len())]).collect();
        let text: String = (0..random(30)).map(|_| letters[random(letters.len())]).collect();
        let program = Program::new(&pattern).unwrap();
        assert_eq!(backwards(&program, &text), forwards(&program, &text), "{pattern} in {text:?}");
    }
}

/// Each search for `a.*b` reads to the end in vain.
#[test]
fn work_grows_with_the_text_not_with_its_square() {
    let steps = |pattern: &str, length: usize| {
        let (program, mut search) = (Program::new(pattern).unwrap(), Search::new(u64::MAX));
        let text = "a".repeat(length);
        let found = program.find_all(&text, &mut Cursor::default(), usize::MAX, &mut search).unwrap();
        assert_eq!(found.len(), length);
        u64::MAX - search.steps_left()
    };
    for pattern in ["a.*b|a", "(?:a|aa)*?b|a", "a{1,3}b|a|a*c"] {
        let (short, long) = (steps(pattern, 10_000), steps(pattern, 40_000));
        assert!(long < 5 * short, "{pattern}: {short}, {long}");
    }
}

#[test]
fn limits_hold_in_both_ways() {
    let program = Program::new("a.*b|a").unwrap();
    let text = "a".repeat(10_000);
    for limit in [0, 1, 5000, 9999, 20_000] {
        let (mut cursor, mut search) = (Cursor::default(), Search::new(u64::MAX));
        let found = program.find_all(&text, &mut cursor, limit, &mut search).unwrap();
        assert_eq!(found.len(), limit.min(10_000));
    }
    let (mut cursor, mut search) = (Cursor::default(), Search::new(100_000));
    assert_eq!(program.find_all(&text, &mut cursor, usize::MAX, &mut search), Err(TooMuchWork));
}
