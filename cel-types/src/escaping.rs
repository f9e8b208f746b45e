//! Names of properties in rules (k8s: `apiserver/pkg/cel/escaping.go`).

use std::borrow::Cow;

/// The name under which rules see a property; `None` if they cannot reach it.
#[must_use]
#[inline]
pub fn escape(name: &str) -> Option<Cow<'_, str>> {
    if is_plain(name) {
        return Some(if is_reserved(name) { format!("__{name}__").into() } else { name.into() });
    }
    if !name.starts_with(|c: char| !c.is_ascii_digit()) {
        return None;
    }
    if is_reserved(name) {
        return Some(format!("__{name}__").into());
    }
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'/')) {
        return None;
    }
    if !name.contains(['.', '-', '/']) && !name.contains("__") {
        return Some(name.into());
    }
    let mut escaped = String::with_capacity(name.len().saturating_add(16));
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '_' if rest.next_if_eq(&'_').is_some() => escaped.push_str("__underscores__"),
            '.' => escaped.push_str("__dot__"),
            '-' => escaped.push_str("__dash__"),
            '/' => escaped.push_str("__slash__"),
            other => escaped.push(other),
        }
    }
    Some(escaped.into())
}

/// True for letters, digits and single underscores that do not begin with a digit. Nearly all names are plain, and the compiler asks
/// often.
#[inline]
fn is_plain(name: &str) -> bool {
    const START: u8 = 0;
    let mut before = START;
    for byte in name.as_bytes() {
        let fits = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => true,
            b'_' => before != b'_',
            b'0'..=b'9' => before != START,
            _ => false,
        };
        if !fits {
            return false;
        }
        before = *byte;
    }
    before != START
}

/// False if rules see a property only under another name.
#[must_use]
#[inline]
pub fn keeps_name(name: &str) -> bool {
    escape(name).is_none_or(|escaped| escaped == name)
}

/// The property that a lookup of this name means, escaped or not. `None` for a sequence that `escape` never writes.
#[must_use]
#[inline]
pub fn unescape(escaped: &str) -> Option<Cow<'_, str>> {
    if !escaped.contains('_') || !escaped.contains("__") {
        return Some(escaped.into());
    }
    let mut name = String::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some((before, content, after)) = next_sequence(rest) {
        name.push_str(before);
        name.push_str(match content {
            "underscores" => "__",
            "dot" => ".",
            "dash" => "-",
            "slash" => "/",
            keyword if is_reserved(keyword) && keyword.len().saturating_add(4) == escaped.len() => keyword,
            _ => return None,
        });
        rest = after;
    }
    name.push_str(rest);
    Some(name.into())
}

/// True for the reserved words of CEL's grammar. They cannot be identifiers. The length decides first: the compiler asks for each name,
/// and few names have the length of a reserved word.
#[must_use]
#[inline]
pub fn is_reserved(name: &str) -> bool {
    match name.len() {
        2 => matches!(name, "as" | "if" | "in"),
        3 => matches!(name, "for" | "let" | "var"),
        4 => matches!(name, "else" | "loop" | "null" | "true" | "void"),
        5 => matches!(name, "break" | "const" | "false" | "while"),
        6 => matches!(name, "import" | "return"),
        7 => name == "package",
        8 => matches!(name, "continue" | "function"),
        9 => name == "namespace",
        _ => false,
    }
}

/// The leftmost `__content__` whose content has no underscore: the text before it, the content, and the text after it.
#[inline]
fn next_sequence(text: &str) -> Option<(&str, &str, &str)> {
    text.char_indices().find_map(|(start, _)| {
        let (before, sequence) = text.split_at_checked(start)?;
        let (content, after) = sequence.strip_prefix("__")?.split_once("__")?;
        let is_sequence = !content.is_empty() && !content.contains('_');
        is_sequence.then_some((before, content, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline]
    fn check(name: &str, escaped: &str) {
        assert_eq!(escape(name).as_deref(), Some(escaped));
        assert_eq!(unescape(escaped).as_deref(), Some(name));
    }

    #[test]
    fn names_that_need_escaping() {
        check("replicas", "replicas");
        check("namespace", "__namespace__");
        check("while", "__while__");
        check("a-b", "a__dash__b");
        check("a.b/c", "a__dot__b__slash__c");
        check("x__y", "x__underscores__y");
        check("___", "__underscores___");
        check("_a_", "_a_");
        check("-", "__dash__");
    }

    #[test]
    fn reserved_words() {
        let words = "as break const continue else false for function if import in let loop namespace null package return true var void while";
        for word in words.split(' ') {
            assert!(is_reserved(word), "{word}");
            check(word, &format!("__{word}__"));
        }
        for name in ["", "a", "of", "fox", "loops", "True", "namespaces"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn names_that_rules_cannot_reach() {
        for name in ["", "9x", "a b", "é", "k!", "a-b!"] {
            assert_eq!(escape(name), None, "{name}");
        }
    }

    #[test]
    fn sequences_that_escape_never_writes() {
        for escaped in ["a__b__c", "__if__x", "x__if__", "__nope__"] {
            assert_eq!(unescape(escaped), None, "{escaped}");
        }
        assert_eq!(unescape("a__b").as_deref(), Some("a__b"));
        assert_eq!(unescape("____").as_deref(), Some("____"));
    }
}
