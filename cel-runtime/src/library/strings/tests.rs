//! Expected values are the server's.

use super::*;

fn shown<T>(outcome: Outcome<'_, T>) -> Result<T, String> {
    outcome.map_err(|error| error.to_string())
}

fn own<T>(expected: Result<T, &str>) -> Result<T, String> {
    expected.map_err(str::to_owned)
}

#[test]
fn characters_are_code_points() {
    let check = |text, index, expected: Result<&str, &str>| {
        assert_eq!(shown(char_at(text, index)), own(expected), "{text} {index}");
    };
    check("", 0, Ok(""));
    check("", 1, Err("index out of range: 1"));
    check("abc", 0, Ok("a"));
    check("abc", 2, Ok("c"));
    check("abc", 3, Ok(""));
    check("abc", 4, Err("index out of range: 4"));
    check("abc", -1, Err("index out of range: -1"));
    check("tür日😀", 1, Ok("ü"));
    check("tür日😀", 3, Ok("日"));
    check("tür日😀", 4, Ok("😀"));
    check("tür日😀", 5, Ok(""));
    check("tür日😀", 6, Err("index out of range: 6"));
    check("abc", i64::MAX, Err("index out of range: 9223372036854775807"));
    check("abc", i64::MIN, Err("index out of range: -9223372036854775808"));
}

#[test]
fn first_positions() {
    let check = |text, part, expected: i64| {
        assert_eq!(index_of(text, part), expected, "{text} {part}");
    };
    check("", "", 0);
    check("", "a", -1);
    check("abc", "", 0);
    check("abcabc", "c", 2);
    check("tür日😀", "😀", 4);
    check("tür日😀", "x", -1);
    check("aäaä", "ä", 1);
    check("ab", "abc", -1);
}

#[test]
fn first_positions_from_a_position() {
    let check = |text, part, from, expected: Result<i64, &str>| {
        assert_eq!(shown(index_of_from(text, part, from)), own(expected), "{text} {part} {from}");
    };
    check("", "", 0, Ok(0));
    check("", "", 1, Ok(0));
    check("", "", 2, Ok(0));
    check("", "", 5, Ok(0));
    check("", "", 6, Ok(0));
    check("", "", 7, Ok(0));
    check("", "", -1, Err("index out of range: -1"));
    check("abcabc", "", 0, Ok(0));
    check("abcabc", "", 1, Ok(1));
    check("abcabc", "", 2, Ok(2));
    check("abcabc", "", 5, Ok(5));
    check("abcabc", "", 6, Ok(6));
    check("abcabc", "", 7, Ok(6));
    check("abcabc", "", -1, Err("index out of range: -1"));
    check("abcabc", "bc", 0, Ok(1));
    check("abcabc", "bc", 1, Ok(1));
    check("abcabc", "bc", 2, Ok(4));
    check("abcabc", "bc", 5, Ok(-1));
    check("abcabc", "bc", 6, Ok(-1));
    check("abcabc", "bc", 7, Ok(-1));
    check("abcabc", "bc", -1, Err("index out of range: -1"));
    check("tür日😀", "日", 0, Ok(3));
    check("tür日😀", "日", 1, Ok(3));
    check("tür日😀", "日", 2, Ok(3));
    check("tür日😀", "日", 5, Ok(-1));
    check("tür日😀", "日", 6, Ok(-1));
    check("tür日😀", "日", 7, Ok(-1));
    check("tür日😀", "日", -1, Err("index out of range: -1"));
    check("tür日😀", "", 0, Ok(0));
    check("tür日😀", "", 1, Ok(1));
    check("tür日😀", "", 2, Ok(2));
    check("tür日😀", "", 5, Ok(5));
    check("tür日😀", "", 6, Ok(5));
    check("tür日😀", "", 7, Ok(5));
    check("tür日😀", "", -1, Err("index out of range: -1"));
    check("abc", "", i64::MAX, Ok(3));
    check("abc", "", i64::MIN, Err("index out of range: -9223372036854775808"));
    check("abc", "a", i64::MAX, Ok(-1));
    check("abc", "a", i64::MIN, Err("index out of range: -9223372036854775808"));
}

#[test]
fn last_positions() {
    let check = |text, part, expected: i64| {
        assert_eq!(last_index_of(text, part), expected, "{text} {part}");
    };
    check("", "", 0);
    check("", "a", -1);
    check("abc", "", 3);
    check("abcabc", "a", 3);
    check("tür日😀", "😀", 4);
    check("tür日😀", "", 5);
    check("tür日😀", "x", -1);
    check("aäaä", "ä", 3);
    check("aaa", "aa", 1);
    check("ab", "abc", -1);
}

