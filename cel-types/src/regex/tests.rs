use super::translate;

#[track_caller]
fn check(pattern: &str, translated: &str) {
    assert_eq!(translate(pattern).as_deref(), Ok(translated), "{pattern}");
}

/// `error`: kind and fragment.
#[track_caller]
fn fails(pattern: &str, error: &str) {
    assert_eq!(
        translate(pattern).unwrap_err().to_string(),
        format!("error parsing regexp: {error}"),
        "{pattern}"
    );
}

#[test]
fn anchors_and_boundaries_are_those_of_the_text() {
    check("^a$", r"\Aa\z");
    check("(?m)^a$", "(?m:^)a(?m:$)");
    check(r"\Aa\z", r"\Aa\z");
    check(r"\ba\B", r"(?-u:\b)a(?-u:\B)");
    check("^*", r"\A*");
}

#[test]
fn classes_are_written_with_their_characters() {
    check(r"\d", "[0-9]");
    check(r"\s", r"[\x{9}\x{A}\x{C}\x{D}\x{20}]");
    check(r"[^\w]", r"[\x{0}-\x{2F}\x{3A}-\x{40}\x{5B}-\x{5E}\x{60}\x{7B}-\x{D7FF}\x{E000}-\x{10FFFF}]");
    check("[[:^alpha:]b-]", r"[\x{0}-\x{40}\x{5B}-\x{60}b\x{7B}-\x{D7FF}\x{E000}-\x{10FFFF}]");
    check("[a&&b]", r"[\x{26}ab]");
    check("[]a]", r"[\x{5D}a]");
    check("[a-]", r"[\x{2D}a]");
    check("[a]", "a");
    check("a|b|[c-e]", "[a-e]");
    check(r"\pZ", r"[\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]");
    check(r"\p{Zl}|\p{ z_P }", r"[\x{2028}\x{2029}]");
    check(r"[\p{^Any}\P{Any}]", "[a&&b]");
    check(r"\x{D800}", "[a&&b]");
    check(".|\\n", "(?s:.)");
    check("(?s).", "(?s:.)");
    check(".", r"[^\n]");
}

#[test]
fn case_is_folded_with_the_tables_of_go() {
    check("(?i)ak", r"[Aa][Kk\x{212A}]");
    check("(?i)[^k]", r"[\x{0}-JL-jl-\x{2129}\x{212B}-\x{D7FF}\x{E000}-\x{10FFFF}]");
    check("(?i:s)s", r"[Ss\x{17F}]s");
    // U+A7CB became its capital in Unicode 16.
    check(r"(?i)\x{264}", "ɤ");
    check("(?i)1", "1");
}

#[test]
fn groups_do_not_capture_and_appear_where_they_are_needed() {
    check("(a)(?:b)(?P<n>c)(?<n>d)", "abcd");
    check("(ab)*", "(?:ab)*");
    check("(a*)*", "(?:a*)*");
    check("a(b|cd)", "a(?:b|cd)");
    check("(a|)", "a|(?:)");
    check("()", "(?:)");
    check("ab|ac", "a[bc]");
}

#[test]
fn repetitions_apply_to_what_is_before_flags_too() {
    check("a{2}b{2,}c{2,3}d{0}", "a{2}b{2,}c{2,3}d{0}");
    check("a*?b+?c??", "a*?b+?c??");
    check("(?U)a*b*?", "a*?b*");
    check("a*(?i)*", "(?:a*)*");
    check("a{,2}{x}{", r"a\{,2\}\{x\}\{");
}

#[test]
fn escapes_are_characters() {
    check(r"\Qa.b\E*\.", r"a\.b*\.");
    check(r"\101\0\07\x41\x{1F600}", r"A\x{0}\x{7}A😀");
    check(r"\n\a\-\_", r"\x{A}\x{7}\-_");
    check(r"\<\>", "<>");
}

