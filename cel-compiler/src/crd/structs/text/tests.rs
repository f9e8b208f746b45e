use super::doc;

fn check(description: &str, expected: &str) {
    assert_eq!(doc(description, ""), expected, "{description:?}");
}

#[test]
fn a_description_is_a_comment() {
    check("Replicas.\n\n  At most 3.\n", "/// Replicas.\n///\n///   At most 3.\n");
    check("", "");
}

/// `cargo test` would run it, whatever it does.
#[test]
fn code_in_a_description_is_not_tested() {
    let texts = [
        "```rust\nrun();\n```",
        "> ```\n> run();",
        "~~~\nrun();\n~~~",
        "Such as:\n\n    run();",
        "- a\n\n\trun();",
    ];
    for text in texts {
        let hidden = format!("#[cfg_attr(not(doctest), doc = \"{}\")]\n", text.replace('\t', "\\t"));
        check(text, &hidden);
    }
    check("a \"b\"\r\n```\\n", "#[cfg_attr(not(doctest), doc = \"a \\\"b\\\"\n```\\\\n\")]\n");
}

#[test]
fn hidden_characters_of_a_description_are_escapes() {
    check("a\u{202e}b", "#[cfg_attr(not(doctest), doc = \"a\\u{202e}b\")]\n");
}