#[test]
fn last_positions_up_to_a_position() {
    let check = |text, part, to, expected: Result<i64, &str>| {
        assert_eq!(shown(last_index_of_to(text, part, to)), own(expected), "{text} {part} {to}");
    };
    check("", "", 0, Ok(0));
    check("", "", 1, Ok(0));
    check("", "", 2, Ok(0));
    check("", "", 3, Ok(0));
    check("", "", 4, Ok(0));
    check("", "", 5, Ok(0));
    check("", "", 6, Ok(0));
    check("", "", -1, Err("index out of range: -1"));
    check("abcabc", "", 0, Ok(0));
    check("abcabc", "", 1, Ok(1));
    check("abcabc", "", 2, Ok(2));
    check("abcabc", "", 3, Ok(3));
    check("abcabc", "", 4, Ok(4));
    check("abcabc", "", 5, Ok(5));
    check("abcabc", "", 6, Ok(6));
    check("abcabc", "", -1, Err("index out of range: -1"));
    check("abcabc", "bc", 0, Ok(-1));
    check("abcabc", "bc", 1, Ok(1));
    check("abcabc", "bc", 2, Ok(1));
    check("abcabc", "bc", 3, Ok(1));
    check("abcabc", "bc", 4, Ok(4));
    check("abcabc", "bc", 5, Ok(4));
    check("abcabc", "bc", 6, Ok(-1));
    check("abcabc", "bc", -1, Err("index out of range: -1"));
    check("aäaä", "ä", 0, Ok(-1));
    check("aäaä", "ä", 1, Ok(1));
    check("aäaä", "ä", 2, Ok(1));
    check("aäaä", "ä", 3, Ok(3));
    check("aäaä", "ä", 4, Ok(-1));
    check("aäaä", "ä", 5, Ok(-1));
    check("aäaä", "ä", 6, Ok(-1));
    check("aäaä", "ä", -1, Err("index out of range: -1"));
    check("aaaa", "aa", 0, Ok(0));
    check("aaaa", "aa", 1, Ok(1));
    check("aaaa", "aa", 2, Ok(2));
    check("aaaa", "aa", 3, Ok(2));
    check("aaaa", "aa", 4, Ok(-1));
    check("aaaa", "aa", 5, Ok(-1));
    check("aaaa", "aa", 6, Ok(-1));
    check("aaaa", "aa", -1, Err("index out of range: -1"));
    check("tür日😀", "r日", 0, Ok(-1));
    check("tür日😀", "r日", 1, Ok(-1));
    check("tür日😀", "r日", 2, Ok(2));
    check("tür日😀", "r日", 3, Ok(2));
    check("tür日😀", "r日", 4, Ok(2));
    check("tür日😀", "r日", 5, Ok(-1));
    check("tür日😀", "r日", 6, Ok(-1));
    check("tür日😀", "r日", -1, Err("index out of range: -1"));
    check("日x日日", "日日", 0, Ok(-1));
    check("日x日日", "日日", 1, Ok(-1));
    check("日x日日", "日日", 2, Ok(2));
    check("日x日日", "日日", 3, Ok(2));
    check("日x日日", "日日", 4, Ok(-1));
    check("日x日日", "日日", 5, Ok(-1));
    check("日x日日", "日日", 6, Ok(-1));
    check("日x日日", "日日", -1, Err("index out of range: -1"));
    check("abc", "", i64::MAX, Ok(3));
    check("abc", "", i64::MIN, Err("index out of range: -9223372036854775808"));
    check("abc", "a", i64::MAX, Ok(-1));
    check("abc", "a", i64::MIN, Err("index out of range: -9223372036854775808"));
}

#[test]
fn ascii_letters_only() {
    let check = |text, expected: &str| assert_eq!(lower_ascii(&Arena::new(), text), expected);
    check("", "");
    check("ABCxyz", "abcxyz");
    check("ÄÖÜ日K", "ÄÖÜ日k");
    check("@[`{AZ", "@[`{az");
}

#[test]
fn capital_ascii_letters() {
    let check = |text, expected: &str| assert_eq!(upper_ascii(&Arena::new(), text), expected);
    check("", "");
    check("ABCxyz", "ABCXYZ");
    check("äöüßſ", "äöüßſ");
    check("@[`{az", "@[`{AZ");
}