#[test]
fn errors_name_what_is_wrong() {
    fails("a**", "invalid nested repetition operator: `**`");
    fails("a{1}{2}?", "invalid nested repetition operator: `{1}{2}?`");
    fails("*", "missing argument to repetition operator: `*`");
    fails("a|+?b", "missing argument to repetition operator: `+?`");
    fails("(a", "missing closing ): `(a`");
    fails("a)b", "unexpected ): `a)b`");
    fails("a[b", "missing closing ]: `[b`");
    fails("[z-a]", "invalid character class range: `z-a`");
    fails("[[:foo:]]", "invalid character class range: `[:foo:]`");
    fails(r"a\p{Klingon}b", r"invalid character class range: `\p{Klingon}`");
    fails(r"\p{Old_Italic}", r"invalid character class range: `\p{Old_Italic}`");
    fails(r"\pé", r"invalid character class range: `\pé`");
    fails(r"\p{Lu", r"invalid character class range: `\p{Lu`");
    fails(r"a\1b", r"invalid escape sequence: `\1`");
    fails(r"\x{110000}", r"invalid escape sequence: `\x{110000`");
    fails(r"\xGab", r"invalid escape sequence: `\xGa`");
    fails(r"\C", r"invalid escape sequence: `\C`");
    fails("a\\", "trailing backslash at end of expression: ``");
    fails("(?=a)", "invalid or unsupported Perl syntax: `(?=`");
    fails("(?i-)", "invalid or unsupported Perl syntax: `(?i-)`");
    fails("(?<!a)b", "invalid named capture: `(?<!a)b`");
    fails("(?P<a.b>c)", "invalid named capture: `(?P<a.b>`");
    fails("a{1001}", "invalid repeat count: `{1001}`");
    fails("a{3,2}", "invalid repeat count: `{3,2}`");
    fails("(a{1000}){1000}", "invalid repeat count: `{1000}`");
    fails(&format!("{}x{}", "(".repeat(10), "){2}".repeat(10)), "invalid repeat count: `{2}`");
}

/// The last pattern that the server accepts and the first one that it refuses, as measured.
#[test]
fn limits_are_those_of_go() {
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        open.repeat(times) + inner + &close.repeat(times)
    };
    let too_deep = |pattern: &str| fails(pattern, &format!("expression nests too deeply: `{pattern}`"));
    let too_large = |pattern: &str| fails(pattern, &format!("expression too large: `{pattern}`"));
    let accepts = |pattern: &str| assert!(translate(pattern).is_ok());
    accepts(&nested("(", "x", ")", 999));
    too_deep(&nested("(", "x", ")", 1000));
    accepts(&nested("(?:", "x", ")*", 999));
    too_deep(&nested("(?:", "x", ")*", 1000));
    accepts(&nested("(?:", "x", ")", 1001));
    accepts(&nested("(?:ab", "", "|b)", 500));
    too_deep(&nested("(?:ab", "", "|b)", 501));
    let prefixes: Vec<String> = (1..501).map(|length| "a".repeat(length)).collect();
    accepts(&prefixes.join("|"));
    accepts(&"x{1000}".repeat(3355));
    too_large(&"x{1000}".repeat(3356));
    accepts(&format!("(?:{}){{1000}}", "x".repeat(3355)));
    too_large(&format!("(?:{}){{1000}}", "x".repeat(3356)));
    // A repetition counts twice if it is the whole pattern. It is measured only then.
    accepts(&format!("(?:{}){{1000}}y", "x".repeat(4000)));
    too_large(&r"\pL".repeat(25_980));
    accepts(&"|".repeat(100_000));
    fails(&"(".repeat(100_000), &format!("missing closing ): `{}`", "(".repeat(100_000)));
    too_deep(&("(".repeat(50_000) + &")".repeat(50_000)));
    accepts(&format!("[{}]", "ab".repeat(50_000)));
    accepts(&["a", "b"].repeat(50_000).join("|"));
}
