use super::*;

fn check(text: &str, expected: &str) {
    assert_eq!(quote(text), expected, "{text:?}");
}

#[test]
fn escapes_as_go_does() {
    check("", r#""""#);
    check("plain 'text'", r#""plain 'text'""#);
    check("a\"b\\c", r#""a\"b\\c""#);
    check("\u{7}\u{8}\u{c}\n\r\t\u{b}", r#""\a\b\f\n\r\t\v""#);
    check("\0\u{1b}\u{7f}", r#""\x00\x1b\x7f""#);
    check("\u{80}\u{a0}\u{ad}\u{200b}\u{2028}", r#""\u0080\u00a0\u00ad\u200b\u2028""#);
    check("zürich\u{fffd}", "\"zürich\u{fffd}\"");
    check("\u{1f600}\u{10ffff}", "\"\u{1f600}\\U0010ffff\"");
}