#[test]
fn occurrences_are_replaced() {
    let check = |text, part, by, limit, expected: &str| {
        assert_eq!(replace_n(&Arena::new(), text, part, by, limit), expected, "{text} {part} {by} {limit}");
    };
    check("äbä", "ä", "x", -1, "xbx");
    check("äbä", "ä", "x", 0, "äbä");
    check("äbä", "ä", "x", 1, "xbä");
    check("äbä", "ä", "x", 2, "xbx");
    check("aaaa", "aa", "b", -1, "bb");
    check("aaaa", "aa", "b", 0, "aaaa");
    check("aaaa", "aa", "b", 1, "baa");
    check("aaaa", "aa", "b", 2, "bb");
    check("äb", "", "-", -1, "-ä-b-");
    check("äb", "", "-", 0, "äb");
    check("äb", "", "-", 1, "-äb");
    check("äb", "", "-", 2, "-ä-b");
    check("", "", "x", -1, "x");
    check("", "", "x", 0, "");
    check("", "", "x", 1, "x");
    check("", "", "x", 2, "x");
    check("abc", "c", "", -1, "ab");
    check("abc", "c", "", 0, "abc");
    check("abc", "c", "", 1, "ab");
    check("abc", "c", "", 2, "ab");
    check("aa", "a", "", -1, "");
    check("aa", "a", "", 0, "aa");
    check("aa", "a", "", 1, "a");
    check("aa", "a", "", 2, "");
    check("abab", "a", "-", 3, "-b-b");
    check("abab", "a", "-", i64::MAX, "-b-b");
    check("abab", "a", "-", i64::MIN, "-b-b");
}

#[test]
fn texts_are_split() {
    let check = |text, separator, limit, expected: &[&str]| {
        let arena = Arena::new();
        let parts: Vec<&str> = split_n(&arena, text, separator, limit).elements().collect();
        assert_eq!(parts, expected, "{text} {separator} {limit}");
    };
    check("", "", -1, &[]);
    check("", "", 0, &[]);
    check("", "", 1, &[]);
    check("", "", 2, &[]);
    check("", ",", -1, &[""]);
    check("", ",", 0, &[]);
    check("", ",", 1, &[""]);
    check("", ",", 2, &[""]);
    check(",", ",", -1, &["", ""]);
    check(",", ",", 0, &[]);
    check(",", ",", 1, &[","]);
    check(",", ",", 2, &["", ""]);
    check("a,b,,c", ",", -1, &["a", "b", "", "c"]);
    check("a,b,,c", ",", 0, &[]);
    check("a,b,,c", ",", 1, &["a,b,,c"]);
    check("a,b,,c", ",", 2, &["a", "b,,c"]);
    check("日ä😀", "", -1, &["日", "ä", "😀"]);
    check("日ä😀", "", 0, &[]);
    check("日ä😀", "", 1, &["日ä😀"]);
    check("日ä😀", "", 2, &["日", "ä😀"]);
    check("aaa", "aa", -1, &["", "a"]);
    check("aaa", "aa", 0, &[]);
    check("aaa", "aa", 1, &["aaa"]);
    check("aaa", "aa", 2, &["", "a"]);
    check("ab", "abc", -1, &["ab"]);
    check("ab", "abc", 0, &[]);
    check("ab", "abc", 1, &["ab"]);
    check("ab", "abc", 2, &["ab"]);
    check("a,b", "", 3, &["a", ",", "b"]);
    check("a,b", "", 4, &["a", ",", "b"]);
    check("a,b", "", i64::MAX, &["a", ",", "b"]);
    check("a,b", "", i64::MIN, &["a", ",", "b"]);
    check("a,b", ",", 3, &["a", "b"]);
    check("a,b", ",", 4, &["a", "b"]);
    check("a,b", ",", i64::MAX, &["a", "b"]);
    check("a,b", ",", i64::MIN, &["a", "b"]);
}

#[test]
fn the_rest_of_a_text() {
    let check = |text, start, expected: Result<&str, &str>| {
        assert_eq!(shown(substring_from(text, start)), own(expected), "{text} {start}");
    };
    check("", 0, Ok(""));
    check("", 1, Err("index out of range: 1"));
    check("abc", 0, Ok("abc"));
    check("abc", 2, Ok("c"));
    check("abc", 3, Ok(""));
    check("abc", 4, Err("index out of range: 4"));
    check("abc", -1, Err("index out of range: -1"));
    check("tür日😀", 1, Ok("ür日😀"));
    check("tür日😀", 4, Ok("😀"));
    check("tür日😀", 5, Ok(""));
    check("tür日😀", 6, Err("index out of range: 6"));
    check("abc", i64::MAX, Err("index out of range: 9223372036854775807"));
    check("abc", i64::MIN, Err("index out of range: -9223372036854775808"));
}

#[test]
fn parts_of_a_text() {
    let check = |text, start, end, expected: Result<&str, &str>| {
        assert_eq!(shown(substring(text, start, end)), own(expected), "{text} {start} {end}");
    };
    check("abc", -1, -1, Err("index out of range: -1"));
    check("abc", -1, 0, Err("index out of range: -1"));
    check("abc", -1, 2, Err("index out of range: -1"));
    check("abc", -1, 3, Err("index out of range: -1"));
    check("abc", -1, 4, Err("index out of range: -1"));
    check("abc", 0, -1, Err("invalid substring range. start: 0, end: -1"));
    check("abc", 0, 0, Ok(""));
    check("abc", 0, 2, Ok("ab"));
    check("abc", 0, 3, Ok("abc"));
    check("abc", 0, 4, Err("index out of range: 4"));
    check("abc", 1, -1, Err("invalid substring range. start: 1, end: -1"));
    check("abc", 1, 0, Err("invalid substring range. start: 1, end: 0"));
    check("abc", 1, 2, Ok("b"));
    check("abc", 1, 3, Ok("bc"));
    check("abc", 1, 4, Err("index out of range: 4"));
    check("abc", 3, -1, Err("invalid substring range. start: 3, end: -1"));
    check("abc", 3, 0, Err("invalid substring range. start: 3, end: 0"));
    check("abc", 3, 2, Err("invalid substring range. start: 3, end: 2"));
    check("abc", 3, 3, Ok(""));
    check("abc", 3, 4, Err("index out of range: 4"));
    check("abc", 4, -1, Err("invalid substring range. start: 4, end: -1"));
    check("abc", 4, 0, Err("invalid substring range. start: 4, end: 0"));
    check("abc", 4, 2, Err("invalid substring range. start: 4, end: 2"));
    check("abc", 4, 3, Err("invalid substring range. start: 4, end: 3"));
    check("abc", 4, 4, Err("index out of range: 4"));
    check("tür日😀", 1, 4, Ok("ür日"));
    check("tür日😀", 4, 5, Ok("😀"));
    check("tür日😀", 5, 5, Ok(""));
    check("tür日😀", 3, 6, Err("index out of range: 6"));
    check("tür日😀", 6, 6, Err("index out of range: 6"));
    check("", 0, 0, Ok(""));
    check("", 0, 1, Err("index out of range: 1"));
    check("abc", 0, i64::MAX, Err("index out of range: 9223372036854775807"));
    check("abc", i64::MIN, 0, Err("index out of range: -9223372036854775808"));
    check(
        "abc",
        i64::MAX,
        i64::MIN,
        Err("invalid substring range. start: 9223372036854775807, end: -9223372036854775808"),
    );
    check("abc", i64::MIN, i64::MAX, Err("index out of range: -9223372036854775808"));
    check("abc", i64::MAX, i64::MAX, Err("index out of range: 9223372036854775807"));
    check("abc", i64::MIN, i64::MIN, Err("index out of range: -9223372036854775808"));
}

#[test]
fn white_space_is_what_unicode_says() {
    let check = |text, expected: &str| assert_eq!(trim(text), expected);
    check("  a b \n\t", "a b");
    check("\u{a0}\u{2003}\u{3000}\u{1680}\u{2028}\u{85}x\u{85}", "x");
    check("\u{200b}x\u{feff}", "\u{200b}x\u{feff}");
    check("\u{2060}x\u{180e}", "\u{2060}x\u{180e}");
    check("\u{1c}x\u{1f}", "\u{1c}x\u{1f}");
    check("", "");
    check(" ", "");
}

#[test]
fn lists_are_joined() {
    let check = |list: &[&'static str], separator, expected: &str| {
        let arena = Arena::new();
        let list = List::Slice(arena.alloc_slice_copy(list));
        assert_eq!(join_with(&arena, list, separator), expected);
    };
    check(&[], ",", "");
    check(&["a"], ",", "a");
    check(&["a", "", "ü"], "日", "a日日ü");
    check(&["", ""], ",", ",");
    check(&["a", "b"], "", "ab");
}

#[test]
fn quotes() {
    let check = |text, expected: &str| assert_eq!(quote(&Arena::new(), text), expected);
    check("", "\"\"");
    check("a\"b\\c'`", "\"a\\\"b\\\\c'`\"");
    check("\u{7}\u{8}\u{c}\n\u{d}\t\u{b}", "\"\\a\\b\\f\\n\\r\\t\\v\"");
    check("\u{0}\u{1f}\u{7f}\u{200b}日😀", "\"\u{0}\u{1f}\u{7f}\u{200b}日😀\"");
}
